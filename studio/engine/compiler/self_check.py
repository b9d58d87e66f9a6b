"""Whether each compiled target is found again on the very frame that it was recorded from, by the ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from studio.engine.compiler.scenes import Scenes
from studio.engine.model.anchor import Anchor
from studio.engine.model.resolution import Refusal
from studio.engine.model.workflow import Step
from studio.engine.runtime import ladder
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions
from studio.engine.vision.frame import Frame


@dataclass(frozen=True, slots=True)
class AnchorCheck:
    """How one target resolved on its own frame: `rung` is None where it did not, `sentence` says why."""

    step_id: str
    ok: bool
    rung: str | None
    sentence: str = ""


def self_check(steps: Sequence[Step], scenes: Scenes, pictures: Mapping[str, Frame]) -> tuple[AnchorCheck, ...]:
    """Resolve each anchor once, by structure or by its pictures; no text is read (about 20 ms a step).

    `steps` are in the order of the recording's events; `pictures` are the bundle's by path.
    """
    found = []
    for index, step in enumerate(steps):
        if step.anchor is not None:
            scene = scenes.before(index)
            observation = Observation(scene.frame, scene.snapshot, recorded=scene.frame)
            found.append(_checked(step.id, step.anchor, observation, pictures))
    return tuple(found)


def _checked(step_id: str, anchor: Anchor, observation: Observation, pictures: Mapping[str, Frame]) -> AnchorCheck:
    answer = ladder.resolve(anchor, observation, ResolveOptions(crops=pictures, effort=Effort.NEAR))
    if isinstance(answer, Refusal):
        return AnchorCheck(step_id, False, None, answer.sentence)
    if not anchor.target.padded(2).contains(answer.point):
        place = f"{answer.point.x}, {answer.point.y}"
        return AnchorCheck(
            step_id, False, answer.rung.value, f"It resolves to {place}, outside of the recorded target."
        )
    return AnchorCheck(step_id, True, answer.rung.value)


def as_provenance(checks: Sequence[AnchorCheck]) -> dict[str, Any]:
    """What the bundle's manifest keeps of it: how many were found, and each that was not."""
    return {"found": sum(c.ok for c in checks), "of": len(checks), "not_found": [asdict(c) for c in checks if not c.ok]}
