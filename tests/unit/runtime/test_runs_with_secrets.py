"""Runs that type a secret: no file of theirs shows it, in letters or in pixels, and what they say neither."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.drawn_form import DrawnForm, PixelForm
from helpers.notes_run import Notes
from helpers.shown_secrets import searched

from studio.engine.errors import BadParams
from studio.engine.model.results import Outcome
from studio.engine.privacy.own import keep_patterns
from studio.engine.report import render_run_report
from studio.engine.vision.frame import Frame

SECRET = "zebra4711"


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Notes:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "config"))
    return Notes(tmp_path)


def _run(notes: Notes, surface: Any, **more: Any) -> Any:
    click, typed, save = notes.steps
    hidden = typed.model_copy(update={"param": "pin", "secret": True})
    bundle = notes.bundle(click, hidden, save, secret_params=("pin",))
    report = notes.run(surface, bundle_dir=bundle, secrets={"pin": SECRET}, **more)
    render_run_report(notes.folder / "run")
    return report


def _shown(notes: Notes) -> list[str]:
    told = searched(SECRET, notes.folder / "run")
    assert len([*(notes.folder / "run").rglob("*.png")]) > 2
    assert not any(SECRET in event.model_dump_json() for event in notes.events)
    return [f"{find.file} {find.place}" for find in told.finds]


def test_a_secret_that_the_program_shows_is_in_no_file_of_the_run(notes: Notes) -> None:
    form = DrawnForm()
    assert _run(notes, form).outcome is Outcome.PASSED
    assert form.saved == [SECRET]
    assert _shown(notes) == []


def test_by_pixels_alone_it_is_read_and_hidden_too(notes: Notes) -> None:
    form = DrawnForm()
    _run(notes, PixelForm(form), structure=False, confirmed=frozenset({"step_002"}))
    assert form.saved == [SECRET]
    assert _shown(notes) == []


def test_a_halt_that_quotes_it_and_its_picture_do_not_show_it(notes: Notes) -> None:
    form = DrawnForm(accepts_saves=False)

    def warn(what: str) -> None:
        if what == "click" and form.note.value:
            form.dialog = f"Wrong: {SECRET}"

    form.on_input = warn
    report = _run(notes, form)
    assert report.outcome is Outcome.HALTED
    assert "Wrong: •••" in report.halt.sentence
    assert _shown(notes) == []


def test_what_a_persons_pattern_names_is_in_no_picture_of_any_run(notes: Notes) -> None:
    keep_patterns(["regex:zebra\\d+"])
    form = DrawnForm()
    report = notes.run(form, params={"note": SECRET})
    assert form.saved == [SECRET]
    assert report.params == {"note": "•••"}
    assert _shown(notes) == []
    with pytest.raises(BadParams, match="'note' was hidden"):
        notes.run(DrawnForm(), params=report.params)  # a run with the same values never types the blot


def test_a_file_of_patterns_that_cannot_be_read_stops_a_run_before_it_begins(notes: Notes) -> None:
    keep_patterns(["date"])
    (notes.folder / "config" / "privacy.json").write_text("{")
    with pytest.raises(ValueError, match=r"privacy\.json"):
        notes.run(DrawnForm())
    assert not (notes.folder / "run").exists()


def test_pictures_without_a_secret_are_kept_as_they_are(notes: Notes) -> None:
    form = DrawnForm()
    report = notes.run(form)
    last = Frame.of(notes.folder / "run" / str(report.steps[-1].after))
    assert last.same_pixels(form.frame())
