"""The last frames of one page, as the browser's own screencast showed them, each with its time."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

_MOST = 24
_MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture; `time` is seconds since the epoch, when it was shown."""

    time: float
    png: bytes

    @property
    def size(self) -> bytes:
        """Width and height, as the head of the PNG tells them."""
        return self.png[16:24]


class Ring:
    """Recent shots, oldest first. Filled by the reading thread, asked by the recorder's. Memory is bounded.

    A screencast does not heed a scale that was laid upon the page; then only pictures that were asked for count.
    """

    def __init__(self) -> None:
        self._shots: deque[Shot] = deque()
        self._size = 0
        self._lock = threading.Lock()
        self._true_size: bytes | None = None

    def add_true(self, shot: Shot) -> None:
        """Keep one that was asked for: all others have its size."""
        with self._lock:
            if self._true_size != shot.size:
                self._true_size = shot.size
                self._shots = deque(one for one in self._shots if one.size == shot.size)
                self._size = sum(len(one.png) for one in self._shots)
        self.add(shot)

    def add(self, shot: Shot) -> None:
        """Keep one more, unless it has another size than what was asked for."""
        with self._lock:
            if self._true_size not in (None, shot.size):
                return
            self._shots.append(shot)
            self._size += len(shot.png)
            while len(self._shots) > _MOST or (self._size > _MOST_BYTES and len(self._shots) > 1):
                self._size -= len(self._shots.popleft().png)

    def before(self, time: float) -> Shot | None:
        """The last shot shown before `time`; None where there is none so old."""
        with self._lock:
            return next((shot for shot in reversed(self._shots) if shot.time < time), None)

    def oldest(self) -> Shot | None:
        """The first shot that is still kept."""
        with self._lock:
            return self._shots[0] if self._shots else None

    def latest(self) -> Shot | None:
        """The last shot."""
        with self._lock:
            return self._shots[-1] if self._shots else None
