"""Every sentence that the engine or the recorder may hand to a person, as a template.

`python -m tests.helpers.engine_sentences [de]` prints what a language lacks.

A template is the literal as it stands in the source, with `{0}`, `{1}` … for its values. Parts that are put into a
sentence (`by its picture alone`) are templates of their own, where they can be read off the source.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

from studio.engine.policy.policy_files import find_policy, shipped
from studio.ui.told import bare
from tests.helpers import word_tables

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "studio" / "engine"
RECORDER = ROOT / "studio" / "recorder"
_ELSEWHERE = (
    "model/schema.py",
    "report/",
    "recorder/driven.py",
    "recorder/raw_file.py",
    "recorder/rebuild.py",
    "recorder/triage.py",
    "recorder/web/websocket.py",
    "recorder/web/wire.py",
)
"""What stands in files or is written on the command line, never in the window."""
_AND_YET = ("report/run_dir.py",)
"""But for these: a run that cannot be read is refused in the window."""
_IN_PARTS = (
    "bundle/integrity.py",
    "bundle/reader.py",
    "bundle/validate.py",
    "editing/words.py",
    "files.py",
    "health/abilities.py",
    "model/results.py",
    "runtime/appearing.py",
    "runtime/checks.py",
    "runtime/filled.py",
    "runtime/halting.py",
    "runtime/marked_entry.py",
    "runtime/readback.py",
    "runtime/readback_pixels.py",
    "runtime/scrolling.py",
    "runtime/step_log.py",
    "runtime/step_runner.py",
    "runtime/verdicts.py",
    "runtime/wanted_state.py",
    "png_check.py",
    "privacy/linear_syntax.py",
    "recording/edit_json.py",
    "recording/lines.py",
    "secrets/keyrings.py",
    "sharing/unpack.py",
)
"""Files that put sentences together out of parts, or say parts alone: there every literal of some words counts."""
OUTSIDE = (
    "Bad CRC-32 for file {0}",
    "Error {0} while decompressing data: {1}",
    "Expecting ',' delimiter",
    "Expecting ':' delimiter",
    "Expecting property name enclosed in double quotes",
    "Expecting value",
    "Extra data",
    "File is not a zip file",
    "Invalid control character at",
    "Unterminated string starting at",
    *(
        f"{before}{reason}{after}"
        for reason in ("Input/output error", "Is a directory", "No such file or directory", "Permission denied")
        for before, after in (("", ""), ("[Errno {0}] ", ": {1}"))
    ),
    *(
        f"{{0}}: {said}{more}."
        for said, more in (
            ("field required", ""),
            ("field required", " ({1} more like this)"),
            ("input should be {1}; it is {2}", ""),
            ("input should be {1}; it is {2}", " ({3} more like this)"),
        )
    ),
    *(f"a valid {what}" for what in ("boolean", "dictionary", "integer", "list", "number", "string")),
    *(f"{than} {{0}}" for than in ("greater than", "greater than or equal to", "less than", "less than or equal to")),
)
"""What others say inside of our sentences: the readers of JSON, zip and values, and the system."""
_KINDS = dict.fromkeys(("a list", "a text", "a number", "true or false"), "untrusted.py")
_STILL_DOWN = dict.fromkeys(
    (
        f"The {{0}} button was still down at {{1}} {when}: it is not recorded."
        for when in ("at the end", "when the recording paused")
    ),
    "recorder/normaliser/machine.py",
)
MORE = {"“{0}”": "", "Thus {0}": "", **_KINDS, **_STILL_DOWN, **dict.fromkeys(OUTSIDE, "")}
"""What values look like that are put into sentences, what joins them, and what others say in them."""
_ASKS_FOR = ("read_given", "existing_directory")
"""Functions that refuse a file with a word for what should be given instead."""
_JOINED = {"NotPng": " ", "ValueError": ": "}
"""Exceptions whose text becomes a sentence behind the name of a file or of a field, and what stands between them."""
_VALIDATING = ("model/", "bundle/signature.py", "recording/events.py", "png_check.py")
"""Where they are raised."""
_NO_FOLDER = ("does not exist", "is not a folder")
_TARGETS = tuple(
    f"{name} {where}".strip()
    for name in ("‘{0}’", "the field ‘{0}’", "the box ‘{0}’", "the icon ‘{0}’")
    for where in ("", "in the row of ‘{1}’")
    if name != "‘{0}’" or where
)
_UNNAMED = tuple(
    f"the {what} {where}"
    for what in ("place", "field", "box", "icon")
    for where in (
        "in the row of ‘{0}’",
        "at {0}",
        *(f"{side} ‘{{0}}’" for side in ("right of", "left of", "below", "above", "near")),
    )
)
_VERBS = (
    *(
        f"{verb} {{0}}"
        for verb in (
            "click",
            "choose",
            "drag",
            "double-click",
            "right-click",
            "point at",
            "type",
            "press",
            "go to page",
        )
    ),
    *("drag {0} to {1}", "choose {0} in {1}", "upload to {0}", "type {0} into ‘{1}’", "the secret {0}", "a key"),
    *(f"scroll {way} {{0}}" for way in ("up", "down", "left", "right")),
    *(f"scroll {way} {{0}} and {side} {{1}}" for way in ("up", "down") for side in ("left", "right")),
)
INTENTS = dict.fromkeys((*_TARGETS, *_UNNAMED, *_VERBS), "compiler/intents.py")
"""What steps are called, in parts (`compiler/intents.py`; `test_steps_are_called_in_german`)."""
_CALL_DEPTH = 2

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def templates() -> dict[str, str]:
    """Each template with the file that says it."""
    found: dict[str, str] = {**MORE, **INTENTS}
    for path in _files():
        for template in _of_file(path):
            found.setdefault(template, _name(path))
    found |= {find_policy(name).about: f"policies/{name}" for name in shipped()}
    for path in sorted(ENGINE.parent.rglob("*.py")):
        said = path.read_text("utf-8")
        for template in _asked_for(ast.parse(said)) if any(f"{name}(" in said for name in _ASKS_FOR) else ():
            found.setdefault(template, path.relative_to(ENGINE.parent).as_posix())
    return found


def table(code: str) -> dict[str, str]:
    """The table of a language as it stands in its file."""
    return word_tables.table(word_tables.TRANSLATIONS / "engine" / f"{code}.json")


def _files() -> Iterator[Path]:
    for path in (*sorted(ENGINE.rglob("*.py")), *sorted(RECORDER.rglob("*.py"))):
        name = _name(path)
        if name in _AND_YET or not name.startswith(_ELSEWHERE):
            yield path


def _name(path: Path) -> str:
    """From the engine's folder on, or from that above the recorder's."""
    return path.relative_to(ENGINE if path.is_relative_to(ENGINE) else RECORDER.parent).as_posix()


def _of_file(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    skipped = _docstrings(tree) | {id(v) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for v in n.values}
    scopes = [f for f in ast.walk(tree) if isinstance(f, Function)]
    functions = {f.name: f for f in scopes}
    in_parts = _name(path) in _IN_PARTS
    yield from _named_parts(tree)
    if _name(path).startswith(_VALIDATING):
        yield from _raised(tree)
    for scope in (tree, *scopes):
        for node in _own(scope):
            template = _template(node)
            if id(node) in skipped or template is None:
                continue
            if _is_sentence(template) or (in_parts and " " in template.strip() and _words(template) >= 2):
                yield bare(template)
                if isinstance(node, ast.JoinedStr):
                    yield from _parts(node, scope, functions, _CALL_DEPTH)


def _raised(tree: ast.Module) -> Iterator[str]:
    """What is wrong with a value or a picture, behind its name: `a click needs x` becomes `{0}: a {1} needs {2}.`"""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            joint = _JOINED.get(node.exc.func.id)
            template = _template(node.exc.args[0]) if node.exc.args else None
            if joint is not None and template is not None and not _is_sentence(template):
                later = re.sub(r"\{(\d+)\}", lambda m: f"{{{int(m[1]) + 1}}}", template)
                yield f"{{0}}{joint}{later}."


def _asked_for(tree: ast.Module) -> Iterator[str]:
    """What may have to be given instead of a file that cannot be read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ASKS_FOR:
            what = node.args[1] if len(node.args) > 1 else None
            said = str(what.value) if isinstance(what, ast.Constant) else ""
            if said and node.func.id == "read_given":
                yield said
            elif said:
                yield from (f"{{0}} {wrong}: give the folder of {said}." for wrong in _NO_FOLDER)


def _named_parts(tree: ast.Module) -> Iterator[str]:
    """Public constants of some words, said by whichever file imports them (`no message that it failed`)."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            public = any(isinstance(t, ast.Name) and t.id.isupper() and t.id[0] != "_" for t in node.targets)
            if public and " " in node.value.value.strip() and _words(node.value.value) >= 2:
                yield bare(node.value.value)


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of functions in it."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function):
            waiting.extend(ast.iter_child_nodes(node))


def _docstrings(tree: ast.Module) -> set[int]:
    bodies = (getattr(node, "body", None) for node in ast.walk(tree))
    return {id(s.value) for body in bodies if isinstance(body, list) for s in body if isinstance(s, ast.Expr)}


def _template(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        numbers = count()
        return re.sub(r"\{[a-z_]+\}", lambda _: f"{{{next(numbers)}}}", node.value)
    if not isinstance(node, ast.JoinedStr):
        return None
    said, number = "", 0
    for value in node.values:
        if isinstance(value, ast.Constant):
            said += str(value.value)
        else:
            said += f"{{{number}}}"
            number += 1
    return said


def _is_sentence(template: str) -> bool:
    said = re.sub(r"\{\d+\}", "X", bare(template))
    begins = said[:1].isupper() or said[:1] in "“‘⟨"
    ends = said[-1:] in {*".?!"} or said.endswith(": X")
    return " " in said and ends and begins and _words(template) >= 2


def _words(template: str) -> int:
    return len(re.findall(r"[a-z]{2,}", re.sub(r"\{\d+\}", " ", template)))


def _parts(node: ast.JoinedStr, scope: ast.AST, functions: dict[str, Function], depth: int) -> Iterator[str]:
    for value in node.values:
        if isinstance(value, ast.FormattedValue):
            yield from _said(value.value, scope, functions, depth)


def _said(node: ast.expr, scope: ast.AST, functions: dict[str, Function], depth: int) -> Iterator[str]:
    """What may be put into a sentence at this place, as far as the source tells."""
    template = _template(node)
    if template is not None:
        if _words(template) >= 1 and not _is_sentence(template):
            yield bare(template)
        if isinstance(node, ast.JoinedStr):
            yield from _parts(node, scope, functions, depth)
    elif isinstance(node, ast.IfExp):
        yield from _said(node.body, scope, functions, depth)
        yield from _said(node.orelse, scope, functions, depth)
    elif isinstance(node, ast.Name) and depth:
        for assigned in _own(scope):
            if isinstance(assigned, ast.Assign) and any(_is_name(t, node.id) for t in assigned.targets):
                yield from _said(assigned.value, scope, functions, depth - 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions and depth:
        called = functions[node.func.id]
        for returned in _own(called):
            if isinstance(returned, ast.Return) and returned.value is not None:
                yield from _said(returned.value, called, functions, depth - 1)


def _is_name(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


if __name__ == "__main__":
    word_tables.answer(sys.argv[1:], table, templates())
