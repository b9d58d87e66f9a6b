"""Just before what cannot be undone is sent the target is looked at once more: writing the note down takes a while."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.drawn_form import DrawnForm, PixelForm
from helpers.notes_run import Notes

from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome
from studio.engine.model.workflow import Risk
from studio.engine.runtime import surface
from studio.engine.runtime.journal import JOURNAL
from studio.engine.runtime.step_log import StepLog


class Shifting:
    """Before each of the first `times` inputs, Save and Cancel change places."""

    def __init__(self, form: DrawnForm, patch: pytest.MonkeyPatch, times: int) -> None:
        self.left = times
        noted = StepLog.about_to_act

        def about_to_act(log: StepLog, *more: Any) -> None:
            noted(log, *more)
            if self.left:
                self.left -= 1
                form.save.place, form.cancel.place = form.cancel.place, form.save.place

        patch.setattr(StepLog, "about_to_act", about_to_act)
        patch.setattr(surface, "AT_ONCE_S", -1.0)


@pytest.mark.parametrize("structure", [True, False])
def test_what_changed_places_meanwhile_is_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, structure: bool
) -> None:
    notes, form = Notes(tmp_path), DrawnForm()
    saves = notes.click("step_002", DrawnForm().save, risk=Risk.IRREVERSIBLE).model_copy(update={"timeout_s": 3.0})
    Shifting(form, monkeypatch, times=1)
    report = notes.run(form if structure else PixelForm(form), saves)
    assert (report.outcome, form.clicks) == (Outcome.PASSED, ["Save note"])
    lines = [json.loads(line) for line in (tmp_path / "run" / JOURNAL).read_text().splitlines()]
    said = [(line["phase"], line.get("word", "")) for line in lines]
    assert said == [("intent", ""), ("outcome", "not_sent"), ("intent", ""), ("sent", ""), ("outcome", "passed")]


@pytest.mark.parametrize("structure", [True, False])
def test_what_changes_each_time_is_not_clicked_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, structure: bool
) -> None:
    notes, form = Notes(tmp_path), DrawnForm()
    saves = notes.click("step_002", DrawnForm().save, risk=Risk.IRREVERSIBLE).model_copy(update={"timeout_s": 3.0})
    Shifting(form, monkeypatch, times=99)
    report = notes.run(form if structure else PixelForm(form), saves)
    assert report.halt is not None
    assert (report.halt.code, form.clicks) == (HaltCode.COVERED, [])
    assert "cannot be undone" not in (report.error or "")
