"""Stages: groups of steps under a title, suggested when the graph is drawn until a person sets them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from studio.engine.editing.refusal import CannotEdit
from studio.engine.model.lift import program_of
from studio.engine.model.workflow import Stage, Step, Workflow


def rename_stage(workflow: Workflow, shown: Sequence[Stage], first: str, title: str) -> Workflow:
    """Another title for the stage that begins at `first`. `shown` are the stages as they are drawn now."""
    said = " ".join(title.split())
    if not said:
        raise CannotEdit("A stage needs a title.")
    return _set(workflow, [Stage(first=s.first, title=said) if s.first == first else s for s in shown])


def merge_stage(workflow: Workflow, shown: Sequence[Stage], first: str) -> Workflow:
    """Join the stage that begins at `first` to the one before it."""
    at = next((n for n, stage in enumerate(shown) if stage.first == first), 0)
    if at == 0:
        raise CannotEdit("There is no stage before this one to join it to.")
    return _set(workflow, [*shown[:at], *shown[at + 1 :]])


def split_stage(workflow: Workflow, shown: Sequence[Stage], state_id: str, title: str) -> Workflow:
    """Begin a new stage at a state of the outermost graph."""
    order = [state.id for state in program_of(workflow).states]
    if state_id not in order:
        raise CannotEdit("A stage can only begin at a step of the outermost line.")
    if any(stage.first == state_id for stage in shown):
        raise CannotEdit("A stage begins at this step already.")
    first = [] if shown else [Stage(first=order[0], title="Start")] if state_id != order[0] else []
    stages = [*first, *shown, Stage(first=state_id, title=" ".join(title.split()))]
    return _set(workflow, sorted(stages, key=lambda s: order.index(s.first) if s.first in order else len(order)))


def following_starts(workflow: Workflow, gone: Collection[str]) -> Workflow:
    """Stages that began at a step that goes begin at the next one that stays; empty ones go too."""
    if workflow.stages is None:
        return workflow
    ids = [step.id for step in workflow.steps]
    found: dict[str, Stage] = {}
    for stage in workflow.stages:
        after = ids[ids.index(stage.first) :] if stage.first in ids else [stage.first]
        first = next((step_id for step_id in after if step_id not in gone), None)
        if first is not None:
            found[first] = stage.model_copy(update={"first": first})
    return workflow.model_copy(update={"stages": tuple(found.values())})


def moved_starts(workflow: Workflow, steps: tuple[Step, ...]) -> Workflow:
    """Stages keep their places in the line when steps change theirs."""
    if workflow.stages is None:
        return workflow
    places = {step.id: n for n, step in enumerate(workflow.steps)}
    stages = [s.model_copy(update={"first": steps[places[s.first]].id}) for s in workflow.stages if s.first in places]
    return workflow.model_copy(update={"stages": tuple(stages)})


def _set(workflow: Workflow, stages: Sequence[Stage]) -> Workflow:
    return workflow.model_copy(update={"stages": tuple(stages)})
