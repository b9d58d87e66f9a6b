"""From a workflow to the graph that is drawn: every state and every edge, bodies of loops inside their frames."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from studio.engine.model.lift import program_of
from studio.engine.model.program import ProgramGraph, State, StateKind, Transition, TransitionKind
from studio.engine.model.workflow import Step, Workflow
from studio.engine.saying import Say, english
from studio.graphview.layout.cards import card
from studio.graphview.layout.folding import folded
from studio.graphview.layout.graph import Edge, EdgeKind, GraphModel, Node
from studio.graphview.layout.notes import NO_NOTES, Notes
from studio.graphview.layout.sections import SectionStart, sections_of, suggested
from studio.graphview.layout.states import state_node
from studio.graphview.layout.words import edge_words


def graph_model(
    workflow: Workflow,
    *,
    notes: Notes | None = None,
    sections: Sequence[SectionStart] | None = None,
    opened: Collection[str] = (),
    shut: Collection[str] = (),
    say: Say = english,
) -> GraphModel:
    """The graph of a workflow.

    `sections` begin at the steps they name; None suggests them, empty draws one line. `opened` are ids of subflow
    nodes that show their states inside. A subflow that would hold itself stays closed. `shut` are ids of sections
    that are folded. `say` says the graph's own words; it is called in the thread that builds.
    """
    build = _Build(workflow, notes or {}, frozenset(opened), say)
    program = program_of(workflow)
    build.level(program, parent=None, calling=())
    starts = suggested(workflow, program) if sections is None else sections
    whole = GraphModel(
        nodes=tuple(build.nodes),
        edges=tuple(build.edges),
        sections=sections_of(starts, [n for n in build.nodes if n.parent is None], say),
        entry=program.entry,
        name=workflow.name,
    )
    return folded(whole, shut, say) if shut else whole


@dataclass(frozen=True)
class _Level:
    """One graph while it is built: ids of its states as nodes, and the frame around it."""

    graph: ProgramGraph
    parent: str | None
    calling: tuple[str, ...]

    def node_id(self, state_id: str) -> str:
        return state_id if self.parent is None else f"{self.parent}/{state_id}"


@dataclass
class _Build:
    workflow: Workflow
    notes: Notes
    opened: frozenset[str]
    say: Say
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.steps: Mapping[str, tuple[int, Step]] = {s.id: (n, s) for n, s in enumerate(self.workflow.steps, 1)}

    def level(self, graph: ProgramGraph, parent: str | None, calling: tuple[str, ...]) -> None:
        """All states and edges of one graph; `calling` are the subflows that it is inside of."""
        level, aside = _Level(graph, parent, calling), _only_aside(graph)
        states = {state.id: state for state in graph.states}
        for state in graph.states:
            if state.id not in aside:
                self._state(level, state)
        guarded = {t.source for t in graph.transitions if t.guard is not None}
        if parent is not None and graph.entry in states:
            self.edges.append(Edge(f"{parent}#enter", parent, level.node_id(graph.entry), EdgeKind.ENTER))
        for n, edge in enumerate(graph.transitions):
            if edge.source in states and edge.target in states:
                label = edge_words(edge, alone=edge.source not in guarded, say=self.say)
                self._edge(level, Edge(f"{parent or ''}#{n}", edge.source, edge.target, _kind(edge), label), states)

    def _state(self, level: _Level, state: State) -> None:
        node_id, found = level.node_id(state.id), self.steps.get(state.step_id or "")
        if state.kind is StateKind.ACTION and found is not None:
            number, step = found
            waits = step.id in self.workflow.unreviewed
            notes = self.notes.get(step.id, NO_NOTES)
            self.nodes.append(card(node_id, step, number, level.parent, notes, unreviewed=waits, say=self.say))
            return
        called = state.loop.body if state.loop else state.subflow
        inner = self.workflow.subflows.get(called or "")
        shown = state.kind is StateKind.LOOP or node_id in self.opened
        framed = shown and inner is not None and called not in level.calling
        holds = () if framed else tuple(self._steps_of(called))
        self.nodes.append(state_node(node_id, state, level.parent, framed=framed, holds=holds, say=self.say))
        if framed and inner is not None and called is not None:
            self.level(inner, node_id, (*level.calling, called))

    def _steps_of(self, called: str | None, seen: frozenset[str] = frozenset()) -> Iterator[str]:
        """Steps of a subflow and of those that it runs."""
        graph = self.workflow.subflows.get(called or "")
        if graph is None or called is None or called in seen:
            return
        for state in graph.states:
            if state.step_id is not None:
                yield state.step_id
            yield from self._steps_of(state.loop.body if state.loop else state.subflow, seen | {called})

    def _edge(self, level: _Level, edge: Edge, states: Mapping[str, State]) -> None:
        """Add the edge. An end that an exception leads to stands beside its source: no line crosses the graph."""
        source, target, end = level.node_id(edge.source), level.node_id(edge.target), states[edge.target]
        if edge.kind is EdgeKind.EXCEPTION and end.kind is StateKind.TERMINAL:
            target = f"{target}@{edge.id}"
            self.nodes.append(state_node(target, end, level.parent, framed=False, beside=source, say=self.say))
        self.edges.append(Edge(edge.id, source, target, edge.kind, edge.label))


def _kind(edge: Transition) -> EdgeKind:
    if edge.kind is TransitionKind.EXCEPTION:
        return EdgeKind.EXCEPTION
    return EdgeKind.SEQUENCE if edge.guard is None else EdgeKind.GUARDED


def _only_aside(graph: ProgramGraph) -> set[str]:
    """Ends that only exceptions lead to: each is drawn beside its sources and nowhere else."""
    ends = {s.id for s in graph.states if s.kind is StateKind.TERMINAL and s.id != graph.entry}
    plain = {t.target for t in graph.transitions if t.kind is not TransitionKind.EXCEPTION}
    aside = {t.target for t in graph.transitions if t.kind is TransitionKind.EXCEPTION}
    return (ends & aside) - plain
