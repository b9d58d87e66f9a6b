"""The run directory: events as they come, pictures off the critical path, a report that is true at any moment.

`report.json` stands there from the start and is replaced whole after each step: whoever finds it after a kill
reads that the run was interrupted, and where.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO

from studio.engine.files import explained, hold, write_atomically
from studio.engine.model.events import Event
from studio.engine.model.results import RunReport
from studio.engine.rights import make_private, private
from studio.engine.vision.frame import Frame, UnreadableFrame


class RunFolder:
    """Owns one run directory while the run lasts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with explained(path):
            make_private(path)
            make_private(path / "steps")
            self._events = _appended(path / "events.jsonl")
            hold(self._events)
        self._work: queue.Queue[Callable[[], None] | None] = queue.Queue(maxsize=64)
        self._failed: OSError | UnreadableFrame | None = None
        self._writer = threading.Thread(target=self._write, name="run-folder", daemon=True)
        self._writer.start()

    def log(self, event: Event) -> None:
        """Append one event, flushed. Raises CannotWrite."""
        with explained(self.path / "events.jsonl"):
            self._events.write(event.model_dump_json() + "\n")
            self._events.flush()

    def picture(self, name: str, frame: Callable[[], Frame], written: Callable[[], None] | None = None) -> str:
        """Queue a picture; returns its path relative to the run directory. The thread that writes asks for `frame` as
        it may be kept, and calls `written` once it is there."""
        self._work.put(lambda: self._write_picture(self.path / name, frame, written))
        return name

    def flush(self) -> None:
        """Wait until all pictures so far are on disk."""
        self._work.join()

    def report(self, report: RunReport, *, durable: bool = True) -> None:
        """Replace report.json whole; not `durable` it survives a kill, but perhaps not a power cut."""
        write_atomically(self.path / "report.json", report.model_dump_json(indent=1).encode(), durable=durable)

    def close(self) -> None:
        """Wait for the last picture. Raises CannotWrite where pictures or the last events could not be written."""
        self._work.put(None)
        self._writer.join()
        with explained(self.path / "events.jsonl"):
            self._events.close()
        if self._failed is not None:
            with explained(self.path / "steps"):
                raise self._failed

    def _write(self) -> None:
        while (job := self._work.get()) is not None:
            try:
                job()
            except (OSError, UnreadableFrame) as error:
                self._failed = error
            finally:
                self._work.task_done()

    def _write_picture(self, path: Path, frame: Callable[[], Frame], written: Callable[[], None] | None) -> None:
        make_private(path.parent)
        write_atomically(path, frame().png, durable=False)
        if written is not None:
            written()


def _appended(path: Path) -> IO[str]:
    return open(path, "a", encoding="utf-8", opener=private)
