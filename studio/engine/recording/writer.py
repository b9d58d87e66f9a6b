"""Writing a recording while it happens: append-only, off the critical path, never half an event."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Self

from studio.engine.errors import BadRecording, CannotWrite
from studio.engine.files import explained, refuse_overwriting, write_atomically
from studio.engine.model.geometry import Point, Region
from studio.engine.model.params import ParamSpec
from studio.engine.model.structure import StructureSnapshot
from studio.engine.recording.events import RecordedEvent
from studio.engine.recording.layout import META, NOT_RECORDED, RAW
from studio.engine.recording.line_log import LineLog
from studio.engine.recording.marks import Mark
from studio.engine.recording.meta import new_meta
from studio.engine.recording.storage import Storage
from studio.engine.rights import make_private
from studio.engine.vision.frame import Frame

_QUEUED_EVENTS = 8
"""At most this many events wait for the disk; then `append` waits too."""

_Job = Callable[[], None]


class RecordingWriter:
    """Appends events to a new recording folder; a background thread encodes and writes them in order.

    Use it as a context manager: left by an exception, the recording stays unfinished and can be recovered.
    A killed process loses nothing that was written; a power cut may lose the last seconds (the disk is asked
    to keep frames while there is nothing to write, and everything when the recording is finished). After a failed
    write every further call raises the same CannotWrite; what is on disk stays usable.
    Raises AlreadyThere where `out_dir` holds something. Calls come from one thread.
    """

    def __init__(
        self,
        out_dir: Path,
        *,
        app_url: str | None,
        viewport: tuple[int, int],
        scale: float = 1.0,
        backend: str = "web",
        param_specs: Mapping[str, ParamSpec] | None = None,
        now: datetime | None = None,
        window: str | None = None,
        origin: tuple[int, int] | None = None,
    ) -> None:
        self._folder = Path(out_dir)
        refuse_overwriting(self._folder)
        self.meta = new_meta(
            viewport,
            app_url,
            scale=scale,
            backend=backend,
            param_specs=dict(param_specs or {}),
            now=now,
            window=window,
            origin=origin,
        )
        with explained(self._folder):
            make_private(self._folder)
        self._storage = Storage(self._folder)  # first: of two recorders in one folder, the second is refused here
        write_atomically(self._folder / META, self.meta.to_bytes(), durable=False)
        self._marks = LineLog(self._folder / NOT_RECORDED)
        self._raw = LineLog(self._folder / RAW)
        self._events: list[RecordedEvent] = []
        self._failure: CannotWrite | None = None
        self._jobs: Queue[_Job | None] = Queue(_QUEUED_EVENTS)
        self._thread = threading.Thread(target=self._work, name="recording-writer", daemon=True)
        self._thread.start()
        self._open = True

    @property
    def events(self) -> tuple[RecordedEvent, ...]:
        """All events so far, as they stand or will stand in events.jsonl."""
        return tuple(self._events)

    def append(
        self,
        event: RecordedEvent,
        before: Frame,
        after: Frame,
        before_structure: StructureSnapshot | None = None,
        after_structure: StructureSnapshot | None = None,
    ) -> RecordedEvent:
        """Queue one event and return it as it will be written (numbered). Waits only where the disk lags far behind.

        Raises CannotWrite; BadRecording where its point lies outside of the frame (nothing is written then).
        """
        self._check()
        for point in (event.point, event.end_point):
            refuse_outside(point, before.size, "The action")
        numbered = event.without_secret().model_copy(update={"i": len(self._events)})
        line = numbered.to_line()
        self._jobs.put(lambda: self._storage.append(line, (before, after), (before_structure, after_structure)))
        self._events.append(numbered)
        return numbered

    def mark(self, sentence: str, t: float) -> Mark:
        """Keep a visible marker: something happened at `t` s and is not in the recording. Raises CannotWrite."""
        self._check()
        mark = Mark(after=len(self._events) - 1, t=round(max(t, 0.0), 3), sentence=sentence)
        self._jobs.put(lambda: self._marks.append(mark.to_line()))
        return mark

    def raw(self, line: bytes) -> None:
        """Append one line of raw.jsonl (with its line feed) at once, in the caller's thread. Raises CannotWrite."""
        self._check()
        try:
            self._raw.append(line)
        except CannotWrite as failure:
            self._failure = failure
            raise

    @property
    def has_room(self) -> bool:
        """Whether `append` would return at once."""
        return self._jobs.qsize() < _QUEUED_EVENTS

    @property
    def failure(self) -> CannotWrite | None:
        """Why nothing is written any more, where that is so."""
        return self._failure

    def undo_last(self) -> int | None:
        """Take the last event back, with its frames; its index, or None where there is none."""
        self._check()
        if not self._events:
            return None
        self._events.pop()
        self._jobs.put(self._storage.drop_last)
        return len(self._events)

    def flush(self) -> None:
        """Wait until all that was appended is on disk. Raises CannotWrite."""
        self._jobs.join()
        self._check()

    def finish(self, end: tuple[Frame, StructureSnapshot | None] | None = None) -> Path:
        """Write what is queued, complete meta.json and return the folder. `end` is what was seen when all that was done
        had taken effect. Raises CannotWrite."""
        if end is not None and self._events and self._open:
            frame, structure = end
            self._jobs.put(lambda: self._storage.close_with(frame, structure))
        self.close()
        self._check(closed=True)
        self.meta = self.meta.finished_with(self._events)
        self._storage.sync()
        write_atomically(self._folder / META, self.meta.to_bytes())
        return self._folder

    def close(self) -> None:
        """Write what is queued and stop, leaving the recording unfinished. May be called twice."""
        if self._open:
            self._open = False
            self._jobs.put(None)
            self._thread.join()
            for log in (self._storage, self._marks, self._raw):
                log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check(self, *, closed: bool = False) -> None:
        if self._failure is not None:
            raise self._failure
        if not closed and not self._open:
            raise RuntimeError("This recording is closed.")

    def _work(self) -> None:
        while (job := self._next_job()) is not None:
            if self._failure is None:
                self._try(job)
            self._jobs.task_done()
        self._jobs.task_done()

    def _next_job(self) -> _Job | None:
        """The next job; until it comes the disk is asked to keep what it has."""
        while self._failure is None and not self._storage.all_synced:
            try:
                return self._jobs.get_nowait()
            except Empty:
                self._try(self._storage.sync_one)
        return self._jobs.get()

    def _try(self, job: _Job) -> None:
        try:
            job()
        except CannotWrite as failure:
            self._failure = failure
        except Exception as error:  # the thread goes on to its end: who records is told at the next call
            self._failure = CannotWrite(f"{self._folder} was not written any further: {error}")


def refuse_outside(point: Point | None, size: tuple[int, int], where: str) -> None:
    """Raise BadRecording where `point` is not a pixel of a frame of `size`."""
    if point is not None and not Region(0, 0, *size).contains(point):
        raise BadRecording(f"{where} is at {tuple(point)}, outside of its frame of {size[0]} × {size[1]} px.")
