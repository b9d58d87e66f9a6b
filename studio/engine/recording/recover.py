"""Saving what is complete of a recording whose recorder was killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from studio.engine.errors import BadRecording
from studio.engine.files import PARTIAL, explained, write_atomically
from studio.engine.limits import MAX_EVENTS_BYTES, MAX_PICTURE_BYTES
from studio.engine.png_check import NotPng, png_size
from studio.engine.recording.events import RecordedEvent
from studio.engine.recording.layout import (
    EVENTS,
    FRAMES,
    META,
    MOMENTS,
    NOT_RECORDED,
    STRUCTURE,
    frame_name,
    structure_name,
)
from studio.engine.recording.lines import parse_line, split_lines
from studio.engine.recording.marks import whole_marks
from studio.engine.recording.meta import RecordingMeta, new_meta
from studio.engine.recording.reader import Recording, check_files, load_recording, read_meta, read_structure
from studio.engine.untrusted import existing_directory, inside, read_file


@dataclass(frozen=True, slots=True)
class _Whole:
    """The complete events from the first on, the bytes that they take, and how many lines follow."""

    events: tuple[RecordedEvent, ...]
    data: bytes
    dropped: int


def recover_recording(folder: Path) -> Recording:
    """Drop the incomplete tail (a cut line, events whose frames are not whole) and finish meta.json.

    A complete recording is returned as it is. Never use it on a recording that still goes on. Raises BadRecording
    where nothing is complete, and where it is no recorder's work: a broken line with others after it, or lost
    frames in the middle of a finished recording. Raises CannotWrite, NewerVersion.
    """
    root = existing_directory(Path(folder), "a recording", BadRecording)
    with suppress(BadRecording):
        return load_recording(root)
    meta = _meta_of(root)
    whole = _whole_part(root, finished=meta.finished)
    write_atomically(root / EVENTS, whole.data)
    if marks := whole_marks(root):
        write_atomically(root / NOT_RECORDED, marks)
    _remove_leftovers(root, whole.events)
    write_atomically(root / META, meta.finished_with(whole.events, _sentence(whole)).to_bytes())
    return load_recording(root)


def _whole_part(root: Path, *, finished: bool) -> _Whole:
    data = read_file(root, EVENTS, limit=MAX_EVENTS_BYTES, error=BadRecording)
    lines = split_lines(data)
    events: list[RecordedEvent] = []
    for index, line in enumerate(lines):
        try:
            event, _, _ = parse_line(line, index)
        except BadRecording:
            if index < len(lines) - 1:
                raise
            break
        if not _has_files(root, event):
            if finished:
                _refuse_gap(root, lines, index)
            break
        events.append(event)
    if not events:
        raise BadRecording(f"{root.name} cannot be recovered: not even its first event is complete. Record it again.")
    kept = b"".join(line + b"\n" for line in lines[: len(events)])
    return _Whole(tuple(events), kept, len(lines) - len(events))


def _refuse_gap(root: Path, lines: list[bytes], index: int) -> None:
    """Raise the sentence of the broken event where whole ones follow: in a finished recording files were lost since."""
    for later in range(index + 1, len(lines)):
        with suppress(BadRecording):
            check_files(root, parse_line(lines[later], later)[0])
            break
    else:
        return
    check_files(root, parse_line(lines[index], index)[0])


def _has_files(root: Path, event: RecordedEvent) -> bool:
    try:
        check_files(root, event)
        for moment in MOMENTS:
            read_structure(root, structure_name(event.i, moment))
    except BadRecording:
        return False
    return True


def _meta_of(root: Path) -> RecordingMeta:
    """meta.json, or a new one where the recorder was killed before it wrote any."""
    if inside(root, META, BadRecording) is not None:
        return read_meta(root)[0]
    first = read_file(root, frame_name(0, "before"), limit=MAX_PICTURE_BYTES, error=BadRecording)
    try:
        return new_meta(png_size(first), None)
    except NotPng as error:
        raise BadRecording(f"{root.name} cannot be recovered: its first frame {error}. Record it again.") from error


def _remove_leftovers(root: Path, events: tuple[RecordedEvent, ...]) -> None:
    """Remove frames and snapshots that belong to no event, and files that were never named."""
    names = {name(e.i, moment) for e in events for moment in MOMENTS for name in (frame_name, structure_name)}
    for path in _own_files(root):
        if path.name.endswith(PARTIAL) or path.relative_to(root).as_posix() not in names:
            with explained(path):
                path.unlink()


def _own_files(root: Path) -> Iterator[Path]:
    for folder, suffix in ((FRAMES, ".png"), (STRUCTURE, ".json")):
        if (root / folder).is_symlink():
            continue
        for path in (root / folder).glob("*"):
            if path.name.endswith((f"_before{suffix}", f"_after{suffix}", PARTIAL)):
                yield path
    yield from root.glob(f".*{PARTIAL}")


def _sentence(whole: _Whole) -> str:
    events = f"{whole.dropped} incomplete event{'s' if whole.dropped != 1 else ''}"
    return f"The recorder was killed; {events if whole.dropped else 'no event'} had to be dropped."
