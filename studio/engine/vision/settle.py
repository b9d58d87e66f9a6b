"""Waiting until a surface is still: it is believed when it says so, else its frames are compared.

Stillness is only the fallback for an expectation: a page may stand still before its picture has come (field report 58).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame, Pixels

CONFIRM_S = 0.04
"""Between a surface's word that it is quiet and the confirming frame, s: a CSS transition shows in it."""
PERIODIC_S = 1.0
"""A small change that stays in one place for so long is a spinner that will not stop, s."""
PERIODIC_AREA = 0.006
"""Largest part of the frame that such a change covers (64 × 96 px of 1280 × 800)."""
_CELL = 4
_CLEAR = 8
"""Least change of a cell's mean brightness, 0..255."""
_CARET = (2, 16)
"""A caret covers at most so many cells across and down."""


class FrameGiver(Protocol):
    """Shows what is on the surface now, as a frame."""

    def frame(self) -> Frame:
        """A new grab."""


class PictureGiver(Protocol):
    """Shows what is on the surface now, as PNG bytes."""

    def screenshot(self) -> bytes:
        """A new grab."""


def wait_settled(
    source: FrameGiver | PictureGiver,
    *,
    interval_s: float = 0.1,
    stable_frames: int = 2,
    timeout_s: float = 3.0,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Frame:
    """The last frame, once `stable_frames` in a row show the same or `timeout_s` is over. Raises SurfaceLost.

    A surface that can say that it is quiet (QuietSource) is believed after one confirming frame. A blinking caret is
    no change; a small change in one place is none after one second.
    """
    end = clock() + timeout_s
    quiet = _quiet(source, timeout_s)
    run = _Run(_grab(source), clock())
    needed = 2 if quiet else max(2, stable_frames)
    while clock() < end:
        sleep(min(interval_s, CONFIRM_S) if quiet else interval_s)
        run.add(_grab(source), clock())
        if run.length >= needed:
            break
        quiet = False
    return run.last


def _quiet(source: object, timeout_s: float) -> bool:
    from studio.engine.backends.protocols import QuietSource  # protocols itself needs Frame

    return isinstance(source, QuietSource) and source.wait_quiet(timeout_s)


def _grab(source: FrameGiver | PictureGiver) -> Frame:
    take = getattr(source, "frame", None)
    return Frame.of(take() if take is not None else source.screenshot())  # type: ignore[union-attr]


class _Run:
    """Frames in a row that show the same as the first of them."""

    def __init__(self, first: Frame, now: float) -> None:
        self.last = first
        self.length = 1
        self._start = _small(first)
        self._restless: Region | None = None
        self._restless_since = now

    def add(self, frame: Frame, now: float) -> None:
        """Take the next frame: it lengthens the run or begins a new one."""
        self.last = frame
        small = _small(frame)
        change = _change(self._start, small)
        if change is None or self._periodic(change, small.size, now):
            self.length += 1
            return
        self._start = small
        self.length = 1

    def _periodic(self, change: Region, size: int, now: float) -> bool:
        """Whether only one small place has been changing for `PERIODIC_S`."""
        if change.area > PERIODIC_AREA * size:
            self._restless = None
            return False
        joined = change if self._restless is None else self._restless.union(change)
        if self._restless is None or joined.area > PERIODIC_AREA * size:
            self._restless, self._restless_since = change, now
            return False
        self._restless = joined
        return now - self._restless_since >= PERIODIC_S


def _small(frame: Frame) -> Pixels:
    """Mean brightness of cells of 4 × 4 px."""
    height, width = frame.grey.shape
    size = (max(1, width // _CELL), max(1, height // _CELL))
    return cv2.resize(frame.grey, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def _change(old: Pixels, new: Pixels) -> Region | None:
    """The rectangle of what changed, in cells; None for nothing or a caret."""
    if old.shape != new.shape:
        return Region(0, 0, new.shape[1], new.shape[0])
    changed: NDArray[np.bool_] = np.asarray(cv2.absdiff(old, new)) > _CLEAR
    if not changed.any():
        return None
    xs, ys = np.flatnonzero(changed.any(axis=0)), np.flatnonzero(changed.any(axis=1))
    region = Region(int(xs[0]), int(ys[0]), int(xs[-1] - xs[0]) + 1, int(ys[-1] - ys[0]) + 1)
    return None if region.w <= _CARET[0] and region.h <= _CARET[1] else region
