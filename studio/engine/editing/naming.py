"""How people call a step, and small helpers that all edits share."""

from __future__ import annotations

from studio.engine.editing.refusal import CannotEdit
from studio.engine.model.workflow import Step, Workflow


def place_of(workflow: Workflow, step_id: str) -> int:
    """Where the step stands, from 0. Raises CannotEdit where there is none of that id."""
    found = next((n for n, step in enumerate(workflow.steps) if step.id == step_id), None)
    if found is None:
        raise CannotEdit("That step is not there any more.")
    return found


def called(workflow: Workflow, step_id: str) -> str:
    """What people call it: `step 4`."""
    return f"step {place_of(workflow, step_id) + 1}"


def changed(workflow: Workflow, step_id: str, **fields: object) -> Workflow:
    """The workflow with other values for some fields of one step."""
    at = place_of(workflow, step_id)
    step = workflow.steps[at].model_copy(update=fields)
    return workflow.model_copy(update={"steps": (*workflow.steps[:at], step, *workflow.steps[at + 1 :])})


def with_steps(workflow: Workflow, steps: tuple[Step, ...]) -> Workflow:
    """The workflow with these steps; heals that wait are kept only of steps that are still there."""
    ids = {step.id for step in steps}
    waiting = tuple(step_id for step_id in workflow.unreviewed if step_id in ids)
    return workflow.model_copy(update={"steps": steps, "unreviewed": waiting})
