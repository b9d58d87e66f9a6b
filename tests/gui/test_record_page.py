"""The Record page: what is chosen, what blocks it, the floating bar, and recordings that do not end well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.form_recording import form_recording
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio.engine.backends.desktop.windows import Window as Shown
from studio.engine.health import Finding
from studio.engine.model.geometry import Region
from studio.ui.pages.cleanup import CleanupPage
from studio.ui.pages.record import RecordPage
from studio.ui.record.bar import Commands, RecordBar
from studio.ui.record.preflight import preflight
from studio.ui.record.session import Ended
from studio.ui.record.targets import Kind, Target, full_address, recorder_arguments
from studio.ui.record.told import Notice, Phase, Told, after
from studio.ui.record.windows import offered_of, seen_share
from studio.ui.services.settings import Settings
from studio.ui.shell.window import Window
from studio.ui.theme import Tone

READY = {n: Finding(n, "ok", f"{n} works") for n in ("session", "display", "screen", "hooks", "browser", "disk")}
CLICK = {"kind": "click", "x": 4, "y": 5, "t": 1.0, "label": "Save"}


@pytest.fixture
def page(window: Window, qtbot: QtBot) -> RecordPage:
    window.go("record")
    shown = window.page
    assert isinstance(shown, RecordPage)
    with qtbot.waitActive(window):
        window.activateWindow()
    return shown


def test_what_blocks_is_named_and_keeps_it_from_starting(page: RecordPage, qtbot: QtBot) -> None:
    page.examiner.found = dict(READY)
    qtbot.keyClick(page, Qt.Key.Key_1)
    assert not page.start_button.isEnabled()
    assert page.head.explains.text() == "Type the address of the page."
    page.page_detail.address.setText("example.org")
    assert page.start_button.isEnabled()
    page.examiner.found["browser"] = Finding("browser", "missing", "No browser is installed.", "Install one.")
    page.refresh()
    assert not page.start_button.isEnabled()
    assert page.head.explains.text() == "No browser is installed."
    page.start()
    assert page.flow is None


def test_each_kind_looks_only_at_what_it_needs() -> None:
    found = READY | {"hooks": Finding("hooks", "warning", "The display lacks RECORD.")}
    assert preflight(Kind.SCREEN, found).blocked == "The display lacks RECORD."
    assert preflight(Kind.PAGE, found).blocked == ""
    assert preflight(Kind.TAB, {"disk": READY["disk"]}).word == ("Ready", Tone.PASSED)
    full = {"disk": Finding("disk", "missing", "Only 3 MB are free.")}
    assert {preflight(kind, full).blocked for kind in Kind} == {"Only 3 MB are free."}
    assert preflight(Kind.WINDOW, READY).looking


def test_the_recorder_is_told_what_was_chosen(tmp_path: Path) -> None:
    settings = Settings(key_finish="Ctrl+Alt+9")
    window = recorder_arguments(Target(Kind.WINDOW, window="Notes"), tmp_path, settings, 77)
    assert window[window.index("--window") + 1] == "Notes"
    assert window[window.index("--exclude-pid") + 1] == "77"
    assert "finish=Control+Alt+9" in window
    assert "--asks" in window
    tab = recorder_arguments(Target(Kind.TAB, endpoint=" 9222 "), tmp_path, settings, 77)
    assert tab[tab.index("--cdp") + 1] == "9222"
    assert [full_address(a) for a in ("a.org", "127.0.0.1:8000", "http://b")] == [
        "https://a.org", "http://127.0.0.1:8000", "http://b",
    ]  # fmt: skip


def test_the_stream_becomes_a_state_and_notices() -> None:
    told = Told()
    notices: list[Notice] = []
    stream: list[dict[str, Any]] = [
        {"type": "ready", "viewport": [1, 1]},
        {"type": "action", "event": CLICK},
        {"type": "action", "event": CLICK | {"label": "Send"}},
        {"type": "not_recorded", "sentence": "A drag got lost."},
        {"type": "undone", "index": 1},
        {"type": "paused"},
    ]
    for event in stream:
        told, notice = after(told, event)
        notices += [notice] if notice else []
    assert (told.phase, len(told.actions), told.last_words) == (Phase.PAUSED, 1, "Click “Save”")
    assert [n.title for n in notices] == ["Not recorded", "Taken back"]


def test_windows_of_ours_and_those_without_a_title_are_not_offered() -> None:
    def window(number: int, title: str, pid: int, x: int) -> Shown:
        region = Region(x, 0, 100, 100)
        return Shown(number, number, title, pid, "p", region, region)

    table = (window(1, "Notes", 5, 0), window(2, "", 6, 0), window(3, "Waymark", 9, 50), window(4, "Mail", 7, 300))
    assert [w.title for w in offered_of(table, 9)] == ["Mail", "Notes"]
    assert seen_share(table[3], table) == 1.0
    assert seen_share(table[0], table) == 0.0


def test_the_bar_tells_the_state_never_takes_the_focus_and_folds(qtbot: QtBot) -> None:
    done: list[str] = []
    names = ("pause", "undo", "secret", "note", "finish")
    runs = {name: (lambda n=name: done.append(n)) for name in names}
    bar = RecordBar(Commands(**runs, seconds=lambda: 42.0), {"pause": "Ctrl+Alt+P"})
    qtbot.addWidget(bar)
    bar.appear()
    flags = bar.windowFlags()
    assert flags & Qt.WindowType.WindowDoesNotAcceptFocus
    assert flags & Qt.WindowType.WindowStaysOnTopHint
    bar.show_state(Phase.STARTING, 0, "")
    assert bar.finish.text().strip() == "Cancel"
    bar.show_state(Phase.RECORDING, 0, "")
    assert not bar.undo.isEnabled()
    bar.show_state(Phase.PAUSED, 3, "Click “Save”")
    assert (bar.clock.text(), bar.count.text(), bar.pause.text().strip()) == ("0:42", "Paused", "Go on")
    for button in (bar.pause, bar.undo, bar.secret, bar.note, bar.finish):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert done == list(names)
    for n in range(5):
        bar.notices.show_notice(Notice("Not recorded", f"Thing {n}", Tone.HEALED))
    assert [c.notice.sentence for c in bar.notices.cards] == ["Thing 2", "Thing 3", "Thing 4"]
    bar.fold_or_open()
    assert bar.clock.isVisible()
    assert not bar.finish.isVisible()
    bar.disappear()
    assert not bar.isVisible()
    assert not bar.notices.cards


def test_a_recorder_that_cannot_begin_brings_the_window_back_and_says_why(
    page: RecordPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, window: Window
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    page.studio.settings.change(countdown_s=0)
    page.choose(Kind.SCREEN)
    page.examiner.found = dict(READY)
    page.refresh()
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.flow is not None
    assert window.isMinimized()
    qtbot.waitUntil(lambda: page.flow is None, timeout=30_000)
    assert not window.isMinimized()
    assert "display" in page.after._said.text()
    assert not page.after.recover.isVisibleTo(page.after)


def test_the_countdown_can_be_cancelled(page: RecordPage, qtbot: QtBot) -> None:
    page.choose(Kind.SCREEN)
    page.examiner.found = dict(READY)
    page.refresh()
    page.start()
    flow = page.flow
    assert flow is not None
    assert flow.bar.count.text() == "Starts in 3"
    qtbot.mouseClick(flow.bar.finish, Qt.MouseButton.LeftButton)
    assert page.flow is None
    assert not flow.session.pid


@pytest.mark.parametrize(("command", "said"), [("note", {"text": "The 1st"}), ("param_next", {"name": "the_1st"})])
def test_a_hot_key_that_takes_words_opens_a_box_for_them(
    page: RecordPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, command: str, said: dict[str, str]
) -> None:
    sent: list[tuple[str, dict[str, str]]] = []
    page.choose(Kind.SCREEN)
    page.examiner.found = dict(READY)
    page.refresh()
    page.start()
    flow = page.flow
    assert flow is not None
    monkeypatch.setattr(flow.session._job, "send", lambda name, /, **more: sent.append((name, more)))
    box = flow._note if command == "note" else flow._name
    raised: list[int] = []
    monkeypatch.setattr("studio.ui.record.flow.in_front", lambda _: 0 if box.isVisible() else 42)
    monkeypatch.setattr("studio.ui.record.flow.bring_up", raised.append)
    flow.session._heard({"type": "hot_key", "command": command, "asks": False})
    assert not box.isVisible()
    for words, end in (("The 2nd", Qt.Key.Key_Escape), ("The ", None), ("1st", Qt.Key.Key_Return)):
        flow.session._heard({"type": "hot_key", "command": command, "asks": True})
        assert box.isVisible()
        qtbot.keyClicks(box.field, words)
        if end is not None:
            qtbot.keyClick(box.field, end)
    assert not box.isVisible()
    assert sent == [(command, said)]
    assert raised == [42, 42], "the program that was in front has the keyboard again"
    flow.finish()


def test_what_a_crash_left_is_recovered_from_the_card(
    page: RecordPage, qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    folder = form_recording(tmp_path / "cut", finished=False)
    page.after.show_ended(Ended(folder, whole=False, kept=True, why="The disk is full."))
    assert "The disk is full. What was recorded until then is kept" in page.after._said.text()
    qtbot.mouseClick(page.after.recover, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: isinstance(window.page, CleanupPage) and window.page.draft is not None)


def test_the_practice_clinic_fills_the_address_and_ends_with_the_window(
    page: RecordPage, qtbot: QtBot, window: Window
) -> None:
    page.enter(practice=True)
    qtbot.waitUntil(lambda: page.page_detail.address.text().startswith("http://127.0.0.1:"), timeout=30_000)
    window.close()
    assert page.clinic.address == ""
