"""Writes a cleaned-up recording as a recording of its own: blacked-out places and secrets are gone from all of it.

Pictures in which nothing is hidden are shared with the recording (hard links where the disk can); `raw.jsonl` is
left out.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from studio.engine.errors import BadInput
from studio.engine.files import link_or_copy, new_directory, write_atomically
from studio.engine.model.geometry import Region
from studio.engine.model.params import ParamSpec
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.structure_json import element_to_json, snapshot_to_json
from studio.engine.privacy.masking import MASK_TEXT, Mask
from studio.engine.privacy.own import own_patterns
from studio.engine.privacy.pixels import ReadSecrets
from studio.engine.recording import Mark, RecordedEvent, Recording
from studio.engine.recording.edit import EditedAction, EditedRecording, new_secrets
from studio.engine.recording.layout import (
    EVENTS,
    FRAMES,
    META,
    NOT_RECORDED,
    STRUCTURE,
    Moment,
    frame_name,
    structure_name,
)
from studio.engine.recording.rebuilt import Seen
from studio.engine.rights import make_private
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame
from studio.recorder.redacted import black_out, without_places, words_within

_SAME = 12.0
"""Mean difference of grey levels up to which a place still shows what it showed."""
_LARGEST_FIELD = 0.15
"""A typed text changes a line of the screen; where more changed it was a page, and tells no field."""

Progress = Callable[[int, int], bool]


class CopyStopped(BadInput):
    """A person stopped it; nothing was written."""


@dataclass(frozen=True, slots=True)
class _Typed:
    """Where a secret stood in the picture after it was typed, and what that looked like."""

    since: int
    region: Region
    picture: Frame


def write_edited(
    recording: Recording, edited: EditedRecording, out: Path, progress: Progress = lambda _done, _all: True
) -> Path:
    """Write the copy at `out`, all or nothing. `progress(done, all)` may answer False, which stops it (CopyStopped).

    Raises AlreadyThere, CannotWrite, BadRecording.
    """
    hider = _Hider(recording, edited)
    events = [hider.event(n, action) for n, action in enumerate(edited.actions)]
    meta = recording.meta.model_copy(update={"id": uuid.uuid4().hex, "param_specs": _specs(recording, events)})
    with new_directory(out) as folder:
        if recording.meta.pictures:
            _pictures(recording, edited, hider, folder, progress)
        marks = _marks(recording.not_recorded, edited, hider)
        if marks:
            write_atomically(folder / NOT_RECORDED, b"".join(m.to_line() for m in marks), durable=False)
        write_atomically(folder / EVENTS, b"".join(e.to_line() for e in events), durable=False)
        write_atomically(folder / META, meta.finished_with(events).to_bytes(), durable=False)
    return out


class _Hider:
    """Knows all that must not be seen, and takes it out of pictures, structure and actions."""

    def __init__(self, recording: Recording, edited: EditedRecording) -> None:
        self._recording, self._edited = recording, edited
        patterns = own_patterns()
        self._mask = Mask(patterns)
        self._reader = ReadSecrets(lambda line: bool(patterns.spans(line))) if patterns else None
        self._typed: list[_Typed] = []
        self.secrets = new_secrets(edited, recording.events)
        words: dict[str, Element | None] = dict.fromkeys(self._redacted_words())
        words |= dict(self._learn(action) for action in self.secrets)
        for text, field in sorted(words.items(), key=lambda w: len(w[0]), reverse=True):
            self._mask.add(text, field)  # the longest first: of it, a shorter one within would leave the rest
        self.hides = bool(self.secrets or edited.redactions or patterns)

    def _learn(self, action: EditedAction) -> tuple[str, Element | None]:
        """A text that became a secret: its words and its field; its place in the pictures is noted."""
        recording = self._recording
        events = recording.events[action.first : action.last + 1]
        text = "".join(e.text or "" for e in events)
        field = next((e.target for e in events if e.target is not None), None)
        if recording.meta.pictures:
            self._note_place(action)
        return text, field

    def _note_place(self, action: EditedAction) -> None:
        """What changed on the screen when the secret was typed."""
        before = self._recording.before_frame(action.first)
        after = self._recording.after_frame(action.last)
        if before.size != after.size:
            return
        changed = changed_regions(before, after)
        if sum(r.area for r in changed) <= _LARGEST_FIELD * after.bounds.area:
            for region in changed:
                place = region.padded(4).clamped(after.size)
                self._typed.append(_Typed(action.first, place, after.crop(place)))

    def _redacted_words(self) -> set[str]:
        """Words that stand wholly in what is blacked out everywhere are hidden wherever else they are told."""
        everywhere = [r.region for r in self._edited.redactions if r.only is None]
        found: set[str] = set()
        for seen in {s for a in self._edited.actions for s in (a.before, a.after)} if everywhere else ():
            snapshot = _structure(self._recording, seen)
            found.update(words_within(snapshot, everywhere) if snapshot is not None else ())
        return found

    def event(self, number: int, action: EditedAction) -> RecordedEvent:
        """The action as it may be kept, with its number."""
        event = action.event
        update: dict[str, object] = {"i": number}
        if self.hides and event.target is not None:
            cleaned = self._mask.element(event.target)
            region = cleaned.region
            if any(_covers(r, region) for r in self._edited.regions(action.before)):
                cleaned = without_places(cleaned)
            update["element"] = element_to_json(self._row(cleaned))
        if event.note:
            update["note"] = self._mask.text(event.note)
        return event.model_copy(update=update).without_secret()

    def _row(self, element: Element) -> Element:
        row = tuple(self._mask.text(cell) for cell in element.row)
        return element if row == element.row else replace(element, row=row)

    def text(self, text: str) -> str:
        """A sentence as it may be kept."""
        return self._mask.text(text)

    def structure(self, snapshot: StructureSnapshot, seen: Seen) -> StructureSnapshot:
        """What the surface told, as it may be kept."""
        places = self._edited.regions(seen)
        cleaned = self._mask.structure(snapshot)
        elements = tuple(
            without_places(self._row(e)) if any(_covers(r, e.region) for r in places) else self._row(e)
            for e in cleaned.elements
        )
        texts = tuple(
            replace(t, text=MASK_TEXT) if any(_covers(r, t.region) for r in places) else t for t in cleaned.texts
        )
        return replace(cleaned, elements=elements, texts=texts)

    def places(self, seen: Seen, snapshot: StructureSnapshot | None) -> list[Region]:
        """What is painted over in that picture, as far as it is known without looking at it."""
        found = list(self._edited.regions(seen))
        return found + (self._mask.regions(snapshot) if snapshot is not None else [])

    def shown(self, seen: Seen, frame: Frame) -> list[Region]:
        """Where the picture still shows a secret as it was typed, or in letters what a pattern names."""
        untold = self._reader is not None and _structure(self._recording, seen) is None
        found = self._reader.regions(frame) if untold and self._reader else []
        for typed in self._typed:
            here = typed.region.clamped(frame.size) == typed.region
            if seen[0] >= typed.since and here and _alike(frame.crop(typed.region), typed.picture):
                found.append(typed.region)
        return found


def _pictures(recording: Recording, edited: EditedRecording, hider: _Hider, folder: Path, progress: Progress) -> None:
    make_private(folder / FRAMES)
    moments: tuple[Moment, Moment] = ("before", "after")
    total = 2 * len(edited.actions)
    for number, action in enumerate(edited.actions):
        for place, (moment, seen) in enumerate(zip(moments, (action.before, action.after), strict=True)):
            if not progress(2 * number + place, total):
                raise CopyStopped("Stopped: nothing was written.")
            _picture(recording, hider, seen, folder, number, moment)
    if recording.has_end and edited.actions and edited.actions[-1].last == len(recording.events) - 1:
        _picture(recording, hider, (len(recording.events), "before"), folder, len(edited.actions), "before")


def _picture(recording: Recording, hider: _Hider, seen: Seen, folder: Path, number: int, moment: Moment) -> None:
    snapshot = _structure(recording, seen)
    source, target = recording.dir / frame_name(*seen), folder / frame_name(number, moment)
    places: list[Region] = []
    if hider.hides:
        frame = _frame(recording, seen)
        places = hider.places(seen, snapshot) + hider.shown(seen, frame)
    if places:
        write_atomically(target, black_out(frame, places).png, durable=False)
    else:
        link_or_copy(source, target)
    if snapshot is None:
        return
    make_private(folder / STRUCTURE)
    if hider.hides:
        told = snapshot_to_json(hider.structure(snapshot, seen))
        write_atomically(folder / structure_name(number, moment), json.dumps(told).encode(), durable=False)
    else:
        link_or_copy(recording.dir / structure_name(*seen), folder / structure_name(number, moment))


def _marks(marks: Iterable[Mark], edited: EditedRecording, hider: _Hider) -> list[Mark]:
    """Each marker after the last action that is left of those before it."""
    made = []
    for mark in marks:
        after = sum(1 for a in edited.actions if a.last <= mark.after) - 1
        made.append(mark.model_copy(update={"after": after, "sentence": hider.text(mark.sentence)}))
    return made


def _specs(recording: Recording, events: list[RecordedEvent]) -> dict[str, ParamSpec]:
    """What is known of parameters, but for those that became secrets."""
    secret = {e.param for e in events if e.secret}
    return {name: spec for name, spec in recording.meta.param_specs.items() if name not in secret}


def _frame(recording: Recording, seen: Seen) -> Frame:
    index, moment = seen
    return recording.before_frame(index) if moment == "before" else recording.after_frame(index)


def _structure(recording: Recording, seen: Seen) -> StructureSnapshot | None:
    index, moment = seen
    return recording.before_structure(index) if moment == "before" else recording.after_structure(index)


def _covers(redacted: Region, region: Region) -> bool:
    """Whether at least half of it is blacked out."""
    return region.area > 0 and 2 * redacted.intersection(region).area >= region.area


def _alike(one: Frame, other: Frame) -> bool:
    if one.size != other.size:
        return False
    difference = np.abs(one.grey.astype(np.int16) - other.grey.astype(np.int16))
    return float(difference.mean()) <= _SAME
