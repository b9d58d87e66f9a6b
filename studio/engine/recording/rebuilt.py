"""A recording made of another one: new actions, pictures and structure taken over as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from studio.engine.files import link_or_copy, new_directory, write_atomically
from studio.engine.recording.events import RecordedEvent
from studio.engine.recording.layout import (
    EVENTS,
    FRAMES,
    META,
    NOT_RECORDED,
    RAW,
    STRUCTURE,
    Moment,
    frame_name,
    structure_name,
)
from studio.engine.recording.marks import Mark
from studio.engine.recording.meta import RecordingMeta
from studio.engine.rights import make_private

Seen = tuple[int, Moment]
"""A moment of the other recording: the index of an event, before or after it."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """Where the pictures come from: for each event the moment that was seen before it, and the one after it."""

    folder: Path
    seen: Sequence[tuple[Seen, Seen]]


def write_rebuilt(
    out: Path,
    meta: RecordingMeta,
    events: Sequence[RecordedEvent],
    marks: Sequence[Mark] = (),
    raw: bytes = b"",
    pictures: Pictures | None = None,
) -> None:
    """Write a complete recording at `out`, all or nothing. Raises AlreadyThere, CannotWrite."""
    numbered = [event.without_secret().model_copy(update={"i": i}) for i, event in enumerate(events)]
    told = meta.model_copy(update={"pictures": pictures is not None}).finished_with(numbered)
    with new_directory(out) as folder:
        if pictures is not None:
            _take_over(folder, pictures)
        if marks:
            write_atomically(folder / NOT_RECORDED, b"".join(mark.to_line() for mark in marks), durable=False)
        write_atomically(folder / RAW, raw, durable=False)
        write_atomically(folder / EVENTS, b"".join(event.to_line() for event in numbered), durable=False)
        write_atomically(folder / META, told.to_bytes(), durable=False)


def _take_over(folder: Path, pictures: Pictures) -> None:
    make_private(folder / FRAMES)
    moments: tuple[Moment, Moment] = ("before", "after")
    for i, seen in enumerate(pictures.seen):
        for moment, (index, when) in zip(moments, seen, strict=True):
            link_or_copy(pictures.folder / frame_name(index, when), folder / frame_name(i, moment))
            structure = pictures.folder / structure_name(index, when)
            if structure.is_file():
                make_private(folder / STRUCTURE)
                link_or_copy(structure, folder / structure_name(i, moment))
