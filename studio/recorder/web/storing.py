"""Writes actions with their evidence, secrets taken out before anything is encoded, and tells what was written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from studio.engine.compiler.param_names import slug, unused
from studio.engine.model import events
from studio.engine.model.dialogs import DialogAnswer
from studio.engine.model.events import Event
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.structure_json import MAX_TEXT, element_to_json
from studio.engine.model.workflow import ActionKind
from studio.engine.privacy.masking import Mask
from studio.engine.privacy.secrecy import says_secret
from studio.engine.recording import RecordedEvent, RecordingWriter
from studio.engine.vision.frame import Frame
from studio.recorder.normaliser.outbox import WORDLESS
from studio.recorder.raw import RawEvent
from studio.recorder.web.evidence import Look, seen_at
from studio.recorder.web.pairing import SecretPlaces, withheld
from studio.recorder.web.performed import Performed
from studio.recorder.web.secrecy import asks_for_secret

_TAKING = frozenset({ActionKind.TYPE, ActionKind.SELECT, ActionKind.UPLOAD})
_ANSWER = "What was answered to the dialog “{message}” is secret and was left out: a replay stops there and needs it."
_MESSAGE = (
    "The dialog “{message}” shows a secret, which was left out: a replay does not know that dialog and stops there."
)
_ODD = "What the page says of an element cannot be kept: it is known by its picture only."
_WITHHELD = "A picture may show a secret at a place that is not known: it was left out."
_LONG = f"A text of {MAX_TEXT:,} or more characters was put in, which is not recorded: upload it as a file instead."

Emit = Callable[[Event], None]


class Store:
    """One recording being written. `emit` is told of every action and marker. Raises CannotWrite."""

    def __init__(self, out_dir: Path, first: Look, *, app_url: str, emit: Emit, mask: Mask) -> None:
        frame = first.frame
        self._scale = frame.scale
        self._writer = RecordingWriter(out_dir, app_url=app_url, viewport=frame.size, scale=frame.scale, backend="web")
        self._emit = emit
        self.mask = mask
        self._places = SecretPlaces(mask)
        self._next_param: tuple[str, float] | None = None
        self._notes: list[tuple[str, float]] = []
        self._params: set[str] = set()

    def name_next(self, name: str, at: float) -> None:
        """The value that is given first after `at` is an example of the parameter `name`; empty: named by its field."""
        self._next_param = (name, at)

    def note(self, text: str, at: float) -> None:
        """A word on what is done first after `at`; empty: a mark, whose words are given later."""
        self._notes.append((text, at))

    def action(self, done: Performed, before: Look, after: Look, page: int | None = None) -> None:
        """Append one action, done in the page of that number."""
        for look in (before, after):
            self._learn(look)
        done = self._without_secrets(done)
        if len(done.action.text or "") >= MAX_TEXT:
            self.mark(_LONG, done.action.ended)
            return
        try:
            event = self._event(done, before, after)
        except ValueError:  # one odd element costs no recording
            self.mark(_ODD, done.action.ended)
            event = self._event(replace(done, element=None), before, after)
        event = event.model_copy(update={"page": page})
        written = self._writer.append(event, *self._shown(before, after), *self._kept(before, after))
        if event.secret:
            self._emit(events.Masked(t=event.t, sentence="What was typed is secret and was left out."))
        self._emit(events.ActionRecorded(t=event.t, event=written.to_json()))

    def mark(self, sentence: str, t: float) -> None:
        """Something could not be followed."""
        sentence = self.mask.text(sentence)
        self._writer.mark(sentence, t)
        self._emit(events.NotRecorded(t=round(max(t, 0.0), 3), sentence=sentence))

    def raw(self, lines: tuple[RawEvent, ...]) -> None:
        """Keep raw input."""
        for line in lines:
            label = None if line.label is None else self.mask.text(line.label)
            line = line.model_copy(update={"label": label})
            self._writer.raw(line.model_dump_json(exclude_defaults=True).encode() + b"\n")

    def undo_last(self) -> int | None:
        """Take the last written action back; its index."""
        return self._writer.undo_last()

    def finish(self, end: Look | None = None) -> Path:
        """Complete the recording; `end` is what was seen at last. A note that found no action stands alone."""
        for text, at in self._notes:
            self.mark(f"Note: {text or WORDLESS}", at)
        if end is None:
            return self._writer.finish()
        self._learn(end)
        return self._writer.finish((self._picture(end), self.mask.structure(end.structure) if end.structure else None))

    def close(self) -> None:
        """Let go of the files; what was written can be recovered."""
        self._writer.close()

    def hide(self, text: str | None, field: Element | None) -> None:
        """From now on `text` and the field that took it are secret."""
        self.mask.add(text or "", field)

    def _without_secrets(self, done: Performed) -> Performed:
        """Dialogs as they may be kept. A secret answer is left out whole: a replay gives no other one."""
        kept: list[DialogAnswer] = []
        for answer in done.answers:
            message = self.mask.text(answer.message)
            if (
                answer.accepted
                and answer.text
                and (says_secret(answer.message) or self.mask.text(answer.text) != answer.text)
            ):
                self.hide(answer.text, None)
                self.mark(_ANSWER.format(message=self.mask.text(answer.message)), done.action.ended)
                continue
            if message != answer.message:
                self.mark(_MESSAGE.format(message=message), done.action.ended)
            text = None if answer.text is None or not answer.accepted else answer.text
            kept.append(answer.model_copy(update={"message": message, "text": text}))
        return replace(done, answers=tuple(kept))

    def _event(self, done: Performed, before: Look, after: Look) -> RecordedEvent:
        action = done.action
        point = seen_at(before, action.point) if action.point else None
        end = seen_at(before, action.end) if action.end else None
        element = self.mask.element(done.element) if done.element is not None else None
        return RecordedEvent(
            kind=action.kind,
            t=round(max(action.began, 0.0), 3),
            **_place(point, end),
            path=action.path,
            modifiers=action.modifiers,
            pasted=done.pasted,
            text=action.text,
            param=self._param(done),
            secret=action.secret,
            key=action.key,
            dx=action.dx if action.kind is ActionKind.SCROLL else None,
            dy=action.dy if action.kind is ActionKind.SCROLL else None,
            typed_as=done.typed_as,
            field_label=None if action.field_label is None else self.mask.text(action.field_label),
            note=self._note(done),
            answers=done.answers,
            settled=after.settled,
            scale=before.frame.scale if before.frame.scale != self._scale else None,
            element=element_to_json(element) if element is not None else None,
        )

    def _param(self, done: Performed) -> str | None:
        action = done.action
        if action.kind not in _TAKING:
            return None
        name = action.param
        if self._next_param is not None and action.began >= self._next_param[1]:
            name, self._next_param = self._next_param[0] or slug(self._field(done)), None
        if name is None:
            return None
        free = unused(name, self._params)
        self._params.add(free)
        return free

    def _field(self, done: Performed) -> str:
        """What a person calls the field."""
        element = done.element
        named = "" if element is None else element.label or element.name or element.placeholder
        return self.mask.text(done.action.field_label or named)

    def _note(self, done: Performed) -> str | None:
        """All that was said of the action; empty where it was marked only, None where nothing was said."""
        notes = [text for text, at in self._notes if done.action.began >= at]
        self._notes = [(text, at) for text, at in self._notes if done.action.began < at]
        notes += [done.action.note] if done.action.note else []
        return self.mask.text(" ".join(filter(None, notes))) if notes else None

    def _learn(self, look: Look) -> None:
        """Fields that are or were secret stay so, whatever they turn into."""
        structures = (*(one for one in (look.structure,) if one), *look.others)
        for element in (element for one in structures for element in one.elements):
            if asks_for_secret(element) and not self.mask.hides(replace(element, secret=False)):
                self.mask.add("", element)

    def _shown(self, *looks: Look) -> tuple[Frame, Frame]:
        first, last = map(self._picture, looks)
        return first, last

    def _picture(self, look: Look) -> Frame:
        """The picture without secrets; where nobody knows what it shows, none."""
        if not self._places.are_certain(look.structure, look.others):
            self._emit(events.Masked(t=round(max(look.t, 0.0), 3), sentence=_WITHHELD))
            return withheld(look.frame)
        return self.mask.frame(look.frame, look.structure) if look.structure else look.frame

    def _kept(self, *looks: Look) -> list[StructureSnapshot | None]:
        return [self.mask.structure(one.structure) if one.structure else None for one in looks]


def _place(point: Point | None, end: Point | None) -> dict[str, Any]:
    start = {"x": point.x, "y": point.y} if point else {}
    return start | ({"end_x": end.x, "end_y": end.y} if end else {})
