"""The identity gate: no step acts in a row before the row is proven to be the record that is meant."""

from __future__ import annotations

from collections.abc import Mapping

from studio.engine.identity.proof import proof_of
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Candidate, Refusal, Resolution
from studio.engine.model.workflow import Step
from studio.engine.runtime.gate import may_write


def prove(
    step: Step,
    resolution: Resolution,
    *,
    shown: bool = False,
    keys: Mapping[str, bytes] | None = None,
    strict: bool = False,
) -> Resolution | Refusal:
    """Let `resolution` through where its row is the record, or where it stands in none; else refuse.

    What was read but not told from letters that look alike is let through only where the step can be undone and its
    row was recorded; where a parameter chooses the row, or the step cannot be undone, a person must confirm the very
    place (`shown`). With `strict`, as a policy may demand, that holds for every step.
    """
    proof = proof_of(step.anchor, keys) if step.anchor else None
    if not proof or shown or resolution.identity is IdentityVerdict.MATCH:
        return resolution
    if resolution.identity is IdentityVerdict.UNREADABLE and not (strict or must_be_certain(step)):
        return resolution
    read = resolution.identity is IdentityVerdict.UNREADABLE
    why = "it reads so, but letters that look alike were not told apart" if read else "its row was not read"
    return Refusal(
        code=HaltCode.UNREADABLE,
        sentence=f"It is not certain that this is the row of {proof.shown}: {why}. A person must confirm the place.",
        candidates=(
            Candidate(
                point=resolution.point, region=resolution.region, score=resolution.confidence, label=resolution.label
            ),
        ),
        point=resolution.point,
        identity=IdentityVerdict.UNREADABLE,
        trace=resolution.trace,
    )


def must_be_certain(step: Step) -> bool:
    """Whether the step may act only in a row that is proven without reserve."""
    return may_write(step) or step.identity_param is not None
