"""Work off the GUI thread whose result comes back to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

Work = Callable[[], Any]
Done = Callable[[Any], None]


class Background(QObject):
    """Runs functions one after another on one thread; results and failures arrive on the thread of this object."""

    _finished = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pool.setExpiryTimeout(500)
        self._finished.connect(self._deliver)
        self._closed = False

    def run(self, work: Work, done: Done, failed: Callable[[Exception], None]) -> None:
        """Run `work` later; then `done` with its result, or `failed` with what it raised."""

        def job() -> None:
            try:
                result = work()
            except Exception as error:  # whatever it was: told to who asked, on the GUI thread
                self._finished.emit(failed, error)
            else:
                self._finished.emit(done, result)

        self._pool.start(job)

    def close(self) -> None:
        """Drop what waits, wait for what runs; nothing is delivered any more."""
        self._closed = True
        self._pool.clear()
        self._pool.waitForDone()

    def _deliver(self, receiver: Callable[[Any], None], value: object) -> None:
        if not self._closed:
            receiver(value)
