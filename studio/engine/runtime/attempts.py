"""Small makers for the trace of a ladder: one attempt a rung."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Candidate, Rung, RungAttempt, Verdict


@dataclass(frozen=True)
class Found:
    """The place that a rung stands for. `label` is what the target says now, where that was read."""

    point: Point
    region: Region
    confidence: float
    scale: float = 1.0
    label: str | None = None
    element: int | None = None
    identity: IdentityVerdict = IdentityVerdict.NONE


@dataclass(frozen=True)
class RungResult:
    """One attempt for the trace and, where it found the target, the place."""

    attempt: RungAttempt
    found: Found | None = None


def skipped(rung: Rung, sentence: str) -> RungResult:
    """The rung has nothing to work with."""
    return RungResult(RungAttempt(rung=rung, verdict=Verdict.SKIPPED, sentence=sentence))


def missed(
    rung: Rung,
    sentence: str,
    candidates: Sequence[Candidate] = (),
    threshold: float | None = None,
    *,
    code: HaltCode | None = None,
) -> RungResult:
    """The target is not where this rung looked. `code` says what is there instead, where that is another record."""
    return RungResult(
        RungAttempt(
            rung=rung,
            verdict=Verdict.MISS,
            code=code,
            sentence=sentence,
            candidates=tuple(candidates),
            threshold=threshold,
        )
    )


def refused(rung: Rung, code: HaltCode, sentence: str, candidates: Sequence[Candidate] = ()) -> RungResult:
    """Evidence against acting: the ladder stops here."""
    return RungResult(
        RungAttempt(rung=rung, verdict=Verdict.REFUSED, code=code, sentence=sentence, candidates=tuple(candidates))
    )


def found(
    rung: Rung, place: Found, sentence: str, candidates: Sequence[Candidate] = (), threshold: float | None = None
) -> RungResult:
    """The rung names one place."""
    shown = tuple(candidates) or (candidate_of(place),)
    return RungResult(
        RungAttempt(rung=rung, verdict=Verdict.FOUND, sentence=sentence, candidates=shown, threshold=threshold), place
    )


def candidate_of(place: Found) -> Candidate:
    """The place as a line of the trace."""
    return Candidate(
        point=place.point, region=place.region, score=place.confidence, label=place.label, scale=place.scale
    )
