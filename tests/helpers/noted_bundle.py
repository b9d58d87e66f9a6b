"""A bundle of the drawn form with its frames, for tests of the window: click the field, type, save, cancel."""

from __future__ import annotations

from pathlib import Path

from helpers.drawn_form import DrawnForm
from helpers.notes_run import ADDED, Notes
from helpers.steps import step

from studio.engine.bundle import save_bundle
from studio.engine.model.params import ParamSpec
from studio.engine.model.workflow import ActionKind, Risk


def noted_bundle(folder: Path, *, checked: bool = True) -> Path:
    """The bundle as `folder`/v1. Not `checked`: nothing tells whether the note was saved."""
    form = DrawnForm()
    notes = Notes(folder, form=form)
    first = form.frame()
    form.note.value = "hello"
    filled = form.frame()
    form.note.value = ""
    frames = {f"frames/step_00{n}_before.png": first if n < 2 else filled for n in range(4)}
    flow = notes.workflow(
        notes.click("step_000", form.note, before_frame="frames/step_000_before.png", expect=()),
        step(
            "step_001",
            ActionKind.TYPE,
            intent="type ⟨note⟩ into ‘Note’",
            param="note",
            field_label="Note",
            before_frame="frames/step_001_before.png",
        ),
        notes.click(
            "step_002",
            form.save,
            risk=Risk.IRREVERSIBLE,
            expect=(ADDED,) if checked else (),
            before_frame="frames/step_002_before.png",
        ),
        notes.click("step_003", form.cancel, before_frame="frames/step_003_before.png"),
        param_specs={"note": ParamSpec(name="note", example="hello")},
    )
    return save_bundle(flow, {**notes.assets, **frames}, folder / "v1")
