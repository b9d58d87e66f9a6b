"""How a recording in progress is told: as a typed stream for a program, or in words for a person."""

from __future__ import annotations

import sys
import threading
from typing import Protocol, TextIO

from studio.engine.model.events import (
    ActionRecorded,
    Event,
    Finished,
    HotKeyPressed,
    Masked,
    NotRecorded,
    Paused,
    Ready,
    Resumed,
    Undone,
    Warned,
)


class Output(Protocol):
    """Takes the events of a recording."""

    def tell(self, event: Event) -> None:
        """Something happened. May be called from several threads."""


class EventLines:
    """Every event as one JSON line. A reader that is gone does not end the recording."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._lock = threading.Lock()
        self._gone = False

    def tell(self, event: Event) -> None:
        """Write it at once."""
        with self._lock:
            if self._gone:
                return
            try:
                self._stream.write(event.model_dump_json() + "\n")
                self._stream.flush()
            except OSError:
                self._gone = True


class Words:
    """One line for a person for whatever happened."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr

    def tell(self, event: Event) -> None:
        """Write the line, where there is something to say."""
        if line := sentence(event):
            self._stream.write(line + "\n")
            self._stream.flush()


def sentence(event: Event) -> str:
    """The event in words; empty where it says nothing to a person."""
    if isinstance(event, ActionRecorded):
        return f"{event.event['i'] + 1:>4}  {_action(event)}"
    if isinstance(event, NotRecorded):
        return f"   !  Not recorded: {event.sentence}"
    if isinstance(event, Masked | Warned):
        return f"   !  {event.sentence}"
    if isinstance(event, Undone):
        return f"{event.index + 1:>4}  taken back"
    if isinstance(event, HotKeyPressed):
        return f"   !  {keyed(event)}"
    fixed = {Ready: "Recording.", Paused: "Paused.", Resumed: "Recording goes on.", Finished: ""}
    return fixed.get(type(event), "")


def keyed(event: HotKeyPressed) -> str:
    """What a hot key without words did."""
    if event.command == "note":
        return "A note belongs to what you do next: write its words when you clean up the recording."
    return "What you type next is a parameter, named after its field."


def _action(event: ActionRecorded) -> str:
    told = event.event
    kind = str(told["kind"]).replace("_", " ")
    name = (told.get("element") or {}).get("name") or told.get("field_label") or ""
    where = f" “{name[:40]}”" if name else f" at {told['x']}, {told['y']}" if "x" in told else ""
    what = told.get("key") or ("•••" if told.get("secret") else told.get("text") or "")
    param = f", the parameter {told['param']}" if told.get("param") else ""
    return f"{kind}{f' {what[:60]}' if what else ''}{where}{param}"
