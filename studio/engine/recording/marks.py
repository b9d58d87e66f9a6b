"""not_recorded.jsonl: what happened in the demonstration and could not be followed. Never silence."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from pydantic import Field

from studio.engine.errors import BadRecording
from studio.engine.limits import MAX_EVENTS_BYTES, MAX_MARKS
from studio.engine.model.base import Value
from studio.engine.recording.layout import NOT_RECORDED
from studio.engine.untrusted import inside, parse_object, read_file, read_value


class Mark(Value):
    """One thing that is not in the recording. `after` is the index of the event before it, or -1; `t` as of events."""

    after: int = Field(ge=-1)
    t: float = Field(ge=0, le=1e9)
    sentence: str = Field(max_length=10_000)

    def to_line(self) -> bytes:
        """The line of the file, with its line feed."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def read_marks(root: Path, events: int) -> tuple[Mark, ...]:
    """All marks of the recording in the resolved folder `root`, which has so many `events`. Raises BadRecording."""
    if inside(root, NOT_RECORDED, BadRecording) is None:
        return ()
    lines = [line for line in _data(root).split(b"\n") if line.strip()]
    if len(lines) > MAX_MARKS:
        raise BadRecording(f"{NOT_RECORDED} has {len(lines)} lines, more than the {MAX_MARKS} that are read.")
    marks = [_mark(line, f"{NOT_RECORDED} line {number}") for number, line in enumerate(lines, 1)]
    return tuple(mark.model_copy(update={"after": min(mark.after, events - 1)}) for mark in marks)


def whole_marks(root: Path) -> bytes:
    """The part of the file that a killed recorder left whole; empty where there is none. Raises BadRecording."""
    if inside(root, NOT_RECORDED, BadRecording) is None:
        return b""
    *lines, last = _data(root).split(b"\n")
    with suppress(BadRecording):
        _mark(last, NOT_RECORDED)
        lines.append(last)
    return b"".join(line + b"\n" for line in lines)


def _data(root: Path) -> bytes:
    return read_file(root, NOT_RECORDED, limit=MAX_EVENTS_BYTES, error=BadRecording)


def _mark(line: bytes, where: str) -> Mark:
    return read_value(Mark, parse_object(line, where, BadRecording), where, BadRecording)[0]
