"""Just before what cannot be undone is sent the target is looked at once more: writing the note down takes a while."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.drawn_form import DrawnForm, PixelForm
from helpers.notes_run import Notes

from studio.engine.backends.protocols import Deflected
from studio.engine.model.geometry import Point
from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome
from studio.engine.model.structure import Element
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


def test_what_changed_places_after_it_was_found_by_pixels_is_looked_for_again_in_any_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, form = Notes(tmp_path), DrawnForm()
    before, left = StepLog.before, [1]

    def shifting(log: StepLog, *more: Any) -> None:
        before(log, *more)
        if log.resolution is not None and left:
            left.pop()
            form.save.place, form.cancel.place = form.cancel.place, form.save.place

    monkeypatch.setattr(StepLog, "before", shifting)
    monkeypatch.setattr(surface, "AT_ONCE_S", -1.0)
    opens = notes.click("step_002", DrawnForm().save).model_copy(update={"timeout_s": 3.0})
    assert notes.run(PixelForm(form), opens).outcome is Outcome.PASSED
    assert (left, form.clicks) == ([], ["Save note"])


class Guarded(DrawnForm):
    """A form that judges presses: the first `times` would hit something else."""

    def __init__(self, times: int, *, begun: bool = False) -> None:
        super().__init__()
        self.times, self.begun = times, begun

    @contextmanager
    def pressing(self, element: Element, *, arrives: bool = True) -> Iterator[None]:
        assert (element.name, arrives) == ("Save note", True)
        yield
        if self.times:
            self.times -= 1
            self.clicks.pop()
            raise Deflected("Cancel", begun=self.begun)

    def pressing_at(self, point: Point, *, arrives: bool = True) -> Any:
        raise AssertionError(point)

    striking = pressing_at


def journal_of(folder: Path) -> list[str]:
    lines = [json.loads(line) for line in (folder / "run" / JOURNAL).read_text().splitlines()]
    return [line.get("word") or line["phase"] for line in lines]


@pytest.mark.parametrize(
    ("times", "begun", "told"),
    [
        (1, False, ["intent", "not_sent", "intent", "sent", "passed"]),
        (1, True, ["intent", "sent", "covered"]),
        (99, False, ["intent", "not_sent"] * 4),
    ],
)
def test_a_press_that_would_hit_something_else_is_tried_again_unless_a_part_got_through(
    tmp_path: Path, times: int, begun: bool, told: list[str]
) -> None:
    notes, form = Notes(tmp_path), Guarded(times, begun=begun)
    report = notes.run(form, notes.click("step_002", DrawnForm().save, risk=Risk.IRREVERSIBLE))
    assert journal_of(tmp_path) == told
    if not begun and times == 1:
        assert (report.outcome, form.clicks) == (Outcome.PASSED, ["Save note"])
        return
    assert report.halt is not None
    assert (report.halt.code, form.clicks) == (HaltCode.COVERED, [])
    assert "“Cancel” stood there" in report.halt.sentence
    assert ("in part only" in report.halt.sentence) is begun
