"""A recording that is cleaned up: one undo stack over immutable edits, kept on disk as one works."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from studio.engine.errors import BadRecording, CannotWrite
from studio.engine.files import write_atomically
from studio.engine.limits import MAX_EVENTS_BYTES
from studio.engine.peek import peek
from studio.engine.recording import Recording
from studio.engine.recording.edit import EditedRecording
from studio.engine.recording.edit_json import edits_from_json, edits_to_json
from studio.engine.rights import make_private

_AUTOSAVE_MS = 800


class _Step(QUndoCommand):
    """One edit: what was before and after it."""

    def __init__(self, draft: CleanUpDraft, word: str, before: EditedRecording, after: EditedRecording) -> None:
        super().__init__(word)
        self._draft, self._before, self._after = draft, before, after

    def redo(self) -> None:
        """Show what is after it."""
        self._draft._show(self._after)

    def undo(self) -> None:
        """Show what was before it."""
        self._draft._show(self._before)


class CleanUpDraft(QObject):
    """The edits of one recording. Its files are never touched; the edits are kept in `kept_in` and taken up again
    when the recording is opened another day (`taken_up`). `changed` is sent whenever others are shown."""

    changed = Signal()

    def __init__(self, recording: Recording, kept_in: Path | None = None) -> None:
        super().__init__()
        self.recording = recording
        self.original = EditedRecording.of(recording.events)
        self.stack = QUndoStack(self)
        self._file = kept_in
        self.edited, self.taken_up = self._read()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_AUTOSAVE_MS)
        self._timer.timeout.connect(self.keep)

    @property
    def is_edited(self) -> bool:
        """Whether anything differs from the recording."""
        return self.edited != self.original

    def edit(self, word: str, change: Callable[[EditedRecording], EditedRecording]) -> bool:
        """One edit; False where it changes nothing. Raises CannotRetouch where it is refused."""
        before = self.edited
        after = change(before)
        if after == before:
            return False
        self.stack.push(_Step(self, word, before, after))
        return True

    def start_over(self, word: str) -> bool:
        """All as it was recorded; can be undone like any edit."""
        return self.edit(word, lambda _: self.original)

    def keep(self) -> None:
        """Keep the edits on disk. A disk that is full loses no edit that is on the screen."""
        self._timer.stop()
        if self._file is None:
            return
        try:
            if self.is_edited:
                make_private(self._file.parent)
                told = edits_to_json(self.edited) | {"recording": str(self.recording.dir)}
                write_atomically(self._file, json.dumps(told).encode(), durable=False)
            else:
                self._file.unlink(missing_ok=True)
        except (OSError, CannotWrite):
            return

    def forget(self) -> None:
        """The recording is gone: its edits, too."""
        self._timer.stop()
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def _read(self) -> tuple[EditedRecording, bool]:
        if self._file is None or not self._file.is_file():
            return self.original, False
        try:
            kept = edits_from_json(peek(self._file, MAX_EVENTS_BYTES), len(self.recording.events))
        except (RecursionError, BadRecording):
            return self.original, False
        return kept, kept != self.original

    def _show(self, edited: EditedRecording) -> None:
        self.edited = edited
        self._timer.start()
        self.changed.emit()


def kept_file(folder: Path, recording: Recording) -> Path:
    """Where the edits of that very recording are kept: it is known by its id, so that another in its place is not."""
    name = hashlib.sha256(f"{recording.dir.resolve()}\n{recording.meta.id}".encode()).hexdigest()[:16]
    return folder / f"{name}.cleanup.json"
