"""raw.jsonl: reading it generously, and writing it. See docs/recording-format.md."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from studio.engine.errors import BadRecording
from studio.engine.limits import MAX_EVENTS_BYTES, MAX_RAW_LINES
from studio.engine.privacy.secrecy import says_secret
from studio.engine.untrusted import existing_directory, parse_object, read_file, read_value, shown
from studio.recorder.raw import RawEvent, RawKind

_MOST_BACKWARDS_S = 10.0
"""Hooks of mouse and keyboard may write slightly out of order. More than this is another recording."""

_KINDS = get_args(RawKind)
_COMMANDS = ("pause", "resume", "undo_last", "note", "secret_next", "param_next", "hover", "finish")
_OTHER_NAMES = frozenset(
    {"command", "argument", "value", "param", "field_label", "field", "password", "purpose", "type"}
)
_WHOLE = ("x", "y", "dx", "dy", "monitor")


@dataclass(frozen=True, slots=True)
class RawFile:
    """The raw events in the order of their times, and as they were written: a session worked on them in that order.

    `notes` has a sentence for each thing that was left aside.
    """

    events: tuple[RawEvent, ...]
    as_written: tuple[RawEvent, ...]
    notes: tuple[str, ...] = ()


def read_raw(path: Path) -> RawFile:
    """All raw events of a file. Raises BadRecording naming the line.

    A field may be missing or null, and unknown fields are ignored. A last line that was cut is left out.
    """
    root = existing_directory(path.parent, "a raw.jsonl", BadRecording)
    if not path.is_file():
        raise BadRecording(f"{path} is no file: give the raw.jsonl of a recording.")
    data = read_file(root, path.name, limit=MAX_EVENTS_BYTES, error=BadRecording).removeprefix(b"\xef\xbb\xbf")
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    if not lines:
        raise BadRecording(f"{path.name} is empty: there is no raw input in it. Give a raw.jsonl of a recording.")
    if len(lines) > MAX_RAW_LINES:
        raise BadRecording(f"{path.name} has {len(lines)} lines, more than the {MAX_RAW_LINES} that are read.")
    notes: Counter[str] = Counter()
    events: list[RawEvent] = []
    for number, line in lines:
        try:
            event, unknown = _parsed(line, f"{path.name} line {number}")
        except BadRecording:
            if number == lines[-1][0] and not data.endswith(b"\n") and not _is_json(line):
                notes["its last line was cut and is left out"] += 1
                break
            raise
        events.append(event)
        if event.kind == "command" and event.name not in _COMMANDS:
            notes[f"the command {shown(event.name)} is not known and was left aside"] += 1
        notes.update(f"the field {shown(name)} is not known and was left aside" for name in unknown)
    if not events:
        raise BadRecording(
            f"{path.name} holds no whole line: it was cut, or its lines do not end with a line feed. Give a raw.jsonl "
            "with one JSON object a line."
        )
    return RawFile(
        _in_order(events, path.name, notes), tuple(events), tuple(_counted(path.name, *note) for note in notes.items())
    )


def to_line(event: RawEvent) -> bytes:
    """The line of raw.jsonl for `event`, with its line feed; fields that say nothing are left out."""
    plain = event.model_dump(mode="json", exclude_defaults=True) | {"t": event.t, "kind": event.kind}
    ordered = {name: plain[name] for name in RawEvent.model_fields if name in plain}
    return json.dumps(ordered, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def to_bytes(events: Iterable[RawEvent]) -> bytes:
    """The whole file."""
    return b"".join(to_line(event) for event in events)


def _parsed(line: bytes, where: str) -> tuple[RawEvent, tuple[str, ...]]:
    data = {
        name: value for name, value in parse_object(line, where, BadRecording, halves=True).items() if value is not None
    }
    if data.get("kind") not in _KINDS:
        raise BadRecording(f"{where}: the kind {shown(data.get('kind'))} is not known; known are {', '.join(_KINDS)}.")
    if isinstance(data.get("t"), bool | str):
        raise BadRecording(f"{where}: t is {shown(data['t'])}; it must be a number of seconds.")
    meant = _as_meant(data)
    unknown = tuple(name for name in data if name not in RawEvent.model_fields and name not in _OTHER_NAMES)
    known = {name: value for name, value in meant.items() if name in RawEvent.model_fields}
    return read_value(RawEvent, known, where, BadRecording)[0], unknown


def _as_meant(data: dict[str, Any]) -> dict[str, Any]:
    """Fields as other recorders may write them: fractions of px, a command's or field's name under another key."""
    meant = {name: _whole(value) if name in _WHOLE else value for name, value in data.items()}
    meant["char"] = _character(meant.get("char"))
    said = any(_says_so(data.get(name)) for name in ("secret", "password"))
    meant["secret"] = said or any(says_secret(str(data.get(name, ""))) for name in ("purpose", "type"))
    if meant["kind"] == "command":
        meant |= _command(data)
    elif meant["kind"] == "focus":
        told = next((data[key] for key in ("label", "field_label", "field", "text") if key in data), None)
        meant |= {"label": told, "text": None}
    return meant


def _says_so(value: Any) -> bool:
    """Whether a field is set, however it is written: in doubt it is a secret."""
    return bool(value) and str(value).casefold() not in ("false", "no", "0")


def _whole(value: Any) -> Any:
    """Whole px and notches; part of a notch is one, since rounding must not lose a movement."""
    if not isinstance(value, float) or abs(value) > 1e9:
        return value
    return round(value) or (value > 0) - (value < 0)


def _character(char: Any) -> Any:
    """Half of a character, as some systems report it alone, cannot be kept."""
    return None if char == "" or (isinstance(char, str) and any("\ud800" <= c <= "\udfff" for c in char)) else char


def _command(data: dict[str, Any]) -> dict[str, Any]:
    """The command and its argument, wherever they stand; a command that is not known stays what it is."""
    place = next((key for key in ("command", "name", "text", "key") if data.get(key) in _COMMANDS), None)
    if place is None:
        return {"name": data.get("command", data.get("name"))}
    others = [key for key in ("text", "argument", "value", "param", "label", "name") if key != place]
    return {"name": data[place], "text": next((data[key] for key in others if key in data), None)}


def _in_order(events: list[RawEvent], name: str, notes: Counter[str]) -> tuple[RawEvent, ...]:
    latest = 0.0
    for event in events:
        if latest - event.t > _MOST_BACKWARDS_S:
            raise BadRecording(
                f"{name} goes back in time from {latest:g} s to {event.t:g} s: it may hold two recordings. Give each "
                "of them a file of its own."
            )
        notes["events stand out of order of their times"] += event.t < latest
        latest = max(latest, event.t)
    notes += Counter()
    return tuple(sorted(events, key=lambda event: event.t))


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _counted(name: str, note: str, times: int) -> str:
    return f"{name}: {note}" + (f" ({times} times)" if times > 1 else "")
