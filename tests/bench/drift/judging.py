"""One case: a target as the compiler keeps it, found again as a run would find it, judged by the page's truth."""

from __future__ import annotations

from dataclasses import dataclass, field

from studio.engine.compiler.locators import element_at
from studio.engine.compiler.risk import judge_click
from studio.engine.compiler.targets import IDENTIFIER, TEMPLATE, draft_anchor
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution, RungAttempt
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.gate import gate
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr_stats
from tests.bench.drift.corpus import ACT, EITHER, Look
from tests.bench.drift.store import Place, Shot

RIGHT, HALTED, NEEDLESS, WRONG = "acted_right", "halted_rightly", "halted_needlessly", "acted_wrong"
VERDICTS = (RIGHT, HALTED, NEEDLESS, WRONG)
NOT_SHOWN, NOTHING = "not_shown", "nothing"
"""The verdict where a target that must be acted on stands in no frame, so that nothing can be asked; counted apart."""
_WAITS = (HaltCode.TARGET_NOT_FOUND, HaltCode.COVERED, HaltCode.DISABLED, HaltCode.OUT_OF_VIEW)
_TYPED = ("text", "textarea", "search")


@dataclass(frozen=True)
class Recorded:
    """A target as it was recorded, in one arm."""

    page: str
    target: str
    step: Step
    crops: dict[str, Frame]
    shot: Shot
    station: int
    structure: bool


@dataclass(frozen=True)
class Case:
    """What came of one target in one look. `how` is the rung or the halt's code; `ms` CPU time of all rungs;
    `read_twice` how many pictures were read more than once."""

    arm: str
    look: Look
    target: str
    verdict: str
    how: str
    said: str
    ms: float
    rungs: tuple[tuple[str, float], ...]
    full_reads: int
    station: int
    point: Point | None = None
    expected: str = ACT
    place: Place | None = field(default=None, compare=False)
    read_twice: int = 0


def record(shots: tuple[Shot, ...], page: str, target: str, fact: dict[str, object], *, structure: bool) -> Recorded:
    """The target's step as `studio compile` would make it. Raises LookupError where it is in no frame."""
    station = next((i for i, s in enumerate(shots) if s.knows(target) and _inside(s, target)), None)
    if station is None:
        raise LookupError(f"{page}: {target} is nowhere in view when it is recorded")
    shot, point = shots[station], shots[station].place(target).region.center
    snapshot = shot.structure if structure else None
    element = element_at(snapshot, point) if snapshot else None
    typed = fact["tag"] in ("input", "textarea") and fact["type"] in _TYPED
    kind = TargetKind.INPUT if typed else None
    draft = draft_anchor(shot.frame, point, step_id="s", snapshot=snapshot, element=element, kind=kind)
    pictures = {draft.anchor.template: draft.crops[TEMPLATE]}
    if draft.anchor.identifier_crop:
        pictures[draft.anchor.identifier_crop] = draft.crops[IDENTIFIER]
    risk = judge_click(ActionKind.CLICK, draft.anchor.ocr_text, element).risk
    step = Step(id="s", intent=f"click {target}", action=ActionKind.CLICK, anchor=draft.anchor, risk=risk)
    crops = {path: picture for path, picture in pictures.items() if path}
    return Recorded(page, target, step, crops, shot, station, structure)


def _inside(shot: Shot, target: str) -> bool:
    place = shot.place(target)
    return place.reached and place.region.clamped(shot.frame.size) == place.region


def run_case(one: Recorded, look: Look, shots: tuple[Shot, ...], expected: str) -> Case:
    """Find the target in `shots` as a run would, scrolling where it would; NOT_SHOWN where a target that must be acted
    on stands in no frame (the change hid it)."""
    if expected == ACT and not any(shot.place(one.target).reached for shot in shots):
        return Case(_arm(one), look, one.target, NOT_SHOWN, "", "", 0.0, (), 0, 0, expected=NOTHING)
    if look.kind == "empty" and any(shot.place(one.target).reached for shot in shots):
        expected = ACT  # it stands outside of what is being loaded
    before, trace, answer, station = ocr_stats(), [], None, 0
    for station in _stations(one, shots):
        answer = _find(one, shots[station])
        trace += answer.trace
        if not (isinstance(answer, Refusal) and answer.code is HaltCode.TARGET_NOT_FOUND and _may_scroll(one)):
            break
    assert answer is not None
    place = shots[station].place(one.target)
    return Case(
        arm=_arm(one),
        look=look,
        target=one.target,
        verdict=_verdict(answer, place, expected),
        how=answer.rung.value if isinstance(answer, Resolution) else answer.code.value,
        said=trace[-1].sentence if isinstance(answer, Resolution) else answer.sentence,
        ms=sum(a.ms for a in trace),
        rungs=_costs(trace),
        full_reads=(ocr_stats() - before).full_frames,
        station=station,
        point=answer.point if isinstance(answer, Resolution) else None,
        expected=expected,
        place=place,
    )


def _arm(one: Recorded) -> str:
    return "structure" if one.structure else "vision"


def _stations(one: Recorded, shots: tuple[Shot, ...]) -> list[int]:
    start = min(one.station, len(shots) - 1)
    return [start, *(i for i in range(len(shots)) if i != start)]


def _may_scroll(one: Recorded) -> bool:
    return not one.structure and bool(anchor_of(one).ocr_text)


def _find(one: Recorded, shot: Shot) -> Resolution | Refusal:
    """As runtime/finding.py: the cheap rungs first, then, once the screen is still, all of them."""
    snapshot = shot.structure if one.structure else None
    seen = Observation(shot.frame, snapshot, recorded=one.shot.frame)
    first = Effort.NEAR if one.structure else Effort.LOCAL
    answer = _asked(one, seen, shot, first)
    if isinstance(answer, Resolution) or (one.structure and answer.code not in _WAITS):
        return answer
    if answer.code is HaltCode.OUT_OF_VIEW:
        return answer
    later = _asked(one, seen, shot, Effort.FULL)
    return later.model_copy(update={"trace": (*answer.trace, *later.trace)})


def _asked(one: Recorded, seen: Observation, shot: Shot, effort: Effort) -> Resolution | Refusal:
    answer = resolve(anchor_of(one), seen, ResolveOptions(crops=one.crops, intent=one.step.intent, effort=effort))
    if isinstance(answer, Refusal):
        return answer
    place = shot.place(one.target)
    if answer.element is not None and place.region.contains(answer.point) and not place.reached:
        return Refusal(code=HaltCode.COVERED, sentence="A press there would reach something else.", trace=answer.trace)
    return gate(one.step, answer, confirmed=False, seen=seen)


def _verdict(answer: Resolution | Refusal, place: Place, expected: str) -> str:
    if isinstance(answer, Refusal) and answer.code is HaltCode.OUT_OF_VIEW and expected == ACT:
        named = answer.candidates[0].region.center  # the run brings just this element into view
        return RIGHT if place.hit(named) else WRONG
    if isinstance(answer, Refusal):
        return NEEDLESS if expected == ACT else HALTED
    on_it = place.hit(answer.point)
    return RIGHT if on_it and expected in (ACT, EITHER) else WRONG


def _costs(trace: list[RungAttempt]) -> tuple[tuple[str, float], ...]:
    return tuple((a.rung.value, round(a.ms, 1)) for a in trace if a.ms > 0.05)


def anchor_of(one: Recorded) -> Anchor:
    """The anchor of a recorded target."""
    assert one.step.anchor is not None
    return one.step.anchor
