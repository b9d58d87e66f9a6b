"""What a workflow's graph holds and where it stands."""

from __future__ import annotations

import pytest
from helpers.graphs import branching_workflow, full_workflow, long_workflow, step

from studio.engine.model.anchor import Anchor, Landmark, StructuralLocator
from studio.engine.model.geometry import Point, Region
from studio.engine.model.lift import program_of
from studio.engine.model.workflow import ActionKind, Workflow
from studio.graphview.layout import (
    Badge,
    EdgeKind,
    GraphModel,
    NodeKind,
    PictureKind,
    Plan,
    SectionStart,
    StepNotes,
    Style,
    graph_model,
    planned,
    robust,
    suggested,
)
from studio.graphview.layout.walking import Way, matching, numbered, walked


@pytest.fixture(scope="module")
def full() -> Plan:
    """Every kind of node and edge, with the subflow opened."""
    return planned(graph_model(full_workflow(), opened=("rows/fill",)))


def edge_between(model: GraphModel, source: str, target: str) -> EdgeKind:
    """The kind of the edge from one node to another."""
    return next(e.kind for e in model.edges if e.source == source and e.target.split("@")[0] == target)


def test_every_state_and_edge_is_there(full: Plan) -> None:
    model = full.model
    kinds = {kind: [n.id for n in model.nodes if n.kind is kind] for kind in NodeKind}
    assert len(kinds[NodeKind.ACTION]) == 11
    assert kinds[NodeKind.BRANCH] == ["rows/reminder"]
    assert kinds[NodeKind.DECISION] == ["found"]
    assert kinds[NodeKind.LOOP] == ["rows"]
    assert kinds[NodeKind.SUBFLOW] == ["rows/fill"]
    assert edge_between(model, "found", "rows") is EdgeKind.GUARDED
    assert edge_between(model, "found", "gone") is EdgeKind.SEQUENCE
    assert edge_between(model, "s3", "s11") is EdgeKind.EXCEPTION
    assert edge_between(model, "rows", "rows/s4") is EdgeKind.ENTER
    labels = {(e.source, e.target): e.label for e in model.edges}
    assert labels["found", "rows"] == "shows “1 of 1”"
    assert labels["found", "gone"] == "otherwise"
    assert labels["s1", "s2"] == ""
    assert {full.layout.routes[e.id] for e in model.edges} == set(full.layout.routes.values())


def test_ends_of_exceptions_stand_beside_their_steps(full: Plan) -> None:
    asks = [n for n in full.model.nodes if n.text == "Ask me"]
    assert sorted(n.beside or "" for n in asks) == ["rows", "rows/s10", "rows/s4", "s1"]
    for node in asks:
        own, source = full.layout.boxes[node.id], full.layout.boxes[node.beside or ""]
        assert own.x > source.right
        assert source.y <= own.center.y <= source.bottom


def test_cards_say_what_steps_do(full: Plan) -> None:
    card = full.model.by_id
    assert [(s.text, s.style) for s in card["s2"].title][:2] == [("Type ", Style.PLAIN), ("⟨patient⟩", Style.PARAM)]
    assert [(s.text, s.style) for s in card["s3"].title][-1] == ("Enter", Style.STRONG)
    assert card["rows/s4"].badges == (Badge.IDENTITY, Badge.PARAMETER)
    assert card["rows/s10"].badges == (Badge.IRREVERSIBLE, Badge.RECORD)
    assert card["rows/fill/s8"].badges == (Badge.SECRET,)
    assert card["rows/fill/s9"].picture.kind is PictureKind.SCROLL
    assert card["s3"].name == "3 Press Enter"
    assert "cannot be undone" in card["rows/s10"].description


def test_a_secret_is_nowhere() -> None:
    plan = planned(graph_model(full_workflow(), opened=("rows/fill",)))
    assert "never shown" not in repr(plan)
    assert plan.model.by_id["rows/fill/s8"].picture.text == "••••"
    assert plan.model.by_id["rows/fill/s8"].short == "••••"


def test_subflows_open_and_close_and_never_hold_themselves() -> None:
    closed = graph_model(full_workflow())
    assert closed.by_id["rows/fill"].holds == ("s7", "s8", "s9")
    assert not any(n.parent == "rows/fill" for n in closed.nodes)
    again = full_workflow()
    body = again.subflows["fill"]
    looped = body.model_copy(
        update={"states": (*body.states, again.subflows["row"].states[4].model_copy(update={"id": "self"}))}
    )
    workflow = again.model_copy(update={"subflows": {**again.subflows, "fill": looped}})
    model = graph_model(workflow, opened=("rows/fill", "rows/fill/self"))
    assert not any(n.parent == "rows/fill/self" for n in model.nodes)
    planned(model)


def test_notes_and_evidence_are_on_the_card() -> None:
    anchor = Anchor(
        template="templates/s1.png",
        region=Region(100, 50, 80, 40),
        control=Region(110, 55, 60, 30),
        click_point=Point(140, 70),
        ocr_text="Save",
        structural=StructuralLocator(role="button"),
        landmarks=(Landmark(ocr_text="Note"),),
    )
    workflow = Workflow(
        name="w",
        viewport=(800, 600),
        steps=(step(1, "click ‘Save’", anchor=anchor), step(2, "click ‘b’")),
        unreviewed=("s2",),
    )
    notes = {"s2": StepNotes(problems=("Two look the same",), comment="why", disabled=True, strength=robust(3, 5))}
    first, second, _ = graph_model(workflow, notes=notes).nodes
    assert first.strength is not None
    assert (first.strength.reached, first.strength.of) == (3, 4)
    assert first.picture.path == "templates/s1.png"
    assert first.picture.target == (10, 5, 60, 30)
    assert second.badges == (Badge.UNREVIEWED, Badge.COMMENT, Badge.PROBLEM)
    assert (
        second.description
        == "place only, right place on 3 of 5 screens, heal not decided yet, disabled, Two look the same, why"
    )


def test_stages_begin_with_new_screens() -> None:
    workflow = long_workflow(20, screens=6)
    assert [s.first for s in suggested(workflow, program_of(workflow))] == ["s1", "s7", "s13"]
    model = graph_model(workflow)
    assert [s.span for s in model.sections] == ["1–6", "7–12", "13–20"]
    assert graph_model(long_workflow(5)).sections == ()
    mine = graph_model(workflow, sections=(SectionStart("s1", "First"), SectionStart("s4", "Then")))
    assert [(s.title, s.span) for s in mine.sections] == [("First", "1–3"), ("Then", "4–20")]
    assert [s.first for s in suggested(long_workflow(40, screens=99), program_of(long_workflow(40)))] == [
        "s1",
        "s15",
        "s29",
    ]


def test_a_folded_stage_is_one_node_that_hides_nothing_dangerous() -> None:
    workflow = long_workflow(20, screens=6)
    notes = {"s8": StepNotes(problems=("Two look the same",))}
    model = graph_model(workflow, notes=notes, shut=("s7",))
    stage = model.by_id["stage:s7"]
    assert (stage.kind, stage.hint) == (NodeKind.STAGE, "6 steps, Enter opens them")
    assert (stage.badges, stage.problems) == ((Badge.PROBLEM,), ("Two look the same",))
    assert len(model.nodes) == 20 + 1 - 6 + 1
    assert [(e.source, e.target) for e in model.edges if "stage:s7" in (e.source, e.target)] == [
        ("s6", "stage:s7"),
        ("stage:s7", "s13"),
    ]
    plan = planned(model)
    assert set(plan.layout.routes) == {e.id for e in model.edges}
    whole = full_workflow()
    starts = (SectionStart("s1"), SectionStart("rows"))
    shut = planned(graph_model(whole, sections=starts, shut=("rows",)))
    assert {n.text for n in shut.model.nodes if n.kind is NodeKind.TERMINAL} == {"Done", "No such patient", "Ask me"}
    assert not any(n.id.startswith("rows") for n in shut.model.nodes)


def test_a_stage_never_cuts_through_open_ways() -> None:
    """Where a skip is open over a step no section begins."""
    workflow = branching_workflow(60)
    starts = {s.first for s in suggested(workflow, program_of(workflow))}
    skipped = {f"s{k}" for n in range(1, 59, 7) for k in range(n + 1, n + 3 + n % 5)}
    assert len(starts) > 2
    assert not starts & skipped


def test_columns_follow_one_another_and_wrap() -> None:
    plan = planned(graph_model(long_workflow(400)))
    frames = [plan.layout.sections[s.id] for s in plan.model.sections]
    bands = sorted({round(f.y) for f in frames})
    assert len(bands) > 1
    assert 0.8 < plan.layout.w / plan.layout.h < 4
    one_line = planned(graph_model(long_workflow(400), sections=()))
    assert len({round(b.center.x) for b in one_line.layout.boxes.values()}) == 1


def test_keys_walk_along_edges(full: Plan) -> None:
    def go(*ways: Way, start: str | None = "s1") -> str | None:
        for way in ways:
            start = walked(full, start, way)
        return start

    assert go(Way.DOWN, start=None) == "s1"
    assert go(Way.DOWN, Way.DOWN, Way.DOWN) == "found"
    assert go(Way.DOWN, start="found") == "rows"
    assert go(Way.DOWN, start="rows") == "rows/s4"
    assert go(Way.DOWN, start="rows/next") == "s11"
    assert go(Way.UP, start="s2") == "s1"
    assert go(Way.UP, start="rows/s4") == "rows"
    assert go(Way.RIGHT) == "ask@#8"
    assert go(Way.LEFT, start="ask@#8") == "s1"
    assert (go(Way.FIRST, start="s11"), go(Way.LAST)) == ("s1", full.walk[-1])
    assert go(Way.UP) == "s1"
    assert (numbered(full, 10), numbered(full, 99)) == ("rows/s10", None)
    assert matching(full, "save ENCOUNTER") == ("rows/s10",)
    assert matching(full, "cannot be undone") == ("rows/s10",)


def test_columns_are_walked_from_left_to_right() -> None:
    plan = planned(graph_model(long_workflow(20, screens=6)))
    assert plan.walk[0] == "s1"
    assert walked(plan, "s6", Way.DOWN) == "s7"
    assert walked(plan, "s2", Way.RIGHT) == "s8"
    assert walked(plan, "s8", Way.LEFT) == "s2"


def test_a_workflow_without_steps_and_a_broken_program() -> None:
    empty = planned(graph_model(Workflow(name="w", viewport=(8, 8), steps=())))
    assert [n.text for n in empty.model.nodes] == ["Done"]
    workflow = full_workflow()
    broken = workflow.model_copy(update={"steps": workflow.steps[:3], "subflows": {}})
    assert "which is missing" in planned(graph_model(broken)).model.by_id["s11"].text


def test_chips_name_the_target() -> None:
    model = graph_model(full_workflow())
    assert model.by_id["s2"].short == "⟨patient⟩"
    assert model.by_id["s3"].short == "Enter"
    assert model.by_id["s1"].short == "Sign In"
    assert (
        graph_model(
            Workflow(name="w", viewport=(8, 8), steps=(step(1, "scroll up 9", ActionKind.SCROLL, scroll_dy=-9),))
        )
        .nodes[0]
        .short
        == "up"
    )
