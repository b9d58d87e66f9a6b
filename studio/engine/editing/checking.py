"""Checks of the screen: expecting a text or its absence after a step, waiting for one before, how long to wait."""

from __future__ import annotations

from functools import partial

from studio.engine.editing.naming import changed, place_of, with_steps
from studio.engine.editing.refusal import CannotEdit
from studio.engine.editing.surgery import on_graphs, with_step_before
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Step, Workflow
from studio.engine.vision.text import holds, squash

LONGEST_WAIT_S = 600.0
_WAIT_S = 30.0
_LEAST = 2
"""Letters of a text that can be looked for."""
_TELLING = 3
"""Letters from which a value within a text is no coincidence."""


def expect_text(
    workflow: Workflow, step_id: str, text: str, region: Region | None, *, present: bool = True, timeout_s: float = 5.0
) -> Workflow:
    """After the step this text must (or must not) be on the screen; it is read at `region` first."""
    check = _text_check(workflow, text, region, present=present, timeout_s=timeout_s)
    step = workflow.steps[place_of(workflow, step_id)]
    if any((c.kind, squash(c.text or "")) == (check.kind, squash(check.text or "")) for c in step.expect):
        raise CannotEdit(f"“{check.text}” is checked after this step already.")
    if any(
        {c.kind, check.kind} == {CheckKind.TEXT_PRESENT, CheckKind.TEXT_ABSENT}
        and squash(c.text or "") == squash(check.text or "")
        for c in step.expect
    ):
        raise CannotEdit(f"“{check.text}” cannot be there and be gone: take the other check away first.")
    kept = tuple(c for c in step.expect if c.kind is not CheckKind.UNKNOWABLE)
    return changed(workflow, step_id, expect=(*kept, check))


def drop_check(workflow: Workflow, step_id: str, number: int) -> Workflow:
    """Take away the check of that number, from 0."""
    step = workflow.steps[place_of(workflow, step_id)]
    if not 0 <= number < len(step.expect):
        raise CannotEdit("That check is not there any more.")
    return changed(workflow, step_id, expect=(*step.expect[:number], *step.expect[number + 1 :]))


def set_patience(workflow: Workflow, step_id: str, number: int, timeout_s: float) -> Workflow:
    """How long a run waits for that check to hold, s."""
    step = workflow.steps[place_of(workflow, step_id)]
    if not 0 <= number < len(step.expect):
        raise CannotEdit("That check is not there any more.")
    if not 0 <= timeout_s <= LONGEST_WAIT_S:
        raise CannotEdit(f"A run waits between 0 and {LONGEST_WAIT_S:.0f} s.")
    checks = list(step.expect)
    checks[number] = checks[number].model_copy(update={"timeout_s": float(timeout_s)})
    return changed(workflow, step_id, expect=tuple(checks))


def insert_wait(
    workflow: Workflow,
    before: str,
    text: str,
    region: Region | None,
    *,
    present: bool = True,
    timeout_s: float = _WAIT_S,
) -> tuple[Workflow, str]:
    """A step before `before` that waits until the text is (or is no longer) on the screen; also the new step's id."""
    at = place_of(workflow, before)
    check = _text_check(workflow, text, region, present=present, timeout_s=timeout_s)
    new = Step(
        id=_free_id(workflow),
        intent=f"wait until “{check.text}” is {'shown' if present else 'gone'}",
        action=ActionKind.WAIT,
        wait_until=check,
        before_frame=workflow.steps[at].before_frame,
    )
    changed_graphs = on_graphs(workflow, partial(with_step_before, step_id=before, new_id=new.id))
    if workflow.stages is not None:
        starts = [s.model_copy(update={"first": new.id}) if s.first == before else s for s in workflow.stages]
        changed_graphs = changed_graphs.model_copy(update={"stages": tuple(starts)})
    return with_steps(changed_graphs, (*workflow.steps[:at], new, *workflow.steps[at:])), new.id


def _text_check(
    workflow: Workflow, text: str, region: Region | None, *, present: bool, timeout_s: float
) -> Postcondition:
    """The check. A text that is the recorded value of a parameter means that parameter's value in each run."""
    said = " ".join(text.split())
    if len(squash(said)) < _LEAST:
        raise CannotEdit("That is too little text to look for: choose a whole word.")
    if not 0 <= timeout_s <= LONGEST_WAIT_S:
        raise CannotEdit(f"A run waits between 0 and {LONGEST_WAIT_S:.0f} s.")
    param = _param_of(workflow, said)
    kind = CheckKind.TEXT_PRESENT if present else CheckKind.TEXT_ABSENT
    return Postcondition(kind=kind, text=said, region=region, timeout_s=timeout_s, param=param)


def _param_of(workflow: Workflow, said: str) -> str | None:
    for name, value in workflow.params.items():
        if len(squash(value)) >= _LEAST and squash(value) == squash(said):
            return name
        if len(squash(value)) >= _TELLING and holds(said, value):
            raise CannotEdit(
                f"“{said}” holds the value of ⟨{name}⟩, which is another one in each run: choose a text without it."
            )
    return None


def _free_id(workflow: Workflow) -> str:
    taken = {step.id for step in workflow.steps}
    for graph in (workflow.program, *workflow.subflows.values()):
        taken |= {state.id for state in graph.states} if graph else set()
    return next(name for n in range(1, 30_000) if (name := f"wait_{n:03d}") not in taken)
