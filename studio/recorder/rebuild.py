"""Makes a recording of its raw input again: the same actions, and the pictures of its moments where they are there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from studio.engine.errors import BadInput, BadRecording
from studio.engine.files import refuse_overwriting
from studio.engine.limits import MAX_EVENTS
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import Mark, RecordedEvent, load_recording
from studio.engine.recording.layout import EVENTS, RAW
from studio.engine.recording.meta import new_meta
from studio.engine.recording.rebuilt import Pictures, write_rebuilt
from studio.recorder.actions import Action, Marker, Normalised
from studio.recorder.moments_of import Moments
from studio.recorder.normaliser import Settings, normalise
from studio.recorder.normaliser.cleaning import cleaned
from studio.recorder.raw_file import read_raw, to_bytes

_OF_PAGES = (
    "{raw} is of web pages, and does not hold all that they told (choices of lists, files, tabs, dialogs, hovers): a "
    "recording made of it would lack them. Use the recording itself, {folder}."
)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What came out. `marks` is what could not be followed, `notes` what was left aside of the files."""

    events: tuple[RecordedEvent, ...]
    marks: tuple[Mark, ...]
    notes: tuple[str, ...]
    has_pictures: bool


def rebuild(raw_path: Path, out: Path) -> Rebuilt:
    """Read `raw_path` (or the raw.jsonl of that recording) and write the recording that it makes to `out`.

    Where it stands in a recording with frames, each action takes the frames and the structure of its moment. No secret
    reaches `out`. Raises BadRecording, AlreadyThere, CannotWrite.
    """
    refuse_overwriting(out)
    raw_path = raw_path / RAW if (raw_path / RAW).is_file() else raw_path
    raw = read_raw(raw_path)
    moments, said = _moments_around(raw_path)
    settings = Settings() if moments is None else Settings(reveals=moments.was_hover)
    ordered = raw.events if moments is None else raw.as_written
    events, marks = _as_recorded(normalise(ordered, settings), moments)
    if len(events) > MAX_EVENTS:
        raise BadRecording(f"{raw_path.name} makes {len(events)} actions, more than the {MAX_EVENTS} of a recording.")
    meta = new_meta((0, 0), None, backend="desktop") if moments is None else moments.recording.meta
    pictures = None if moments is None else Pictures(moments.recording.dir, [moments.seen(event) for event in events])
    write_rebuilt(out, meta, events, marks, to_bytes(cleaned(ordered)), pictures)
    return Rebuilt(tuple(events), tuple(marks), (*raw.notes, *said), moments is not None)


def to_event(action: Action) -> RecordedEvent:
    """The action as a line of events.jsonl, without what was seen. Points stay as they are."""
    point, end = action.point, action.end
    scrolled = action.kind is ActionKind.SCROLL
    return RecordedEvent(
        kind=action.kind,
        t=round(action.began, 3),
        x=point.x if point else None,
        y=point.y if point else None,
        end_x=end.x if end else None,
        end_y=end.y if end else None,
        path=action.path,
        modifiers=action.modifiers,
        text=None if action.secret else action.text,
        param=action.param,
        secret=action.secret,
        key=action.key,
        dx=action.dx if scrolled else None,
        dy=action.dy if scrolled else None,
        field_label=action.field_label,
        note=action.note,
    )


def _moments_around(raw_path: Path) -> tuple[Moments | None, tuple[str, ...]]:
    """The recording that the raw input belongs to, or why it gives no pictures. Raises BadRecording for pages."""
    folder = raw_path.resolve().parent
    if not (folder / EVENTS).is_file():
        return None, ()
    try:
        recording = load_recording(folder)
    except BadInput as error:
        return None, (f"The recording around {raw_path.name} gives no pictures: {error}",)
    if recording.meta.backend == "web":
        raise BadRecording(_OF_PAGES.format(raw=raw_path.name, folder=folder))
    return (Moments(recording) if recording.meta.pictures else None), ()


def _as_recorded(found: Iterable[Normalised], moments: Moments | None) -> tuple[list[RecordedEvent], list[Mark]]:
    """Events and marks in order, without what was taken back."""
    events: list[RecordedEvent] = []
    marks: list[Mark] = []
    for item in found:
        if isinstance(item, Action):
            plain = to_event(item)
            event = plain if moments is None else moments.placed(plain)
            if event is not None:
                events.append(event)
            else:
                marks.append(_mark(events, item.began, _outside(plain)))
        elif isinstance(item, Marker):
            marks.append(_mark(events, item.at, item.sentence))
        elif events:
            events.pop()
    last = len(events) - 1
    return events, [mark.model_copy(update={"after": min(mark.after, last)}) for mark in marks]


def _mark(events: list[RecordedEvent], at: float, sentence: str) -> Mark:
    return Mark(after=len(events) - 1, t=round(at, 3), sentence=sentence)


def _outside(event: RecordedEvent) -> str:
    return f"What was done at {tuple(event.point or ())} lies outside of what was recorded: it is left out."
