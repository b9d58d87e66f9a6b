"""A place without ink beside a text: the rest of a wide link, cell or list item. It belongs to the text on its line."""

from __future__ import annotations

import numpy as np

from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame

EVEN = 12
"""Grey levels by which the ground between a text and a place of its own may vary: no rule, no letter, no border."""
ROUND = 8
"""px around the place that must be as even."""
_AIR = 2


def is_even_between(frame: Frame, text: Region, point: Point) -> bool:
    """Whether nothing is drawn between `text` and `point` on its line, nor close around the point (px)."""
    start, end = sorted((text.right + _AIR, point.x)) if point.x >= text.right else (point.x, text.x - _AIR)
    spot = Region.around(point, 2 * ROUND, 2 * ROUND)
    way = Region(start, text.y, max(end - start, 1), text.h)
    return all(_is_even(frame, place) for place in (spot, way))


def _is_even(frame: Frame, place: Region) -> bool:
    if place.area == 0 or place.clamped(frame.size) != place:
        return False
    part = frame.grey[place.y : place.bottom, place.x : place.right]
    return int(np.max(part)) - int(np.min(part)) <= EVEN
