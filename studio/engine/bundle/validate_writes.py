"""What a program graph does around steps that cannot be undone: each is proven before anything else, and none is sent
again because its proof failed. Pure."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from functools import cached_property

from studio.engine.bundle.graph_ways import calls, ways_on
from studio.engine.bundle.problem import Problem
from studio.engine.model.halts import HaltCode
from studio.engine.model.program import ProgramGraph, State, StateKind, Transition, TransitionKind
from studio.engine.model.workflow import CheckKind, Risk, Step, Workflow

_BEFORE_ACTING = frozenset(
    {
        HaltCode.TARGET_NOT_FOUND,
        HaltCode.AMBIGUOUS,
        HaltCode.CONTRADICTED,
        HaltCode.IDENTITY_MISMATCH,
        HaltCode.COVERED,
        HaltCode.OUT_OF_VIEW,
        HaltCode.DISABLED,
        HaltCode.NEEDS_CONFIRMATION,
        HaltCode.SCROLL_EXHAUSTED,
        HaltCode.UNSUPPORTED_ACTION,
    }
)
"""Halts after which nothing has been sent. All others may come when it has."""


def write_problems(workflow: Workflow) -> Iterator[Problem]:
    """Problems of the program and of each subflow, of graphs that are sound otherwise."""
    whole = _Writes(workflow)
    graphs = {**({"program": workflow.program} if workflow.program else {}), **workflow.subflows}
    for name, graph in graphs.items():
        yield from whole.unproven(name, graph)
        yield from whole.retried(name, graph)


class _Writes:
    """Which states write, and which prove what was written before them."""

    def __init__(self, workflow: Workflow) -> None:
        self._workflow = workflow
        self._steps = {step.id: step for step in workflow.steps if not step.disabled}
        self._proving: dict[str, bool] = {}

    def unproven(self, name: str, graph: ProgramGraph) -> Iterator[Problem]:
        """Writes from which a way leads to an end, or to the next write, without any check."""
        ways, open_ends = ways_on(graph), self._open(graph)
        for state in graph.states:
            step = self._step(state)
            if step is None or step.risk is not Risk.IRREVERSIBLE or _proves(step) or _asks(step):
                continue
            if any(edge.target in open_ends for edge in ways.get(state.id, [])):
                sentence = (
                    f"Step {step.id} ({step.intent}) cannot be undone, and a way leads on from it on which nothing "
                    "checks that it worked: add a check to it, or say that it cannot be known."
                )
                yield Problem("unproven_write", f"{name}/{state.id}", sentence)

    def retried(self, name: str, graph: ProgramGraph) -> Iterator[Problem]:
        """Exception edges that lead from a write, which may have happened, back to it."""
        import networkx as nx  # slow to import, and rarely needed

        edges = [edge for found in ways_on(graph).values() for edge in found]
        rescues = [edge for edge in graph.transitions if edge.kind is TransitionKind.EXCEPTION]
        net = nx.DiGraph((edge.source, edge.target) for edge in (*edges, *rescues))
        part = {node: n for n, nodes in enumerate(nx.strongly_connected_components(net)) for node in nodes}
        states = {state.id: state for state in graph.states}
        for edge in rescues:
            if part[edge.source] == part[edge.target] and self._may_have_written(states[edge.source], edge):
                where = f"{name}/{edge.source}"
                sentence = (
                    f"When {where} halts, a way leads back to it, although what cannot be undone may have happened: "
                    "let that way end, or let it take only halts that come before anything is sent."
                )
                yield Problem("write_retried", where, sentence)

    def _may_have_written(self, state: State, edge: Transition) -> bool:
        if not self._writes(state):
            return False
        return state.kind is not StateKind.ACTION or not edge.on or not set(edge.on) <= _BEFORE_ACTING

    def _open(self, graph: ProgramGraph) -> set[str]:
        """States from which an end or a write is reached before any check."""
        sources = defaultdict(set)
        for source, edges in ways_on(graph).items():
            for edge in edges:
                sources[edge.target].add(source)
        passing = {state.id for state in graph.states if not self._proves(state)}
        found = {s.id for s in graph.states if s.kind is StateKind.TERMINAL or self._writes(s)}
        todo = deque(found)
        while todo:
            new = (sources[todo.popleft()] & passing) - found
            found |= new
            todo.extend(new)
        return found

    def _step(self, state: State) -> Step | None:
        return self._steps.get(state.step_id) if state.step_id is not None else None

    def _proves(self, state: State) -> bool:
        """A subflow proves what came before where every way through it does; a loop may have no rows."""
        step = self._step(state)
        if state.kind is StateKind.SUBFLOW and state.subflow is not None:
            return self._subflow_proves(state.subflow)
        return step is not None and _proves(step)

    def _subflow_proves(self, name: str) -> bool:
        if name not in self._proving:
            self._proving[name] = False  # one that runs itself proves nothing
            graph = self._workflow.subflows.get(name)
            self._proving[name] = graph is not None and graph.entry not in self._open(graph)
        return self._proving[name]

    def _writes(self, state: State) -> bool:
        step = self._step(state)
        return (step is not None and step.risk is Risk.IRREVERSIBLE) or any(c in self._writing for c in calls(state))

    @cached_property
    def _writing(self) -> frozenset[str]:
        """Subflows that write, or run one that does."""
        callers = defaultdict(set)
        for name, graph in self._workflow.subflows.items():
            for called in (inner for state in graph.states for inner in calls(state)):
                callers[called].add(name)
        risky = {step.id for step in self._steps.values() if step.risk is Risk.IRREVERSIBLE}
        found = {n for n, graph in self._workflow.subflows.items() if any(s.step_id in risky for s in graph.states)}
        todo = deque(found)
        while todo:
            new = callers[todo.popleft()] - found
            found |= new
            todo.extend(new)
        return frozenset(found)


def _proves(step: Step) -> bool:
    return bool(step.effects) or any(check.kind is not CheckKind.UNKNOWABLE for check in step.expect)


def _asks(step: Step) -> bool:
    """Whether every run asks a person what came of it."""
    return any(check.kind is CheckKind.UNKNOWABLE for check in step.expect)
