"""Parameters: masked until held, decided by keys, applied in one batch; never a secret in sight."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.formats import click, typed, write_recording
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle
from studio.engine.compiler import compile_recording
from studio.engine.model.params import ProposalDecision
from studio.ui.pages.parameters import ParametersPage
from studio.ui.params.model import Deciding, Word, dots
from studio.ui.params.picture import FieldPicture
from studio.ui.shell.window import Window
from studio.ui.widgets.basics import Button
from studio.ui.words import tr

EVENTS = (
    click(),
    typed("nurse.sample", field_label="Username"),
    click(9, 9),
    typed("hunter2secret", field_label="Pass phrase"),
    click(5, 5),
    typed("urgent", field_label="Kind of visit"),
    click(7, 7),
)
PARAMETER, SECRET, CONSTANT = ProposalDecision.PARAMETER, ProposalDecision.SECRET, ProposalDecision.CONSTANT


@pytest.fixture
def page(window: Window, own_home: Path) -> ParametersPage:
    """The page on a workflow compiled from a recording in the library, with three proposals."""
    recording = write_recording(own_home / "library" / "recordings" / "20260101-000000-visit", EVENTS)
    target = own_home / "library" / "workflows" / "visit" / "v1"
    compile_recording(recording, target, name="Visit")
    window.studio.open_bundle(target)
    window.go("parameters")
    assert isinstance(window.page, ParametersPage)
    return window.page


def words(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))


def test_nothing_shows_a_value_until_it_is_held_and_a_secret_never(page: ParametersPage, qtbot: QtBot) -> None:
    assert page.card is not None
    qtbot.waitUntil(lambda: "1 of 3" in words(page))
    shown = words(page)
    assert not any(e.text in shown for e in EVENTS if e.text)
    qtbot.keyPress(page, Qt.Key.Key_Space)
    assert page.card.value.text() == "nurse.sample"
    assert page.card.picture.is_revealed
    qtbot.keyRelease(page, Qt.Key.Key_Space)
    assert page.card.value.text() == dots("nurse.sample")
    assert not page.card.picture.is_revealed
    qtbot.keyClick(page, Qt.Key.Key_2)
    assert page.card.decision is SECRET
    qtbot.keyPress(page, Qt.Key.Key_Space)
    assert page.card.value.text() == dots("nurse.sample")
    assert not page.card.picture.is_revealed
    assert not page.card.hold.isEnabled()
    qtbot.keyRelease(page, Qt.Key.Key_Space)


def test_keys_decide_all_and_one_batch_compiles_the_next_version(
    page: ParametersPage, window: Window, own_home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(window, "ask", lambda title, *_: told.append(title) or 0)
    first = own_home / "library" / "workflows" / "visit" / "v1"
    qtbot.keyClick(page, Qt.Key.Key_J)
    assert page.card is not None
    assert page.card.step_id == "step_003"
    qtbot.keyClick(page, Qt.Key.Key_K)
    assert page.deciding is not None
    assert page.deciding.said == {}
    page.card.name.setText("Not A Name")
    qtbot.keyClick(page, Qt.Key.Key_Return)
    assert page.deciding.said == {}
    assert "beginning with a letter" in page.card.problem.text()
    page.card.name.setText("nurse")
    qtbot.keyClick(page.card.name, Qt.Key.Key_Return)
    assert page.card.step_id == "step_003"
    qtbot.keyClick(page, Qt.Key.Key_2)
    qtbot.keyClick(page, Qt.Key.Key_Return)
    assert not page.apply_button.isEnabled()
    qtbot.keyClick(page, Qt.Key.Key_3)
    qtbot.keyClick(page, Qt.Key.Key_Return)
    assert page.card is None
    assert page.apply_button.isEnabled()
    assert sorted(p.name for p in first.parent.iterdir()) == ["v1"]
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(told), timeout=90_000)
    made = load_bundle(first.with_name("v2"))
    assert made.sealed
    assert made.workflow.parent_digest == load_bundle(first).digest
    assert made.workflow.params == {"nurse": "nurse.sample"}
    assert made.workflow.secret_params == ("pass_phrase",)
    assert made.workflow.step("step_005").text == "urgent"
    assert made.proposals == ()
    assert "hunter2" not in "".join(p.read_text("latin-1") for p in made.dir.rglob("*.json"))
    assert told == [tr("The secret is not in this version")]
    assert window.studio.document is not None
    assert window.studio.document.bundle.dir == made.dir
    assert load_bundle(first).proposals != ()


def test_edits_are_not_lost_by_compiling_again(
    page: ParametersPage, window: Window, own_home: Path, qtbot: QtBot
) -> None:
    document = window.studio.document
    assert document is not None
    document.edit_step("rename", "step_000", intent="open the visit")
    page.enter()
    for name, decision in (("step_001", PARAMETER), ("step_003", CONSTANT), ("step_005", PARAMETER)):
        assert page.deciding is not None
        page.deciding = page.deciding.decide(name, Word(decision, f"own_{name}"))
    page.apply()
    made = load_bundle(own_home / "library" / "workflows" / "visit" / "v2")
    assert made.workflow.step("step_000").intent == "open the visit"
    assert set(made.workflow.params) == {"own_step_001", "own_step_005"}
    assert made.proposals == ()
    window.go("parameters")
    qtbot.waitUntil(lambda: "Nothing to decide" in words(page))


def test_enter_on_another_button_presses_that_button(page: ParametersPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not page._reading.busy)
    decide = [b for b in page.findChildren(Button) if b.accessibleName() == "Decide: kind_of_visit"][-1]
    qtbot.waitUntil(decide.isVisible)
    decide.setFocus()
    qtbot.keyClick(decide, Qt.Key.Key_Return)
    assert page.deciding is not None
    assert page.deciding.said == {}
    assert page.card is not None
    assert page.card.step_id == "step_005"


def test_names_are_each_its_own(page: ParametersPage) -> None:
    found = page.deciding
    assert found is not None
    said = found.decide("step_001", Word(PARAMETER, "visit"))
    assert said.wrong_with("step_003", "visit") != ""
    assert said.wrong_with("step_001", "visit") == ""
    assert said.decide("step_001", Word(CONSTANT, "visit")).wrong_with("step_003", "visit") == ""
    assert said.next_open("step_005") == "step_003"
    assert isinstance(said.reopen("step_001"), Deciding)
    assert said.reopen("step_001").left == 3
    assert all(said.wrong_with("step_005", bad) for bad in ("", "1st", "Upper", "with space", "x" * 41))


def test_without_a_workflow_it_says_where_to_begin(window: Window, qtbot: QtBot) -> None:
    window.go("parameters")
    qtbot.waitUntil(lambda: "No workflow is open" in words(window))


def test_no_picture_is_said_only_once_it_is_known(qtbot: QtBot) -> None:
    picture = FieldPicture(110, 40)
    qtbot.addWidget(picture)

    def colours() -> int:
        image = picture.grab().toImage()
        return len({image.pixel(x, y) for x in range(image.width()) for y in range(image.height())})

    assert colours() == 1
    picture.show_field(QImage(), QImage(), None)
    assert colours() > 1
