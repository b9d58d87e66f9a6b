"""Opening a recording: everything is checked before it is used, frames are decoded when they are asked for."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from studio.engine.errors import BadRecording, NewerVersion
from studio.engine.limits import MAX_EVENTS_BYTES, MAX_META_BYTES, MAX_PICTURE_BYTES, MAX_STRUCTURE_BYTES
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.structure_json import snapshot_from_json
from studio.engine.png_check import NotPng, png_size
from studio.engine.recording.events import RecordedEvent
from studio.engine.recording.layout import EVENTS, META, MOMENTS, RECORDING_VERSION, Moment, frame_name, structure_name
from studio.engine.recording.lines import CutLine, ParsedEvents, line_name, parse_events
from studio.engine.recording.marks import Mark, read_marks
from studio.engine.recording.meta import RecordingMeta
from studio.engine.recording.writer import refuse_outside
from studio.engine.untrusted import existing_directory, inside, parse_json, parse_object, read_file, read_value, shown
from studio.engine.vision.frame import Frame, UnreadableFrame

_KEPT_FRAMES = 8


class _Frames:
    """The last few frames, decoded once; equal files give the same Frame."""

    def __init__(self, folder: Path, scale: float) -> None:
        self._folder = folder
        self._scale = scale
        self._kept: OrderedDict[bytes, Frame] = OrderedDict()

    def read(self, name: str) -> Frame:
        data = read_file(self._folder, name, limit=MAX_PICTURE_BYTES, error=BadRecording)
        key = hashlib.sha256(data).digest()
        frame = self._kept.pop(key, None) or _decoded(data, self._scale, name)
        self._kept[key] = frame
        if len(self._kept) > _KEPT_FRAMES:
            self._kept.popitem(last=False)
        return frame


@dataclass(frozen=True)
class Recording:
    """A complete demonstration. `extras` has the unknown fields of each event that has any, by its index.

    `not_understood` has one sentence for each thing that was left aside; `recovered` is one sentence where
    the recorder had been killed and its recording was recovered. `not_recorded` are the markers of what happened
    and could not be followed.
    """

    dir: Path
    meta: RecordingMeta
    events: tuple[RecordedEvent, ...]
    not_understood: tuple[str, ...] = ()
    extras: dict[int, dict[str, Any]] = field(default_factory=dict)
    not_recorded: tuple[Mark, ...] = ()
    _frames: _Frames = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_frames", _Frames(self.dir, self.meta.scale))

    @property
    def recovered(self) -> str | None:
        """What a recovery dropped, where there was one."""
        return self.meta.recovered

    @property
    def has_end(self) -> bool:
        """Whether it closes with what was seen at the end, once the screen had come to rest: `before_frame` and
        `before_structure` of the number of events."""
        return inside(self.dir, frame_name(len(self.events), "before"), BadRecording) is not None

    def before_frame(self, i: int) -> Frame:
        """The screen just before event `i`. Raises BadRecording."""
        return self._frames.read(frame_name(self._index(i, "before"), "before"))

    def after_frame(self, i: int) -> Frame:
        """The screen after event `i`, when it had settled. Raises BadRecording."""
        return self._frames.read(frame_name(self._index(i), "after"))

    def before_structure(self, i: int) -> StructureSnapshot | None:
        """What the surface told of itself just before event `i`; None where it told nothing. Raises BadRecording."""
        return self._structure(i, "before")

    def after_structure(self, i: int) -> StructureSnapshot | None:
        """What the surface told of itself after event `i`; None where it told nothing. Raises BadRecording."""
        return self._structure(i, "after")

    def _index(self, i: int, moment: Moment = "after") -> int:
        at_end = i == len(self.events) and moment == "before" and self.has_end
        if not 0 <= i < len(self.events) and not at_end:
            raise IndexError(f"The recording has {len(self.events)} events and none of index {i}.")
        return i

    def _structure(self, i: int, moment: Moment) -> StructureSnapshot | None:
        return read_structure(self.dir, structure_name(self._index(i, moment), moment))


def read_structure(root: Path, name: str) -> StructureSnapshot | None:
    """The snapshot in file `name`; None where there is none. Raises BadRecording."""
    if inside(root, name, BadRecording) is None:
        return None
    data = read_file(root, name, limit=MAX_STRUCTURE_BYTES, error=BadRecording)
    try:
        return snapshot_from_json(parse_json(data, name, BadRecording))
    except BadRecording:
        raise
    except ValueError as error:
        raise BadRecording(f"{name}: {error}") from error


def load_recording(folder: Path) -> Recording:
    """Open the recording in `folder`. Raises BadRecording or NewerVersion with one sentence."""
    root = existing_directory(Path(folder), "a recording", BadRecording)
    meta, notes = read_meta(root)
    parsed = _read_events(root)
    for event in parsed.events if meta.pictures else ():
        check_files(root, event)
    if not meta.finished:
        raise BadRecording(f"{root.name} was not finished: the recorder still runs or was killed. {how_to_recover()}")
    marks = read_marks(root, len(parsed.events))
    return Recording(root, meta, parsed.events, notes + parsed.notes, parsed.extras, marks)


def read_meta(root: Path) -> tuple[RecordingMeta, tuple[str, ...]]:
    """meta.json, and a note for each unknown field. Raises BadRecording, NewerVersion."""
    if inside(root, META, BadRecording) is None:
        raise BadRecording(_without_meta(root))
    data = parse_object(read_file(root, META, limit=MAX_META_BYTES, error=BadRecording), META, BadRecording)
    version = data.setdefault("version", RECORDING_VERSION)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadRecording(f"{META}: the version {shown(version)} is not a number of a version.")
    if version > RECORDING_VERSION:
        raise NewerVersion(
            f"{root.name} was recorded by a newer program (format {version}, and this one reads up to "
            f"{RECORDING_VERSION}): update Waymark Studio."
        )
    meta, unknown = read_value(RecordingMeta, data, META, BadRecording)
    return meta, tuple(f"{META}: the field {shown(name)}" for name in unknown)


def check_files(root: Path, event: RecordedEvent) -> None:
    """Raise BadRecording where a file of `event` is missing or broken, or its point outside of its frame."""
    sizes = {}
    for moment in MOMENTS:
        name = frame_name(event.i, moment)
        data = read_file(root, name, limit=MAX_PICTURE_BYTES, error=BadRecording)
        try:
            sizes[moment] = png_size(data)
        except NotPng as error:
            raise BadRecording(f"{root.name}/{name} {error}.") from error
        inside(root, structure_name(event.i, moment), BadRecording)
    for point in (event.point, event.end_point):
        refuse_outside(point, sizes["before"], f"{line_name(event.i)}: the action")


def how_to_recover() -> str:
    """The end of a sentence about a recording whose recorder was killed."""
    return "What is complete can be saved: studio record --recover FOLDER."


def _read_events(root: Path) -> ParsedEvents:
    data = read_file(root, EVENTS, limit=MAX_EVENTS_BYTES, error=BadRecording)
    try:
        return parse_events(data)
    except CutLine as error:
        raise BadRecording(f"{error}: the recorder was killed while it wrote. {how_to_recover()}") from error


def _without_meta(root: Path) -> str:
    if (root / EVENTS).is_file():
        return f"{root.name} has no {META}: the recorder was killed. {how_to_recover()}"
    return f"{root.name} is not a recording: it has neither {META} nor {EVENTS}."


def _decoded(data: bytes, scale: float, name: str) -> Frame:
    try:
        png_size(data)
        frame = Frame(png=data, scale=scale)
        _ = frame.bgr
    except (NotPng, UnreadableFrame) as error:
        raise BadRecording(f"{name} is a picture that cannot be read.") from error
    return frame
