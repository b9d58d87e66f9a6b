"""What the cards of the graph say of each step beside the workflow itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from studio.engine.model.workflow import Step
from studio.engine.policy import Finding, Severity
from studio.graphview.layout import StepNotes, Strength
from studio.ui.told import told


def notes_on(
    steps: Sequence[Step], found: Sequence[Finding], strengths: Mapping[str, Strength]
) -> dict[str, StepNotes]:
    """Problems (not mere notes), comment, whether it is passed over, and its strength where that is known."""
    problems: dict[str, list[str]] = {}
    for finding in found:
        if finding.step_id and finding.severity is not Severity.NOTE:
            problems.setdefault(finding.step_id, []).append(told(finding.sentence))
    return {
        step.id: StepNotes(tuple(problems.get(step.id, ())), step.comment or "", step.disabled, strengths.get(step.id))
        for step in steps
        if step.id in problems or step.id in strengths or step.comment or step.disabled
    }
