"""Parameters: the values that change from run to run, and proposals that wait for a person's word."""

from __future__ import annotations

from enum import StrEnum

from studio.engine.model.base import Value


class ParamSpec(Value):
    """One parameter. A `required` one must be given; another falls back to its recorded `example`.

    `type`: `string`, `date`, `secret`, or `entry` (the text of the entry or row that is picked).
    """

    name: str
    type: str = "string"
    example: str | None = None
    required: bool = False
    choices: tuple[str, ...] = ()
    label: str | None = None


class ParamKind(StrEnum):
    """What varies: a value that is typed or chosen, or which entry or row is picked."""

    VALUE = "value"
    ENTRY = "entry"


class ProposalDecision(StrEnum):
    """What a person said of a proposal."""

    PARAMETER = "parameter"
    SECRET = "secret"
    CONSTANT = "constant"


class ParamProposal(Value):
    """Something that was typed, chosen or picked and could be a parameter. Never applied before a person
    confirms it.

    `masked_value` shows first and last character only. Of an entry, `cell` is its place among the texts of the row
    (None: it is what the target itself says).
    """

    step_id: str
    event_index: int
    name: str
    field_label: str
    masked_value: str
    needs_operator_confirmation: bool = True
    kind: ParamKind = ParamKind.VALUE
    cell: int | None = None
