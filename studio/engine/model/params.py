"""Parameters: the values that change from run to run, and proposals that wait for a person's word."""

from __future__ import annotations

from enum import StrEnum

from studio.engine.model.base import Value


class ParamSpec(Value):
    """One parameter. A `required` one must be given; another falls back to its recorded `example`."""

    name: str
    type: str = "string"
    example: str | None = None
    required: bool = False
    choices: tuple[str, ...] = ()
    label: str | None = None


class ProposalDecision(StrEnum):
    """What a person said of a proposal."""

    PARAMETER = "parameter"
    SECRET = "secret"
    CONSTANT = "constant"


class ParamProposal(Value):
    """A typed constant that could be a parameter. Never applied before a person confirms it.

    `masked_value` shows first and last character only.
    """

    step_id: str
    event_index: int
    name: str
    field_label: str
    masked_value: str
    needs_operator_confirmation: bool = True
