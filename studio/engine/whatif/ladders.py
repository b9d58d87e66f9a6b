"""All rungs on one screen: what a run would do there, and then each rung that it did not need, on its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point
from studio.engine.model.resolution import Refusal, Resolution, Rung, RungAttempt, Verdict
from studio.engine.model.workflow import Step
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.geometry import try_geometry
from studio.engine.runtime.label import try_label
from studio.engine.runtime.labels import is_known
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions, TextReader
from studio.engine.runtime.row_target import is_armed, try_label_in_row
from studio.engine.runtime.searching import Search
from studio.engine.vision.frame import Frame
from studio.engine.whatif.judging import answer_there

_ORDER = (Rung.STRUCTURAL, Rung.TEMPLATE, Rung.TEMPLATE_GLOBAL, Rung.OCR, Rung.GEOMETRY)
_STRENGTH = (Verdict.FOUND, Verdict.REFUSED, Verdict.MISS, Verdict.SKIPPED)


@dataclass(frozen=True, slots=True)
class FullLadder:
    """What a run would answer there, every rung once, strongest first, and where each that found it would act."""

    answer: Resolution | Refusal
    attempts: tuple[RungAttempt, ...]
    points: Mapping[Rung, Point]

    @property
    def decider(self) -> Rung | None:
        """The rung on which a run would act."""
        return self.answer.rung if isinstance(self.answer, Resolution) else None


def first_answer(step: Step, observation: Observation, crops: Mapping[str, Frame]) -> FullLadder:
    """What a run would do there, with the rungs that it climbs for that. Up to 4 s."""
    assert step.anchor is not None
    answer = answer_there(step, observation, crops)
    points = {answer.rung: answer.point} if isinstance(answer, Resolution) else {}
    return FullLadder(answer, _shown(step.anchor, _best(answer)), points)


def full_ladder(
    step: Step, observation: Observation, crops: Mapping[str, Frame], known: FullLadder | None = None
) -> FullLadder:
    """What a run would do (as `known` has it, where it is given), and the rungs below the one that answered: its label,
    read as far out as is needed, and its landmarks, each on its own. Up to 4 s."""
    anchor = step.anchor
    assert anchor is not None
    first = known or first_answer(step, observation, crops)
    options = ResolveOptions(crops=crops, intent=step.intent)
    tried, points = {a.rung: a for a in first.attempts}, dict(first.points)
    if Rung.OCR not in tried:
        _add(_timed(lambda: _by_label(anchor, observation)), tried, points)
    if Rung.GEOMETRY not in tried and not (is_armed(anchor) or anchor.says_who):
        _add(_timed(lambda: _by_landmarks(anchor, observation, options)), tried, points)
    return FullLadder(first.answer, _shown(anchor, tried), points)


def _by_label(anchor: Anchor, observation: Observation) -> RungResult:
    attempt = try_label_in_row if is_armed(anchor) else try_label
    reader = TextReader(observation)
    result = attempt(anchor, Search(observation, reader, Effort.LOCAL))
    for effort in (Effort.WIDE, Effort.FULL):
        if result.attempt.verdict is not Verdict.MISS:
            break
        result = attempt(anchor, Search(observation, reader, effort))
    return result


def _by_landmarks(anchor: Anchor, observation: Observation, options: ResolveOptions) -> RungResult:
    """As if the label could not be read: what stands there may say it, though a run would have found it by that."""
    own = anchor.ocr_text or ""
    others = tuple(text for text in anchor.nearby_texts if not (own and is_known(own, (text,))))
    alone = anchor.model_copy(update={"nearby_texts": others})
    return try_geometry(alone, Search(observation, TextReader(observation), Effort.LOCAL), options)


def _timed(attempt: Callable[[], RungResult]) -> RungResult:
    started = time.perf_counter()
    result = attempt()
    done = result.attempt.model_copy(update={"ms": (time.perf_counter() - started) * 1000})
    return replace(result, attempt=done)


def _add(result: RungResult, tried: dict[Rung, RungAttempt], points: dict[Rung, Point]) -> None:
    tried[result.attempt.rung] = result.attempt
    if result.found is not None:
        points[result.attempt.rung] = result.found.point


def _best(answer: Resolution | Refusal) -> dict[Rung, RungAttempt]:
    """Each rung once, by its strongest verdict: a run asks the lower ones again and again, farther out each time."""
    found: dict[Rung, RungAttempt] = {}
    for attempt in answer.trace:
        known = found.get(attempt.rung)
        if known is None or _STRENGTH.index(attempt.verdict) <= _STRENGTH.index(known.verdict):
            found[attempt.rung] = _added(known, attempt)
    return found


def _added(known: RungAttempt | None, attempt: RungAttempt) -> RungAttempt:
    """The attempt with the time of those before it, and their candidates where it has none."""
    if known is None:
        return attempt
    return attempt.model_copy(
        update={"ms": known.ms + attempt.ms, "candidates": attempt.candidates or known.candidates}
    )


def _shown(anchor: Anchor, tried: Mapping[Rung, RungAttempt]) -> tuple[RungAttempt, ...]:
    """In order; the search of the whole frame only where the place alone did not answer."""
    attempts = [tried[rung] for rung in _ORDER if rung in tried]
    structure = "Recorded, but a picture alone cannot show it." if anchor.structural else "None was recorded."
    first = RungAttempt(rung=Rung.STRUCTURAL, verdict=Verdict.SKIPPED, sentence=structure)
    if not attempts or attempts[0].rung is not Rung.STRUCTURAL:
        attempts.insert(0, first)
    elif attempts[0].verdict is Verdict.SKIPPED:
        attempts[0] = first
    near = next((a for a in attempts if a.rung is Rung.TEMPLATE), None)
    alone = near is not None and near.verdict in (Verdict.FOUND, Verdict.SKIPPED)
    return tuple(a for a in attempts if not (alone and a.rung is Rung.TEMPLATE_GLOBAL))
