"""The last frames with the moments at which they were taken: what the screen showed just before an action. Pure."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame, Pixels

MOST_SHOTS = 24
MOST_BYTES = 96_000_000
FEWEST_SHOTS = 4
_CLEAR = 12
"""A grey level that differs by so much differs for an eye."""
_CARET = (6, 40)
"""A blinking caret is at most so wide and high, px."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One grab: `began` and `ended` are s of the monotonic clock; `windows` the table of that moment, where known."""

    frame: Frame
    began: float
    ended: float
    windows: tuple[Window, ...] = ()


class FrameRing:
    """Keeps a bounded number of different frames. Safe for one writer and several readers.

    A grab that shows the same as the last one is not kept: the last one is then simply still true.
    """

    def __init__(self, most_shots: int = MOST_SHOTS, most_bytes: int = MOST_BYTES) -> None:
        self._shots: deque[Shot] = deque()
        self._most_shots = most_shots
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._changed = 0.0
        self._checked = 0.0

    def add(self, shot: Shot) -> bool:
        """Take a grab; whether it shows something else than the last one."""
        last = self._shots[-1] if self._shots else None
        fresh = last is None or not shot.frame.same_pixels(last.frame)
        visible = fresh and (last is None or changed_region(last.frame, shot.frame) is not None)
        with self._lock:
            self._checked = shot.ended
            if fresh or (last is not None and shot.windows != last.windows):
                self._shots.append(shot)
                self._drop_old()
            if visible:
                self._changed = shot.ended
        return fresh

    def before(self, moment: float) -> Shot:
        """The last shot that was complete before `moment`; the oldest where none was. Raises LookupError when empty."""
        with self._lock:
            for shot in reversed(self._shots):
                if shot.ended < moment:
                    return shot
            if self._shots:
                return self._shots[0]
        raise LookupError("no frame was grabbed yet")

    @property
    def latest(self) -> Shot:
        """The newest different shot. Raises LookupError when empty."""
        return self.before(float("inf"))

    @property
    def changed(self) -> float:
        """When the screen last looked different, a blinking caret aside."""
        return self._changed

    @property
    def bytes(self) -> int:
        """The memory that its pixels take."""
        with self._lock:
            return sum(shot.frame.bgr.nbytes for shot in self._shots)

    def _drop_old(self) -> None:
        size = self._shots[-1].frame.bgr.nbytes
        most = max(FEWEST_SHOTS, min(self._most_shots, self._most_bytes // max(size, 1)))
        while len(self._shots) > most:
            self._shots.popleft()


def changed_region(old: Frame, new: Frame) -> Region | None:
    """The rectangle of what looks different; None for nothing, or nothing but a caret. The whole for another size."""
    box = differing_region(old, new)
    return None if box is None or (box.w <= _CARET[0] and box.h <= _CARET[1]) else box


def differing_region(old: Frame, new: Frame) -> Region | None:
    """As `changed_region`, a caret counted too."""
    if old.size != new.size:
        return new.bounds
    difference: Pixels = cv2.absdiff(old.grey, new.grey)  # type: ignore[assignment]
    _, clear = cv2.threshold(difference, _CLEAR, 255, cv2.THRESH_BINARY)
    box = Region(*cv2.boundingRect(np.asarray(clear)))
    return box if box.area else None
