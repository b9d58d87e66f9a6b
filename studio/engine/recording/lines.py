"""events.jsonl as text: lines into events, with what was not understood kept aside."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from studio.engine.errors import BadRecording
from studio.engine.limits import MAX_EVENTS
from studio.engine.model.structure_json import element_fields
from studio.engine.model.workflow import ActionKind
from studio.engine.recording.events import RecordedEvent
from studio.engine.recording.layout import EVENTS
from studio.engine.untrusted import parse_object, read_value, shown


class CutLine(BadRecording):
    """The last line ends in the middle: the recorder was killed while it wrote it."""


@dataclass(frozen=True, slots=True)
class ParsedEvents:
    """All events in order. `extras` has the unknown fields of each event that has any, by its index."""

    events: tuple[RecordedEvent, ...]
    extras: dict[int, dict[str, Any]]
    notes: tuple[str, ...]


def split_lines(data: bytes) -> list[bytes]:
    """The lines of a file that is not empty, without their line feeds; empty ones at the end are left out."""
    lines = data.split(b"\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise BadRecording(f"{EVENTS} is empty: nothing was recorded.")
    if len(lines) > MAX_EVENTS:
        raise BadRecording(f"{EVENTS} has {len(lines)} lines, more than the {MAX_EVENTS} that are read.")
    return lines


def parse_events(data: bytes) -> ParsedEvents:
    """All events of the file. Raises CutLine where the last line was cut, else BadRecording naming the line.

    A last line without a line feed is whole where it parses: other tools may leave the line feed out.
    """
    lines = split_lines(data)
    events: list[RecordedEvent] = []
    extras: dict[int, dict[str, Any]] = {}
    notes: Counter[str] = Counter()
    for index, line in enumerate(lines):
        try:
            event, extra, said = parse_line(line, index)
        except BadRecording as error:
            if index == len(lines) - 1 and not data.endswith(b"\n"):
                raise CutLine(f"{line_name(index)} is cut") from error
            raise
        events.append(event)
        notes.update(said)
        if extra:
            extras[index] = extra
    return ParsedEvents(tuple(events), extras, tuple(_counted(note, n) for note, n in notes.items()))


def parse_line(line: bytes, index: int) -> tuple[RecordedEvent, dict[str, Any], list[str]]:
    """The event of line `index` (from 0), its unknown fields, and one note for each. Raises BadRecording."""
    where = line_name(index)
    data = parse_object(line, where, BadRecording)
    data, extra, notes = _known_part(data)
    if data.get("i", index) != index:
        raise BadRecording(f"{where} has i = {shown(data['i'])}, where {index} is expected: a line is lost or doubled.")
    _refuse_unknown_kind(data.get("kind"), where)
    event, _ = read_value(RecordedEvent, data | {"i": index}, where, BadRecording)
    return event, extra, notes


def line_name(index: int) -> str:
    """How a sentence names the line of event `index`."""
    return f"{EVENTS} line {index + 1}"


def _known_part(data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    known = {name: value for name, value in data.items() if name in RecordedEvent.model_fields and value is not None}
    extra = {name: value for name, value in data.items() if name not in RecordedEvent.model_fields}
    notes = [f"the field {shown(name)}" for name in extra]
    if isinstance(known.get("element"), dict):
        strange = known["element"].keys() - element_fields()
        extra |= {f"element.{name}": known["element"][name] for name in strange}
        notes += [f"the field {shown('element.' + name)}" for name in sorted(strange)]
        known["element"] = {name: value for name, value in known["element"].items() if name not in strange}
    if known.get("secret") is True and known.pop("text", None) is not None:
        notes.append("the text of a secret, which is left out")
    return known, extra, notes


def _refuse_unknown_kind(kind: Any, where: str) -> None:
    if kind not in list(ActionKind):
        known = ", ".join(ActionKind)
        raise BadRecording(f"{where}: the action {shown(kind)} is not known; known are {known}.")


def _counted(note: str, times: int) -> str:
    return f"{EVENTS}: {note}" + (f" ({times} times)" if times > 1 else "")
