"""Walks a program graph: actions, branches, loops over worklists, subflows, exception paths, terminals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from studio.engine.model.halts import Halt, HaltCode
from studio.engine.model.program import (
    Guard,
    LoopSpec,
    Predicate,
    PredicateKind,
    ProgramGraph,
    State,
    StateKind,
    Transition,
    TransitionKind,
)

Values = Mapping[str, str]


class HaltRaised(Exception):
    """A step refused to go on; the interpreter looks for an exception edge, else the run ends halted."""

    def __init__(self, halt: Halt) -> None:
        super().__init__(halt.sentence)
        self.halt = halt


class Executor(Protocol):
    """What the interpreter asks of the world."""

    def run_step(self, step_id: str, values: Values) -> None:
        """Perform one step. Raises HaltRaised, StopRequested."""

    def shows(self, text: str) -> bool:
        """Whether the text is on the screen now."""


@dataclass(frozen=True)
class Program:
    """A graph with its subflows and worklists (source name to rows)."""

    graph: ProgramGraph
    subflows: Mapping[str, ProgramGraph]
    worklists: Mapping[str, Sequence[Values]]


def interpret(program: Program, executor: Executor, values: Values) -> str:
    """Walk the graph from its entry to a terminal; returns that terminal's outcome word.

    Raises HaltRaised where a step halts and no exception edge takes it, or where no edge can be taken.
    """
    return _walk(program, program.graph, executor, values)


def _walk(program: Program, graph: ProgramGraph, executor: Executor, values: Values) -> str:
    states = {s.id: s for s in graph.states}
    current = states[graph.entry]
    while current.kind is not StateKind.TERMINAL:
        current = states[_advance(program, graph, current, executor, values)]
    return current.outcome or "done"


def _advance(program: Program, graph: ProgramGraph, state: State, executor: Executor, values: Values) -> str:
    try:
        _perform(program, state, executor, values)
    except HaltRaised as raised:
        target = _exception_target(graph, state, raised.halt.code)
        if target is None:
            raise
        return target
    return _next(graph, state, executor, values)


def _perform(program: Program, state: State, executor: Executor, values: Values) -> None:
    if state.kind is StateKind.ACTION and state.step_id:
        executor.run_step(state.step_id, values)
    elif state.kind is StateKind.SUBFLOW and state.subflow:
        _walk(program, program.subflows[state.subflow], executor, values)
    elif state.kind is StateKind.LOOP and state.loop:
        _loop(program, state, state.loop, executor, values)


def _loop(program: Program, state: State, loop: LoopSpec, executor: Executor, values: Values) -> None:
    for row in _rows(program, state, loop):
        bound = {param: row[column] for param, column in loop.relation.columns.items()}
        _walk(program, program.subflows[loop.body], executor, {**values, **bound})


def _rows(program: Program, state: State, loop: LoopSpec) -> Sequence[Values]:
    """The rows of the loop's worklist. All is checked before the first row: half a worklist is worse than none."""
    source, columns = loop.relation.source, loop.relation.columns.values()
    rows = program.worklists.get(source)
    if rows is None:
        raise _no_path(state, f"The worklist “{source}” was not given.")
    if len(rows) > loop.max_iterations:
        raise _no_path(state, f"The worklist has {len(rows)} rows; this loop allows {loop.max_iterations}.")
    for number, row in enumerate(rows, 1):
        lacking = next((column for column in columns if column not in row), None)
        if lacking is not None:
            raise _no_path(state, f"Row {number} of the worklist “{source}” has no column “{lacking}”.")
    return rows


def _next(graph: ProgramGraph, state: State, executor: Executor, values: Values) -> str:
    edges = [t for t in graph.transitions if t.source == state.id and t.kind is not TransitionKind.EXCEPTION]
    for edge in sorted(edges, key=lambda t: t.kind is TransitionKind.SEQUENCE):
        if edge.guard is None or holds(edge.guard, executor, values):
            return edge.target
    raise _no_path(state, "None of the ways on from here applies to what is on the screen.")


def _exception_target(graph: ProgramGraph, state: State, code: HaltCode) -> str | None:
    edges: list[Transition] = [
        t for t in graph.transitions if t.source == state.id and t.kind is TransitionKind.EXCEPTION
    ]
    return next((t.target for t in edges if not t.on or code.value in t.on), None)


def _no_path(state: State, sentence: str) -> HaltRaised:
    step = state.step_id or state.id
    return HaltRaised(Halt(id=f"{step}-no-path", code=HaltCode.NO_PATH, step_id=step, sentence=sentence))


def holds(guard: Guard, executor: Executor, values: Values) -> bool:
    """Whether all predicates of the guard hold (or, negated, do not all hold)."""
    return all(_true(p, executor, values) for p in guard.all_of) is not guard.negate


def _true(predicate: Predicate, executor: Executor, values: Values) -> bool:
    kind = predicate.kind
    if kind is PredicateKind.TEXT_PRESENT:
        return executor.shows(predicate.text or "")
    if kind is PredicateKind.TEXT_ABSENT:
        return not executor.shows(predicate.text or "")
    if kind is PredicateKind.PARAM_EQUALS:
        return values.get(predicate.param or "") == predicate.value
    if kind is PredicateKind.PARAM_GIVEN:
        return bool(values.get(predicate.param or ""))
    return True
