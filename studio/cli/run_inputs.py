"""What a person gives a run: parameters, secrets, confirmed steps. Wrong names are refused by name."""

from __future__ import annotations

from collections.abc import Sequence

from studio.cli.parsing import WrongUsage
from studio.engine.errors import BadParams
from studio.engine.model.workflow import Workflow
from studio.engine.secrets.names import environment_name


def params(given: Sequence[str], workflow: Workflow) -> dict[str, str]:
    """`name=value` pairs as a mapping. Raises WrongUsage, and BadParams for a secret: it would stand in the history."""
    pairs: dict[str, str] = {}
    for name, value in map(_pair, given):
        if name in pairs:
            raise WrongUsage(f"--param {name} is given twice: give each parameter one value.")
        pairs[name] = value
    for name in workflow.secret_params:
        if name in pairs:
            variable = environment_name(name)
            raise BadParams(f"{name!r} is a secret: set {variable} in the environment, or studio secret set {name}.")
    return pairs


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise WrongUsage(f"--param needs NAME=VALUE, not {text!r}.")
    return name, value


def secrets(workflow: Workflow) -> dict[str, str]:
    """Values of those of the workflow's secrets that the environment or the keyring holds. Raises KeyringUnable."""
    from studio.engine.secrets import owner_of, read

    found = {name: read(name, owner_of(workflow)) for name in workflow.secret_params}
    return {name: value for name, value in found.items() if value}


def step_id(given: str | None, workflow: Workflow) -> str | None:
    """The given id, or None. Raises BadParams for one that is no step."""
    return next(iter(step_ids([given], workflow))) if given else None


def step_ids(given: Sequence[str], workflow: Workflow) -> frozenset[str]:
    """The given ids. Raises BadParams for one that is no step."""
    known = [step.id for step in workflow.steps]
    for step_id in given:
        if step_id not in known:
            raise BadParams(f"{workflow.name!r} has no step {step_id!r}: its steps are {', '.join(known)}.")
    return frozenset(given)
