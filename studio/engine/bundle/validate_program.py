"""Whether a program graph is well-formed: everything resolves, it can end, and it cannot go round for ever. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

import networkx as nx

from studio.engine.bundle.problem import Problem
from studio.engine.model.program import PredicateKind, ProgramGraph, State, StateKind, Transition, TransitionKind
from studio.engine.model.workflow import Workflow

_PAYLOADS: Mapping[StateKind, str] = {
    StateKind.ACTION: "step_id",
    StateKind.LOOP: "loop",
    StateKind.SUBFLOW: "subflow",
}


def program_problems(workflow: Workflow) -> Iterator[Problem]:
    """Problems of the program and of each subflow."""
    graphs = [("program", workflow.program)] if workflow.program else []
    for name, graph in chain(graphs, workflow.subflows.items()):
        yield from _payload_problems(name, graph, workflow)
        edges = list(_edge_problems(name, graph))
        yield from edges
        if not edges:
            yield from _path_problems(name, graph)
    yield from _recursion_problems(workflow)


def _payload_problems(name: str, graph: ProgramGraph, workflow: Workflow) -> Iterator[Problem]:
    steps = {step.id for step in workflow.steps}
    for state in graph.states:
        where = f"{name}/{state.id}"
        for field in _PAYLOADS.values():
            needed, there = _PAYLOADS.get(state.kind) == field, getattr(state, field) is not None
            if needed != there:
                sentence = f"State {where} is {_a(state.kind)} and {'lacks' if needed else 'must not have'} a {field}."
                yield Problem("bad_payload", where, sentence)
        if state.step_id is not None and state.step_id not in steps:
            yield Problem("unknown_step", where, f"State {where} runs step {state.step_id}, which does not exist.")
        for called in _calls(state):
            if called not in workflow.subflows:
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
    net = _network(graph, graph.transitions)
    reachable = {graph.entry, *nx.descendants(net, graph.entry)}
    ends = [state.id for state in graph.states if state.kind is StateKind.TERMINAL]
    can_end = set(ends).union(*(nx.ancestors(net, end) for end in ends))
    if graph.entry not in can_end:
        yield Problem("never_ends", name, f"{name} never reaches an end from {graph.entry}.")
    for state in graph.states:
        where = f"{name}/{state.id}"
        if state.id not in reachable:
            yield Problem("unreachable", where, f"State {where} is never reached.", warning=True)
        elif state.id not in can_end and graph.entry in can_end:
            yield Problem("dead_end", where, f"No end is reached from state {where}.")
    yield from _cycle_problems(name, graph)


def _cycle_problems(name: str, graph: ProgramGraph) -> Iterator[Problem]:
    """A cycle of unconditional edges that no guarded edge ever leaves goes round for ever."""
    net = _network(graph, [edge for edge in graph.transitions if _is_unconditional(edge)])
    for component in nx.strongly_connected_components(net):
        first = min(component)
        if len(component) == 1 and not net.has_edge(first, first):
            continue
        if not any(_leaves(edge, component) for edge in graph.transitions):
            states = ", ".join(sorted(component))
            yield Problem("endless_cycle", f"{name}/{first}", f"{name} goes round for ever through {states}.")


def _recursion_problems(workflow: Workflow) -> Iterator[Problem]:
    """Subflows that run each other never come back."""
    calls = nx.DiGraph()
    for name, graph in workflow.subflows.items():
        calls.add_edges_from((name, called) for state in graph.states for called in _calls(state))
    for component in nx.strongly_connected_components(calls):
        first = min(component)
        if len(component) > 1 or calls.has_edge(first, first):
            yield Problem("recursion", first, f"Subflow {first} runs itself: {', '.join(sorted(component))}.")


def _network(graph: ProgramGraph, edges: tuple[Transition, ...] | list[Transition]) -> nx.DiGraph:
    net = nx.DiGraph()
    net.add_nodes_from(state.id for state in graph.states)
    net.add_edges_from((edge.source, edge.target) for edge in edges)
    return net


def _calls(state: State) -> tuple[str, ...]:
    """Subflows that a state runs."""
    return tuple(name for name in (state.subflow, state.loop.body if state.loop else None) if name is not None)


def _is_unconditional(edge: Transition) -> bool:
    if edge.kind is TransitionKind.EXCEPTION:
        return False
    return edge.guard is None or (
        not edge.guard.negate and all(p.kind is PredicateKind.ALWAYS for p in edge.guard.all_of)
    )


def _leaves(edge: Transition, component: set[str]) -> bool:
    guarded = edge.kind is not TransitionKind.EXCEPTION and not _is_unconditional(edge)
    return guarded and edge.source in component and edge.target not in component


def _a(kind: StateKind) -> str:
    return f"an {kind}" if kind is StateKind.ACTION else f"a {kind}"
