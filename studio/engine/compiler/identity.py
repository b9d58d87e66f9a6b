"""The identity pass: whether a step proves that it acts on the right record, and by which parameter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.params import row_param


@dataclass(frozen=True, slots=True)
class StepIdentity:
    """What the step carries of identity: armed or why not, and the parameter that chooses the row."""

    armed: bool | None = None
    reason: str | None = None
    param: str | None = None


def step_identity(draft: StepDraft, values: Mapping[str, str]) -> StepIdentity:
    """`values` are the recorded values by parameter, without secrets. A key has no target; the
    entry that it led to may be chosen by a parameter."""
    if draft.target is None:
        return StepIdentity(param=row_param(draft, values))
    seen = draft.target.identity
    return StepIdentity(seen.armed, seen.reason, row_param(draft, values))
