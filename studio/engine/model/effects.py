"""What the system of record must hold after a step, told apart from what the screen shows."""

from __future__ import annotations

from enum import StrEnum

from studio.engine.model.base import Value


class EffectKind(StrEnum):
    """Kinds of claims about the record."""

    RECORD_WRITTEN = "record_written"
    FIELD_EQUALS = "field_equals"


class ValueExpr(Value):
    """A literal or a parameter's value."""

    literal: str | None = None
    param: str | None = None


class Effect(Value):
    """A typed claim about the system of record, checked out of band where a verifier is configured."""

    kind: EffectKind
    record: str
    fields: dict[str, ValueExpr] = {}


class ApiBinding(Value):
    """A declared API call that performs the step's write instead of the user interface."""

    method: str
    url: str
    body: dict[str, ValueExpr] = {}
