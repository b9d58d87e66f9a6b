"""Which irreversible steps a program may come to more than once for the same record. Pure."""

from __future__ import annotations

from studio.engine.model.program import ProgramGraph, StateKind
from studio.engine.model.workflow import Risk, Workflow


def repeated_writes(workflow: Workflow) -> frozenset[str]:
    """Ids of irreversible steps on a cycle of a graph. A loop over a worklist is none: each row is another record."""
    graphs = [*([workflow.program] if workflow.program else []), *workflow.subflows.values()]
    if not graphs:
        return frozenset()
    writes = {step.id for step in workflow.steps if step.risk is Risk.IRREVERSIBLE and not step.disabled}
    return frozenset(step for graph in graphs for step in _on_cycles(graph, workflow, writes))


def _on_cycles(graph: ProgramGraph, workflow: Workflow, writes: set[str]) -> set[str]:
    import networkx as nx  # slow to import, and rarely needed

    net = nx.DiGraph((edge.source, edge.target) for edge in graph.transitions)
    again = {
        name
        for part in nx.strongly_connected_components(net)
        for name in part
        if len(part) > 1 or net.has_edge(name, name)
    }
    states = [state for state in graph.states if state.id in again]
    direct = {state.step_id for state in states if state.kind is StateKind.ACTION and state.step_id}
    called = {name for state in states for name in (state.subflow, state.loop.body if state.loop else None) if name}
    return (direct | steps_below(workflow, called)) & writes


def steps_below(workflow: Workflow, subflows: set[str]) -> set[str]:
    """Ids of the steps in these subflows and in all that they run."""
    seen: set[str] = set()
    todo, steps = list(subflows), set[str]()
    while todo:
        name = todo.pop()
        if name in seen or name not in workflow.subflows:
            continue
        seen.add(name)
        for state in workflow.subflows[name].states:
            steps |= {state.step_id} if state.step_id else set()
            todo += [inner for inner in (state.subflow, state.loop.body if state.loop else None) if inner]
    return steps
