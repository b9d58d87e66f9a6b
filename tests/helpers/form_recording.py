"""A recording of the drawn form, made with the real writer: a note is typed in two goes, and saved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from helpers.drawn_form import Control, DrawnForm

from studio.engine.model.geometry import Point
from studio.engine.model.structure_json import element_to_json
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent, RecordingWriter

SAID = ("Code 4711-0815", " is hers")


def form_recording(folder: Path, *, structure: bool = True, finished: bool = True) -> Path:
    """Click “Note”, type both texts, turn the wheel twice, click “Save note”; one thing was not recorded."""
    form = DrawnForm(height=700)
    with RecordingWriter(folder, app_url="http://notes.example/", viewport=(800, 600)) as writer:
        recorded = _Recorder(form, writer, structure=structure)
        recorded.click(form.note)
        for said in SAID:
            recorded.type(said)
        writer.mark("A drag happened that could not be followed.", 2.5)
        recorded.wheel()
        recorded.wheel()
        recorded.click(form.save)
        writer.flush()
        if finished:
            writer.finish()
    return folder


def part_recording(folder: Path, *, said: str = "", saves: bool = True, filled: bool = False) -> Path:
    """A part of it alone: type `said` after a click into the field where it is given, and save. `filled` is how the
    form stands at its beginning."""
    form = DrawnForm(height=700)
    form.note.value = "".join(SAID) if filled else ""
    with RecordingWriter(folder, app_url="http://notes.example/", viewport=(800, 600)) as writer:
        recorded = _Recorder(form, writer, structure=True)
        if said:
            recorded.click(form.note)
            recorded.type(said)
        if saves:
            recorded.click(form.save)
        writer.flush()
        writer.finish()
    return folder


class _Recorder:
    def __init__(self, form: DrawnForm, writer: RecordingWriter, *, structure: bool) -> None:
        self._form, self._writer, self._structure = form, writer, structure

    def click(self, control: Control) -> None:
        point = control.place.moved(0, -self._form.offset).center
        self._do(ActionKind.CLICK, lambda: self._form.click(point), point)

    def type(self, said: str) -> None:
        self._do(ActionKind.TYPE, lambda: self._form.type_text(said), text=said, field_label="Note")

    def wheel(self) -> None:
        self._do(ActionKind.SCROLL, lambda: self._form.scroll(0, 20), dx=0, dy=20)

    def _do(self, kind: ActionKind, act: object, point: Point | None = None, **more: object) -> None:
        form = self._form
        before, told = form.frame(), form.snapshot()
        element = form.element_at(point) if point else next((e for e in told.elements if e.focused), None)
        act()  # type: ignore[operator]
        place = {"x": point.x, "y": point.y} if point else {}
        event = RecordedEvent(
            kind=kind,
            t=1.0 + len(self._writer.events),
            element=element_to_json(replace(element)) if element and self._structure else None,
            **place,
            **more,  # type: ignore[arg-type]
        )
        seen = (told, form.snapshot()) if self._structure else (None, None)
        self._writer.append(event, before, form.frame(), *seen)
