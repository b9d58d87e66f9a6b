"""The graph as a person uses it: mouse, keys, search, pictures, states of a run; drawn offscreen and looked at."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from time import monotonic

import pytest
from helpers import steps
from helpers.graphs import full_workflow, long_workflow, step
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.workflow import Workflow
from studio.graphview.actions import NodeAction
from studio.graphview.layout import Plan, graph_model, planned
from studio.graphview.layout.colors import DARK, LIGHT
from studio.graphview.layout.live import Live
from studio.graphview.layout.notes import StepNotes, robust
from studio.graphview.outline import Outline
from studio.graphview.painting.chips import Level, level_at
from studio.graphview.planner import Planner
from studio.graphview.png import draw, graph_image
from studio.graphview.view import GraphView

KEY = Qt.Key


@pytest.fixture(scope="module")
def full() -> Plan:
    """Every kind of node and edge."""
    return planned(graph_model(full_workflow(), opened=("rows/fill",)))


@pytest.fixture
def view(qtbot: QtBot, full: Plan) -> Iterator[GraphView]:
    """A view of it in a window of its own."""
    widget = GraphView()
    widget.camera.motion = False
    qtbot.addWidget(widget)
    widget.resize(900, 700)
    widget.show()
    widget.set_graph(full)
    yield widget
    widget.close_workers()


def spot(view: GraphView, node: str) -> QPoint:
    """Where a node's card is in the viewport."""
    box = view.plan.layout.boxes[node]
    return view.mapFromScene(QPointF(box.x + min(box.w / 2, 100), box.y + 14))


def color_at(view: GraphView, node: str, dx: float, dy: float) -> str:
    """Colour of a point of a node's card as it is drawn."""
    box = view.plan.layout.boxes[node]
    at = view.mapFromScene(QPointF(box.x + dx, box.y + dy))
    return view.viewport().grab().toImage().pixelColor(at).name().upper()


def shows(view: GraphView, color: str, node: str, dx: float = 200, dy: float = 60) -> None:
    """Wait until that point of a card has this colour: cards are drawn a few at a time."""
    assert settled_color(view, color, node, dx, dy) == color.upper()


def settled_color(view: GraphView, wanted: str, node: str, dx: float, dy: float) -> str:
    """The colour of that point of a card, once it is the wanted one or after a long while."""
    deadline = monotonic() + 20
    while (seen := color_at(view, node, dx, dy)) != wanted.upper() and monotonic() < deadline:
        QTest.qWait(5)
    return seen


def test_the_first_plan_is_fitted_and_keys_walk(view: GraphView, qtbot: QtBot) -> None:
    assert view.seen().contains(view.whole())
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    chosen = [view.selection]
    for key in (KEY.Key_Down, KEY.Key_Down, KEY.Key_Down, KEY.Key_Down, KEY.Key_End, KEY.Key_Home):
        qtbot.keyClick(view, key)
        chosen.append(view.selection)
    assert [c[0] for c in chosen] == ["s1", "s2", "s3", "found", "rows", view.plan.walk[-1], "s1"]
    for digit in (KEY.Key_1, KEY.Key_0):
        qtbot.keyClick(view, digit)
    assert view.current == "rows/s10"
    assert "10 Click Save Encounter" in view.accessibleDescription()
    assert "cannot be undone" in view.accessibleDescription()


def test_enter_opens_and_esc_clears(view: GraphView, qtbot: QtBot) -> None:
    view.go_to("s2")
    with qtbot.waitSignal(view.opened) as opened:
        qtbot.keyClick(view, KEY.Key_Return)
    view.go_to("rows/fill")
    with qtbot.waitSignal(view.unfolded) as unfolded:
        qtbot.keyClick(view, KEY.Key_Return)
    assert (opened.args, unfolded.args) == (["s2"], ["rows/fill"])
    qtbot.keyClick(view, KEY.Key_Escape)
    assert view.selection == ()


def test_a_far_step_comes_into_view_by_key(view: GraphView, qtbot: QtBot) -> None:
    view.set_zoom(1.0)
    qtbot.keyClick(view, KEY.Key_End)
    box = view.plan.layout.boxes[view.current or ""]
    assert view.seen().contains(QRectF(*box))
    qtbot.keyClick(view, KEY.Key_Home)
    assert view.seen().contains(QRectF(*view.plan.layout.boxes["s1"]))
    qtbot.keyClick(view, KEY.Key_F)
    assert view.seen().contains(view.whole())
    qtbot.keyClick(view, KEY.Key_Z)
    assert view.zoom > 1.0
    before = view.zoom
    qtbot.keyClick(view, KEY.Key_Minus)
    assert view.zoom < before


def test_the_mouse_selects_pans_and_bands(view: GraphView, qtbot: QtBot) -> None:
    port, left = view.viewport(), Qt.MouseButton.LeftButton
    qtbot.mouseClick(port, left, pos=spot(view, "s2"))
    assert view.selection == ("s2",)
    qtbot.mouseClick(port, left, Qt.KeyboardModifier.ControlModifier, spot(view, "s3"))
    assert view.selection == ("s2", "s3")
    qtbot.mouseClick(port, left, Qt.KeyboardModifier.ControlModifier, spot(view, "s2"))
    assert view.selection == ("s3",)
    ground = view.mapFromScene(QPointF(view.whole().right() - 4, view.whole().bottom() - 4))
    qtbot.mouseClick(port, left, pos=ground)
    assert view.selection == ()
    before = view.seen()
    qtbot.mousePress(port, left, pos=ground)
    qtbot.mouseMove(port, ground - QPoint(60, 40))
    qtbot.mouseRelease(port, left, pos=ground - QPoint(60, 40))
    assert view.seen().x() > before.x()
    view.fit()
    corner = view.mapFromScene(view.whole().topLeft())
    low = view.mapFromScene(QPointF(view.whole().right(), view.plan.layout.boxes["s3"].bottom + 4))
    qtbot.mousePress(port, left, Qt.KeyboardModifier.ShiftModifier, corner)
    qtbot.mouseMove(port, low)
    qtbot.mouseRelease(port, left, Qt.KeyboardModifier.ShiftModifier, low)
    assert {"s1", "s2", "s3"} <= set(view.selection)
    assert "found" not in view.selection
    with qtbot.waitSignal(view.opened) as opened:
        qtbot.mouseDClick(port, left, pos=spot(view, "s3"))
    assert opened.args == ["s3"]


def test_the_wheel_zooms_to_the_mouse_and_pans(view: GraphView) -> None:
    at = spot(view, "s3")
    under = view.mapToScene(at)
    wheel(view, at, 120, Qt.KeyboardModifier.ControlModifier)
    assert view.zoom > 0.5
    assert (view.mapToScene(at) - under).manhattanLength() < 4
    before = view.seen().top()
    wheel(view, at, -120, Qt.KeyboardModifier.NoModifier)
    assert view.seen().top() > before


def wheel(view: GraphView, at: QPoint, turn: int, held: Qt.KeyboardModifier) -> None:
    """One step of the wheel."""
    event = QWheelEvent(
        QPointF(at), view.viewport().mapToGlobal(QPointF(at)), QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton, held,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def test_inside_a_frame_the_body_is_hit_and_the_head_is_the_frame(view: GraphView) -> None:
    frame = view.plan.layout.boxes["rows"]
    assert view.node_under(view.mapFromScene(QPointF(frame.x + 60, frame.y + 10))) == "rows"
    assert view.node_under(spot(view, "rows/s4")) == "rows/s4"
    assert view.node_under(view.mapFromScene(QPointF(frame.right - 30, frame.bottom - 40))) is None


def test_stages_fold_by_head_key_and_enter(qtbot: QtBot) -> None:
    workflow = long_workflow(20, screens=6)
    widget = GraphView()
    widget.camera.motion = False
    qtbot.addWidget(widget)
    widget.resize(900, 700)
    widget.show()
    widget.set_graph(planned(graph_model(workflow)))
    head = widget.plan.layout.sections["s7"]
    with qtbot.waitSignal(widget.stageToggled) as toggled:
        at = widget.mapFromScene(QPointF(head.x + 30, head.y + 12))
        qtbot.mouseClick(widget.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert toggled.args == ["s7"]
    widget.go_to("s8")
    with qtbot.waitSignal(widget.stageToggled) as toggled:
        qtbot.keyClick(widget, KEY.Key_G)
    assert toggled.args == ["s7"]
    widget.set_graph(planned(graph_model(workflow, shut=("s7",))))
    widget.set_live({"s6": Live.PASSED, "s7": Live.PASSED, "s8": Live.HALTED})
    widget.set_breakpoints(["s12"])
    assert widget.marks.words("stage:s7") == "halted, breakpoint"
    widget.update_live("s8", Live.PASSED)
    assert widget.marks.words("stage:s7") == "waiting, breakpoint"
    for n in range(7, 13):
        widget.update_live(f"s{n}", Live.HEALED if n == 9 else Live.PASSED)
    assert widget.marks.words("stage:s7") == "healed, breakpoint"
    widget.select_step("s9")
    assert widget.selection == ("stage:s7",)
    widget.go_to("stage:s7")
    with qtbot.waitSignal(widget.stageToggled) as toggled:
        qtbot.keyClick(widget, KEY.Key_Return)
    assert toggled.args == ["s7"]
    widget.set_graph(planned(graph_model(workflow)))
    assert (widget.marks.words("s9"), widget.marks.words("s12")) == ("healed", "passed, breakpoint")
    widget.close_workers()


def test_dots_of_two_kinds_on_the_cards_are_told_apart_by_one_legend(qtbot: QtBot) -> None:
    flow = steps.workflow(*(steps.step(key, anchor=steps.save_anchor()) for key in "ab"))
    widget = GraphView()
    qtbot.addWidget(widget)
    widget.set_graph(planned(graph_model(flow, notes={"b": StepNotes(strength=robust(3, 6))})))
    said = widget.legend.accessibleDescription()
    assert "so many of 6 screens, so many of 4 ways to find it" in said
    first, second = (widget.plan.model.by_id[key].strength for key in ("a", "b"))
    assert (first and first.tried, second and second.tried) == (False, True)
    widget.set_graph(planned(graph_model(flow)))
    assert "screens" not in widget.legend.accessibleDescription()
    widget.close_workers()


def test_the_legend_names_only_the_signs_that_are_shown(view: GraphView) -> None:
    view.resize(1500, 700)
    view.fit()
    assert view.legend.isVisible()
    said = view.legend.accessibleDescription()
    assert "cannot be undone" in said
    assert "problem" not in said
    view.set_zoom(2.0)
    view.center_on(*view.plan.layout.boxes["rows"].center)
    assert not view.legend.isVisible(), "it lies over the loop"
    view.fit()
    assert view.legend.isVisible()
    view.resize(500, 400)
    assert not view.legend.isVisible()


def test_actions_come_by_menu_and_by_key_only_where_they_fit(view: GraphView, qtbot: QtBot) -> None:
    steps_only = NodeAction("break", "Breakpoint", "B", lambda nodes: all(n.step_id for n in nodes) and bool(nodes))
    view.set_actions([steps_only, NodeAction("look", "Ladder", "L")])
    view.go_to("s2")
    with qtbot.waitSignal(view.asked) as asked:
        qtbot.keyClick(view, KEY.Key_B)
    assert asked.args == ["break", ("s2",)]
    view.go_to("found")
    with qtbot.assertNotEmitted(view.asked):
        qtbot.keyClick(view, KEY.Key_B)
    with qtbot.waitSignal(view.asked) as asked:
        qtbot.keyClick(view, KEY.Key_L)
    assert asked.args == ["look", ("found",)]


def test_states_of_a_run_are_seen_and_said(view: GraphView) -> None:
    view.set_zoom(1.0)
    view.go_to("s2")
    view.select(())
    shows(view, LIGHT.card, "s2")
    view.set_live({"s1": Live.PASSED, "s2": Live.RUNNING})
    shows(view, LIGHT.running_bg, "s2")
    view.update_live("s2", Live.HALTED)
    shows(view, LIGHT.halted_bg, "s2")
    view.set_breakpoints(["s2"])
    shows(view, LIGHT.failed, "s2", 0, 37)
    view.select(("s2",))
    assert "halted, breakpoint" in view.accessibleDescription()
    view.set_colors(DARK)
    shows(view, DARK.halted_bg, "s2")
    view.set_live({})
    shows(view, DARK.card, "s2")


def test_every_level_draws_its_nodes(view: GraphView) -> None:
    view.set_live({"s2": Live.FAILED})
    for zoom in (1.2, 0.45, 0.25, 0.1):
        view.set_zoom(zoom)
        view.center_on(*view.plan.layout.boxes["s2"].center)
        wanted = LIGHT.failed if level_at(zoom) is Level.BLOCK else LIGHT.failed_bg
        assert settled_color(view, wanted, "s2", 230, 66) == wanted.upper(), zoom


def test_a_new_plan_keeps_selection_and_place(view: GraphView) -> None:
    view.set_zoom(1.0)
    view.go_to("rows/s10")
    before = spot(view, "rows/s10")
    workflow = full_workflow()
    closed = planned(graph_model(workflow))  # the subflow above it is closed now: everything below moves up
    view.set_graph(closed)
    assert view.selection == ("rows/s10",)
    assert (spot(view, "rows/s10") - before).manhattanLength() <= 2
    linear = workflow.model_copy(update={"program": None, "subflows": {}})
    view.set_graph(planned(graph_model(linear)))
    assert view.selection == ("s10",)


def test_pictures_come_from_another_thread_and_stand_on_the_card(qtbot: QtBot) -> None:
    anchor = Anchor(template="templates/a.png", region=Region(0, 0, 100, 34), click_point=Point(50, 17))
    steps = (step(1, "click ‘a’", anchor=anchor), step(2, "click ‘b’", anchor=anchor))
    plan = planned(graph_model(Workflow(name="w", viewport=(800, 600), steps=steps)))
    asked: list[tuple[str, bool]] = []

    def picture(step_id: str) -> QImage | None:
        asked.append((step_id, threading.get_ident() == threading.main_thread().ident))
        if step_id == "s2":
            raise OSError("gone")
        image = QImage(100, 34, QImage.Format.Format_RGB32)
        image.fill(QColor("#12C0A0"))
        return image

    widget = GraphView()
    qtbot.addWidget(widget)
    widget.resize(500, 400)
    widget.set_pictures(picture)
    widget.show()
    widget.set_graph(plan)
    widget.set_zoom(1.0)
    shows(widget, "#12C0A0", "s1", 60, 47)
    assert color_at(widget, "s2", 60, 47) != "#12C0A0"
    qtbot.waitUntil(lambda: len(asked) == 2)
    widget.viewport().grab()
    assert sorted(asked) == [("s1", False), ("s2", False)]
    widget.close_workers()


def test_the_list_searches_follows_and_speaks(view: GraphView, qtbot: QtBot) -> None:
    outline = Outline(view)
    qtbot.addWidget(outline)
    outline.show()
    assert outline.model.rowCount() == len(view.plan.walk)
    view.go_to("s3")
    assert outline.model.nodes[outline.list.currentIndex().row()] == "s3"
    outline.field.setText("click")
    assert outline.count.text().startswith(str(len(outline.model.nodes)))
    assert "s2" not in outline.model.nodes
    assert view.marks.look("s2").faded
    assert not view.marks.look("s1").faded
    hits = outline.model.nodes
    for expected in (*hits, hits[0]):
        qtbot.keyClick(outline.field, KEY.Key_Return)
        assert view.current == expected
    view.set_live({"s1": Live.HALTED})
    outline.field.clear()
    assert view.marks.meant is None
    first = outline.model.index(0)
    assert first.data() == "1 Click Sign In  (halted)"
    interface = QAccessible.queryAccessibleInterface(outline.list)
    names = [interface.child(n).text(QAccessible.Text.Name) for n in range(interface.childCount())]
    assert any("10 Click Save Encounter. checked" in name or "10 Click Save Encounter" in name for name in names)
    found = next(row for row, node in enumerate(outline.model.nodes) if node == "found")
    assert "ways: shows “1 of 1” to for each row of recalls.csv" in outline.model.index(found).data(
        Qt.ItemDataRole.AccessibleTextRole
    )


def test_the_overview_shows_only_when_there_is_more_and_goes_there(view: GraphView, qtbot: QtBot) -> None:
    assert not view.minimap.isVisible()
    view.set_zoom(1.5)
    assert view.minimap.isVisible()
    view.center_on(0, 0)
    qtbot.mouseClick(view.minimap, Qt.MouseButton.LeftButton, pos=view.minimap.rect().center())
    assert (view.seen().center() - view.whole().center()).manhattanLength() < 60


def test_plans_are_made_off_the_gui_thread_and_only_the_newest_counts(qtbot: QtBot) -> None:
    planner = Planner()
    plans: list[Plan] = []
    errors: list[Exception] = []
    planner.ready.connect(plans.append)
    planner.failed.connect(errors.append)
    threads: list[bool] = []

    def model(count: int):  # type: ignore[no-untyped-def]
        threads.append(threading.get_ident() == threading.main_thread().ident)
        return graph_model(long_workflow(count))

    planner.ask(lambda: model(300))
    planner.ask(lambda: model(10))
    qtbot.waitUntil(lambda: bool(plans))
    assert [len(p.model.nodes) for p in plans] == [11]
    assert not any(threads)
    planner.ask(lambda: 1 // 0)  # type: ignore[arg-type, return-value]
    qtbot.waitUntil(lambda: bool(errors))
    assert isinstance(errors[0], ZeroDivisionError)
    planner.close()


def test_a_file_holds_the_whole_graph(qapp: QApplication, full: Plan) -> None:
    image = graph_image(full, {}, DARK, scale=1.0)
    assert (image.width(), image.height()) == (round(full.layout.w), round(full.layout.h))
    box = full.layout.boxes["s1"]
    assert image.pixelColor(round(box.x + 230), round(box.y + 60)).name().upper() == DARK.card.upper()
    large = planned(graph_model(long_workflow(2000)))
    assert graph_image(large, {}, scale=2.0).width() * large.layout.h < 64_000_000 * 2
    request = f'{{"workflow": {full_workflow().model_dump_json()}, "scale": 0.5}}'
    assert QImage.fromData(draw(request)).width() > 200
