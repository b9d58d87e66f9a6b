"""What a run is given: the fields of its form, what is wrong with their values, and the child's command line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from studio.engine.errors import BadParams
from studio.engine.model.params import ParamSpec
from studio.engine.model.workflow import ActionKind, Workflow
from studio.engine.runtime.values import bind, moment_of
from studio.engine.secrets.names import environment_name
from studio.ui.told import told
from studio.ui.words import tr

SLOW_S = 1.0
_NUMBER = re.compile(r"[+-]?\d[\d.,' ]*")


class Kind(StrEnum):
    """How a value is asked for."""

    TEXT = "text"
    DATE = "date"
    NUMBER = "number"
    CHOICE = "choice"
    FILE = "file"
    SECRET = "secret"


class Speed(StrEnum):
    """How fast a run goes from step to step."""

    FULL = "full"
    SLOW = "slow"
    EACH = "each"


@dataclass(frozen=True)
class Field:
    """One value of the form. An empty one that is not required falls back to `example`, as it was recorded.

    A secret that the environment or the keyring (`kept`) holds already need not be typed (`held`)."""

    name: str
    label: str
    kind: Kind
    example: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    held: bool = False
    kept: bool = False


@dataclass(frozen=True)
class Where:
    """Where the run acts. Empty strings mean: as it was recorded."""

    backend: str
    url: str = ""
    window: str = ""
    program: str = ""
    shown: bool = False
    structure: bool = True


@dataclass(frozen=True)
class Wanted:
    """All that a person asked for."""

    values: Mapping[str, str]
    secrets: Mapping[str, str] = field(repr=False)
    where: Where
    remembered: frozenset[str] = frozenset()
    start_at: str | None = None
    pause_at: frozenset[str] = field(default_factory=frozenset)
    speed: Speed = Speed.FULL
    required_policy: str = ""


def fields_of(workflow: Workflow, environment: Mapping[str, str]) -> tuple[Field, ...]:
    """The fields of the form: parameters in the order of the steps that use them, then secrets."""
    specs = {n: ParamSpec(name=n, example=e) for n, e in workflow.params.items()} | workflow.param_specs
    used = [s.param for s in workflow.steps if s.param in specs]
    order = dict.fromkeys([*used, *specs])
    files = {s.param for s in workflow.steps if s.action is ActionKind.UPLOAD}
    dates = {s.param for s in workflow.steps if s.typed_as}
    made = [_field(specs[n], n in files, n in dates) for n in order if n not in workflow.secret_params]
    return (*made, *(_secret(n, specs.get(n), environment) for n in workflow.secret_params))


def _secret(name: str, spec: ParamSpec | None, environment: Mapping[str, str]) -> Field:
    label = (spec.label if spec else None) or name
    return Field(name, label, Kind.SECRET, required=True, held=environment_name(name) in environment)


def _field(spec: ParamSpec, is_file: bool, is_date: bool) -> Field:
    said = {"date": Kind.DATE, "time": Kind.DATE, "datetime": Kind.DATE, "number": Kind.NUMBER, "integer": Kind.NUMBER}
    kind = said.get(spec.type.lower(), Kind.TEXT)
    if is_file:
        kind = Kind.FILE
    elif spec.choices:
        kind = Kind.CHOICE
    elif is_date or (kind is Kind.TEXT and _is_day(spec.example or "")):
        kind = Kind.DATE
    required = spec.required or spec.example is None or is_file
    return Field(spec.name, spec.label or spec.name, kind, spec.example or "", required, spec.choices)


def _is_day(text: str) -> bool:
    return bool(re.fullmatch(r"\d{4}-\d{2}-\d{2}", text))


def problems_of(workflow: Workflow, fields: tuple[Field, ...], wanted: Wanted) -> dict[str, str]:
    """What is wrong, by the name of the field; under the empty name what belongs to none of them."""
    found = {f.name: said for f in fields if (said := _problem(f, wanted))}
    if found:
        return found
    if wanted.where.backend == "web" and not (wanted.where.url or workflow.app_url):
        return {"": tr("Write the address at which the program is: the recording does not say it.")}
    secrets = {f.name: wanted.secrets.get(f.name) or "held" for f in fields if f.kind is Kind.SECRET}
    try:
        bind(workflow, given(wanted.values), secrets)
    except BadParams as problem:
        named = next((f.name for f in fields if repr(f.name) in str(problem)), "")
        return {named: told(str(problem))}
    return {}


def _problem(asked: Field, wanted: Wanted) -> str:
    if asked.kind is Kind.SECRET:
        missing = not wanted.secrets.get(asked.name) and not asked.held
        return tr("Type it here: neither the environment nor the keyring holds it.") if missing else ""
    value = wanted.values.get(asked.name, "")
    if not value:
        return tr("This must be given for each run.") if asked.required else ""
    if asked.kind is Kind.NUMBER and not _NUMBER.fullmatch(value):
        return tr("Write a number, as {example}.", example=asked.example or "12.50")
    if asked.kind is Kind.DATE and _reads_as_moment(asked.example) and not _reads_as_moment(value):
        return tr("Write it as it was recorded, as {example}.", example=asked.example)
    if asked.kind is Kind.FILE and not Path(value).is_file():
        return tr("There is no file at this place.")
    return ""


def _reads_as_moment(text: str) -> bool:
    try:
        moment_of(text)
    except ValueError:
        return False
    return True


def given(values: Mapping[str, str]) -> dict[str, str]:
    """The values that were typed; the others fall back to what was recorded."""
    return {name: value for name, value in values.items() if value}


def environment_of(wanted: Wanted) -> dict[str, str]:
    """What the child's environment gets: secrets go this way only."""
    return {environment_name(name): value for name, value in wanted.secrets.items() if value}


def arguments_of(bundle: Path, run_dir: Path, workflow: Workflow, wanted: Wanted) -> list[str]:
    """The child's command line. No secret stands in it."""
    made = ["replay", str(bundle), "--run-dir", str(run_dir), "--events"]
    for name, value in given(wanted.values).items():
        made += ["--param", f"{name}={value}"]
    made += _where_arguments(wanted.where)
    if wanted.required_policy:
        made += ["--require-policy", wanted.required_policy]
    if wanted.start_at:
        made += ["--from", wanted.start_at]
    for step in sorted(stops_of(workflow, wanted.pause_at, wanted.speed)):
        made += ["--pause-at", step]
    if wanted.speed is Speed.SLOW:
        made += ["--delay", str(SLOW_S)]
    return made


def stops_of(workflow: Workflow, chosen: frozenset[str], speed: Speed) -> frozenset[str]:
    """Steps before which the run pauses: the breakpoints, or all where it waits at each step."""
    return frozenset(s.id for s in workflow.steps) if speed is Speed.EACH else chosen


def _where_arguments(where: Where) -> list[str]:
    made: list[str] = []
    if where.backend == "web":
        made += ["--url", where.url] if where.url else []
        made += ["--headed"] if where.shown else []
    else:
        made += ["--window", where.window] if where.window else []
        made += ["--program", where.program] if where.program else []
    return made if where.structure else [*made, "--no-structure"]
