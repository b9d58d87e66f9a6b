"""Needs you lists a run that was cut off in the middle of what cannot be undone, and keeps what a person says of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.drawn_form import DrawnForm
from helpers.notes_run import Notes
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio.engine import uncertain
from studio.engine.model.halts import Choice, HaltCode
from studio.engine.model.results import Outcome
from studio.engine.runtime import Replayer, observation
from studio.ui.pages.needs import NeedsPage
from studio.ui.shell.window import Window

LONG = 20000


@pytest.fixture
def cut_off(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bundle of a run that lost its program in the middle of the save."""
    monkeypatch.setattr(observation, "ocr", lambda *_, **__: [])
    notes, form = Notes(own_home), DrawnForm()
    bundle = notes.bundle().rename(_made(own_home / "library" / "workflows" / "notes") / "v1")
    run = _made(own_home / "library" / "runs" / "notes") / "20260101-000000"
    form.on_input = lambda _: setattr(form, "lost", notes.kinds.count("acted") == 2)
    report = Replayer(form, emit=notes.emitted).run(bundle_dir=bundle, run_dir=run)
    assert report.outcome is Outcome.FAILED
    return bundle


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize(("key", "choice"), [("P", Choice.HAPPENED), ("N", Choice.NOT_HAPPENED)])
def test_a_run_that_was_cut_off_waits_with_its_picture_for_a_word_that_the_next_run_heeds(
    window: Window, qtbot: QtBot, cut_off: Path, tmp_path: Path, key: str, choice: Choice
) -> None:
    window.go("needs")
    page = window.page
    assert isinstance(page, NeedsPage)
    qtbot.waitUntil(lambda: page.current is not None and not page.view.is_empty, timeout=LONG)
    assert page.current is not None
    assert page.current.halt.code is HaltCode.MAY_HAVE_HAPPENED
    assert "Save note" in page.current.halt.sentence
    qtbot.keyClick(page, Qt.Key(ord(key)))
    assert page.panel.choices.chosen == choice.value
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.current is None, timeout=LONG)
    assert [note.said for note in uncertain.all_notes()] == ([Choice.HAPPENED] if choice is Choice.HAPPENED else [])
    form = DrawnForm()
    report = Replayer(form).run(bundle_dir=cut_off, run_dir=tmp_path / "next")
    assert (report.outcome, form.saved) == (Outcome.PASSED, [] if choice is Choice.HAPPENED else ["hello"])
    assert uncertain.all_notes() == ()
