"""What the ladder does on an altered screen, judged: the right place, a stop, or a wrong place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.model.workflow import Step
from studio.engine.runtime.gate import gate
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.vision.frame import Frame
from studio.engine.whatif.scenes import ZOOM, Kind, Simulated, simulate

BESIDE_PX = 4
"""As exactly as a run must hit the place of a click whose control has no outline."""


class Outcome(StrEnum):
    """What a step did on one screen."""

    RIGHT = "right"  # acts on the target
    STOPS = "stops"  # refuses: safe everywhere, and right where the target is not there
    NEW_NAME = "new_name"  # acts where its landmarks point, on a control that says something else: a heal to review
    WRONG = "wrong"  # acts on something else
    NO_EFFECT = "no_effect"  # that change does not touch the target


@dataclass(frozen=True, slots=True)
class Trial:
    """One screen and what the step did there. `seen` and `answer` are None where the change has no effect."""

    kind: Kind
    outcome: Outcome
    seen: Simulated | None = None
    answer: Resolution | Refusal | None = None

    @property
    def how(self) -> str:
        """The rung that found it or the code of the halt; empty where nothing was tried."""
        if self.answer is None:
            return ""
        return self.answer.rung.value if isinstance(self.answer, Resolution) else self.answer.code.value


def try_it(step: Step, frame: Frame, crops: Mapping[str, Frame], kind: Kind) -> Trial:
    """Alter `frame`, on which `step` was recorded, resolve there as a run does, and judge. Up to 3 s."""
    assert step.anchor is not None
    seen = simulate(frame, step.anchor, kind)
    if seen is None:
        return Trial(kind, Outcome.NO_EFFECT)
    observation = Observation(seen.frame, recorded=frame)
    answer = answer_there(step, observation, crops)
    return Trial(kind, judge(step.anchor, seen, answer), seen, answer)


def answer_there(step: Step, observation: Observation, crops: Mapping[str, Frame]) -> Resolution | Refusal:
    """Where a run would act in that look at the screen, or why it would refuse: the ladder, then the gate of steps that
    cannot be undone."""
    assert step.anchor is not None
    answer = resolve(step.anchor, observation, ResolveOptions(crops=crops, intent=step.intent))
    if isinstance(answer, Refusal):
        return answer
    return gate(step, answer, confirmed=False, seen=observation)


def judge(anchor: Anchor, seen: Simulated, answer: Resolution | Refusal) -> Outcome:
    """Whether the answer acts on the target. A renamed target is still the place that was recorded."""
    if isinstance(answer, Refusal):
        return Outcome.STOPS
    if seen.expected is not None:
        return Outcome.RIGHT if _on(anchor, seen, seen.expected, answer) else Outcome.WRONG
    renamed = seen.kind is Kind.RENAMED and _on(anchor, seen, anchor.target, answer)
    return Outcome.NEW_NAME if renamed else Outcome.WRONG


def _on(anchor: Anchor, seen: Simulated, place: Region, answer: Resolution) -> bool:
    """Whether it acts on the control at `place`, or, where the recorded click was beside what was taken for the control
    (a box that no outline tells of), just as far beside it."""
    if place.contains(answer.point) or anchor.target.contains(anchor.click_point):
        return place.contains(answer.point)
    scale = ZOOM if seen.kind is Kind.ZOOM else 1.0
    x = place.x + (anchor.click_point.x - anchor.target.x) * scale
    y = place.y + (anchor.click_point.y - anchor.target.y) * scale
    return abs(answer.point.x - x) <= BESIDE_PX and abs(answer.point.y - y) <= BESIDE_PX
