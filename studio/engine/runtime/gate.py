"""The irreversible gate: what cannot be undone is never done on weak evidence without a person's word."""

from __future__ import annotations

from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import BELOW_LABEL, Candidate, Refusal, Resolution, Rung
from studio.engine.model.workflow import Risk, Step
from studio.engine.runtime.structural import WEAK


def gate(step: Step, resolution: Resolution, *, confirmed: bool) -> Resolution | Refusal:
    """Let `resolution` through, or refuse: an irreversible step on a rung below the label needs a person.

    `confirmed` is a person's word on this very step in this very run.
    """
    if step.risk is not Risk.IRREVERSIBLE or confirmed or not _weak(resolution):
        return resolution
    label = step.anchor.ocr_text if step.anchor else None
    now = f" There it now says “{resolution.label}”." if resolution.label else ""
    return Refusal(
        code=HaltCode.NEEDS_CONFIRMATION,
        sentence=f"“{label or step.intent}” was not found by its label, only by its surroundings.{now} "
        "This step cannot be undone: a person must confirm the marked place.",
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
