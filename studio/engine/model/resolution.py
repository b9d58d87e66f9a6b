"""What the ladder found, rung by rung, and why it chose or refused."""

from __future__ import annotations

from enum import StrEnum

from studio.engine.model.base import Value
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict


class Rung(StrEnum):
    """Ways to find a target, strongest first. API and human stand outside of `resolve`."""

    API = "api"
    STRUCTURAL = "structural"
    TEMPLATE = "template"
    TEMPLATE_GLOBAL = "template_global"
    OCR = "ocr"
    GEOMETRY = "geometry"
    GROUNDER = "grounder"
    HUMAN = "human"


BELOW_LABEL = frozenset({Rung.GEOMETRY, Rung.GROUNDER})
"""Rungs on which an irreversible step never acts unless a person confirms that point in that run."""


class Verdict(StrEnum):
    """How one rung ended."""

    FOUND = "found"
    MISS = "miss"  # it is not there: the next rung may try
    REFUSED = "refused"  # evidence against acting: the ladder stops
    SKIPPED = "skipped"  # nothing to use


class Candidate(Value):
    """One place that a rung considered. `score` is 0..1 on the rung's own scale."""

    point: Point
    region: Region
    score: float
    label: str | None = None
    scale: float = 1.0
    note: str | None = None


class RungAttempt(Value):
    """One rung of the trace: candidates best first, the threshold it used, and why it ended so."""

    rung: Rung
    verdict: Verdict
    candidates: tuple[Candidate, ...] = ()
    threshold: float | None = None
    code: HaltCode | None = None
    sentence: str = ""
    ms: float = 0.0


class Resolution(Value):
    """Where to act. `label` is what the target says now; `element` is the live element's index, where one was used."""

    rung: Rung
    point: Point
    region: Region
    confidence: float
    scale: float = 1.0
    label: str | None = None
    element: int | None = None
    identity: IdentityVerdict = IdentityVerdict.NONE
    trace: tuple[RungAttempt, ...] = ()


class Refusal(Value):
    """Why there is no point to act on. `point` is the unconfirmed guess that a person may confirm."""

    code: HaltCode
    sentence: str
    candidates: tuple[Candidate, ...] = ()
    point: Point | None = None
    identity: IdentityVerdict = IdentityVerdict.NONE
    trace: tuple[RungAttempt, ...] = ()

    @property
    def unproven(self) -> bool:
        """Whether a place was found that a person may confirm to be in the right row."""
        return self.code is HaltCode.UNREADABLE and self.point is not None
