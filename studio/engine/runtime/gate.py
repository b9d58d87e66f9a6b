"""The irreversible gate: what cannot be undone is never done on weak evidence without a person's word."""

from __future__ import annotations

from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import BELOW_LABEL, Candidate, Refusal, Resolution, Rung
from studio.engine.model.workflow import Risk, Step
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.order import changed_sides
from studio.engine.runtime.structural import WEAK


def gate(
    step: Step, resolution: Resolution, *, confirmed: bool, shown: bool = False, seen: Observation | None = None
) -> Resolution | Refusal:
    """Let `resolution` through, or refuse: an irreversible step on a rung below the label needs a person, and so does
    one whose target now stands, as `seen`, on the other side of what stood around it.

    `confirmed` is a person's word on this very step in this very run; `shown` that it was given on this very point.
    Only the latter helps where the target may be another control.
    """
    if step.risk is not Risk.IRREVERSIBLE or shown:
        return resolution
    label = (step.anchor.ocr_text if step.anchor else None) or step.intent
    if _weak(resolution) and not confirmed:
        now = f" There it now says “{resolution.label}”." if resolution.label else ""
        return _asked(resolution, f"“{label}” was not found by its label, only by its surroundings.{now}")
    changed = changed_sides(step.anchor, resolution, seen) if step.anchor and seen else ()
    if changed:
        beside = ", ".join(f"“{text}”" for text in changed)
        return _asked(resolution, f"“{label}” now stands on the other side of {beside}: it may be another control.")
    return resolution


def _asked(resolution: Resolution, sentence: str) -> Refusal:
    return Refusal(
        code=HaltCode.NEEDS_CONFIRMATION,
        sentence=f"{sentence} This step cannot be undone: a person must confirm the marked place.",
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
