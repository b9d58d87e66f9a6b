"""Policies as files: those that ship with the program, a person's own in the config folder, or any file by its path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from studio.engine.config_folder import config_folder
from studio.engine.errors import BadInput, NewerVersion
from studio.engine.policy.policy import POLICY_VERSION, Policy, wrong_in
from studio.engine.untrusted import read_file, read_value
from studio.resource_files import resource

MAX_POLICY_BYTES = 64_000
_MAX_DEPTH = 6
_MAX_PARTS = 4_000
"""Keys, values and brackets: a policy that names every rule has some 300."""
_SUFFIXES = (".yaml", ".yml")


class BadPolicy(BadInput):
    """The file is no policy, or a broken one."""


def shipped() -> tuple[str, ...]:
    """Names of the policies that come with the program, the mildest first."""
    return ("permissive", "standard", "clinical-write")


def policy_names() -> tuple[str, ...]:
    """All names that `find_policy` knows: the shipped ones, then a person's own. A shipped name is never another's."""
    own = sorted(file.stem for file in _own_folder().glob("*.yaml") if file.is_file()) if _own_folder().is_dir() else []
    return (*shipped(), *(name for name in own if name not in shipped()))


def find_policy(name: str) -> Policy:
    """The policy of that name, or in the file of that path. Raises BadPolicy, NewerVersion."""
    if name in shipped():
        return read_policy(resource(f"policies/{name}.yaml"))
    if name.endswith(_SUFFIXES):
        return _own(Path(name))
    if name in policy_names():
        return _own(_own_folder() / f"{name}.yaml")
    known = ", ".join(policy_names())
    raise BadPolicy(f"There is no policy {name[:80]!r}: give one of {known}, or the path of a .yaml file.")


def _own(file: Path) -> Policy:
    """A person's policy; one that goes by the name of a shipped one must be that one, word for word."""
    policy = read_policy(file)
    if policy.policy in shipped() and policy.digest != find_policy(policy.policy).digest:
        raise BadPolicy(
            f"{file.name} calls itself {policy.policy!r} and says something else than the shipped policy of that name: "
            "give it a name of its own."
        )
    return policy


def read_policy(file: Path) -> Policy:
    """The policy in `file`. Raises BadPolicy, NewerVersion."""
    try:
        folder = file.parent.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as cause:
        raise BadPolicy(f"{file} does not exist: give the file of a policy.") from cause
    return parse_policy(read_file(folder, file.name, limit=1_000_000, error=BadPolicy), file.name)


def parse_policy(data: bytes, where: str) -> Policy:
    """The policy that the YAML text holds. All values are texts there; nothing in it can make an object or a loop.

    Raises BadPolicy with one sentence, NewerVersion.
    """
    if len(data) > MAX_POLICY_BYTES:
        raise BadPolicy(f"{where} is larger than the {MAX_POLICY_BYTES // 1000} kB that a policy may have.")
    told = _parsed(data, where)
    if not isinstance(told, dict):
        raise BadPolicy(f"{where} is no policy: it must name its policy and its rules.")
    version = told.get("version")
    if isinstance(version, str) and version.isdecimal() and len(version) < 10 and int(version) > POLICY_VERSION:
        raise NewerVersion(f"{where} was written for a newer program: update Waymark Studio.")
    policy, unknown = read_value(Policy, told, where, BadPolicy)
    wrong = f"nothing is called {unknown[0]!r} there" if unknown else wrong_in(policy)
    if wrong:
        raise BadPolicy(f"{where}: {wrong}.")
    return policy


def _own_folder() -> Path:
    return config_folder() / "policies"


def _parsed(data: bytes, where: str) -> Any:
    import yaml  # loaded here: most commands know no policy

    try:
        text = data.decode("utf-8")
        _judge(yaml.parse(text, Loader=yaml.BaseLoader), where)
        return _plain(yaml.compose(text, Loader=yaml.BaseLoader), where)
    except BadPolicy:
        raise
    except UnicodeDecodeError as cause:
        raise BadPolicy(f"{where} is not UTF-8 text (byte {cause.start}).") from cause
    except (yaml.YAMLError, ValueError, RecursionError) as cause:
        mark = getattr(cause, "problem_mark", None)
        spot = f" (line {mark.line + 1})" if mark is not None else ""
        raise BadPolicy(f"{where} is broken YAML{spot}: compare it with a policy that is shipped.") from cause


def _judge(events: Iterator[Any], where: str) -> None:
    """Refuse, before anything is built, what no policy needs: aliases, tags, several documents, deep nesting."""
    import yaml

    depth = documents = 0
    for number, event in enumerate(events):
        if getattr(event, "anchor", None) or getattr(event, "tag", None):
            line = event.start_mark.line + 1
            raise BadPolicy(f"{where}: anchors, aliases and tags are not used in policies (line {line}).")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if depth > _MAX_DEPTH or documents > 1 or number > _MAX_PARTS:
            raise BadPolicy(f"{where} is no policy: it is nested too deeply, too long, or more than one document.")


def _plain(node: Any, where: str) -> Any:
    """Texts, lists and objects of a composed document. Raises BadPolicy for a key that stands twice."""
    import yaml

    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [_plain(inner, where) for inner in node.value]
    made: dict[str, Any] = {}
    for key, inner in node.value if isinstance(node, yaml.MappingNode) else ():
        name = key.value if isinstance(key, yaml.ScalarNode) else ""
        if not name or name in made:
            raise BadPolicy(
                f"{where}: {name[:60]!r} stands there twice, or is no name (line {key.start_mark.line + 1})."
            )
        made[name] = _plain(inner, where)
    return made if isinstance(node, yaml.MappingNode) else None
