"""What a person gives a run: address, parameters, secrets, confirmed steps. Wrong names are refused by name."""

from __future__ import annotations

import os
from collections.abc import Sequence

from studio.cli.failures import SECRET_PREFIX
from studio.cli.parsing import WrongUsage
from studio.engine.errors import BadParams
from studio.engine.model.workflow import Workflow


def address(given: str | None, workflow: Workflow) -> str:
    """The address to open. Raises WrongUsage where neither the caller nor the bundle names one."""
    url = given or workflow.app_url
    if not url:
        raise WrongUsage(f"{workflow.name!r} does not say where its program is: give --url.")
    return url


def params(given: Sequence[str], workflow: Workflow) -> dict[str, str]:
    """`name=value` pairs as a mapping. Raises BadParams for names that the workflow does not have."""
    found: dict[str, str] = {}
    known = [n for n in {**workflow.params, **workflow.param_specs} if n not in workflow.secret_params]
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise WrongUsage(f"--param needs NAME=VALUE, not {pair!r}.")
        _check_name(name, known, workflow)
        found[name] = value
    return found


def _check_name(name: str, known: Sequence[str], workflow: Workflow) -> None:
    if name in workflow.secret_params:
        raise BadParams(f"{name!r} is a secret: give it in the environment as {secret_name(name)}, not with --param.")
    if name not in known:
        listed = f"its parameters are {', '.join(known)}" if known else "it has no parameters"
        raise BadParams(f"{workflow.name!r} has no parameter {name!r}: {listed}.")


def secrets(workflow: Workflow) -> dict[str, str]:
    """Values of the workflow's secrets, from the environment. Raises BadParams for one that is not there."""
    found = {name: os.environ.get(secret_name(name)) for name in workflow.secret_params}
    missing = [secret_name(name) for name, value in found.items() if value is None]
    if missing:
        raise BadParams(f"{workflow.name!r} needs secrets: set {', '.join(missing)} in the environment.")
    return {name: value for name, value in found.items() if value is not None}


def secret_name(name: str) -> str:
    """The environment variable that holds the secret `name`."""
    return SECRET_PREFIX + "".join(c if c.isalnum() else "_" for c in name).upper()


def step_ids(given: Sequence[str], workflow: Workflow) -> frozenset[str]:
    """The given ids. Raises BadParams for one that is no step."""
    known = [step.id for step in workflow.steps]
    for step_id in given:
        if step_id not in known:
            raise BadParams(f"{workflow.name!r} has no step {step_id!r}: its steps are {', '.join(known)}.")
    return frozenset(given)
