"""How a control looks at rest: programs light what is under the pointer; in a run the pointer comes from elsewhere."""

from __future__ import annotations

import numpy as np

from studio.engine.model.geometry import Point, Region
from studio.engine.vision.controls import find_control
from studio.engine.vision.diff import change_fraction
from studio.engine.vision.frame import Frame

LARGEST = (480, 120)
"""px: what is larger is no control that the pointer lights."""
ALIKE = 0.8
"""Correlation from which it shows the same in another light; what only comes up under the pointer has none."""


def at_rest(frame: Frame, earlier: Frame, point: Point) -> Frame:
    """`frame` with the control under `point` (px) as `earlier` shows it, where the pointer had not been on it yet.

    `frame` itself where nothing is lit: the control looked the same, or something else stood in its place.
    """
    control = find_control(frame, point) if frame.size == earlier.size else None
    if control is None or control.region.w > LARGEST[0] or control.region.h > LARGEST[1]:
        return frame
    place = control.region.clamped(frame.size)
    if change_fraction(earlier, frame, place) == 0.0 or not _shows_the_same(frame, earlier, place):
        return frame
    pixels = frame.bgr.copy()
    pixels[place.y : place.bottom, place.x : place.right] = earlier.crop(place).bgr
    return Frame(bgr=pixels)


def _shows_the_same(one: Frame, other: Frame, place: Region) -> bool:
    a, b = (np.asarray(f.crop(place).grey, np.float64) for f in (one, other))
    a, b = a - a.mean(), b - b.mean()
    spread = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return spread > 0 and float((a * b).sum()) / spread >= ALIKE
