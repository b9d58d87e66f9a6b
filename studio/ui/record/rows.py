"""The list of actions as rows: each action, and each thing that was not recorded, in its place. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from studio.engine.model.workflow import ActionKind
from studio.engine.recording import Mark
from studio.engine.recording.edit import EditedAction, EditedRecording
from studio.ui.record.words import is_nameless, title_of
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.words import tr


@dataclass(frozen=True)
class Tag:
    """A word on a row, with its icon and tone."""

    word: str
    icon: str
    tone: Tone


@dataclass(frozen=True)
class ActionRow:
    """One row. `place` is the action's place now; None for a mark of what was not recorded."""

    place: int | None
    number: str
    icon: str
    title: str
    time: str
    tags: tuple[Tag, ...] = ()

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        return ", ".join([f"{self.number} {self.title}".strip(), *(t.word for t in self.tags), self.time])


class RowMaker:
    """Makes all rows; those of actions that are the same as last time are kept."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[EditedAction, str | None, ActionRow]] = {}

    def rows(self, edited: EditedRecording, marks: Sequence[Mark], read: Mapping[int, str]) -> tuple[ActionRow, ...]:
        """All rows in order. `read` has the names read from pictures, by the number of the recorded action."""
        waiting = deque(sorted(marks, key=lambda m: (m.after, m.t)))
        made: list[ActionRow] = []
        kept: dict[int, tuple[EditedAction, str | None, ActionRow]] = {}
        for place, action in enumerate(edited.actions):
            while waiting and waiting[0].after < action.first:
                made.append(_mark_row(waiting.popleft()))
            name = read.get(action.first)
            old = self._kept.get(place)
            same = old is not None and old[0] is action and old[1] == name
            row = old[2] if same and old is not None else action_row(place, action, name)
            kept[place] = (action, name, row)
            made.append(row)
        self._kept = kept
        return (*made, *map(_mark_row, waiting))


def action_row(place: int, action: EditedAction, read: str | None) -> ActionRow:
    """The row of one action."""
    event = action.event
    return ActionRow(
        place, number_of(action), event.kind.value, title_of(event, read or ""), f"{event.t:.1f} s", _tags(action, read)
    )


def number_of(action: EditedAction) -> str:
    """The number of the recorded action, or of the first and last that it stands for."""
    return f"{action.first + 1}" if action.first == action.last else f"{action.first + 1}–{action.last + 1}"


def to_look_at(rows: Sequence[ActionRow]) -> tuple[int, ...]:
    """Places in the list that a person should look at."""
    warned = (Tone.HEALED, Tone.FAILED)
    return tuple(n for n, row in enumerate(rows) if any(tag.tone in warned for tag in row.tags))


def _tags(action: EditedAction, read: str | None) -> tuple[Tag, ...]:
    event = action.event
    tags = []
    if action.parts:
        tags.append(Tag(tr("{n} merged", n=len(action.parts)), "merge", Tone.NEUTRAL))
    if event.secret:
        tags.append(Tag(event.param or tr("secret"), "lock", Tone.NEUTRAL))
    elif event.param:
        tags.append(Tag(event.param, "parameter", Tone.RUNNING))
    if event.checks:
        many = len(event.checks)
        tags.append(Tag(tr("1 check") if many == 1 else tr("{n} checks", n=many), "check", Tone.PASSED))
    if event.crop:
        tags.append(Tag(tr("framed"), "crop", Tone.NEUTRAL))
    if event.note is not None:
        words = bool(event.note)
        tags.append(Tag(tr("note") if words else tr("no words"), "note", Tone.NEUTRAL if words else Tone.HEALED))
    if is_nameless(event, read):
        tags.append(Tag(tr("no name"), "problem", Tone.HEALED))
    if not event.settled and event.kind not in (ActionKind.TYPE, ActionKind.SCROLL):
        tags.append(Tag(tr("still moving"), "problem", Tone.HEALED))
    return tuple(tags)


def _mark_row(mark: Mark) -> ActionRow:
    tag = Tag(tr("not recorded"), "problem", Tone.HEALED)
    return ActionRow(None, "", "problem", told(mark.sentence), f"{mark.t:.1f} s", (tag,))
