"""The Workflow page as a person uses it: look, edit, undo, save, come back after a crash."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import CheckKind
from studio.graphview.layout.graph import Badge
from studio.ui.editing.forms import LineForm
from studio.ui.editing.pick_dialog import Pick, PickDialog
from studio.ui.editing.versions import CompareDialog, lineage, versions
from studio.ui.pages.workflow import WorkflowPage
from studio.ui.shell.window import Window

Opened = Callable[..., WorkflowPage]


def press(page: WorkflowPage, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key in the graph of the window, which is active again once a dialog has gone."""
    for _ in range(100):
        if QApplication.activeWindow() is page.window():
            break
        page.window().activateWindow()
        QTest.qWait(20)
    page.graph.setFocus()
    QTest.keyClick(page.graph, key, held)


def choose(page: WorkflowPage, step: str) -> None:
    page.graph.select_step(step)
    assert page.current is not None
    assert page.current.id == step


def in_dialog(kind: type[QDialog], act: Callable[[Any], object]) -> None:
    """Do something in the next dialog of that kind, as soon as it is shown."""

    def look() -> None:
        found = QApplication.activeModalWidget()
        if isinstance(found, kind):
            act(found)
        else:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)


def steps_of(page: WorkflowPage) -> list[str]:
    assert page.document is not None
    return [step.id for step in page.document.workflow.steps]


def test_it_shows_the_graph_the_step_its_ladder_and_what_to_know(opened: Opened, qtbot: QtBot) -> None:
    page = opened("unchecked")
    assert page.head.title.text() == "notes"
    assert page.head.subtitle.text().startswith("4 steps · 1 parameter")
    assert [page.graph.plan.model.by_id[n].number for n in page.graph.plan.walk][:4] == [1, 2, 3, 4]
    choose(page, "step_002")
    qtbot.waitUntil(lambda: len(page.inspector.ladder.rows.rows) == 4, timeout=20_000)
    found = {row.attempt.rung.value: row.attempt.verdict.value for row in page.inspector.ladder.rows.rows}
    assert found["template"] == "found"
    qtbot.waitUntil(lambda: not page.inspector.frames.view.is_empty)
    assert [row.finding.code for row in page.problems.rows] == ["unchecked_write"]
    node = page.graph.plan.model.by_id[page.graph.plan.model.of_step["step_002"][0]]
    assert Badge.PROBLEM in node.badges


def test_a_picture_that_comes_late_is_not_shown_for_what_came_after(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    choose(page, "step_002")
    frames = page.inspector.frames
    qtbot.waitUntil(lambda: not frames.view.is_empty)
    step, pictures = frames._step, frames._pictures
    for shown in (None, step):  # after nothing at all, and after a step that has no picture
        frames.show_step(None, None)
        frames.show_step(step, pictures)
        assert frames._work.busy
        frames.show_step(shown, None)
        qtbot.waitUntil(lambda: not frames._work._waiting)
        assert frames.view.is_empty


def test_a_mend_is_one_undo_step(opened: Opened, qtbot: QtBot) -> None:
    page = opened("unchecked")
    mend = page.problems.rows[0].mend
    assert mend is not None

    def answer(dialog: PickDialog) -> None:
        dialog.field.setText("Note saved")
        dialog.accept()

    in_dialog(PickDialog, answer)
    qtbot.mouseClick(mend, Qt.MouseButton.LeftButton)
    assert page.document is not None
    (check,) = page.document.step("step_002").expect
    assert (check.kind, check.text, check.region) == (CheckKind.TEXT_PRESENT, "Note saved", None)
    assert page.problems.rows == []
    press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.document.step("step_002").expect == ()
    assert len(page.problems.rows) == 1


def test_keys_edit_and_a_refusal_says_why(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    document = page.document
    assert document is not None
    choose(page, "step_000")
    press(page, Qt.Key.Key_D)
    assert page.notice.sentence.startswith("Step 2 types where step 1 puts the cursor")
    assert not document.is_edited
    choose(page, "step_003")
    press(page, Qt.Key.Key_D)
    assert document.step("step_003").disabled
    press(page, Qt.Key.Key_B)
    assert document.breakpoints == {"step_003"}
    in_dialog(LineForm, lambda form: (form.field.setText("leave"), form.accept()))
    press(page, Qt.Key.Key_F2)
    assert document.step("step_003").intent == "leave"
    press(page, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert steps_of(page) == ["step_000", "step_001", "step_003", "step_002"]
    press(page, Qt.Key.Key_Delete)
    assert steps_of(page) == ["step_000", "step_001", "step_002"]
    qtbot.waitUntil(lambda: page.current is not None and page.current.id == "step_002")
    while document.stack.canUndo():
        press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.workflow == document.bundle.workflow
    for _ in range(3):
        press(page, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert steps_of(page) == ["step_000", "step_001", "step_003", "step_002"]


def test_letters_typed_into_a_field_are_text(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    choose(page, "step_003")
    page.tools.field.setFocus()
    qtbot.keyClicks(page.tools.field, "bd")
    assert page.document is not None
    assert not page.document.is_edited
    assert page.document.breakpoints == frozenset()
    page.tools.field.setText("save note")
    assert page.current is not None
    assert page.current.id == "step_002"


def test_a_target_is_cropped_anew_by_keys_alone(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    choose(page, "step_003")
    assert page.document is not None
    before = page.document.step("step_003").anchor
    assert before is not None

    def smaller(dialog: PickDialog) -> None:
        if dialog.view.is_empty:
            QTimer.singleShot(10, lambda: smaller(dialog))
            return
        shift = Qt.KeyboardModifier.ShiftModifier
        QTest.keyClick(dialog.view, Qt.Key.Key_Left, shift)
        QTest.keyClick(dialog.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
        dialog.accept()

    in_dialog(PickDialog, smaller)
    page.commands.by_id["step.target"].perform()
    qtbot.waitUntil(lambda: page.document is not None and page.document.is_edited, timeout=20_000)
    after = page.document.step("step_003").anchor
    assert after is not None
    x, y, w, h = before.region
    assert after.region == Region(x + 1, y, w - 8, h)
    picture = page.document.picture(after.template)
    assert picture is not None
    assert picture.size == (w - 8, h)


def test_a_rectangle_is_drawn_by_the_mouse_and_read(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    assert page.frame_editor is not None
    request = page.frame_editor._request("step_002", "A", "b", "C", reads=True)
    dialog = PickDialog(page, request)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: not dialog.view.is_empty)
    dialog.view.focus_on(None)
    place = Region(55, 24, 150, 30)
    corners = [dialog.view.mapFromScene(QPoint(p, q)) for p, q in ((place.x, place.y), (place.right, place.bottom))]
    qtbot.mousePress(dialog.view.viewport(), Qt.MouseButton.LeftButton, pos=corners[0])
    qtbot.mouseMove(dialog.view.viewport(), corners[1])
    qtbot.mouseRelease(dialog.view.viewport(), Qt.MouseButton.LeftButton, pos=corners[1])
    qtbot.waitUntil(lambda: dialog.field.text() == "Patient notes", timeout=20_000)
    region = dialog.pick.region
    assert region is not None
    assert max(abs(a - b) for a, b in zip(region, place, strict=True)) <= 4
    assert dialog.taken.isEnabled()


def test_saving_makes_a_version_and_tells_what_changed(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    document = page.document
    assert document is not None
    first = document.bundle
    assert page.editor is not None
    page.editor.apply("x", lambda w: w.model_copy(update={"name": "notes of today"}))
    assert not page._unsaved.isHidden()
    press(page, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not document.is_edited and document.bundle.dir.name == "v2", timeout=20_000)
    saved = load_bundle(document.bundle.dir)
    assert (saved.workflow.name, saved.workflow.parent_digest) == ("notes of today", first.digest)
    assert load_bundle(first.dir).digest == first.digest
    assert page._unsaved.isHidden()
    assert page.version.text().strip() == "Version 2"
    found = versions(document.bundle.dir)
    assert [v.number for v in lineage(found, document.bundle.dir)] == [1, 2]
    dialog = CompareDialog(found[0], document.workflow, 2, page.version)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 1)
    cells = [dialog.table.item(0, column) for column in range(4)]
    assert [cell.text() for cell in cells if cell] == ["", "name", "notes", "notes of today"]
    page.open_version(found[0].dir)
    assert page.document is not None
    assert page.document.bundle.dir.name == "v1"


def test_a_bundle_that_changed_on_disk_is_not_written_over(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    document = page.document
    assert document is not None
    assert page.editor is not None
    page.editor.apply("x", lambda w: w.model_copy(update={"name": "mine"}))
    shutil.rmtree(document.bundle.dir)
    page.save()
    qtbot.waitUntil(lambda: bool(page.notice.sentence), timeout=20_000)
    assert document.is_edited
    assert page.isEnabled()


def test_unsaved_edits_are_asked_for_once_and_come_back_after_a_crash(
    opened: Opened, window: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    page = opened()
    asked: list[str] = []
    answers = iter((2, 1))

    def ask(_title: str, sentence: str, _choices: tuple[str, ...], safe: int = 0) -> int:
        asked.append(sentence)
        return next(answers, safe)

    monkeypatch.setattr(window, "ask", ask)
    assert page.editor is not None
    page.editor.apply("x", lambda w: w.model_copy(update={"name": "mine"}))
    assert not window.go("home")
    assert window.page is page
    assert window.go("home")
    assert window.go("workflow")
    assert window.go("home")
    assert asked == ["“mine” has edits that are not saved."] * 2
    window.studio.close_document()
    page = opened()
    assert "were not saved" in page.notice.sentence
    recover, _discard = page.notice.offers
    qtbot.mouseClick(recover, Qt.MouseButton.LeftButton)
    assert page.document is not None
    assert page.document.workflow.name == "mine"
    assert page.document.is_edited
    page._discard(page.document)
    page.document.stack.undo()
    page.document.keep_safe()
    window.studio.close_document()
    assert not page.notice.isVisible()
    assert opened().notice.sentence == ""


def test_without_a_workflow_it_says_what_comes_first(window: Window, qtbot: QtBot) -> None:
    window.go("workflow")
    page = window.page
    assert isinstance(page, WorkflowPage)
    words = [w.text() for w in page.findChildren(QAbstractButton) if w.isVisible()]
    assert any("Go to Home" in word for word in words)
    assert not page.tools.isVisible()
    assert [a.id for a in page.actions_here if a.enabled()] == []
    page.close_down()


def test_every_control_has_a_name_and_it_fits_a_small_window(opened: Opened, window: Window, qtbot: QtBot) -> None:
    page = opened("unchecked")
    qtbot.waitUntil(lambda: len(page.inspector.ladder.rows.rows) > 2, timeout=20_000)
    nameless = [w for w in page.findChildren(QWidget) if _is_control(w) and w.isVisible() and not _name(w)]
    assert [type(w).__name__ for w in nameless] == []
    window.resize(1024, 640)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: window.width() == 1024)
    assert page.tools.layout().sizeHint().width() <= page.width()
    right = page.mapToGlobal(QPoint(page.width(), 0)).x()
    late = [w for w in page.findChildren(QAbstractButton) if w.isVisible() and _right(w) > right + 1]
    assert [w.accessibleName() for w in late] == []


def _is_control(widget: QWidget) -> bool:
    return widget.focusPolicy() is not Qt.FocusPolicy.NoFocus and isinstance(widget, QAbstractButton | QLineEdit)


def _name(widget: QWidget) -> str:
    own = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
    parent = widget.parentWidget()
    return own or (parent.accessibleName() if parent is not None else "")


def _right(widget: QWidget) -> int:
    return widget.mapToGlobal(QPoint(widget.width(), 0)).x()


def test_running_with_unsaved_edits_asks_which_version_is_meant(
    opened: Opened, window: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    page = opened()
    went: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr("studio.ui.pages.workflow_commands.has_page", lambda _key: True)
    monkeypatch.setattr(page.studio, "go", lambda key, **more: went.append((key, more)) or True)
    page.commands.run()
    choose(page, "step_002")
    page.commands.by_id["step.run_from"].perform()
    assert went == [("run", {}), ("run", {"from_step": "step_002"})]
    assert page.editor is not None
    page.editor.apply("x", lambda w: w.model_copy(update={"name": "mine"}))
    monkeypatch.setattr(window, "ask", lambda *_more, **_named: 0)
    page.commands.run()
    assert page.document is not None
    qtbot.waitUntil(lambda: len(went) == 3, timeout=20_000)
    assert page.document.bundle.dir.name == "v2"


def test_an_edit_worked_out_for_a_step_that_changed_meanwhile_is_refused(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    assert page.frame_editor is not None
    assert page.editor is not None
    anchor = page.editor.step("step_003").anchor
    assert anchor is not None
    page.frame_editor._ask = lambda _request: Pick(anchor.region.padded(2))
    page.frame_editor.set_target("step_003")
    page.editor.apply("x", lambda w: w.model_copy(update={"steps": (*w.steps[:3], _renamed(w.steps[3]))}))
    qtbot.waitUntil(lambda: "changed meanwhile" in page.notice.sentence, timeout=20_000)
    assert page.editor.step("step_003").anchor == anchor


def _renamed(step: Any) -> Any:
    return step.model_copy(update={"intent": "other"})


def test_the_question_has_a_safe_answer_on_escape(window: Window, qtbot: QtBot) -> None:
    in_dialog(QMessageBox, lambda box: QTest.keyClick(box, Qt.Key.Key_Escape))
    assert window.ask("Not saved", "Really?", ("Save", "Stay"), safe=1) == 1
