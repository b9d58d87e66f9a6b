"""What holds for every layout: nothing overlaps, every edge is drawn around the nodes, the same comes out twice."""

from __future__ import annotations

from itertools import combinations, pairwise

from helpers.graphs import action, shows, step
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.engine.model.program import (
    LoopSpec,
    ProgramGraph,
    Relation,
    State,
    StateKind,
    Transition,
    TransitionKind,
)
from studio.engine.model.workflow import Workflow
from studio.graphview.layout import Box, EdgeKind, Layout, Plan, SectionStart, graph_model, planned

KINDS = st.sampled_from(
    [TransitionKind.SEQUENCE, TransitionKind.SEQUENCE, TransitionKind.GUARDED, TransitionKind.EXCEPTION]
)


@st.composite
def graphs(draw: st.DrawFn, prefix: str, first: int, most: int) -> ProgramGraph:
    """A chain with any further edges: forward, back, to itself, to ends."""
    count = draw(st.integers(1, most))
    ids = [f"s{first + n}" for n in range(count)]
    ends = [f"{prefix}done", f"{prefix}ask"]
    states = [*(action(first + n) for n in range(count)), *(State(id=e, kind=StateKind.TERMINAL) for e in ends)]
    edges = [Transition(source=a, target=b) for a, b in pairwise([*ids, ends[0]])]
    more = st.tuples(
        st.sampled_from(ids), st.sampled_from([*ids, *ends]), KINDS, st.sampled_from(["", "Ready", "A long text " * 4])
    )
    for source, target, kind, text in draw(st.lists(more, max_size=8)):
        guard = shows(text) if kind is TransitionKind.GUARDED else None
        edges.append(Transition(source=source, target=target, kind=kind, guard=guard))
    return ProgramGraph(entry=ids[0], states=tuple(states), transitions=tuple(edges))


@st.composite
def workflows(draw: st.DrawFn) -> Workflow:
    """A program with loops and subflows in it."""
    inner = {"body": draw(graphs("b", 20, 5)), "sub": draw(graphs("c", 30, 3))}
    main = draw(graphs("m", 1, 9))
    loop = State(id="loop", kind=StateKind.LOOP, loop=LoopSpec(body="body", relation=Relation(source="rows.csv")))
    sub = State(id="sub", kind=StateKind.SUBFLOW, subflow="sub")
    joins = [(main.entry, "loop"), ("loop", "sub"), ("sub", draw(st.sampled_from([s.id for s in main.states])))]
    edges = (*main.transitions, *(Transition(source=a, target=b) for a, b in joins))
    program = main.model_copy(update={"states": (*main.states, loop, sub), "transitions": edges})
    steps = tuple(step(n, f"click ‘Button {n}’") for n in range(1, 40))
    return Workflow(name="w", viewport=(1280, 800), steps=steps, program=program, subflows=inner)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """A laid-out program, in one line or with sections that begin anywhere."""
    workflow = draw(workflows())
    program = workflow.program
    assert program is not None
    ids = [s.id for s in program.states if s.kind is not StateKind.TERMINAL]
    starts = draw(st.lists(st.sampled_from(ids), unique=True, max_size=4))
    ordered = [SectionStart(i) for i in ids if i in starts]
    return planned(graph_model(workflow, sections=ordered, opened=("sub",)))


def leaves(plan: Plan) -> dict[str, Box]:
    """Boxes of nodes that hold no others."""
    return {n.id: plan.layout.boxes[n.id] for n in plan.model.nodes if not n.framed}


@settings(max_examples=40, deadline=None)
@given(plan=plans())
def test_nothing_overlaps_and_frames_hold_their_bodies(plan: Plan) -> None:
    model, layout = plan.model, plan.layout
    boxes = leaves(plan)
    for (a, one), (b, other) in combinations(boxes.items(), 2):
        assert not one.overlaps(other), f"{a} {one} over {b} {other}"
    for node in model.nodes:
        if node.parent is not None:
            assert layout.boxes[node.parent].contains(layout.boxes[node.id]), node.id
        for frame in (n for n in model.nodes if n.framed and n.parent == node.parent and n.id != node.id):
            assert not layout.boxes[frame.id].overlaps(layout.boxes[node.id]), (frame.id, node.id)
    for one, other in combinations(layout.sections.values(), 2):
        assert not one.overlaps(other)
    for label in layout.labels.values():
        assert not any(label.overlaps(box) for box in boxes.values())
    whole = Box(0, 0, layout.w, layout.h)
    assert all(whole.contains(box) for box in layout.boxes.values())


@settings(max_examples=40, deadline=None)
@given(plan=plans())
def test_every_edge_leads_from_its_source_to_its_target_around_all_nodes(plan: Plan) -> None:
    model, layout, boxes = plan.model, plan.layout, leaves(plan)
    assert set(layout.routes) == {e.id for e in model.edges}
    for edge in model.edges:
        route, source, target = layout.routes[edge.id], layout.boxes[edge.source], layout.boxes[edge.target]
        assert touches(source, route[0]) or edge.kind is EdgeKind.ENTER, f"{edge} begins at {route[0]}, not at {source}"
        assert touches(target, route[-1]), f"{edge} ends at {route[-1]}, not at {target}"
        for a, b in pairwise(route):
            assert a.x == b.x or a.y == b.y, f"{edge} runs askew: {route}"
            line = Box(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x), abs(a.y - b.y)).padded(0.01, 0.01, 0.01, 0.01)
            for key, box in boxes.items():
                inner = box.padded(-0.5, -0.5, -0.5, -0.5)
                assert not line.overlaps(inner), f"{edge} runs through {key}: {a} {b} {box}"


@settings(max_examples=40, deadline=None)
@given(workflow=workflows())
def test_the_same_graph_gives_the_same_layout_whatever_its_states_are_called(workflow: Workflow) -> None:
    assert same(planned(graph_model(workflow)).layout, planned(graph_model(workflow)).layout)
    renamed = renamed_workflow(workflow)
    before, after = planned(graph_model(workflow, sections=())), planned(graph_model(renamed, sections=()))
    places = [before.layout.boxes[n.id] for n in before.model.nodes if n.beside is None]
    assert places == [after.layout.boxes[n.id] for n in after.model.nodes if n.beside is None]


def renamed_workflow(workflow: Workflow) -> Workflow:
    """The same program with other ids of states; steps and texts stay."""

    def graph(one: ProgramGraph) -> ProgramGraph:
        names = {s.id: f"z{len(one.states) - n}" for n, s in enumerate(one.states)}
        states = tuple(s.model_copy(update={"id": names[s.id], "label": s.label}) for s in one.states)
        edges = tuple(
            t.model_copy(update={"source": names[t.source], "target": names[t.target]}) for t in one.transitions
        )
        return ProgramGraph(entry=names[one.entry], states=states, transitions=edges)

    assert workflow.program is not None
    subflows = {name: graph(one) for name, one in workflow.subflows.items()}
    return workflow.model_copy(update={"program": graph(workflow.program), "subflows": subflows})


def same(one: Layout, other: Layout) -> bool:
    """Whether two layouts are equal in all parts."""
    return one == other


def touches(box: Box, spot: tuple[float, float]) -> bool:
    """Whether a point lies on the rim of a box."""
    x, y = spot
    inside = box.x - 0.6 <= x <= box.right + 0.6 and box.y - 0.6 <= y <= box.bottom + 0.6
    return inside and min(abs(x - box.x), abs(x - box.right), abs(y - box.y), abs(y - box.bottom)) < 0.6
