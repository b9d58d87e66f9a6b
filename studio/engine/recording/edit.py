"""Cleaning up a recording: edits as pure functions of an immutable value. The recording's files are never touched.

Each edit gives a new value or raises `CannotRetouch`, whose `str()` says why not. Places count the actions as they
stand now.
`recorder.edited_copy` writes what came out as a recording of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from studio.engine.errors import BadInput
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element
from studio.engine.model.structure_json import element_to_json
from studio.engine.model.workflow import POINTED, ActionKind
from studio.engine.recording.events import AskedCheck, RecordedEvent
from studio.engine.recording.rebuilt import Seen

_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")
_LONGEST_LABEL = 200
_LONGEST_NOTE = 10_000


class CannotRetouch(BadInput):
    """The edit cannot be made. `str()` says why, and what to do instead."""


@dataclass(frozen=True, slots=True)
class EditedAction:
    """One action as it stands now. `before` and `after` are the moments of the recording that show it; `parts` are
    the actions that were merged into it."""

    event: RecordedEvent
    before: Seen
    after: Seen
    parts: tuple[EditedAction, ...] = ()

    @property
    def first(self) -> int:
        """The number of the first recorded action that it stands for, from 0."""
        return self.before[0]

    @property
    def last(self) -> int:
        """The number of the last one."""
        return self.after[0]


@dataclass(frozen=True, slots=True)
class Redaction:
    """A rectangle (px of the frames) that is blacked out in all pictures, or only in those moments."""

    region: Region
    only: frozenset[Seen] | None = None

    def covers(self, seen: Seen) -> bool:
        """Whether it is blacked out in that picture."""
        return self.only is None or seen in self.only


@dataclass(frozen=True, slots=True)
class EditedRecording:
    """The actions that are left, as they stand now, and what is blacked out."""

    actions: tuple[EditedAction, ...]
    redactions: tuple[Redaction, ...] = field(default=())

    @classmethod
    def of(cls, events: Iterable[RecordedEvent]) -> EditedRecording:
        """All as it was recorded."""
        return cls(tuple(EditedAction(e, (i, "before"), (i, "after")) for i, e in enumerate(events)))

    def regions(self, seen: Seen) -> tuple[Region, ...]:
        """What is blacked out in that picture."""
        return tuple(r.region for r in self.redactions if r.covers(seen))


def delete(edited: EditedRecording, places: Collection[int]) -> EditedRecording:
    """Leave actions out. One at least stays."""
    gone = set(places)
    kept = tuple(action for n, action in enumerate(edited.actions) if n not in gone)
    if not kept:
        raise CannotRetouch("Nothing would be left: a workflow needs one action at least.")
    return replace(edited, actions=kept)


def merge(edited: EditedRecording, places: Collection[int]) -> EditedRecording:
    """Make one action of several that follow each other: texts that were typed, or turns of the wheel."""
    chosen = sorted(set(places))
    if len(chosen) < 2:
        raise CannotRetouch("Choose two actions or more that follow each other (Shift and the arrows), then merge.")
    if chosen != list(range(chosen[0], chosen[-1] + 1)):
        raise CannotRetouch("Only actions that follow each other can be merged.")
    actions = edited.actions[chosen[0] : chosen[-1] + 1]
    event = _merged_event([action.event for action in actions])
    parts = tuple(part for action in actions for part in (action.parts or (action,)))
    made = EditedAction(event, actions[0].before, actions[-1].after, parts)
    return _with(edited, chosen[0], len(chosen), (made,))


def split(edited: EditedRecording, place: int, at: int | None = None) -> EditedRecording:
    """Take a merged action apart again, or split a typed text after `at` letters into two actions."""
    action = edited.actions[place]
    if action.parts:
        return _with(edited, place, 1, action.parts)
    event = action.event
    if event.kind is not ActionKind.TYPE or not event.text or event.secret:
        raise CannotRetouch("Only a typed text, or actions that were merged, can be split.")
    if at is None or not 0 < at < len(event.text):
        raise CannotRetouch("Choose a place within the text: something must stand on both sides.")
    if event.element is None:
        raise CannotRetouch(
            "Of this field only pictures are known, so a second text would replace the first: record it as two."
        )
    return _with(edited, place, 1, _halves(action, at))


def relabel(edited: EditedRecording, place: int, label: str) -> EditedRecording:
    """What the target, or the field that is typed into, is called."""
    said = " ".join(label.split())[:_LONGEST_LABEL]
    if not said:
        raise CannotRetouch("A name needs a letter at least.")
    event = edited.actions[place].event
    if event.kind is ActionKind.TYPE:
        return _changed(edited, place, field_label=said)
    if event.kind in POINTED or event.kind is ActionKind.UPLOAD:
        return _changed(edited, place, label=said)
    raise CannotRetouch("A key or a turn of the wheel acts on no target that could have a name.")


def retarget(
    edited: EditedRecording,
    place: int,
    region: Region,
    element_at: Callable[[Point], Element | None] = lambda _: None,
) -> EditedRecording:
    """Find the target by what `region` (px of the before-frame) shows. Where that does not hold the point that was
    clicked, the action goes to its middle; `element_at` tells what lies there."""
    event = edited.actions[place].event
    if event.point is None or event.kind not in POINTED:
        raise CannotRetouch("This action acts on no target that could be framed.")
    if region.w < 8 or region.h < 8:
        raise CannotRetouch("That is too small: frame the whole control.")
    if region.contains(event.point):
        return _changed(edited, place, crop=region)
    found = element_at(region.center)
    element = element_to_json(found) if found is not None else None
    x, y = region.center
    return _changed(edited, place, crop=region, x=x, y=y, element=element, label=None)


def note(edited: EditedRecording, place: int, words: str) -> EditedRecording:
    """What should be known about the action; no words take the note away."""
    return _changed(edited, place, note=words.strip()[:_LONGEST_NOTE] or None)


def make_parameter(edited: EditedRecording, place: int, name: str) -> EditedRecording:
    """What was typed or chosen is an example of the parameter `name`."""
    event = _value_at(edited, place)
    if event.secret:
        raise CannotRetouch("A secret is asked for in each run already.")
    _check_name(name)
    for other in edited.actions:
        if other.event.param == name and (other.event.text, other.event.secret) != (event.text, False):
            raise CannotRetouch(f"⟨{name}⟩ stands for another value already: choose another name.")
    return _changed(edited, place, param=name)


def make_constant(edited: EditedRecording, place: int) -> EditedRecording:
    """What was typed is the same in each run."""
    event = _value_at(edited, place)
    if event.secret or event.param is None:
        raise CannotRetouch("This value is no parameter.")
    return _changed(edited, place, param=None)


def make_secret(edited: EditedRecording, place: int, name: str) -> EditedRecording:
    """What was typed is a secret: its text is kept nowhere, and each run asks for it."""
    event = _value_at(edited, place)
    if event.kind is not ActionKind.TYPE:
        raise CannotRetouch("Only what was typed can be a secret.")
    if event.secret:
        raise CannotRetouch("This is a secret already.")
    _check_name(name)
    if any(a.event.param == name for n, a in enumerate(edited.actions) if n != place):
        raise CannotRetouch(f"⟨{name}⟩ stands for another value already: choose another name.")
    secret = event.model_copy(update={"secret": True, "text": None, "param": name, "typed_as": None})
    action = replace(edited.actions[place], event=secret.without_secret(), parts=())
    return _with(edited, place, 1, (action,))


def ask(edited: EditedRecording, place: int, check: AskedCheck) -> EditedRecording:
    """A text must (or must not) be on the screen after the action."""
    event = edited.actions[place].event
    said = " ".join(check.text.split())
    if len(said) < 2:
        raise CannotRetouch("That is too little text to look for: choose a whole word.")
    if any(c.text == said for c in event.checks):
        raise CannotRetouch(f"“{said}” is checked after this action already.")
    return _changed(edited, place, checks=(*event.checks, check.model_copy(update={"text": said})))


def drop_check(edited: EditedRecording, place: int, number: int) -> EditedRecording:
    """Take the check of that number away, from 0."""
    checks = edited.actions[place].event.checks
    return _changed(edited, place, checks=(*checks[:number], *checks[number + 1 :]))


def redact(edited: EditedRecording, region: Region, only: Iterable[Seen] | None = None) -> EditedRecording:
    """Black out a rectangle in all pictures, or only in those. Refused where an action would lose its target."""
    if region.area == 0:
        raise CannotRetouch("Choose a rectangle to black out.")
    made = Redaction(region, None if only is None else frozenset(only))
    for action in edited.actions:
        points = (action.event.point, action.event.end_point) if action.event.kind in POINTED else ()
        if made.covers(action.before) and any(p is not None and region.contains(p) for p in points):
            raise CannotRetouch(
                f"This covers what action {action.first + 1} acts on, which could not be found any more: choose a "
                "smaller rectangle, or black it out only here."
            )
    return replace(edited, redactions=(*edited.redactions, made))


def drop_redaction(edited: EditedRecording, number: int) -> EditedRecording:
    """Take the rectangle of that number away, from 0."""
    left = edited.redactions
    return replace(edited, redactions=(*left[:number], *left[number + 1 :]))


def new_secrets(edited: EditedRecording, events: tuple[RecordedEvent, ...]) -> tuple[EditedAction, ...]:
    """The actions that were made secrets, whose text stands in the recording of `events`."""
    return tuple(
        a
        for a in edited.actions
        if a.event.secret and any(e.text for e in events[a.first : a.last + 1] if not e.secret)
    )


def _merged_event(events: list[RecordedEvent]) -> RecordedEvent:
    first, kinds = events[0], {event.kind for event in events}
    if kinds == {ActionKind.TYPE}:
        if any(event.secret or event.typed_as for event in events):
            raise CannotRetouch("A secret or a date stays as it was typed: it cannot be merged.")
        return first.model_copy(update={"text": "".join(e.text or "" for e in events), "param": None})
    if kinds == {ActionKind.SCROLL}:
        update = {"dx": sum(e.dx or 0 for e in events), "dy": sum(e.dy or 0 for e in events)}
        return first.model_copy(update=update)
    raise CannotRetouch("Only texts that were typed after each other, or turns of the wheel, can be merged.")


def _halves(action: EditedAction, at: int) -> tuple[EditedAction, EditedAction]:
    """Between the two there is no picture: the first is taken to end with what was seen before."""
    event, text = action.event, action.event.text or ""
    element = dict(event.element or {})
    shown = f"{element.get('value') or ''}{text[:at]}"
    first = event.model_copy(update={"text": text[:at], "param": None, "checks": ()})
    second = event.model_copy(update={"text": text[at:], "param": None, "element": element | {"value": shown}})
    return replace(action, event=first, after=action.before), replace(action, event=second)


def _value_at(edited: EditedRecording, place: int) -> RecordedEvent:
    event = edited.actions[place].event
    if event.kind not in (ActionKind.TYPE, ActionKind.SELECT, ActionKind.UPLOAD):
        raise CannotRetouch("Choose an action that types or chooses a value.")
    return event


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise CannotRetouch("A name begins with a letter and has small letters, digits and underscores only.")


def _changed(edited: EditedRecording, place: int, **fields: Any) -> EditedRecording:
    action = edited.actions[place]
    return _with(edited, place, 1, (replace(action, event=action.event.model_copy(update=fields)),))


def _with(edited: EditedRecording, place: int, count: int, actions: tuple[EditedAction, ...]) -> EditedRecording:
    return replace(edited, actions=(*edited.actions[:place], *actions, *edited.actions[place + count :]))
