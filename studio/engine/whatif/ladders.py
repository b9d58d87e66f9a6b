"""All rungs on one screen: the engine's own `resolve`, asked again without what has answered already, so that every
rung is tried and says what it would do alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point
from studio.engine.model.resolution import Refusal, Resolution, Rung, RungAttempt, Verdict
from studio.engine.model.workflow import Step
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Observation, ResolveOptions
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
    return FullLadder(answer, _shown(step.anchor, _best([answer])), points)


def full_ladder(
    step: Step, observation: Observation, crops: Mapping[str, Frame], known: FullLadder | None = None
) -> FullLadder:
    """Resolve by everything, as a run does (or as `known` has it); then without pictures; then by landmarks alone.
    Up to 8 s."""
    anchor = step.anchor
    assert anchor is not None
    by_label = anchor.model_copy(update={"template": None, "identifier_crop": None, "structural": None})
    variants = [by_label]
    if anchor.landmarks and not anchor.says_who:
        variants.append(by_label.model_copy(update={"ocr_text": None}))
    first = known.answer if known else answer_there(step, observation, crops)
    options = ResolveOptions(crops=crops, intent=step.intent)
    answers = [first, *(resolve(each, observation, options) for each in variants)]
    tried = _best(answers)
    points = {a.rung: a.point for a in reversed(answers) if isinstance(a, Resolution)}
    return FullLadder(answers[0], _shown(anchor, tried), points)


def _best(answers: list[Resolution | Refusal]) -> dict[Rung, RungAttempt]:
    """Each rung's strongest verdict of the first variant that let it try: later ones know less of the target."""
    found: dict[Rung, RungAttempt] = {}
    for answer in answers:
        here: dict[Rung, RungAttempt] = {}
        for attempt in answer.trace:
            known = here.get(attempt.rung)
            if known is None or _STRENGTH.index(attempt.verdict) <= _STRENGTH.index(known.verdict):
                here[attempt.rung] = _added(known, attempt)
        for rung, attempt in here.items():
            if rung not in found or found[rung].verdict is Verdict.SKIPPED:
                found[rung] = attempt
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
