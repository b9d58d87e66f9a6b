"""The irreversible gate: what cannot be undone is never done on weak evidence without a person's word."""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.model.geometry import Point
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import BELOW_LABEL, Candidate, Refusal, Resolution, Rung
from studio.engine.model.structure import innermost_at
from studio.engine.model.workflow import Risk, Step
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.order import changed_sides
from studio.engine.runtime.structural import WEAK
from studio.engine.vision.text import same_text

_VERY_POINT = 16
"""px in each direction within which a place is the very one that a person was shown: less than half a control."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The place that a person was shown in this run and said yes to, and what stood on it."""

    point: Point
    label: str | None = None

    def is_(self, resolution: Resolution) -> bool:
        """Whether that is the very place that was found now, saying the same."""
        dx, dy = abs(resolution.point.x - self.point.x), abs(resolution.point.y - self.point.y)
        said, now = self.label or "", resolution.label or ""
        return max(dx, dy) <= _VERY_POINT and (said == now or same_text(said, now))


def may_write(step: Step) -> bool:
    """Whether the step cannot be undone, or may not be and nobody has said so yet."""
    return step.risk is Risk.IRREVERSIBLE or step.risk_asked is not None


def gate(
    step: Step, resolution: Resolution, *, confirmed: bool, shown: bool = False, seen: Observation | None = None
) -> Resolution | Refusal:
    """Let `resolution` through, or refuse: an irreversible step on a rung below the label needs a person, and so does
    one whose target now stands, as `seen`, on the other side of what stood around it.

    `confirmed` is a person's word on this very step in this very run, given before anything was seen: it holds where
    the target stands as recorded and is only called otherwise. `shown` is a word on this very point.
    No word lets a control be used that is disabled now.
    """
    disabled = _disabled_at(resolution, seen)
    if disabled is not None:
        return _refused(resolution, HaltCode.DISABLED, f"“{disabled}” is there, but it cannot be used now.")
    if not may_write(step) or shown:
        return resolution
    label = (step.anchor.ocr_text if step.anchor else None) or step.intent
    if _weak(resolution) and not (confirmed and _stands_as_recorded(step, resolution)):
        now = f" There it now says “{resolution.label}”." if resolution.label else ""
        return _asked(resolution, f"“{label}” was not found by its label, only by its surroundings.{now}")
    changed = changed_sides(step.anchor, resolution, seen) if step.anchor and seen else ()
    if changed:
        beside = ", ".join(f"“{text}”" for text in changed)
        return _asked(resolution, f"“{label}” now stands on the other side of {beside}: it may be another control.")
    return resolution


def _asked(resolution: Resolution, sentence: str) -> Refusal:
    said = f"{sentence} This step cannot be undone: a person must confirm the marked place."
    return _refused(resolution, HaltCode.NEEDS_CONFIRMATION, said)


def _refused(resolution: Resolution, code: HaltCode, sentence: str) -> Refusal:
    return Refusal(
        code=code,
        sentence=sentence,
        candidates=(
            Candidate(
                point=resolution.point, region=resolution.region, score=resolution.confidence, label=resolution.label
            ),
        ),
        point=resolution.point,
        trace=resolution.trace,
    )


def _weak(resolution: Resolution) -> bool:
    """Whether neither a label nor an identifier nor a look names the target, only what stands around it."""
    in_its_row_only = resolution.rung is Rung.STRUCTURAL and resolution.confidence <= WEAK
    return resolution.rung in BELOW_LABEL or in_its_row_only


def _stands_as_recorded(step: Step, resolution: Resolution) -> bool:
    return step.anchor is not None and step.anchor.target.contains(resolution.point)


def _disabled_at(resolution: Resolution, seen: Observation | None) -> str | None:
    """What the disabled control is called that a click at the found place would meet; None where there is none.

    What was found as an element is judged itself. Of a place that was found by pixels it is the innermost control there
    that nothing covers: what lies behind a dialog takes no clicks.
    """
    if seen is None or seen.structure is None:
        return None
    elements = seen.structure.elements
    own = next((e for e in elements if e.index == resolution.element), None)
    met = own or innermost_at(elements, resolution.point)
    if met is None or not met.disabled or met.covered_by:
        return None
    return met.name or met.text or met.role
