"""Edits of one step that touch nothing else: its name, a note on it, its risk."""

from __future__ import annotations

from datetime import UTC, datetime

from studio.engine.editing.naming import changed
from studio.engine.editing.refusal import CannotEdit
from studio.engine.model.workflow import Risk, RiskWord, Workflow
from studio.engine.who import person

LONGEST_NAME = 200
"""Letters of an intent: it stands on cards and in sentences."""


def rename(workflow: Workflow, step_id: str, intent: str) -> Workflow:
    """Another sentence for what the step does. It changes nothing of what it does."""
    said = " ".join(intent.split())
    if not said:
        raise CannotEdit("A step needs a name: say what it does.")
    return changed(workflow, step_id, intent=said[:LONGEST_NAME])


def comment(workflow: Workflow, step_id: str, note: str) -> Workflow:
    """A note on the step; an empty one takes it away."""
    return changed(workflow, step_id, comment=note.strip() or None)


def set_risk(workflow: Workflow, step_id: str, risk: Risk, reason: str, *, by: str | None = None) -> Workflow:
    """A person's word on whether the step can be undone, with the reason; who and when are kept with it."""
    said = " ".join(reason.split())
    if not said:
        raise CannotEdit("Say why: whoever reviews this workflow will want to know.")
    word = RiskWord(by=by or person(), at=datetime.now(UTC).isoformat(timespec="seconds"))
    return changed(workflow, step_id, risk=risk, risk_reason=said, risk_asked=None, risk_word=word)
