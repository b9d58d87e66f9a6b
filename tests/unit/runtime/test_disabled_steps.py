"""A step that a person disabled is passed over and said to be; a wait may speak of this run's value."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.drawn_form import DrawnForm
from helpers.notes_run import Notes
from helpers.steps import step

from studio.engine import editing
from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition


def test_a_disabled_step_is_not_done(tmp_path: Path) -> None:
    notes, form = Notes(tmp_path), DrawnForm()
    steps = [*notes.steps, notes.click("step_003", form.cancel)]
    steps = list(editing.disable(notes.workflow(*steps), ["step_002"]).steps)
    report = notes.run(form, *steps)
    assert report.outcome is Outcome.PASSED
    assert form.clicks == ["Note", "Cancel"]
    assert form.saved == []
    (passed_over,) = [s for s in report.steps if s.skipped]
    assert (passed_over.step_id, passed_over.note) == ("step_002", "it is disabled")


@pytest.mark.parametrize("how", ["disabled", "scrolled"])
def test_a_check_may_be_compared_with_the_screen_after_any_kind_of_step(tmp_path: Path, how: str) -> None:
    notes, form = Notes(tmp_path), DrawnForm()
    between = {
        "disabled": notes.click("step_009", form.cancel, disabled=True),
        "scrolled": step("step_009", ActionKind.SCROLL, scroll_dx=0, scroll_dy=0),
    }[how]
    click, write, save = notes.steps
    added = save.expect[0].model_copy(update={"since": "step_009"})
    report = notes.run(form, click, write, between, save.model_copy(update={"expect": (added,)}))
    assert report.outcome is Outcome.PASSED, report.halt
    assert form.saved == ["hello"]


def test_a_wait_is_for_the_value_of_this_run(tmp_path: Path) -> None:
    notes, form = Notes(tmp_path), DrawnForm()
    shown = Postcondition(kind=CheckKind.TEXT_PRESENT, text="hello", param="note", timeout_s=0)
    steps = [*notes.steps[:2], step("wait_001", ActionKind.WAIT, wait_until=shown)]
    report = notes.run(form, *steps, params={"note": "Patient notes"})
    assert report.outcome is Outcome.PASSED, report.halt
    other = Notes(tmp_path / "other")
    other.folder.mkdir()
    report = other.run(DrawnForm(), *steps[2:], params={"note": "nowhere"})
    assert report.halt is not None
    assert report.halt.code is HaltCode.POSTCONDITION_FAILED
    assert "nowhere" in report.halt.sentence
