"""Cuts states out of program graphs and puts new ones in. Pure."""

from __future__ import annotations

from collections.abc import Callable

from studio.engine.editing.refusal import CannotEdit
from studio.engine.model.program import ProgramGraph, State, StateKind, Transition, TransitionKind
from studio.engine.model.workflow import Workflow


def is_linear(workflow: Workflow) -> bool:
    """Whether the steps simply follow each other."""
    return workflow.program is None and not workflow.subflows


def on_graphs(workflow: Workflow, change: Callable[[ProgramGraph], ProgramGraph]) -> Workflow:
    """The workflow with `change` applied to its program and all its subflows."""
    program = change(workflow.program) if workflow.program else None
    subflows = {name: change(graph) for name, graph in workflow.subflows.items()}
    return workflow.model_copy(update={"program": program, "subflows": subflows})


def without_step(graph: ProgramGraph, step_id: str, name: str) -> ProgramGraph:
    """The graph without the states that run a step: what led to one leads to what followed it."""
    for state in [s for s in graph.states if s.step_id == step_id]:
        graph = _without(graph, state, name)
    return graph


def _without(graph: ProgramGraph, state: State, name: str) -> ProgramGraph:
    onward = [t for t in graph.transitions if t.source == state.id and t.kind is not TransitionKind.EXCEPTION]
    if len(onward) != 1 or onward[0].guard is not None or onward[0].target == state.id:
        raise CannotEdit(f"Several ways lead on from {name}, so nothing says which one to take without it: disable it.")
    after = onward[0].target
    kept = [t for t in graph.transitions if t.source != state.id]
    moved = tuple(t.model_copy(update={"target": after}) if t.target == state.id else t for t in kept)
    return ProgramGraph(
        entry=after if graph.entry == state.id else graph.entry,
        states=tuple(s for s in graph.states if s.id != state.id),
        transitions=moved,
    )


def with_step_before(graph: ProgramGraph, step_id: str, new_id: str) -> ProgramGraph:
    """The graph with a state for step `new_id` just before each state that runs `step_id`."""
    for n, state in enumerate([s for s in graph.states if s.step_id == step_id]):
        graph = _with_before(graph, state, new_id, new_id if n == 0 else f"{new_id}_{n + 1}")
    return graph


def _with_before(graph: ProgramGraph, state: State, step_id: str, state_id: str) -> ProgramGraph:
    taken = {s.id for s in graph.states}
    free = next(name for name in (state_id, *(f"{state_id}_{n}" for n in range(2, 999))) if name not in taken)
    at = graph.states.index(state)
    moved = [t.model_copy(update={"target": free}) if t.target == state.id else t for t in graph.transitions]
    return ProgramGraph(
        entry=free if graph.entry == state.id else graph.entry,
        states=(
            *graph.states[:at],
            State(id=free, kind=StateKind.ACTION, step_id=step_id),
            *graph.states[at:],
        ),
        transitions=(*moved, Transition(source=free, target=state.id)),
    )
