"""Heals: evidence that an anchor should change, and what a person said of it."""

from __future__ import annotations

from enum import StrEnum

from studio.engine.model.anchor import Anchor
from studio.engine.model.base import Value
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import RungAttempt


class HealCause(StrEnum):
    """What changed, for grouping in a review."""

    LOOK = "look"  # same place and label, other pixels (theme, font)
    MOVED = "moved"
    RENAMED = "renamed"


class Decision(StrEnum):
    """A person's word on one heal."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class HealChange(Value):
    """One changed trait, in words a reviewer reads."""

    what: str
    before: str
    after: str


class Heal(Value):
    """A proposed change of one step's anchor. `assets` maps each new crop's bundle path to its file in the run."""

    id: str
    step_id: str
    intent: str
    irreversible: bool
    cause: HealCause
    rung: str
    confidence: float
    before: Anchor
    after: Anchor
    changes: tuple[HealChange, ...] = ()
    assets: dict[str, str] = {}
    frame_before: str | None = None
    frame_after: str | None = None
    trace: tuple[RungAttempt, ...] = ()
    identity: IdentityVerdict = IdentityVerdict.NONE
    decision: Decision = Decision.OPEN
