"""What the recorder has told so far: a value, and what each event makes of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pydantic import ValidationError

from studio.engine.recording import RecordedEvent
from studio.ui.record.words import title_of
from studio.ui.theme import Tone
from studio.ui.words import tr


class Phase(StrEnum):
    """Where a recording is."""

    STARTING = "starting"
    RECORDING = "recording"
    PAUSED = "paused"
    FINISHING = "finishing"
    OVER = "over"


@dataclass(frozen=True)
class Notice:
    """Something that a person should see at once."""

    title: str
    sentence: str
    tone: Tone


@dataclass(frozen=True)
class Told:
    """The state of a recording. `last` is the last action; `path` where it was finished; `fault` the last warning."""

    phase: Phase = Phase.STARTING
    actions: tuple[RecordedEvent, ...] = ()
    path: str = ""
    fault: str = ""

    @property
    def last(self) -> RecordedEvent | None:
        """The last action that was recorded and not taken back."""
        return self.actions[-1] if self.actions else None

    @property
    def last_words(self) -> str:
        """It in words."""
        return title_of(self.last) if self.last is not None else ""


def after(told: Told, event: Mapping[str, Any]) -> tuple[Told, Notice | None]:
    """The state after one event of the stream, and what to show of it."""
    kind, sentence = event.get("type"), str(event.get("sentence", ""))
    if kind == "ready":
        return replace(told, phase=Phase.RECORDING), None
    if kind == "action":
        return _acted(told, event.get("event")), None
    if kind == "undone":
        notice = Notice(tr("Taken back"), tr("The last action is not in the recording any more."), Tone.NEUTRAL)
        return replace(told, actions=told.actions[:-1]), notice
    if kind == "paused":
        return replace(told, phase=Phase.PAUSED), None
    if kind == "resumed":
        return replace(told, phase=Phase.RECORDING), None
    if kind == "finished":
        return replace(told, phase=Phase.OVER, path=str(event.get("path", ""))), None
    if kind == "not_recorded":
        return told, Notice(tr("Not recorded"), sentence, Tone.HEALED)
    if kind == "masked":
        return told, Notice(tr("Secret left out"), sentence, Tone.PASSED)
    if kind == "warning":
        return replace(told, fault=sentence), Notice(tr("Please note"), sentence, Tone.HEALED)
    return told, None


def _acted(told: Told, plain: Any) -> Told:
    try:
        event = RecordedEvent.model_validate(plain)
    except ValidationError:
        return told
    return replace(told, actions=(*told.actions, event))
