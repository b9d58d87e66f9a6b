"""A linear workflow as a straight program graph, so that one interpreter walks both."""

from __future__ import annotations

from studio.engine.model.program import ProgramGraph, State, StateKind, Transition
from studio.engine.model.workflow import Workflow

_END = "end"


def program_of(workflow: Workflow) -> ProgramGraph:
    """The workflow's own graph, or its steps as a chain that ends in a terminal."""
    return workflow.program or lift(workflow)


def lift(workflow: Workflow) -> ProgramGraph:
    """One action state per step, in order."""
    ids = [step.id for step in workflow.steps]
    states = [State(id=i, kind=StateKind.ACTION, step_id=i) for i in ids]
    ends = [*ids, _END][1:]
    return ProgramGraph(
        entry=ids[0] if ids else _END,
        states=(*states, State(id=_END, kind=StateKind.TERMINAL, outcome="done")),
        transitions=tuple(Transition(source=a, target=b) for a, b in zip(ids, ends, strict=True)),
    )
