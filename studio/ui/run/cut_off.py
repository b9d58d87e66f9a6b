"""Runs that were cut off in the middle of what cannot be undone. Without Qt: lists read them in a thread."""

from __future__ import annotations

from pathlib import Path

from studio.engine.model.halts import Choice, Halt, HaltCode
from studio.engine.uncertain import last_picture, note_of_run, sentence_of


def uncertain_halt(run_dir: Path) -> Halt | None:
    """A run that was cut off in the middle of what cannot be undone, as a halt. Raises BadInput."""
    note = note_of_run(run_dir)
    if note is None:
        return None
    picture = last_picture(note)
    return Halt(
        id=f"{note.step}-cut-off",
        code=HaltCode.MAY_HAVE_HAPPENED,
        step_id=note.step,
        sentence=sentence_of(note),
        picture=str(picture.relative_to(note.run_dir)) if picture else None,
        choices=(Choice.HAPPENED, Choice.NOT_HAPPENED),
    )
