"""What a step types: a literal, a parameter's value, a secret; and the keys in which a date field takes it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time
from pathlib import Path

from studio.engine.errors import BadParams
from studio.engine.model.params import ParamSpec
from studio.engine.model.workflow import ActionKind, Postcondition, Step, Workflow
from studio.engine.privacy.forms import MASK_TEXT
from studio.engine.runtime.typable import refuse_untypable
from studio.engine.secrets.names import environment_name

_NAMED = re.compile(r"⟨([^⟨⟩]+)⟩")
"""A parameter in a text that is expected as a whole line."""


@dataclass(frozen=True)
class Bound:
    """Values of one run. `defaulted` names the parameters that fell back to what was recorded."""

    params: dict[str, str]
    secrets: dict[str, str] = field(repr=False)
    defaulted: tuple[str, ...]

    @property
    def all(self) -> dict[str, str]:
        """Parameters and secrets together, for typing only."""
        return {**self.params, **self.secrets}


def bind(workflow: Workflow, params: Mapping[str, str], secrets: Mapping[str, str]) -> Bound:
    """Check the given values against the workflow. Raises BadParams with one sentence."""
    known = _specs(workflow)
    unknown = sorted(set(params) - set(known) - set(workflow.secret_params))
    if unknown:
        names = ", ".join(sorted(known)) or "none"
        raise BadParams(f"This workflow has no parameter {unknown[0]!r}. Its parameters: {names}.")
    given = {name: params[name] for name in known if name in params}
    defaulted = tuple(name for name in known if name not in given)
    _demand(workflow, known, defaulted, {**params, **secrets})
    _demand_files(workflow, given)
    handed = {**given, **{n: {**params, **secrets}[n] for n in workflow.secret_params}}
    _refuse_bytes(handed)
    refuse_untypable(workflow, handed)
    values = {**{n: known[n].example or "" for n in defaulted}, **given}
    _check_values(workflow, known, values)
    return Bound(values, {n: {**params, **secrets}[n] for n in workflow.secret_params}, defaulted)


def _specs(workflow: Workflow) -> dict[str, ParamSpec]:
    listed = {n: ParamSpec(name=n, example=example) for n, example in workflow.params.items()}
    specs = {**listed, **workflow.param_specs}
    return {n: s for n, s in specs.items() if n not in workflow.secret_params}


def _demand(
    workflow: Workflow, known: Mapping[str, ParamSpec], defaulted: tuple[str, ...], given: Mapping[str, str]
) -> None:
    for name in defaulted:
        if known[name].required or known[name].example is None:
            raise BadParams(f"The parameter {name!r} must be given: add --param {name}=VALUE.")
    for name in workflow.secret_params:
        if not given.get(name):
            how = f"set {environment_name(name)} in the environment, or keep it with studio secret set {name}"
            raise BadParams(f"The secret {name!r} must be given: {how}.")


def _demand_files(workflow: Workflow, given: Mapping[str, str]) -> None:
    """A recording knows the name of a file that was chosen, never where it lies: each run says which one."""
    for step in workflow.steps:
        if step.action is not ActionKind.UPLOAD or step.param is None:
            continue
        path = given.get(step.param)
        if path is None:
            raise BadParams(f"The parameter {step.param!r} must be given: add --param {step.param}=PATH of a file.")
        if not Path(path).is_file():
            raise BadParams(f"The parameter {step.param!r} is a file to upload, and there is none at {path!r}.")


def _refuse_bytes(given: Mapping[str, str]) -> None:
    """A terminal hands on bytes that are no UTF-8 as lone surrogates: nothing can type or write them."""
    for name, value in given.items():
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise BadParams(f"The value of {name!r} holds bytes that are no text: give it in UTF-8.")
        if MASK_TEXT in value:
            raise BadParams(
                f"A part of the value of {name!r} was hidden when it was kept ({MASK_TEXT}): write all of it."
            )


def _check_values(workflow: Workflow, known: Mapping[str, ParamSpec], values: Mapping[str, str]) -> None:
    for name, spec in known.items():
        if spec.choices and values[name] not in spec.choices:
            raise BadParams(f"The parameter {name!r} takes one of {', '.join(spec.choices)}, not {values[name]!r}.")
    for step in workflow.steps:
        if step.param in values and step.typed_as:
            _date(step.param or "", values[step.param or ""])


def _date(name: str, value: str) -> datetime:
    try:
        return moment_of(value)
    except ValueError:
        shown = "2026-11-30, 14:30, 2026-11-30T14:30 or 2026-11"
        raise BadParams(
            f"The parameter {name!r} is a date or time: write it as it was recorded ({shown}), not {value!r}."
        ) from None


def text_of(step: Step, values: Mapping[str, str]) -> str:
    """What the field must hold after the step."""
    return values[step.param] if step.param else step.text or ""


def recorded_text(workflow: Workflow, step: Step) -> str:
    """What stood for the text of the step when it was recorded; empty where that is not kept."""
    if not step.param:
        return step.text or ""
    spec = workflow.param_specs.get(step.param)
    return workflow.params.get(step.param) or (spec.example if spec else None) or ""


def keys_of(step: Step, text: str) -> str:
    """What is typed so that the field holds `text`: for a date its digits in the field's own order."""
    return moment_of(text).strftime(step.typed_as) if step.typed_as else text


def moment_of(text: str) -> datetime:
    """The moment of an ISO date, time, date and time, or month, as browsers write them. Raises ValueError."""
    if len(text) == len("2026-11"):
        return datetime.strptime(text, "%Y-%m")
    if text[2:3] == ":":
        return datetime.combine(datetime.min, time.fromisoformat(text))
    return datetime.fromisoformat(text)


def with_value(check: Postcondition, values: Mapping[str, str]) -> Postcondition:
    """The check with this run's value where it speaks of a parameter."""
    if check.param:
        return check.model_copy(update={"text": values.get(check.param, "")})
    if not check.whole or not check.text:
        return check
    told = _NAMED.sub(lambda found: values.get(found.group(1), found.group(0)), check.text)
    return check.model_copy(update={"text": told})
