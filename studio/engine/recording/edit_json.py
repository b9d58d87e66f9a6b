"""The edits of a recording as plain JSON, so that they outlast a crash and another day."""

from __future__ import annotations

from typing import Any

from studio.engine.errors import BadRecording
from studio.engine.model.geometry import Region
from studio.engine.recording.edit import EditedAction, EditedRecording, Redaction
from studio.engine.recording.events import RecordedEvent
from studio.engine.recording.layout import MOMENTS
from studio.engine.recording.rebuilt import Seen

EDITS_VERSION = 1


def edits_to_json(edited: EditedRecording) -> dict[str, Any]:
    """All of it."""
    return {
        "v": EDITS_VERSION,
        "actions": [_action(a) for a in edited.actions],
        "redactions": [
            {"region": list(r.region), "only": None if r.only is None else sorted(map(list, r.only))}
            for r in edited.redactions
        ],
    }


def edits_from_json(data: object, events: int) -> EditedRecording:
    """The edits of a recording of so many events. Raises BadRecording where they are not of it or broken."""
    try:
        if not isinstance(data, dict) or data["v"] != EDITS_VERSION:
            raise ValueError("another version")
        actions = tuple(_read_action(a, events) for a in data["actions"])
        redactions = tuple(_redaction(r, events) for r in data["redactions"])
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise BadRecording(f"The edits that were kept of this recording cannot be read: {problem}.") from problem
    if not actions:
        raise BadRecording("The edits that were kept of this recording leave no action.")
    return EditedRecording(actions, redactions)


def _action(action: EditedAction) -> dict[str, Any]:
    plain = {"event": action.event.to_json(), "before": list(action.before), "after": list(action.after)}
    return plain | ({"parts": [_action(p) for p in action.parts]} if action.parts else {})


def _read_action(data: Any, events: int) -> EditedAction:
    parts = tuple(_read_action(p, events) for p in data.get("parts", ()))
    event = RecordedEvent.model_validate(data["event"])
    return EditedAction(event, _seen(data["before"], events), _seen(data["after"], events), parts)


def _redaction(data: Any, events: int) -> Redaction:
    only = data["only"]
    region = Region(*map(int, data["region"]))
    return Redaction(region, None if only is None else frozenset(_seen(s, events) for s in only))


def _seen(data: Any, events: int) -> Seen:
    index, moment = data
    if not isinstance(index, int) or not 0 <= index < events or moment not in MOMENTS:
        raise ValueError(f"no picture {index} {moment}")
    return index, moment
