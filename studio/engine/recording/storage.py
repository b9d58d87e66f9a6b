"""The files of a recording while it grows: frames and structure first, then the line that names them."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from studio.engine.files import explained, link_or_copy, sync_directory, sync_file, write_atomically
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.structure_json import snapshot_to_json
from studio.engine.recording.layout import (
    EVENTS,
    FRAMES,
    MOMENTS,
    NOT_RECORDED,
    RAW,
    Moment,
    frame_name,
    structure_name,
)
from studio.engine.recording.line_log import LineLog
from studio.engine.rights import make_private
from studio.engine.vision.frame import Frame


class Storage:
    """Appends events to a recording folder, one at a time. Not thread-safe: one thread owns it.

    A frame or snapshot that equals the one before is a hard link to it. Raises CannotWrite.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ends = [0]
        self._last_frame: tuple[Frame, Path] | None = None
        self._last_structure: tuple[StructureSnapshot, Path] | None = None
        self._unsynced: deque[Path] = deque()
        with explained(folder):
            make_private(folder / FRAMES)
        self._lines = LineLog(folder / EVENTS)
        self._lines.open()

    def append(
        self,
        line: bytes,
        frames: tuple[Frame, Frame],
        structures: tuple[StructureSnapshot | None, StructureSnapshot | None],
    ) -> None:
        """Write frames and snapshots whole, then the line; on failure the line is not there."""
        index = len(self._ends) - 1
        for moment, frame, structure in zip(MOMENTS, frames, structures, strict=True):
            self._write_moment(index, moment, frame, structure)
        self._lines.append(line)
        self._ends.append(self._ends[-1] + len(line))

    def close_with(self, frame: Frame, structure: StructureSnapshot | None) -> None:
        """Write what was seen at the end: the before-frame of an action that never came."""
        self._write_moment(len(self._ends) - 1, "before", frame, structure)

    def drop_last(self) -> None:
        """Take the last event back: first its line, then its files. Does nothing where there is none."""
        if len(self._ends) == 1:
            return
        self._ends.pop()
        self._lines.truncate(self._ends[-1])
        with explained(self._folder / EVENTS):
            for moment in MOMENTS:
                self._drop(frame_name, moment)
                self._drop(structure_name, moment)
        self._last_frame = self._last_structure = None

    @property
    def all_synced(self) -> bool:
        """Whether the disk was asked to keep every frame and snapshot that was written."""
        return not self._unsynced

    def sync_one(self) -> None:
        """Ask the disk to keep the oldest file that it was not asked for yet: done as it goes, the end is quick."""
        path = self._unsynced.popleft()
        with explained(path), suppress(FileNotFoundError):  # it was taken back
            sync_file(path)

    def sync(self) -> None:
        """Ask the disk to keep everything, names too."""
        while self._unsynced:
            self.sync_one()
        with explained(self._folder):
            for name in (EVENTS, NOT_RECORDED, RAW):
                with suppress(FileNotFoundError):
                    sync_file(self._folder / name)
            for folder in {(self._folder / name(0, MOMENTS[0])).parent for name in (frame_name, structure_name)}:
                with suppress(FileNotFoundError):
                    sync_directory(folder)
            sync_directory(self._folder)

    def close(self) -> None:
        """Let the file go."""
        self._lines.close()

    def _write_moment(self, index: int, moment: Moment, frame: Frame, structure: StructureSnapshot | None) -> None:
        self._write_frame(self._folder / frame_name(index, moment), frame)
        if structure is not None:
            self._write_structure(self._folder / structure_name(index, moment), structure)

    def _write_frame(self, path: Path, frame: Frame) -> None:
        if self._last_frame is not None and frame.same_pixels(self._last_frame[0]):
            new = not link_or_copy(self._last_frame[1], path)
        else:
            write_atomically(path, frame.png, durable=False)
            new = True
        self._unsynced.extend([path] if new else [])
        self._last_frame = (frame, path)

    def _write_structure(self, path: Path, structure: StructureSnapshot) -> None:
        if self._last_structure is not None and structure == self._last_structure[0]:
            new = not link_or_copy(self._last_structure[1], path)
        else:
            make_private(path.parent)
            text = json.dumps(snapshot_to_json(structure), ensure_ascii=False, allow_nan=False)
            write_atomically(path, text.encode("utf-8", "replace"), durable=False)
            new = True
        self._unsynced.extend([path] if new else [])
        self._last_structure = (structure, path)

    def _drop(self, name: Callable[[int, Moment], str], moment: Moment) -> None:
        (self._folder / name(len(self._ends) - 1, moment)).unlink(missing_ok=True)
