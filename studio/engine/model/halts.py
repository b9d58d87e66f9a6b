"""Typed refusals: why the product stopped, what it saw, and what a person may choose."""

from __future__ import annotations

from enum import StrEnum

from studio.engine.model.base import Value
from studio.engine.model.geometry import Point, Region


class HaltCode(StrEnum):
    """Code decides on these; people read the sentence."""

    TARGET_NOT_FOUND = "target_not_found"
    AMBIGUOUS = "ambiguous"
    CONTRADICTED = "contradicted"
    IDENTITY_MISMATCH = "identity_mismatch"
    UNREADABLE = "unreadable"
    COVERED = "covered"
    OUT_OF_VIEW = "out_of_view"
    DISABLED = "disabled"
    NEEDS_CONFIRMATION = "needs_confirmation"
    UNEXPECTED_DIALOG = "unexpected_dialog"
    READBACK_MISMATCH = "readback_mismatch"
    POSTCONDITION_FAILED = "postcondition_failed"
    OUTCOME_UNKNOWN = "outcome_unknown"
    SCROLL_EXHAUSTED = "scroll_exhausted"
    EFFECT_REFUTED = "effect_refuted"
    EFFECT_INDETERMINATE = "effect_indeterminate"
    NO_PATH = "no_path"
    UNSUPPORTED_ACTION = "unsupported_action"
    INTERFERED = "interfered"
    MAY_HAVE_HAPPENED = "may_have_happened"


class Choice(StrEnum):
    """What a person may answer to a halt."""

    CONFIRM = "confirm"  # act on the shown point, this once
    RETRY = "retry"  # look again
    DONE_BY_HAND = "done_by_hand"  # the person did it; check it and go on
    STOP = "stop"
    HAPPENED = "happened"  # what an earlier run left uncertain took effect: it is passed over
    NOT_HAPPENED = "not_happened"  # it did not: it may be done now


class LookAlike(Value):
    """A place that was considered: where, how good, what it says."""

    point: Point
    region: Region
    score: float
    label: str | None = None


class Halt(Value):
    """A refusal to guess. `sentence` names what was looked for, what was seen and what to do next."""

    id: str
    code: HaltCode
    step_id: str
    sentence: str
    look_alikes: tuple[LookAlike, ...] = ()
    point: Point | None = None
    picture: str | None = None
    choices: tuple[Choice, ...] = (Choice.RETRY, Choice.STOP)
