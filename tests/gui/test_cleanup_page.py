"""The Clean up page on a real recording: one selection, tools with undo, what is kept, and compiling as a job."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.form_recording import SAID, form_recording
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle
from studio.engine.model.geometry import Region
from studio.engine.recording import RecordedEvent, load_recording
from studio.engine.recording.edit import EditedRecording
from studio.ui.editing.forms import Form
from studio.ui.pages.cleanup import CleanupPage
from studio.ui.record.forms import CompileForm, split_words, splits_of
from studio.ui.record.rows import RowMaker, to_look_at
from studio.ui.record.words import title_of
from studio.ui.services.library import is_recording
from studio.ui.services.settings import SettingsStore
from studio.ui.shell.window import Window
from studio.ui.widgets.basics import Button

CLICK, FIRST, SECOND, MARK, WHEEL, AGAIN, SAVE = range(7)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return form_recording(tmp_path_factory.mktemp("form") / "20260708-164800-a-note")


@pytest.fixture
def page(window: Window, qtbot: QtBot, recorded: Path) -> CleanupPage:
    return opened(window, qtbot, recorded)


def opened(window: Window, qtbot: QtBot, folder: Path) -> CleanupPage:
    window.go("cleanup", recording=folder)
    shown = window.page
    assert isinstance(shown, CleanupPage)
    qtbot.waitUntil(lambda: shown.draft is not None and not shown.picture.view.is_empty)
    with qtbot.waitActive(window):
        window.activateWindow()
    shown.list.setFocus()
    return shown


def titles(page: CleanupPage) -> list[str]:
    return [row.title for row in page.list.rows.rows]


def answering(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Form], None]) -> None:
    """Every question is answered with yes, after `answer` has filled it in."""

    def exec_(form: Form) -> int:
        answer(form)
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(Form, "exec", exec_)


def test_what_was_not_recorded_stands_in_its_place_and_says_so(page: CleanupPage) -> None:
    assert titles(page) == [
        "Click “Note”",
        f"Type “{SAID[0]}” into “Note”",
        f"Type “{SAID[1].strip()}” into “Note”",
        "A drag happened that could not be followed.",
        "Scroll down",
        "Scroll down",
        "Click “Save note”",
    ]
    page.next_to_look_at()
    assert page.list.currentIndex().row() == MARK
    assert page.current is None
    assert "record again" in page.cards.cards[0].sentence.text()


def test_list_strip_and_picture_share_one_selection(page: CleanupPage, qtbot: QtBot) -> None:
    page.strip.picked.emit(1, False)
    page.strip.picked.emit(2, True)
    assert page.places == (1, 2)
    qtbot.keyClick(page.list, Qt.Key.Key_End)
    assert page.places == (5,)
    assert page.picture.seen == (5, "before")
    qtbot.keyClick(page.list, Qt.Key.Key_B)
    qtbot.waitUntil(lambda: page.picture.seen == (5, "after"))


def test_every_tool_is_one_step_that_can_be_undone(
    page: CleanupPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, lambda _: None)
    page.list.choose(FIRST, more_to=SECOND)
    qtbot.keyClick(page.list, Qt.Key.Key_M)
    page.list.choose(FIRST)
    qtbot.keyClick(page.list, Qt.Key.Key_P)
    assert titles(page)[FIRST] == f"Type “{''.join(SAID)}” into “Note”"
    assert [tag.word for tag in page.list.rows.rows[FIRST].tags] == ["2 merged", "note"]
    qtbot.keyClick(page.list, Qt.Key.Key_P)
    qtbot.keyClick(page.list, Qt.Key.Key_K)
    assert titles(page)[FIRST] == "Type •••• into “Note”"
    page.list.choose(0)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    assert len(titles(page)) == 5
    for _ in range(5):
        qtbot.keyClick(page.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.draft is not None
    assert not page.draft.is_edited
    assert not page.draft.stack.canUndo()
    qtbot.keyClick(page.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert len(page.draft.edited.actions) == 5


def test_a_note_that_was_only_marked_is_looked_at_and_gets_its_words(
    page: CleanupPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = page.draft
    assert draft is not None
    first, *others = draft.edited.actions
    marked = replace(first, event=first.event.model_copy(update={"note": ""}))
    draft.edit("mark", lambda e: replace(e, actions=(marked, *others)))
    assert CLICK in to_look_at(page.list.rows.rows)
    page.list.choose(CLICK)
    card = page.cards.cards[-1]
    assert card.accessibleName().startswith("A note without words")
    answering(monkeypatch, lambda form: form.field.setPlainText("Ask first."))  # type: ignore[attr-defined]
    qtbot.mouseClick(card.findChild(Button), Qt.MouseButton.LeftButton)
    assert draft.edited.actions[0].event.note == "Ask first."
    assert page.cards.cards[-1].sentence.text() == "Ask first."
    assert CLICK not in to_look_at(page.list.rows.rows)


def test_what_cannot_be_done_is_told_on_a_card(page: CleanupPage, qtbot: QtBot) -> None:
    page.list.choose(WHEEL)
    qtbot.keyClick(page.list, Qt.Key.Key_P)
    assert page.cards.cards[-1].sentence.text() == "Choose an action that types or chooses a value."
    page.list.choose(CLICK)
    assert not page.cards.cards


def test_a_redaction_is_drawn_with_keys_and_escape_lays_it_down(page: CleanupPage, qtbot: QtBot) -> None:
    page.list.choose(SAVE)
    qtbot.keyClick(page.list, Qt.Key.Key_X)
    canvas = page.picture.canvas
    assert "Draw a rectangle" in page.cards.cards[0].sentence.text()
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.region is not None
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert page.tools.in_hand is None
    qtbot.keyClick(page, Qt.Key.Key_X)
    canvas.show_region(Region(10, 400, 60, 20))
    page.tools._redact(only_here=True)
    assert page.draft is not None
    assert page.draft.edited.regions((5, "before")) == (Region(10, 400, 60, 20),)
    assert page.cards.cards[0].accessibleName().startswith("Blacked out")


def test_a_check_is_read_from_the_picture_afterwards(page: CleanupPage, qtbot: QtBot) -> None:
    page.list.choose(SAVE)
    qtbot.keyClick(page.list, Qt.Key.Key_I)
    qtbot.waitUntil(lambda: page.picture.seen == (5, "after"))
    page.picture.canvas.show_region(Region(50, 0, 200, 42))
    qtbot.waitUntil(lambda: bool(page.entered), timeout=30_000)
    field = page.cards.cards[0].field
    assert field is not None
    field.setText("Patient notes")
    page.tools._ask(present=True)
    assert page.draft is not None
    assert [c.text for c in page.draft.edited.actions[5].event.checks] == ["Patient notes"]


def test_edits_outlast_the_window_and_can_be_started_over(
    page: CleanupPage, qtbot: QtBot, recorded: Path, window: Window
) -> None:
    page.list.choose(0)
    page.tools.delete()
    window.close()
    again = Window(SettingsStore())
    qtbot.addWidget(again)
    again.show()
    other = opened(again, qtbot, recorded)
    assert len(titles(other)) == 6
    other.start_over()
    assert len(titles(other)) == 7
    assert load_recording(recorded).events[0].kind == "click"
    again.close()


def test_compiling_asks_what_becomes_final_and_ends_in_the_library(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = form_recording(tmp_path / "library" / "recordings" / "20260708-164800-a-note")
    page = opened(window, qtbot, source)
    page.list.choose(FIRST, more_to=SECOND)
    page.tools.merge()
    answering(monkeypatch, lambda _: None)
    page.list.choose(FIRST)
    page.tools.secret()
    said: list[str] = []

    def fill(form: Form) -> None:
        assert isinstance(form, CompileForm)
        said.append(form.field.text())
        form.field.setText("Write a note")
        form._delete.setChecked(True)

    answering(monkeypatch, fill)
    went: list[str] = []
    monkeypatch.setattr(window, "go", lambda key, **_: went.append(key) or True)
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.compile.running
    qtbot.waitUntil(lambda: bool(went), timeout=60_000)
    bundle = load_bundle(tmp_path / "library" / "workflows" / "write-a-note" / "v1")
    assert said == ["A note"]
    assert [s.secret for s in bundle.workflow.steps].count(True) == 1
    qtbot.waitUntil(lambda: not source.exists())
    left = [p for p in (tmp_path / "library" / "recordings").iterdir() if is_recording(p)]
    assert len(left) == 1
    assert not any(SAID[0] in p.read_text() for p in left[0].rglob("*.json*"))
    assert went == ["workflow"]


def test_a_cancelled_compile_leaves_nothing(page: CleanupPage, qtbot: QtBot, tmp_path: Path) -> None:
    page.list.choose(0)
    page.tools.delete()
    page.compile.begin("Gone")
    page.compile.cancel()
    qtbot.waitUntil(lambda: not page.compile.running, timeout=30_000)
    assert not any((tmp_path / "library").rglob("events.jsonl"))
    assert not any((tmp_path / "library").rglob("workflow.json"))
    assert page.cards.cards[-1].sentence.text() == "Cancelled. Nothing was compiled."


def test_a_recording_that_was_cut_short_is_offered_for_recovery(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    folder = form_recording(tmp_path / "short", finished=False)
    window.go("cleanup", recording=folder)
    page = window.page
    assert isinstance(page, CleanupPage)
    qtbot.waitUntil(lambda: page._empty is not None)
    page._recover()
    qtbot.waitUntil(lambda: page.draft is not None)
    assert json.loads((folder / "meta.json").read_bytes()).get("finished", True)
    assert len(titles(page)) == 7


def test_ten_thousand_actions_are_as_quick_as_a_screenful(recorded: Path) -> None:
    recording = load_recording(recorded)
    one = EditedRecording.of(recording.events).actions[0]
    many = EditedRecording(tuple(replace(one, before=(n, "before"), after=(n, "after")) for n in range(10_000)))
    maker = RowMaker()
    rows = maker.rows(many, recording.not_recorded, {})
    assert len(rows) == 10_001
    again = maker.rows(many, recording.not_recorded, {})
    assert sum(a is b for a, b in zip(rows, again, strict=True)) == 10_000
    assert to_look_at(rows) == (3,)


def test_places_where_a_text_may_be_split() -> None:
    assert splits_of("one two") == (4,)
    assert splits_of("abc") == (1, 2)
    assert split_words("one two", 4) == "“one ” ❘ “two”"
    assert title_of(RecordedEvent(kind="upload", x=1, y=1, text="/somewhere/x.pdf")) == "Upload “x.pdf”"
