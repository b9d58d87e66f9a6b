"""Keys that cannot be undone: they go to the control or program that is meant, and the journal knows of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.drawn_form import DrawnForm, PixelForm
from helpers.notes_run import Notes
from helpers.steps import step

from studio.engine.errors import CannotWrite
from studio.engine.model.halts import Choice, HaltCode
from studio.engine.model.results import Outcome
from studio.engine.model.workflow import ActionKind, Risk, Step
from studio.engine.runtime import journal

PHASES = ["intent", "sent", "outcome"]

pytestmark = pytest.mark.usefixtures("no_patience")


@pytest.fixture(autouse=True)
def sent(form: DrawnForm) -> list[str]:
    """What was sent to the form."""
    done: list[str] = []
    form.on_input = done.append
    return done


def press(key: str, label: str | None = None, **more: Any) -> Step:
    return step("step_000", ActionKind.KEY, key=key, risk=Risk.IRREVERSIBLE, field_label=label, **more)


def phases(notes: Notes) -> list[str]:
    journal = notes.folder / "run" / "journal.jsonl"
    return [json.loads(line)["phase"] for line in journal.read_text().splitlines()] if journal.exists() else []


@pytest.mark.parametrize("key", ["Space", "Enter"])
@pytest.mark.parametrize("on", ["Save note", "Cancel", None])
def test_a_press_by_key_reaches_the_button_that_is_meant_or_nothing(
    notes: Notes, form: DrawnForm, sent: list[str], key: str, on: str | None
) -> None:
    form.focus = next((c for c in form.controls if c.said == on), None)
    report = notes.run(form, press(key, "Save note"))
    if on == "Save note":
        assert (report.outcome, sent, phases(notes)) == (Outcome.PASSED, ["press"], PHASES)
        return
    assert report.halt is not None
    assert (report.halt.code, sent, phases(notes)) == (HaltCode.TARGET_NOT_FOUND, [], [])


@pytest.mark.parametrize("on", ["note", "save", None])
@pytest.mark.parametrize("box", ["", "Session expired"])
def test_a_shortcut_goes_to_the_program_where_nothing_has_come_up(
    notes: Notes, form: DrawnForm, sent: list[str], on: str | None, box: str
) -> None:
    form.focus, form.dialog = getattr(form, on) if on else None, box
    report = notes.run(form, press("Control+S"))
    if not box:
        assert (report.outcome, sent, phases(notes)) == (Outcome.PASSED, ["press"], PHASES)
        return
    assert report.halt is not None
    assert box in report.halt.sentence
    assert (sent, phases(notes)) == ([], [])


def test_a_shortcut_that_was_pressed_in_a_field_goes_to_that_field_only(
    notes: Notes, form: DrawnForm, sent: list[str]
) -> None:
    form.focus = form.cancel
    report = notes.run(form, press("Control+S", "Note"))
    assert report.halt is not None
    assert (report.halt.code, sent) == (HaltCode.TARGET_NOT_FOUND, [])


@pytest.mark.parametrize("key", ["Space", "Control+S"])
def test_by_pixels_nobody_knows_where_a_key_goes_before_something_was_clicked(
    notes: Notes, form: DrawnForm, sent: list[str], key: str
) -> None:
    report = notes.run(PixelForm(form), press(key, "Save note"))
    assert report.halt is not None
    assert (report.halt.code, sent) == (HaltCode.NEEDS_CONFIRMATION, [])


@pytest.mark.parametrize("risk", list(Risk))
def test_what_a_person_did_by_hand_is_in_the_journal_too(
    notes: Notes, form: DrawnForm, sent: list[str], risk: Risk
) -> None:
    notes.answering(Choice.DONE_BY_HAND)
    report = notes.run(PixelForm(form), press("Control+S").model_copy(update={"risk": risk}))
    if risk is Risk.IRREVERSIBLE:
        assert (report.outcome, sent, phases(notes)) == (Outcome.PASSED, [], PHASES)
        assert report.steps[0].note == "a person did it by hand"
    else:
        assert phases(notes) == []


def test_what_a_person_did_by_hand_just_before_a_crash_is_asked_about_by_the_next_run(
    notes: Notes, form: DrawnForm, tmp_path: Path
) -> None:
    notes.answering(Choice.DONE_BY_HAND)
    watch = notes.emitted

    def crash(event: Any) -> None:
        watch(event)
        form.lost = getattr(event, "type", "") == "answered" or form.lost

    notes.emitted = crash  # type: ignore[method-assign]
    notes.run(form, press("Control+S", "Other"))
    later = Notes(tmp_path / "later")
    report = later.run(DrawnForm(), bundle_dir=notes.folder / "bundle")
    assert report.halt is not None
    assert report.halt.code is HaltCode.MAY_HAVE_HAPPENED


def test_where_no_note_of_it_can_be_kept_it_does_not_say_that_it_was_not_done(
    notes: Notes, form: DrawnForm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_note: object) -> None:
        raise CannotWrite("The disk is full.")

    monkeypatch.setattr(journal, "keep", full)
    notes.answering(Choice.DONE_BY_HAND)
    said = notes.run(form, press("Control+S", "Other")).error or ""
    assert "was done by hand" in said
    assert "not done" not in said
    assert "full" in said


@pytest.mark.parametrize("key", ["Delete", "Space", "Enter"])
def test_a_key_on_a_row_of_which_nothing_was_recorded_is_not_sent(
    notes: Notes, form: DrawnForm, sent: list[str], key: str
) -> None:
    form.save.said, form.focus = "Anna Smith", form.save
    report = notes.run(form, press(key))
    assert report.halt is not None
    assert (report.halt.code, sent) == (HaltCode.TARGET_NOT_FOUND, [])
