"""Taking steps out, moving them, passing them over. Refused where another step would then lie or type elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from studio.engine.bundle.validate import checks_of
from studio.engine.editing.focus import focus_map, units
from studio.engine.editing.naming import called, changed, place_of, with_steps
from studio.engine.editing.refusal import CannotEdit
from studio.engine.editing.stages import following_starts, moved_starts
from studio.engine.editing.surgery import is_linear, on_graphs, without_step
from studio.engine.model.workflow import Step, Workflow


def delete(workflow: Workflow, step_ids: Collection[str]) -> Workflow:
    """The workflow without these steps."""
    gone = [step for step in workflow.steps if step.id in set(step_ids)]
    kept = tuple(step for step in workflow.steps if step not in gone)
    if not gone:
        raise CannotEdit("That step is not there any more.")
    if not kept:
        raise CannotEdit("A workflow needs at least one step: delete the whole workflow instead.")
    if all(step.disabled for step in kept):
        raise CannotEdit("All steps that are left are disabled: enable one of them first.")
    _refuse_counting(workflow, {step.id for step in gone}, kept, "delete")
    wanted = focus_map(workflow.steps, disabled_too=True)
    _refuse_straying(workflow, wanted, focus_map(kept, disabled_too=True), {step.id for step in kept}, "delete")
    for step in gone:
        workflow = on_graphs(workflow, partial(without_step, step_id=step.id, name=called(workflow, step.id)))
    return with_steps(following_starts(workflow, {s.id for s in gone}), kept)


def disable(workflow: Workflow, step_ids: Collection[str]) -> Workflow:
    """Pass these steps over in every run until they are enabled again."""
    return _flagged(workflow, step_ids, disabled=True)


def enable(workflow: Workflow, step_ids: Collection[str]) -> Workflow:
    """Let these steps run again."""
    return _flagged(workflow, step_ids, disabled=False)


def move(workflow: Workflow, step_id: str, by: int) -> Workflow:
    """Move the step before (-1) or after (+1) its neighbour. What is typed goes with the click into its field."""
    at = place_of(workflow, step_id)
    if not is_linear(workflow):
        raise CannotEdit("This workflow branches or repeats, so its steps cannot change places.")
    groups = units(workflow.steps)
    here = next(n for n, group in enumerate(groups) if workflow.steps[at] in group)
    there = here + (1 if by > 0 else -1)
    if not 0 <= there < len(groups):
        raise CannotEdit(
            f"{called(workflow, step_id).capitalize()} is already the {'last' if by > 0 else 'first'} one."
        )
    groups[here], groups[there] = groups[there], groups[here]
    steps = tuple(step for group in groups for step in group)
    _refuse_disorder(workflow, steps)
    return with_steps(moved_starts(workflow, steps), steps)


def _flagged(workflow: Workflow, step_ids: Collection[str], *, disabled: bool) -> Workflow:
    verb, after = "disable" if disabled else "enable", workflow
    for step_id in step_ids:
        after = changed(after, step_id, disabled=disabled)
    running = [step for step in after.steps if not step.disabled]
    if not running:
        raise CannotEdit("A workflow needs at least one step that runs.")
    _refuse_counting(after, {step.id for step in after.steps if step.disabled}, running, verb)
    wanted = focus_map(after.steps, disabled_too=True)
    _refuse_straying(after, wanted, focus_map(after.steps), {step.id for step in running}, verb)
    return after


def _refuse_counting(workflow: Workflow, gone: Collection[str], kept: Sequence[Step], verb: str) -> None:
    """A check may count from the screen after a step; without that step nobody could count."""
    for step in kept:
        source = next((c.since for c in checks_of(step) if c.since in gone), None)
        if source is not None:
            other, own = called(workflow, step.id), called(workflow, source)
            raise CannotEdit(
                f"{other.capitalize()} counts from the screen after {own}: take that check away, or {verb} both."
            )


def _refuse_straying(
    workflow: Workflow, wanted: Mapping[str, str], now: Mapping[str, str], there: Collection[str], verb: str
) -> None:
    """What is typed must still go where it was typed when it was recorded."""
    for step_id, source in wanted.items():
        if step_id in there and now.get(step_id) != source:
            typing, putting = called(workflow, step_id), called(workflow, source)
            raise CannotEdit(f"{typing.capitalize()} types where {putting} puts the cursor: {verb} both together.")


def _refuse_disorder(workflow: Workflow, steps: tuple[Step, ...]) -> None:
    earlier: set[str] = set()
    for step in steps:
        for check in checks_of(step):
            if check.since is not None and check.since not in earlier:
                other, own = called(workflow, step.id), called(workflow, check.since)
                raise CannotEdit(f"{other.capitalize()} counts from the screen after {own}, so it must come later.")
        earlier.add(step.id)
    if focus_map(steps, disabled_too=True) != focus_map(workflow.steps, disabled_too=True):
        raise CannotEdit("What is typed there would then go into another field.")
