"""Runs without structure, and the irreversible gate in a whole run. Texts are told by the drawing, not read."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.drawn_form import DrawnForm, PixelForm
from helpers.notes_run import Notes

from studio.engine.model.geometry import Region
from studio.engine.model.halts import Choice, HaltCode
from studio.engine.model.results import Outcome
from studio.engine.model.workflow import Risk, Step
from studio.engine.runtime import observation
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr_lines import OcrLine


@pytest.fixture
def form(monkeypatch: pytest.MonkeyPatch) -> DrawnForm:
    """A form whose texts are what OCR would read of it."""
    form = DrawnForm()

    def read(_: Frame, *, region: Region | None = None) -> list[Any]:
        told = form.snapshot().texts
        return [
            OcrLine(text=t.text, region=t.region, confidence=1.0)
            for t in told
            if region is None or region.contains(t.region.center)
        ]

    monkeypatch.setattr(observation, "ocr", read)
    return form


def save(notes: Notes, risk: Risk = Risk.IRREVERSIBLE) -> Step:
    return notes.click("step_002", DrawnForm().save, risk=risk)


def test_a_healthy_run_finds_by_pictures(notes: Notes, form: DrawnForm) -> None:
    report = notes.run(PixelForm(form), save(notes))
    assert (report.outcome, form.clicks, report.heals) == (Outcome.PASSED, ["Save note"], ())
    assert (report.steps[0].rung, report.structure) == ("template", False)


def test_structure_may_be_left_out_of_a_surface_that_has_it(notes: Notes, form: DrawnForm) -> None:
    report = notes.run(form, save(notes), structure=False)
    assert report.steps[0].rung == "template"


def test_a_renamed_button_that_can_be_undone_is_used_by_its_place(notes: Notes, form: DrawnForm) -> None:
    form.save.said = "Keep it"
    report = notes.run(PixelForm(form), save(notes, Risk.REVERSIBLE).model_copy(update={"timeout_s": 3.0}))
    assert (report.outcome, form.clicks, report.steps[0].rung) == (Outcome.PASSED, ["Keep it"], "geometry")


class TestGate:
    """A renamed save that cannot be undone."""

    @pytest.fixture(autouse=True)
    def renamed(self, form: DrawnForm) -> None:
        form.save.said = "Keep it"

    def run(self, notes: Notes, form: DrawnForm, **more: Any) -> Any:
        return notes.run(PixelForm(form), save(notes).model_copy(update={"timeout_s": 3.0}), **more)

    def test_it_stops_with_the_place_and_a_picture_and_nothing_clicked(self, notes: Notes, form: DrawnForm) -> None:
        report = self.run(notes, form)
        assert (report.outcome, form.clicks) == (Outcome.HALTED, [])
        assert report.halt is not None
        assert (report.halt.code, report.halt.point) == (HaltCode.NEEDS_CONFIRMATION, form.save.place.center)
        assert (notes.folder / "run" / report.halt.picture).is_file()

    def test_a_person_who_confirms_lets_it_go_on(self, notes: Notes, form: DrawnForm) -> None:
        notes.answering(Choice.CONFIRM)
        report = self.run(notes, form)
        assert (report.outcome, form.clicks) == (Outcome.PASSED, ["Keep it"])
        assert report.steps[0].confirmed_by_person

    def test_confirmed_beforehand_it_goes_on(self, notes: Notes, form: DrawnForm) -> None:
        report = self.run(notes, form, confirmed=frozenset({"step_002"}))
        assert (report.outcome, report.steps[0].confirmed_by_person) == (Outcome.PASSED, True)

    def test_a_word_on_another_step_does_not_count(self, notes: Notes, form: DrawnForm) -> None:
        assert self.run(notes, form, confirmed=frozenset({"step_001"})).outcome is Outcome.HALTED

    def test_a_word_on_another_place_does_not_count(self, notes: Notes, form: DrawnForm) -> None:
        notes.answering(Choice.CONFIRM)
        watch = notes.emitted

        def shift(event: Any) -> None:
            if getattr(event, "type", "") == "answered":
                for control in (form.note, form.save, form.cancel):
                    control.place = control.place.moved(0, 200)
            watch(event)

        notes.emitted = shift  # type: ignore[method-assign]
        assert self.run(notes, form).outcome is Outcome.HALTED
        assert form.clicks == []


def test_a_neighbour_in_the_place_of_the_target_is_never_clicked(notes: Notes, form: DrawnForm) -> None:
    form.save.visible = False
    form.cancel.place = form.save.place
    report = notes.run(PixelForm(form), save(notes, Risk.REVERSIBLE).model_copy(update={"timeout_s": 1.0}))
    assert (report.outcome, form.clicks) == (Outcome.HALTED, [])
