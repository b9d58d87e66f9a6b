"""Whether a program graph is well-formed: everything resolves, it can end, it cannot go round for ever, and what cannot
be undone is proven. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import chain

import networkx as nx

from studio.engine.bundle.graph_ways import calls, edge_problems, is_unconditional, never_taken, ways_on
from studio.engine.bundle.problem import Problem
from studio.engine.bundle.validate_writes import write_problems
from studio.engine.model.program import ProgramGraph, StateKind, Transition, TransitionKind
from studio.engine.model.workflow import Workflow

_MAX_NESTED = 50
"""Subflows inside of each other: a run keeps a place in each of them."""
_PAYLOADS: Mapping[StateKind, str] = {
    StateKind.ACTION: "step_id",
    StateKind.LOOP: "loop",
    StateKind.SUBFLOW: "subflow",
}


def program_problems(workflow: Workflow) -> Iterator[Problem]:
    """Problems of the program and of each subflow."""
    graphs = [("program", workflow.program)] if workflow.program else []
    sound = True
    steps = {step.id for step in workflow.steps}
    for name, graph in chain(graphs, workflow.subflows.items()):
        yield from _payload_problems(name, graph, steps, workflow.subflows.keys())
        broken = list(_edge_problems(name, graph))
        sound = sound and not broken
        yield from broken
        yield from edge_problems(name, graph)
        if not broken:
            yield from _path_problems(name, graph)
    nested = list(_nesting_problems(workflow))
    yield from nested
    if sound and not nested:
        yield from write_problems(workflow)


def _payload_problems(
    name: str, graph: ProgramGraph, steps: Collection[str], subflows: Collection[str]
) -> Iterator[Problem]:
    for state in graph.states:
        where = f"{name}/{state.id}"
        for field in _PAYLOADS.values():
            needed, there = _PAYLOADS.get(state.kind) == field, getattr(state, field) is not None
            if needed != there:
                sentence = f"State {where} is {_a(state.kind)} and {'lacks' if needed else 'must not have'} a {field}."
                yield Problem("bad_payload", where, sentence)
        if state.step_id is not None and state.step_id not in steps:
            yield Problem("unknown_step", where, f"State {where} runs step {state.step_id}, which does not exist.")
        for called in calls(state):
            if called not in subflows:
                yield Problem("unknown_subflow", where, f"State {where} runs subflow {called}, which does not exist.")


def _edge_problems(name: str, graph: ProgramGraph) -> Iterator[Problem]:
    ids = Counter(state.id for state in graph.states)
    for state_id, times in ids.items():
        if times > 1:
            yield Problem("duplicate_state", f"{name}/{state_id}", f"{times} states of {name} are called {state_id}.")
    if graph.entry not in ids:
        yield Problem("bad_entry", name, f"{name} begins at {graph.entry}, which is no state of it.")
    ends = {state.id for state in graph.states if state.kind is StateKind.TERMINAL}
    for edge in graph.transitions:
        where = f"{name}/{edge.source}"
        for end in (edge.source, edge.target):
            if end not in ids:
                yield Problem("bad_transition", where, f"An edge of {name} leads from or to {end}, which is no state.")
        if edge.source in ends:
            yield Problem("edge_after_end", where, f"State {where} ends the flow, and yet an edge leaves it.")


def _path_problems(name: str, graph: ProgramGraph) -> Iterator[Problem]:
    """Of a graph whose edges all resolve: can it end from wherever it gets to?"""
    ways = [edge for edges in ways_on(graph).values() for edge in edges]
    rescues = [edge for edge in graph.transitions if edge.kind is TransitionKind.EXCEPTION]
    net = _network(graph, [*ways, *rescues])
    reachable = {graph.entry, *nx.descendants(net, graph.entry)}
    can_end = _leading_to(net, [state.id for state in graph.states if state.kind is StateKind.TERMINAL])
    cycles = list(_cycle_problems(name, graph, ways))
    yield from never_taken(name, graph)
    yield from cycles
    if cycles:
        return
    if graph.entry not in can_end:
        yield Problem("never_ends", name, f"{name} never reaches an end from {graph.entry}.")
    for state in graph.states:
        where = f"{name}/{state.id}"
        if state.id not in reachable:
            yield Problem("unreachable", where, f"State {where} is never reached.", warning=True)
        elif state.id not in can_end and graph.entry in can_end:
            yield Problem("dead_end", where, f"No end is reached from state {where}.")


def _leading_to(net: nx.DiGraph, ends: list[str]) -> set[str]:
    found, todo = set(ends), list(ends)
    while todo:
        new = set(net.predecessors(todo.pop())) - found
        found |= new
        todo += new
    return found


def _cycle_problems(name: str, graph: ProgramGraph, ways: list[Transition]) -> Iterator[Problem]:
    """A cycle of unconditional edges that no guarded edge ever leaves goes round for ever."""
    net = _network(graph, [edge for edge in ways if is_unconditional(edge)])
    parts = list(nx.strongly_connected_components(net))
    part = {state: n for n, states in enumerate(parts) for state in states}
    left = {part[e.source] for e in ways if not is_unconditional(e) and part[e.source] != part[e.target]}
    for number, states in enumerate(parts):
        first = min(states)
        if number not in left and (len(states) > 1 or net.has_edge(first, first)):
            yield Problem(
                "endless_cycle", f"{name}/{first}", f"{name} goes round for ever through {', '.join(sorted(states))}."
            )


def _nesting_problems(workflow: Workflow) -> Iterator[Problem]:
    """Subflows that run each other never come back; some that run each other in a long row come to no end either."""
    net = nx.DiGraph()
    for name, graph in workflow.subflows.items():
        net.add_edges_from((name, called) for state in graph.states for called in calls(state))
    for component in list(nx.strongly_connected_components(net)):
        first = min(component)
        if len(component) > 1 or net.has_edge(first, first):
            yield Problem("recursion", first, f"Subflow {first} runs itself: {', '.join(sorted(component))}.")
            net.remove_nodes_from(component)
    deepest = nx.dag_longest_path(net)
    if len(deepest) > _MAX_NESTED:
        sentence = f"Subflow {deepest[0]} runs one that runs one, more than {_MAX_NESTED} deep: no program needs that."
        yield Problem("nested_too_deeply", deepest[0], sentence)


def _network(graph: ProgramGraph, edges: list[Transition]) -> nx.DiGraph:
    net = nx.DiGraph()
    net.add_nodes_from(state.id for state in graph.states)
    net.add_edges_from((edge.source, edge.target) for edge in edges)
    return net


def _a(kind: StateKind) -> str:
    return f"an {kind}" if kind is StateKind.ACTION else f"a {kind}"
