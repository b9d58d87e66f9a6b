"""Workflows that make no sense are refused with a sentence for each problem."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.formats import ASSETS, steps, workflow

from studio.engine.bundle import validate_workflow
from studio.engine.model.effects import ApiBinding, Effect, EffectKind, ValueExpr
from studio.engine.model.params import ParamSpec
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
from studio.engine.model.workflow import CheckKind, Postcondition, Workflow

END = State(id="end", kind=StateKind.TERMINAL)
A = State(id="A", kind=StateKind.ACTION, step_id="a")
B = State(id="B", kind=StateKind.ACTION, step_id="b")
IF = Guard(all_of=(Predicate(kind=PredicateKind.TEXT_PRESENT, text="x"),))
ALWAYS = Guard(all_of=(Predicate(kind=PredicateKind.ALWAYS),))


def edge(source: str, target: str, guard: Guard | None = None) -> Transition:
    kind = TransitionKind.GUARDED if guard else TransitionKind.SEQUENCE
    return Transition(source=source, target=target, kind=kind, guard=guard)


def graph(*parts: State | Transition, entry: str = "A") -> ProgramGraph:
    states = tuple(p for p in parts if isinstance(p, State))
    return ProgramGraph(entry=entry, states=states, transitions=tuple(p for p in parts if isinstance(p, Transition)))


CHAIN = graph(A, B, END, edge("A", "B"), edge("B", "end"))


LOST = ["edge_never_taken"]
NEVER = Guard(all_of=(), negate=True)
EMPTY = Guard(all_of=(Predicate(kind=PredicateKind.TEXT_PRESENT, text=" "),))
NO_VALUE = Guard(all_of=(Predicate(kind=PredicateKind.PARAM_EQUALS, param="note"),))


def rescue(source: str, target: str, *on: str, guard: Guard | None = None) -> Transition:
    return Transition(source=source, target=target, kind=TransitionKind.EXCEPTION, on=on, guard=guard)


def codes(flow: Workflow, assets: Any = ASSETS) -> list[str]:
    return [p.code for p in validate_workflow(flow, assets)]


def changed(index: int, **more: Any) -> Workflow:
    all_steps = list(steps())
    all_steps[index] = all_steps[index].model_copy(update=more)
    return workflow(steps=tuple(all_steps))


def test_a_good_workflow_has_no_problems() -> None:
    assert codes(workflow()) == []
    assert codes(workflow(program=CHAIN)) == []


NOTHING = Postcondition(kind=CheckKind.UNKNOWABLE)
PARAM = ValueExpr(param="ghost")
GHOST = Guard(all_of=(Predicate(kind=PredicateKind.PARAM_GIVEN, param="ghost"),))


@pytest.mark.parametrize(
    ("flow", "expected"),
    [
        (workflow(steps=()), ["no_steps"]),
        (workflow(steps=steps()[:2] + steps()[1:]), ["duplicate_step"]),
        (changed(0, before_frame="frames/x.png"), ["missing_asset"]),
        (changed(0, before_frame="../x.png"), ["unsafe_path"]),
        (changed(1, wait_until=Postcondition(kind=CheckKind.REGION_STABLE, template="t.png")), ["missing_asset"]),
        (changed(1, param="ghost"), ["unknown_param"]),
        (changed(1, identity_param="ghost"), ["unknown_param"]),
        (changed(1, guard=GHOST), ["unknown_param"]),
        (
            changed(1, effects=(Effect(kind=EffectKind.FIELD_EQUALS, record="r", fields={"f": PARAM}),)),
            ["unknown_param"],
        ),
        (changed(1, api_binding=ApiBinding(method="POST", url="u", body={"f": PARAM})), ["unknown_param"]),
        (workflow(param_specs={"note": ParamSpec(name="other")}), ["param_name"]),
        (changed(0, expect=(Postcondition(kind=CheckKind.TEXT_ADDED, text="x", since="c"),)), ["bad_since"]),
        (changed(0, expect=(Postcondition(kind=CheckKind.TEXT_ADDED, text="x", since="a"),)), ["bad_since"]),
        (changed(2, expect=()), ["unchecked_write"]),
        (changed(2, expect=(NOTHING,)), ["unchecked_write"]),
        (changed(0, anchor=None), ["no_target"]),
    ],
)
def test_steps_that_make_no_sense(flow: Workflow, expected: list[str]) -> None:
    assert codes(flow) == expected


def test_secret_parameters_are_declared_by_their_list() -> None:
    flow = changed(1, param="pin").model_copy(update={"secret_params": ("pin",)})
    assert codes(flow) == []


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (graph(A, END, edge("A", "end"), entry="X"), ["bad_entry"]),
        (graph(A, END, edge("A", "end"), edge("A", "X")), ["bad_transition"]),
        (graph(A, A, END, edge("A", "end")), ["duplicate_state"]),
        (graph(A, END, edge("A", "end"), edge("end", "A")), ["edge_after_end"]),
        (graph(A), ["never_ends"]),
        (graph(A, B, END, edge("A", "B"), edge("A", "end", IF)), ["dead_end"]),
        (graph(A, B, END, edge("A", "end"), edge("B", "end")), ["unreachable"]),
        (graph(A.model_copy(update={"step_id": "ghost"}), END, edge("A", "end")), ["unknown_step"]),
        (graph(State(id="A", kind=StateKind.ACTION), END, edge("A", "end")), ["bad_payload"]),
        (graph(State(id="A", kind=StateKind.BRANCH, step_id="a"), END, edge("A", "end")), ["bad_payload"]),
        (graph(State(id="A", kind=StateKind.SUBFLOW, subflow="ghost"), END, edge("A", "end")), ["unknown_subflow"]),
        (graph(A, END, edge("A", "end", GHOST)), ["unknown_param"]),
        (graph(A, B, END, edge("A", "B"), edge("B", "A"), edge("B", "end", IF)), []),
        (graph(A, B, END, edge("A", "B"), edge("B", "A", IF), edge("B", "end")), []),
        (graph(A, B, END, edge("A", "B"), edge("B", "A", ALWAYS), edge("B", "end", ALWAYS)), [*LOST, "endless_cycle"]),
        (graph(A, END, edge("A", "A"), edge("A", "end")), [*LOST, "endless_cycle"]),
        (graph(A, B, END, edge("A", "end"), edge("A", "B"), edge("B", "end")), [*LOST, "unreachable"]),
        (
            graph(A, B, END, edge("A", "B"), edge("B", "A"), edge("A", "end"), edge("B", "B", IF)),
            [*LOST, "endless_cycle"],
        ),
        (graph(A, END, edge("A", "end", NEVER), edge("A", "end")), LOST),
        (graph(A, END, edge("A", "end", NEVER)), [*LOST, "never_ends", "unreachable"]),
        (graph(A, END, edge("A", "end", IF), Transition(source="A", target="end")), []),
        (graph(A, END, edge("A", "end", EMPTY), edge("A", "end")), ["bad_guard"]),
        (graph(A, END, edge("A", "end", NO_VALUE), edge("A", "end")), ["bad_guard"]),
        (graph(A, END, Transition(source="A", target="end", kind=TransitionKind.GUARDED)), ["bad_edge"]),
        (graph(A, END, Transition(source="A", target="end", on=("ambiguous",))), ["bad_edge"]),
        (graph(A, END, edge("A", "end"), rescue("A", "end", guard=IF)), ["bad_edge"]),
        (graph(A, END, edge("A", "end"), rescue("A", "end", "no_such_halt")), ["unknown_halt"]),
        (graph(A, END, edge("A", "end"), rescue("A", "A")), []),
    ],
)
def test_programs_that_make_no_sense(program: ProgramGraph, expected: list[str]) -> None:
    assert codes(workflow(program=program)) == expected


def loop(body: str, **columns: str) -> State:
    return State(id="A", kind=StateKind.LOOP, loop=LoopSpec(body=body, relation=Relation(source="w", columns=columns)))


def test_loops_and_subflows() -> None:
    looping = graph(loop("body", note="Note"), END, edge("A", "end"))
    assert codes(workflow(program=looping, subflows={"body": CHAIN})) == []
    assert codes(workflow(program=looping)) == ["unknown_subflow"]
    unbound = graph(loop("body", ghost="Note"), END, edge("A", "end"))
    assert codes(workflow(program=unbound, subflows={"body": CHAIN})) == ["unknown_param"]
    assert codes(workflow(program=looping, subflows={"body": looping})) == ["recursion"]


def test_problems_name_the_place_and_warnings_are_marked() -> None:
    (problem,) = validate_workflow(changed(2, expect=()), ASSETS)
    assert problem.warning
    assert problem.where == "c"
    assert problem.sentence == "Step c (click ‘Save’) cannot be undone, and nothing checks that it worked."
    (problem,) = validate_workflow(changed(1, param="ghost"), ASSETS)
    assert not problem.warning
    assert problem.sentence == "Step b uses the parameter 'ghost', which is not declared."


@pytest.mark.parametrize(
    "step_id", ["../../evil", "/etc/x", "a/b", "..", "", "nul", "a\\b", "a\nb", "x" * 230, "ü" * 120]
)
def test_a_step_id_that_leads_out_of_the_run_directory_is_refused(step_id: str) -> None:
    assert "unsafe_id" in codes(changed(0, id=step_id))


@pytest.mark.parametrize(
    "screen",
    [
        {"viewport": (0, 600)},
        {"viewport": (800, -1)},
        {"viewport": (10**9, 10**9)},
        {"scale": 0.0},
        {"scale": -1.0},
        {"scale": 1e-9},
    ],
)
def test_a_screen_that_cannot_exist_is_refused(screen: dict[str, Any]) -> None:
    assert codes(workflow(**screen)) == ["bad_screen"]


C = State(id="C", kind=StateKind.ACTION, step_id="c")
SUB = State(id="S", kind=StateKind.SUBFLOW, subflow="sub")
ROWS = State(id="S", kind=StateKind.LOOP, loop=LoopSpec(body="sub", relation=Relation(source="w", columns={})))
CHECKED = (Postcondition(kind=CheckKind.TEXT_PRESENT, text="Saved"),)
WRITE = graph(C, END, edge("C", "end"), entry="C")
LOOK = graph(A, END, edge("A", "end"))


def writing(program: ProgramGraph, sub: ProgramGraph | None = None, **of_step: Any) -> list[str]:
    """Codes of a program whose step c cannot be undone and has no check of its own, unless it is given."""
    plan = {"c": {"expect": ()}, **of_step}
    all_steps = tuple(step.model_copy(update=plan.get(step.id, {})) for step in steps())
    flow = workflow(steps=all_steps, program=program, subflows={"sub": sub} if sub else {})
    return [problem.code for problem in validate_workflow(flow, ASSETS) if not problem.warning]


THEN_A = graph(C, A, END, edge("C", "A"), edge("A", "end"), entry="C")
PAST_A = graph(C, A, END, edge("C", "A"), edge("C", "end", IF), edge("A", "end"), entry="C")
THEN_SUB = graph(C, SUB, END, edge("C", "S"), edge("S", "end"), entry="C")
THEN_ROWS = graph(C, ROWS, END, edge("C", "S"), edge("S", "end"), entry="C")
TWICE = graph(C, C.model_copy(update={"id": "D"}), A, END, edge("C", "D"), edge("D", "A"), edge("A", "end"), entry="C")


@pytest.mark.parametrize(
    ("program", "sub", "more", "expected"),
    [
        (WRITE, None, {}, ["unproven_write"]),
        (WRITE, None, {"c": {"expect": CHECKED}}, []),
        (WRITE, None, {"c": {"expect": (NOTHING,)}}, []),
        (WRITE, None, {"c": {"expect": (), "disabled": True}}, []),
        (THEN_A, None, {}, ["unproven_write"]),
        (THEN_A, None, {"a": {"expect": CHECKED}}, []),
        (PAST_A, None, {"a": {"expect": CHECKED}}, ["unproven_write"]),
        (TWICE, None, {"a": {"expect": CHECKED}}, ["unproven_write"]),
        (THEN_SUB, LOOK, {"a": {"expect": CHECKED}}, []),
        (THEN_SUB, LOOK, {}, ["unproven_write"]),
        (THEN_ROWS, LOOK, {"a": {"expect": CHECKED}}, ["unproven_write"]),
        (graph(SUB, END, edge("S", "end"), entry="S"), WRITE, {}, ["unproven_write"]),
    ],
)
def test_every_way_from_what_cannot_be_undone_meets_a_check(
    program: ProgramGraph, sub: ProgramGraph | None, more: dict[str, Any], expected: list[str]
) -> None:
    assert writing(program, sub, **more) == expected


def test_no_way_leads_back_to_a_write_that_may_have_happened() -> None:
    sure = {"c": {"expect": CHECKED}}
    back = [
        rescue("C", "C"),
        rescue("C", "C", "ambiguous", "postcondition_failed"),
        rescue("C", "C", "outcome_unknown"),
    ]
    for edge_back in back:
        assert writing(graph(C, END, edge("C", "end"), edge_back, entry="C"), **sure) == ["write_retried"]
    before = rescue("C", "C", "target_not_found", "covered")
    assert writing(graph(C, END, edge("C", "end"), before, entry="C"), **sure) == []
    assert writing(graph(C, END, edge("C", "end"), rescue("C", "end"), entry="C"), **sure) == []
    by_another = graph(C, A, END, edge("C", "end"), rescue("C", "A"), edge("A", "C"), entry="C")
    assert writing(by_another, **sure) == ["write_retried"]
    for state in (SUB, ROWS):
        again = graph(state, END, edge("S", "end"), rescue("S", "S", "target_not_found"), entry="S")
        assert writing(again, WRITE, **sure) == ["write_retried"]
        assert writing(again, LOOK, **sure) == []


def test_subflows_are_nested_only_so_deeply_however_many_there_are() -> None:
    def chained(count: int) -> list[str]:
        calls = {f"s{n}": State(id="S", kind=StateKind.SUBFLOW, subflow=f"s{n + 1}") for n in range(count)}
        subflows = {name: graph(state, END, edge("S", "end"), entry="S") for name, state in calls.items()}
        program = graph(State(id="S", kind=StateKind.SUBFLOW, subflow="s0"), END, edge("S", "end"), entry="S")
        return codes(workflow(program=program, subflows={**subflows, f"s{count}": LOOK}))

    assert chained(40) == []
    assert chained(60) == ["nested_too_deeply"]
    assert chained(2000) == ["nested_too_deeply"]
