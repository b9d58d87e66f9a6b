"""What a run has filled in is read once more before what cannot be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.drawn_form import DrawnForm
from helpers.notes_run import Notes
from helpers.steps import step

from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime import filled
from studio.engine.runtime.step_log import StepLog


@pytest.fixture(autouse=True)
def at_once(no_patience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has to be waited for."""
    monkeypatch.setattr(filled, "_SETTLES_S", 0.0)


class PutsBack(DrawnForm):
    """Puts another value into the note as soon as anything is clicked after it was typed."""

    put: str = "something else"

    def move(self, point: Any) -> None:
        super().move(point)
        self.note.value = self.put


def with_hover(notes: Notes, form: DrawnForm, **more: Any) -> tuple[Step, ...]:
    click, _, save = notes.steps
    typed = step("step_001", ActionKind.TYPE, param="note", field_label="Note", **more)
    return click, typed, notes.click("step_005", form.save, action=ActionKind.HOVER), save


def test_a_value_that_the_program_replaced_is_not_saved(notes: Notes, form: DrawnForm) -> None:
    program = PutsBack()
    report = notes.run(program, *with_hover(notes, form, kept=True))
    assert report.outcome is Outcome.HALTED
    assert report.halt is not None
    assert report.halt.code is HaltCode.READBACK_MISMATCH
    assert "should hold “hello”, but it now shows “something else”" in report.halt.sentence
    assert "Save note" not in program.clicks


def test_a_value_that_is_replaced_while_the_save_is_noted_down_is_not_saved(
    notes: Notes, form: DrawnForm, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, noted = PutsBack(), StepLog.about_to_act
    program.put = "hello"

    def slowly(log: StepLog, point: Any) -> None:
        noted(log, point)
        program.note.value = "HELLO"

    monkeypatch.setattr(StepLog, "about_to_act", slowly)
    report = notes.run(program, *with_hover(notes, form, kept=True))
    assert report.halt is not None
    assert "should hold “hello”, but it now shows “HELLO”" in report.halt.sentence
    assert "Save note" not in program.clicks


class Editor(DrawnForm):
    """Its field is an editor that the page makes itself, of an element that is no field of HTML."""

    tag = "div"

    def snapshot(self) -> StructureSnapshot:
        told = super().snapshot()
        made = (replace(e, tag=self.tag) if e.editable else e for e in told.elements)
        return replace(told, elements=tuple(made))


@pytest.mark.parametrize(("tag", "waits"), [("div", True), ("textarea", False)])
def test_an_editor_of_a_page_has_time_to_take_over_what_was_typed_before_it_is_saved(
    tag: str, waits: bool, notes: Notes, form: DrawnForm, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, waited = Editor(), []
    program.tag = tag
    monkeypatch.setattr(filled, "_STORES_S", 50.0)
    monkeypatch.setattr(notes.control, "wait", waited.append)
    notes.run(program, *with_hover(notes, form))
    assert any(40 < seconds <= 50 for seconds in waited) == waits
    assert "Save note" in program.clicks


def test_where_the_recording_did_not_keep_it_either_nothing_is_asked(notes: Notes, form: DrawnForm) -> None:
    program = PutsBack()
    notes.run(program, *with_hover(notes, form))
    assert "Save note" in program.clicks


def test_a_value_that_is_still_there_is_saved(notes: Notes, form: DrawnForm) -> None:
    program = PutsBack()
    program.put = "hello"
    assert notes.run(program, *with_hover(notes, form, kept=True)).outcome is not Outcome.HALTED
    assert "Save note" in program.clicks
