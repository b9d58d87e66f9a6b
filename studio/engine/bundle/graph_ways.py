"""Which ways of a program graph a run can take, in the order in which it tries them (runtime/interpreter.py). Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import takewhile

from studio.engine.bundle.problem import Problem
from studio.engine.model.halts import HaltCode
from studio.engine.model.program import Guard, Predicate, PredicateKind, ProgramGraph, State, Transition, TransitionKind

_NEEDED: Mapping[PredicateKind, tuple[str, ...]] = {
    PredicateKind.ALWAYS: (),
    PredicateKind.TEXT_PRESENT: ("text",),
    PredicateKind.TEXT_ABSENT: ("text",),
    PredicateKind.PARAM_EQUALS: ("param", "value"),
    PredicateKind.PARAM_GIVEN: ("param",),
}


def ways_on(graph: ProgramGraph) -> dict[str, list[Transition]]:
    """By state, the edges that a run may take from it: those after the first unconditional one are never tried."""
    edges: dict[str, list[Transition]] = defaultdict(list)
    for edge in graph.transitions:
        if edge.kind is not TransitionKind.EXCEPTION:
            edges[edge.source].append(edge)
    return {source: _tried(sorted(found, key=_last)) for source, found in edges.items()}


def is_unconditional(edge: Transition) -> bool:
    """Whether the edge is taken whatever the screen and the values are, once it is tried."""
    if edge.kind is TransitionKind.EXCEPTION:
        return False
    return edge.guard is None or (not edge.guard.negate and _says_nothing(edge.guard))


def calls(state: State) -> tuple[str, ...]:
    """Subflows that a state runs."""
    return tuple(name for name in (state.subflow, state.loop.body if state.loop else None) if name is not None)


def edge_problems(name: str, graph: ProgramGraph) -> Iterator[Problem]:
    """Edges that say something else than what a run makes of them."""
    known = {code.value for code in HaltCode}
    for edge in graph.transitions:
        where = f"{name}/{edge.source}"
        to = f"The edge from {where} to {edge.target}"
        if edge.kind is TransitionKind.EXCEPTION:
            if edge.guard is not None:
                yield Problem("bad_edge", where, f"{to} is taken when a step halts, so it cannot have a guard.")
            for code in edge.on:
                if code not in known:
                    yield Problem("unknown_halt", where, f"{to} waits for {code!r}, which no halt says.", warning=True)
            continue
        if edge.on:
            yield Problem("bad_edge", where, f"{to} names halts, and is no edge that a halt takes.")
        if edge.kind is TransitionKind.GUARDED and edge.guard is None:
            yield Problem("bad_edge", where, f"{to} is guarded and has no guard.")
        yield from guard_problems(where, edge.guard)


def never_taken(name: str, graph: ProgramGraph) -> Iterator[Problem]:
    """Edges that another one always comes before, or whose guard never holds."""
    taken = {id(edge) for edges in ways_on(graph).values() for edge in edges}
    for edge in graph.transitions:
        if edge.kind is not TransitionKind.EXCEPTION and id(edge) not in taken:
            where = f"{name}/{edge.source}"
            sentence = f"The edge from {where} to {edge.target} is never taken: another one always comes first."
            yield Problem("edge_never_taken", where, sentence, warning=True)


def guard_problems(where: str, guard: Guard | None) -> Iterator[Problem]:
    """Questions of a guard that lack what they ask for: nobody could say what the answer means."""
    for predicate in guard.all_of if guard is not None else ():
        lacking = next((field for field in _NEEDED[predicate.kind] if _lacks(predicate, field)), None)
        if lacking is not None:
            yield Problem("bad_guard", where, f"{where} asks for {predicate.kind} and says no {lacking}.")


def _lacks(predicate: Predicate, field: str) -> bool:
    found = getattr(predicate, field)
    return found is None or (field != "value" and not found.strip())


def _tried(edges: list[Transition]) -> list[Transition]:
    possible = [edge for edge in edges if not _never(edge)]
    before = list(takewhile(lambda edge: not is_unconditional(edge), possible))
    return possible[: len(before) + 1]


def _last(edge: Transition) -> bool:
    return edge.kind is TransitionKind.SEQUENCE


def _never(edge: Transition) -> bool:
    return edge.guard is not None and edge.guard.negate and _says_nothing(edge.guard)


def _says_nothing(guard: Guard) -> bool:
    return all(predicate.kind is PredicateKind.ALWAYS for predicate in guard.all_of)
