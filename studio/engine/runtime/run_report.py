"""Makes the report of a run from what its session knows."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from studio.engine.model.halts import Halt
from studio.engine.model.heals import Heal
from studio.engine.model.results import Outcome, RunReport

if TYPE_CHECKING:
    from studio.engine.runtime.session import Session


def now() -> str:
    """This moment in UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def interrupted_report(session: Session, *, irreversible: str | None = None) -> RunReport:
    """What is true if the process dies now."""
    error = "The run was interrupted."
    if irreversible:
        error += f" It was in the middle of “{irreversible}”, which cannot be undone: look whether it took effect."
    return report_of(session, Outcome.FAILED, error=error)


def report_of(
    session: Session,
    outcome: Outcome,
    *,
    halt: Halt | None = None,
    heals: tuple[Heal, ...] = (),
    error: str | None = None,
) -> RunReport:
    """The report as of now, without secrets."""
    healed = {h.step_id for h in heals}
    steps = tuple(r.model_copy(update={"healed": r.step_id in healed}) for r in session.results)
    return session.redactor.value(
        RunReport(
            run_id=session.folder.path.name,
            workflow=session.bundle.workflow.name,
            bundle_digest=session.bundle.digest,
            outcome=outcome,
            started_at=session.started_at,
            finished_at=now(),
            total_ms=round((time.monotonic() - session.started) * 1000, 1),
            surface=session.surface.backend.name,
            structure=session.surface.has_structure,
            params=session.bound.params,
            defaulted_params=session.bound.defaulted,
            steps=steps,
            heals=heals,
            halt=halt,
            rescued=tuple(taken for taken in session.rescued if taken is not halt),
            not_begun=tuple(session.not_begun),
            error=error,
            ocr_calls=sum(r.ocr_calls for r in steps),
            ocr_full_frames=sum(r.ocr_full_frames for r in steps),
            frames=session.surface.frames,
        )
    )
