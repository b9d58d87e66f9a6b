"""Walks a program graph: actions, branches, loops over worklists, subflows, exception paths, terminals."""

from __future__ import annotations

from collections import Counter
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

SUCCEEDED = frozenset({"done", "succeeded"})
ASKS = "halt"
"""Outcomes of ends: only the first ones are a success; the other one leaves the rest to a person."""

MOST_VISITS = 1000
"""Times that one walk may come to one state: as many as a loop has rows. A cycle that nothing ends is stopped there."""


class HaltRaised(Exception):
    """A step refused to go on; the interpreter looks for an exception edge, else the run ends halted."""

    def __init__(self, halt: Halt) -> None:
        super().__init__(halt.sentence)
        self.halt = halt


class ProgramFailed(Exception):
    """The program came to an end of its own that is no success."""


class Executor(Protocol):
    """What the interpreter asks of the world."""

    def run_step(self, step_id: str, values: Values) -> None:
        """Perform one step. Raises HaltRaised, StopRequested."""

    def shows(self, text: str) -> bool:
        """Whether the text is on the screen now."""

    def rescued(self, halt: Halt) -> None:
        """An exception edge took this halt; the run goes on."""

    def not_begun(self, sentence: str) -> None:
        """Something that was to be done was not begun."""


@dataclass(frozen=True)
class Program:
    """A graph with its subflows and worklists (source name to rows)."""

    graph: ProgramGraph
    subflows: Mapping[str, ProgramGraph]
    worklists: Mapping[str, Sequence[Values]]


def interpret(program: Program, executor: Executor, values: Values) -> None:
    """Walk the graph from its entry to an end that is a success.

    Raises HaltRaised where a step halts and no exception edge takes it, where no edge can be taken, or where the end
    leaves the rest to a person; ProgramFailed where the end says that the program failed.
    """
    _walk(program, program.graph, executor, values)


def _walk(program: Program, graph: ProgramGraph, executor: Executor, values: Values) -> None:
    states = {s.id: s for s in graph.states}
    current, visits, last = states[graph.entry], Counter[str](), None
    while current.kind is not StateKind.TERMINAL:
        visits[current.id] += 1
        if visits[current.id] > MOST_VISITS:
            raise _no_path(current, f"The program came here {MOST_VISITS} times: nothing ends this cycle.")
        following, last = _advance(program, graph, current, executor, values)
        current = states[following]
    _end(current, last)


def _end(state: State, last: Halt | None) -> None:
    """`last` is the halt that led to this end, where one did."""
    outcome = state.outcome or "done"
    said = f": {state.label}" if state.label else ""
    if outcome == ASKS:
        raise HaltRaised(last) if last else _no_path(state, f"The program ends here and leaves the rest to you{said}.")
    if outcome not in SUCCEEDED:
        raise ProgramFailed(f"The program ended as “{outcome}”{said}.")


def _advance(
    program: Program, graph: ProgramGraph, state: State, executor: Executor, values: Values
) -> tuple[str, Halt | None]:
    """The next state, and the halt that an exception edge took on the way to it."""
    try:
        _perform(program, state, executor, values)
    except HaltRaised as raised:
        target = _exception_target(graph, state, raised.halt.code)
        if target is None:
            raise
        executor.rescued(raised.halt)
        return target, raised.halt
    return _next(graph, state, executor, values), None


def _perform(program: Program, state: State, executor: Executor, values: Values) -> None:
    if state.kind is StateKind.ACTION and state.step_id:
        executor.run_step(state.step_id, values)
    elif state.kind is StateKind.SUBFLOW and state.subflow:
        _walk(program, program.subflows[state.subflow], executor, values)
    elif state.kind is StateKind.LOOP and state.loop:
        _loop(program, state, state.loop, executor, values)


def _loop(program: Program, state: State, loop: LoopSpec, executor: Executor, values: Values) -> None:
    rows = _rows(program, state, loop)
    for number, row in enumerate(rows, 1):
        bound = {param: row[column] for param, column in loop.relation.columns.items()}
        try:
            _walk(program, program.subflows[loop.body], executor, {**values, **bound})
        except (HaltRaised, ProgramFailed):
            if number < len(rows):
                rest = _numbered(number + 1, len(rows))
                executor.not_begun(f"{rest} of the worklist “{loop.relation.source}”: not begun.")
            raise


def _numbered(first: int, last: int) -> str:
    return f"Row {last}" if first == last else f"Rows {first} to {last}"


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
