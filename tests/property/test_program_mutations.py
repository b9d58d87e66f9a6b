"""Programs that are sound by construction have no problem; each of many ways to break one is named by its code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from helpers.formats import ASSETS, steps, workflow
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.engine.bundle import validate_workflow
from studio.engine.model.program import (
    Guard,
    LoopSpec,
    Predicate,
    PredicateKind,
    ProgramGraph,
    Relation,
    State,
    StateKind,
    Transition,
    TransitionKind,
)
from studio.engine.model.workflow import Workflow

IF = Guard(all_of=(Predicate(kind=PredicateKind.TEXT_PRESENT, text="Next"),))
EMPTY = Guard(all_of=(Predicate(kind=PredicateKind.TEXT_PRESENT),))
GUARDED, SEQUENCE, EXCEPTION = TransitionKind.GUARDED, TransitionKind.SEQUENCE, TransitionKind.EXCEPTION


@dataclass
class Plan:
    """A graph under construction; `end` is its terminal."""

    states: list[State] = field(default_factory=list)
    edges: list[Transition] = field(default_factory=list)

    def new(self, kind: StateKind, **payload: object) -> str:
        name = f"s{len(self.states)}"
        self.states.append(State.model_validate({"id": name, "kind": kind, **payload}))
        return name

    def graph(self, entry: str) -> ProgramGraph:
        return ProgramGraph(entry=entry, states=tuple(self.states), transitions=tuple(self.edges))


def block(draw: st.DrawFn, plan: Plan, after: str, depth: int, subflows: tuple[str, ...]) -> str:
    """Put something before state `after`; returns where it begins."""
    kind = draw(st.sampled_from(["step", "step", "branch", "retry", "call"] if depth else ["step"]))
    if kind == "branch":
        ways = [block(draw, plan, after, depth - 1, subflows) for _ in range(2)]
        fork = plan.new(StateKind.BRANCH)
        plan.edges += [Transition(source=fork, target=ways[0], kind=GUARDED, guard=IF)]
        plan.edges += [Transition(source=fork, target=ways[1])]
        return fork
    if kind == "call" and subflows:
        name = draw(st.sampled_from(subflows))
        loop = LoopSpec(body=name, relation=Relation(source="rows"))
        made = draw(
            st.sampled_from([{"kind": StateKind.SUBFLOW, "subflow": name}, {"kind": StateKind.LOOP, "loop": loop}])
        )
        here = plan.new(**made)  # type: ignore[arg-type]
    else:
        here = plan.new(StateKind.ACTION, step_id=draw(st.sampled_from("abc" if kind == "step" else "ab")))
    if kind == "retry":
        plan.edges.append(Transition(source=here, target=here, kind=GUARDED, guard=IF))
    plan.edges.append(Transition(source=here, target=after))
    return here


@st.composite
def graphs(draw: st.DrawFn, subflows: tuple[str, ...] = ()) -> ProgramGraph:
    """A graph of one end, with branches, guarded ways back and calls."""
    plan = Plan()
    after = plan.new(StateKind.TERMINAL)
    for _ in range(draw(st.integers(1, 4))):
        after = block(draw, plan, after, 2, subflows)
    return plan.graph(after)


@st.composite
def sound(draw: st.DrawFn) -> Workflow:
    """A workflow with a program and two subflows, of which one may run the other."""
    inner = draw(graphs())
    outer = draw(graphs(("inner",)))
    return workflow(program=draw(graphs(("inner", "outer"))), subflows={"inner": inner, "outer": outer})


def codes(flow: Workflow) -> list[str]:
    return [problem.code for problem in validate_workflow(flow, ASSETS) if not problem.warning]


@settings(max_examples=40, deadline=None)
@given(sound())
def test_a_sound_program_has_no_problem(flow: Workflow) -> None:
    assert codes(flow) == []


def changed(flow: Workflow, **more: object) -> Workflow:
    assert flow.program is not None
    return flow.model_copy(update={"program": flow.program.model_copy(update=more)})


def with_state(flow: Workflow, **more: object) -> Workflow:
    """The state that runs last but one, changed."""
    assert flow.program is not None
    states = list(flow.program.states)
    at = next(n for n, state in enumerate(states) if state.kind is StateKind.ACTION)
    states[at] = State.model_validate({**states[at].model_dump(exclude_none=True), **more})
    return changed(flow, states=tuple(states))


def with_edges(flow: Workflow, change: Callable[[Transition], Transition | None]) -> Workflow:
    assert flow.program is not None
    return changed(flow, transitions=tuple(e for e in map(change, flow.program.transitions) if e is not None))


def more_edges(flow: Workflow, *edges: Transition) -> Workflow:
    assert flow.program is not None
    return changed(flow, transitions=(*edges, *flow.program.transitions))


def unchecked(flow: Workflow) -> Workflow:
    """The first step of the program is a write that nothing checks, and then it ends."""
    save = steps()[2].model_copy(update={"expect": ()})
    bare = ProgramGraph(
        entry="w",
        states=(State(id="w", kind=StateKind.ACTION, step_id="c"), State(id="end", kind=StateKind.TERMINAL)),
        transitions=(Transition(source="w", target="end"),),
    )
    return flow.model_copy(update={"steps": (*steps()[:2], save), "subflows": {**flow.subflows, "inner": bare}})


def ends_at(flow: Workflow) -> str:
    assert flow.program is not None
    return next(state.id for state in flow.program.states if state.kind is StateKind.TERMINAL)


def entry(flow: Workflow) -> str:
    assert flow.program is not None
    return flow.program.entry


BREAKS: dict[str, Callable[[Workflow], Workflow]] = {
    "bad_entry": lambda f: changed(f, entry="nowhere"),
    "bad_transition": lambda f: with_edges(f, lambda e: e.model_copy(update={"target": "nowhere"})),
    "duplicate_state": lambda f: changed(f, states=(*f.program.states, f.program.states[-1])),  # type: ignore[union-attr]
    "edge_after_end": lambda f: more_edges(f, Transition(source=ends_at(f), target=entry(f))),
    "never_ends": lambda f: with_edges(f, lambda e: None if e.target == ends_at(f) else e),
    "endless_cycle": lambda f: with_edges(
        f, lambda e: e.model_copy(update={"target": entry(f), "guard": None, "kind": SEQUENCE})
    ),
    "unknown_subflow": lambda f: f.model_copy(update={"subflows": {}}),
    "recursion": lambda f: f.model_copy(update={"subflows": {**f.subflows, "inner": f.subflows["outer"]}}),
    "bad_guard": lambda f: more_edges(f, Transition(source=entry(f), target=entry(f), kind=GUARDED, guard=EMPTY)),
    "bad_edge": lambda f: more_edges(f, Transition(source=entry(f), target=entry(f), kind=EXCEPTION, guard=IF)),
    "unproven_write": unchecked,
    "unknown_step": lambda f: with_state(f, step_id="nothing"),
    "bad_payload": lambda f: with_state(f, subflow="inner"),
}


@settings(max_examples=60, deadline=None)
@given(sound(), st.sampled_from(sorted(BREAKS)))
def test_each_way_to_break_a_sound_program_is_named(flow: Workflow, code: str) -> None:
    assert flow.program is not None
    calls = [state for state in flow.program.states if state.subflow or state.loop]
    runs_inner = any(state.subflow or state.loop for state in flow.subflows["outer"].states)
    acts = any(state.kind is StateKind.ACTION for state in flow.program.states)
    if (code == "unknown_subflow" and not calls) or (code == "recursion" and not runs_inner):
        return
    if code in ("unknown_step", "bad_payload") and not acts:
        return
    assert code in codes(BREAKS[code](flow))


@settings(max_examples=30, deadline=None)
@given(sound())
def test_a_way_back_to_a_write_after_it_failed_is_named_wherever_it_starts(flow: Workflow) -> None:
    assert flow.program is not None
    writes = [s for s in flow.program.states if s.step_id == "c"]
    for state in writes:
        back = Transition(source=state.id, target=entry(flow), kind=EXCEPTION, on=("postcondition_failed",))
        assert "write_retried" in codes(more_edges(flow, back))
        assert codes(more_edges(flow, replace_target(back, ends_at(flow)))) == []


def replace_target(edge: Transition, target: str) -> Transition:
    return edge.model_copy(update={"target": target})
