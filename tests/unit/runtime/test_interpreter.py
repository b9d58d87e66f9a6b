"""Program graphs: branches, loops over worklists, subflows, exception edges, and where there is no way on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from helpers.steps import step, workflow

from studio.engine.model.halts import Halt, HaltCode
from studio.engine.model.lift import lift, program_of
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
from studio.engine.runtime.interpreter import (
    MOST_VISITS,
    HaltRaised,
    Program,
    ProgramFailed,
    holds,
    interpret,
)

END = State(id="end", kind=StateKind.TERMINAL, outcome="done")


class World:
    """Writes down what is asked of it; halts at the steps of `halts`."""

    def __init__(self, *screen: str, halts: Mapping[str, HaltCode] | None = None) -> None:
        self.screen, self.halts = screen, halts or {}
        self.ran: list[str] = []
        self.values: list[Mapping[str, str]] = []
        self.taken: list[str] = []
        self.undone: list[str] = []

    def run_step(self, step_id: str, values: Mapping[str, str]) -> None:
        self.ran.append(step_id)
        self.values.append(values)
        if step_id in self.halts:
            halt = Halt(id="h", code=self.halts[step_id], step_id=step_id, sentence="no")
            raise HaltRaised(halt)

    def shows(self, text: str) -> bool:
        return text in self.screen

    def rescued(self, halt: Halt) -> None:
        self.taken.append(halt.step_id)

    def not_begun(self, sentence: str) -> None:
        self.undone.append(sentence)


def act(name: str) -> State:
    return State(id=name, kind=StateKind.ACTION, step_id=name)


def edge(source: str, target: str, guard: Guard | None = None, **more: object) -> Transition:
    kind = TransitionKind.GUARDED if guard else TransitionKind.SEQUENCE
    return Transition.model_validate({"source": source, "target": target, "guard": guard, "kind": kind, **more})


def graph(*parts: State | Transition) -> ProgramGraph:
    states = tuple(p for p in parts if isinstance(p, State))
    return ProgramGraph(
        entry=states[0].id, states=(*states, END), transitions=tuple(p for p in parts if isinstance(p, Transition))
    )


def run(
    main: ProgramGraph,
    world: World,
    values: Mapping[str, str] | None = None,
    subflows: Mapping[str, ProgramGraph] | None = None,
    worklists: Mapping[str, Sequence[Mapping[str, str]]] | None = None,
) -> None:
    interpret(Program(main, subflows or {}, worklists or {}), world, values or {})


def asks(kind: PredicateKind, *, negate: bool = False, **more: str) -> Guard:
    return Guard(all_of=(Predicate.model_validate({"kind": kind, **more}),), negate=negate)


def test_a_linear_workflow_is_a_straight_graph() -> None:
    flow = workflow(step("a"), step("b"), step("c"))
    world = World()
    run(lift(flow), world)
    assert world.ran == ["a", "b", "c"]
    assert program_of(flow) == lift(flow)
    run(lift(workflow()), World())


def test_a_workflow_with_a_program_keeps_it() -> None:
    own = graph(act("b"), edge("b", "end"))
    assert program_of(workflow(step("a"), step("b"), program=own)) == own


BRANCH = graph(
    State(id="ask", kind=StateKind.BRANCH),
    act("urgent"),
    act("routine"),
    edge("ask", "routine"),
    edge("ask", "urgent", asks(PredicateKind.TEXT_PRESENT, text="Urgent")),
    edge("urgent", "end"),
    edge("routine", "end"),
)


@pytest.mark.parametrize(("screen", "ran"), [(("Urgent",), ["urgent"]), ((), ["routine"])])
def test_a_guarded_way_is_tried_before_the_plain_one(screen: tuple[str, ...], ran: list[str]) -> None:
    world = World(*screen)
    run(BRANCH, world)
    assert world.ran == ran


@pytest.mark.parametrize(
    ("guard", "expected"),
    [
        (asks(PredicateKind.ALWAYS), True),
        (asks(PredicateKind.TEXT_PRESENT, text="here"), True),
        (asks(PredicateKind.TEXT_ABSENT, text="here"), False),
        (asks(PredicateKind.PARAM_EQUALS, param="kind", value="Triage"), True),
        (asks(PredicateKind.PARAM_EQUALS, param="kind", value="Consult"), False),
        (asks(PredicateKind.PARAM_GIVEN, param="kind"), True),
        (asks(PredicateKind.PARAM_GIVEN, param="empty"), False),
        (asks(PredicateKind.PARAM_GIVEN, param="nope"), False),
        (asks(PredicateKind.TEXT_PRESENT, text="here", negate=True), False),
        (Guard(), True),
        (Guard(negate=True), False),
    ],
)
def test_guards(guard: Guard, expected: bool) -> None:
    assert holds(guard, World("here"), {"kind": "Triage", "empty": ""}) is expected


LOOP = graph(
    State(
        id="each",
        kind=StateKind.LOOP,
        loop=LoopSpec(body="one", relation=Relation(source="rows", columns={"patient": "Name"}), max_iterations=3),
    ),
    edge("each", "end"),
)
BODY = {"one": graph(act("open"), edge("open", "end"))}


def test_a_loop_binds_each_row_over_the_values_of_the_run() -> None:
    world = World()
    rows = [{"Name": "Jane Sample"}, {"Name": "Alex Testcase"}]
    run(LOOP, world, {"patient": "recorded", "note": "n"}, BODY, {"rows": rows})
    assert world.values == [{"patient": name, "note": "n"} for name in ("Jane Sample", "Alex Testcase")]


def test_an_empty_worklist_does_nothing() -> None:
    world = World()
    run(LOOP, world, {}, BODY, {"rows": []})
    assert world.ran == []


def test_more_rows_than_the_loop_allows_stop_before_the_first() -> None:
    world = World()
    with pytest.raises(HaltRaised) as raised:
        run(LOOP, world, {}, BODY, {"rows": [{"Name": str(n)} for n in range(4)]})
    assert raised.value.halt.code is HaltCode.NO_PATH
    assert world.ran == []


def test_a_worklist_that_was_not_given_is_no_empty_one() -> None:
    with pytest.raises(HaltRaised) as raised:
        run(LOOP, World(), {}, BODY, {})
    assert "rows" in raised.value.halt.sentence


def test_a_row_without_the_column_stops_before_the_first() -> None:
    world = World()
    with pytest.raises(HaltRaised) as raised:
        run(LOOP, world, {}, BODY, {"rows": [{"Name": "Jane Sample"}, {"Other": "x"}]})
    assert "Name" in raised.value.halt.sentence
    assert world.ran == []


def test_a_subflow_runs_in_its_place() -> None:
    sub = State(id="sub", kind=StateKind.SUBFLOW, subflow="one")
    world = World()
    run(graph(act("a"), sub, act("b"), edge("a", "sub"), edge("sub", "b"), edge("b", "end")), world, {}, BODY)
    assert world.ran == ["a", "open", "b"]


def recovering(*on: str) -> ProgramGraph:
    return graph(
        act("a"),
        act("mend"),
        edge("a", "end"),
        edge("a", "mend", kind=TransitionKind.EXCEPTION, on=on),
        edge("mend", "end"),
    )


@pytest.mark.parametrize("on", [("covered",), ("disabled", "covered"), ()])
def test_an_exception_edge_takes_the_halts_that_it_names(on: tuple[str, ...]) -> None:
    world = World(halts={"a": HaltCode.COVERED})
    run(recovering(*on), world)
    assert world.ran == ["a", "mend"]


def test_other_halts_end_the_run() -> None:
    world = World(halts={"a": HaltCode.AMBIGUOUS})
    with pytest.raises(HaltRaised):
        run(recovering("covered"), world)
    assert world.ran == ["a"]


def test_an_exception_edge_is_not_a_way_on_for_a_step_that_worked() -> None:
    world = World()
    run(recovering(), world)
    assert world.ran == ["a"]


def test_where_no_guard_holds_there_is_no_path() -> None:
    only = graph(act("a"), edge("a", "end", asks(PredicateKind.TEXT_PRESENT, text="never")))
    with pytest.raises(HaltRaised) as raised:
        run(only, World())
    assert (raised.value.halt.code, raised.value.halt.step_id) == (HaltCode.NO_PATH, "a")


def ending(outcome: str | None, label: str | None = None) -> ProgramGraph:
    """One step, and an end with that outcome."""
    last = State(id="last", kind=StateKind.TERMINAL, outcome=outcome, label=label)
    return ProgramGraph(entry="a", states=(act("a"), last), transitions=(edge("a", "last"),))


@pytest.mark.parametrize("outcome", ["done", "succeeded", None])
def test_an_end_that_is_a_success_ends_the_run(outcome: str | None) -> None:
    world = World()
    run(ending(outcome), world)
    assert (world.ran, world.taken, world.undone) == (["a"], [], [])


@pytest.mark.parametrize("outcome", ["failed", "declined", "anything else"])
@pytest.mark.parametrize("inside", [False, True], ids=["in the program", "in a part of it"])
def test_any_other_end_is_no_success_wherever_it_is(outcome: str, inside: bool) -> None:
    program = ending(outcome, "No such patient")
    part = State(id="part", kind=StateKind.SUBFLOW, subflow="one")
    world = World()
    with pytest.raises(ProgramFailed, match=f"“{outcome}”: No such patient"):
        run(graph(part, act("b"), edge("part", "b"), edge("b", "end")), world, {}, {"one": program}) if inside else run(
            program, world
        )
    assert world.ran == ["a"]


def test_an_end_that_leaves_the_rest_to_a_person_halts_with_what_led_there() -> None:
    with pytest.raises(HaltRaised) as raised:
        run(ending("halt", "Ask the ward"), World())
    assert raised.value.halt.code is HaltCode.NO_PATH
    assert "Ask the ward" in raised.value.halt.sentence
    ask = State(id="ask", kind=StateKind.TERMINAL, outcome="halt")
    asking = graph(act("a"), ask, edge("a", "end"), edge("a", "ask", kind=TransitionKind.EXCEPTION))
    with pytest.raises(HaltRaised) as raised:
        run(asking, World(halts={"a": HaltCode.AMBIGUOUS}))
    assert (raised.value.halt.code, raised.value.halt.step_id) == (HaltCode.AMBIGUOUS, "a")


def test_a_halt_after_which_another_way_was_taken_is_told() -> None:
    world = World(halts={"a": HaltCode.COVERED})
    run(recovering(), world)
    assert world.taken == ["a"]
    plain = World()
    run(recovering(), plain)
    assert plain.taken == []


@pytest.mark.parametrize(("rows", "left"), [(3, "Rows 2 to 3"), (2, "Row 2"), (1, "")])
def test_rows_that_a_halt_left_undone_are_told(rows: int, left: str) -> None:
    world = World(halts={"open": HaltCode.AMBIGUOUS})
    with pytest.raises(HaltRaised):
        run(LOOP, world, {}, BODY, {"rows": [{"Name": str(n)} for n in range(rows)]})
    assert world.undone == ([f"{left} of the worklist “rows”: not begun."] if left else [])


def test_a_cycle_that_nothing_ends_is_stopped() -> None:
    again = graph(act("a"), edge("a", "a", asks(PredicateKind.TEXT_PRESENT, text="here")), edge("a", "end"))
    world = World("here")
    with pytest.raises(HaltRaised) as raised:
        run(again, world)
    assert "nothing ends this cycle" in raised.value.halt.sentence
    assert len(world.ran) == MOST_VISITS
