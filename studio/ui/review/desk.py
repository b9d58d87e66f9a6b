"""Keeps what is decided on disk, in the order in which it was said, without the window waiting for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from PySide6.QtCore import QObject, Signal

from studio.engine.review import Review, Word, say
from studio.ui.services.background import Background
from studio.ui.told import told


class Desk(QObject):
    """`kept` carries the review as it stands on disk once all is written, `failed` why a word could not be kept."""

    kept = Signal(object)
    failed = Signal(str)

    def __init__(self, review: Review, bundle: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._review, self._bundle = review, bundle
        self._words: deque[Word] = deque()
        self._lock = Lock()
        self._work: Background[Review] = Background(self)

    @property
    def busy(self) -> bool:
        """Whether something is still to be written."""
        return bool(self._words) or self._work.busy

    def say(self, words: Sequence[Word]) -> None:
        """Keep these words; at once where nothing else is being written."""
        self._words.extend(words)
        if words and not self._work.busy:
            self._work.start(self._drain, self._done, self._could_not)

    def finish(self) -> None:
        """Write what is left before the window goes."""
        if self._words:
            self._drain()

    def _drain(self) -> Review:
        """In any thread: one at a time, so that the order on disk is that in which it was said."""
        with self._lock:
            while self._words:
                words = [self._words.popleft() for _ in range(len(self._words))]
                try:
                    self._review = say(self._review, self._bundle, words)
                except Exception:
                    self._words.clear()
                    raise
            return self._review

    def _done(self, review: Review) -> None:
        if self._words:
            self._work.start(self._drain, self._done, self._could_not)
        else:
            self.kept.emit(review)

    def _could_not(self, problem: Exception) -> None:
        self.failed.emit(told(str(problem)))
