"""When the desktop is quiet: what was drawn is compared with what stood there, so that a caret is no change.

The server tells where something was drawn (DAMAGE); only that part is grabbed and compared. A blinking caret, and a
small change that goes on in one place for a second (a spinner), count for nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import reduce
from typing import Any, Protocol

import cv2
import numpy as np

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.engine.vision.settle import PERIODIC_AREA, PERIODIC_S

QUIET_S = 0.08
"""Without a change for so long it is quiet, s: five frames of a screen of 60 Hz."""
LOOK_S = 0.03
"""Between two looks, where the display does not tell when it was drawn on, s."""
_CARET = (12, 64)
"""A caret covers at most so many px across and down."""
_CLEAR = 24
"""Least change of a channel, 0..255, that counts."""
_FORGOTTEN_S = 3.0
"""A restless place that kept still for so long has to prove itself again, s."""


class DrawnOn(Protocol):
    """Tells where something was drawn."""

    useful: bool

    def wait(self, timeout_s: float) -> None:
        """Return as soon as something was drawn, at the latest after `timeout_s`."""

    def drawn(self) -> Region | None:
        """The rectangle around all that was drawn since the last call."""


class Settling:
    """Watches `area` of the desktop (a changing one is asked for anew). Raises what its parts raise."""

    def __init__(
        self,
        drawing: DrawnOn,
        grab: Callable[[Region], Frame],
        area: Callable[[], Region],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`grab` gives the pixels of a region of the desktop."""
        self._drawing = drawing
        self._grab = grab
        self._area = area
        self._clock = clock
        self._sleep = sleep
        self._shown: tuple[Region, Any] | None = None
        self._restless = Restless()

    def wait(self, timeout_s: float, quiet_s: float = QUIET_S) -> bool:
        """Return True once nothing changed for `quiet_s`; False where it did not come to that in `timeout_s`."""
        end = self._clock() + timeout_s
        self._changed()
        since = self._clock()
        while (now := self._clock()) < end:
            if now - since >= quiet_s:
                return True
            self._pause(min(since + quiet_s, end) - now)
            if self._changed():
                since = self._clock()
        return False

    def still(self) -> bool:
        """Whether nothing has changed since the last wait."""
        return not self._changed()

    def _pause(self, seconds: float) -> None:
        if self._drawing.useful:
            self._drawing.wait(seconds)
        else:
            self._sleep(min(LOOK_S, max(seconds, 0.0)))

    def _changed(self) -> bool:
        """Whether something that counts changed since the last call; what stands there now is kept."""
        area = self._area()
        if self._shown is None or self._shown[0] != area:
            self._drawing.drawn()
            self._shown = (area, self._grab(area).bgr.copy())
            return True
        drawn = self._drawing.drawn() if self._drawing.useful else area
        part = area.intersection(drawn) if drawn is not None else None
        if part is None or not part.area:
            return False
        now = self._grab(part).bgr
        rows, columns = slice(part.y - area.y, part.bottom - area.y), slice(part.x - area.x, part.right - area.x)
        before = self._shown[1][rows, columns]
        boxes = changed_boxes(before, now)
        before[:] = now
        moved = [box.moved(part.x, part.y) for box in boxes if box.w > _CARET[0] or box.h > _CARET[1]]
        return bool(moved) and not self._restless.holds(reduce(Region.union, moved), area.area, self._clock())


def changed_boxes(before: Any, now: Any) -> list[Region]:
    """The rectangles in which two pictures of one size differ clearly, those that are near each other joined."""
    difference = np.asarray(cv2.absdiff(before, now))
    clear = np.asarray(cv2.inRange(difference, (0, 0, 0), (_CLEAR, _CLEAR, _CLEAR)))
    mask = np.asarray(cv2.bitwise_not(clear))
    if not mask.any():
        return []
    joined = np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    found = [Region(*(int(v) for v in stats[i][:4])) for i in range(1, count)]
    return [Region(box.x + 2, box.y + 2, max(1, box.w - 4), max(1, box.h - 4)) for box in found]


class Restless:
    """The one small place that keeps changing."""

    def __init__(self) -> None:
        self._place: Region | None = None
        self._since = 0.0
        self._last = 0.0

    def holds(self, change: Region, whole: int, now: float) -> bool:
        """Note a change of the desktop (`whole` px are watched); True where it belongs to a place that has been
        changing for `PERIODIC_S` and may go on to."""
        if self._place is not None and now - self._last > _FORGOTTEN_S:
            self._place = None
        joined = change if self._place is None else self._place.union(change)
        if joined.area > PERIODIC_AREA * whole:
            self._place = change if change.area <= PERIODIC_AREA * whole else None
            self._since = self._last = now
            return False
        if self._place is None:
            self._since = now
        self._place, self._last = joined, now
        return now - self._since >= PERIODIC_S
