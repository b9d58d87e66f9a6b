"""Work off the GUI thread: a function and what to do with its answer on the GUI thread.

Threads never touch Qt: the owner looks for answers by a timer that runs only while one is awaited.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

T = TypeVar("T")
_WORKERS = 3
_LOOK_MS = 8


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_WORKERS, thread_name_prefix="background")


def close_pool() -> None:
    """Let what runs come to its end and start nothing new; the next use makes a new pool."""
    if _pool.cache_info().currsize:
        _pool().shutdown(wait=True, cancel_futures=True)
        _pool.cache_clear()


class Background(QObject, Generic[T]):
    """Runs work for one owner. A newer `start` makes older answers void; so does the owner's end."""

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self._answers: SimpleQueue[tuple[int, Any, Exception | None]] = SimpleQueue()
        self._number = 0
        self._waiting: dict[int, tuple[Callable[[T], None], Callable[[Exception], None]]] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._take)

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._number in self._waiting

    def start(
        self, work: Callable[[], T], done: Callable[[T], None], failed: Callable[[Exception], None] | None = None
    ) -> None:
        """Run `work`; then `done` or `failed` on the GUI thread, unless something newer was started meanwhile."""
        self._number += 1
        self._waiting[self._number] = (done, failed or _log)
        self._timer.start()
        _pool().submit(self._run, self._number, work)

    def forget(self) -> None:
        """Answers that are still on their way are not wanted any more."""
        self._number += 1

    def _run(self, number: int, work: Callable[[], T]) -> None:
        """In a thread of the pool."""
        answer, problem = None, None
        try:
            answer = work()
        except Exception as error:  # whatever it was: told to who asked, on the GUI thread
            problem = error
        self._answers.put((number, answer, problem))

    def _take(self) -> None:
        while not self._answers.empty():
            number, answer, problem = self._answers.get()
            done, failed = self._waiting.pop(number)
            if number != self._number:
                continue
            if problem is not None:
                failed(problem)
            else:
                done(answer)
        if not self._waiting:
            self._timer.stop()


def _log(error: Exception) -> None:
    logging.getLogger(__name__).error("work in the background failed", exc_info=error)
