"""Shows one program only: all of a frame that does not belong to its windows is painted flat grey. Pure and fast."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point
from studio.engine.vision.frame import Frame

OUTSIDE = 128
"""The grey level that stands in a frame where other programs are."""

_ORIGIN = Point(0, 0)


def only_windows(frame: Frame, stacking: Sequence[Window], own: Collection[Window], corner: Point = _ORIGIN) -> Frame:
    """`frame` with everything but the windows `own` painted grey, also where another window lies over them.

    `stacking` are all windows from the lowest to the topmost; `corner` is where on the desktop the frame begins.
    """
    shown = {window.id for window in own}
    pixels = np.full_like(frame.bgr, OUTSIDE)
    for window in stacking:
        box = window.region.moved(-corner.x, -corner.y).clamped(frame.size)
        if not box.area:
            continue
        rows, columns = slice(box.y, box.bottom), slice(box.x, box.right)
        pixels[rows, columns] = frame.bgr[rows, columns] if window.id in shown else OUTSIDE
    return Frame(bgr=pixels, scale=frame.scale, time=frame.time)


def belongs(point: Point, stacking: Sequence[Window], own: Collection[Window]) -> bool:
    """Whether the topmost window at `point` (px of the desktop) is one of `own`."""
    top = next((window for window in reversed(stacking) if window.region.contains(point)), None)
    return top is not None and any(window.id == top.id for window in own)
