"""Whether two places show the same letters or drawing, on whatever ground each stands (striped or hovered rows)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame

LARGEST_DIFFERENCE = 40
"""Grey levels over its own ground by which no pixel may differ: 36 and 53 in a number differ by 100 and more in a few
pixels, whatever the mean over the cell is."""


FAINTEST, FULL = 60, 200
"""Grey levels of the strongest ink that is a text, and to which all inks are brought that are compared as shapes."""


def same_ink(
    frame: Frame, region: Region, other: Frame, place: Region, *, slack: int = 1, tinted: bool = False
) -> bool:
    """Whether `region` of `frame` and `place` of `other` (px, of one size) show the same, up to `slack` px of shift.

    `tinted`: the ink may be darker or lighter as a whole, as in a row that is lit under the pointer.
    """
    if region.clamped(frame.size) != region or region.area == 0:
        return False
    wanted = _ink(frame, region, tinted)
    shifts = sorted((abs(dx) + abs(dy), dx, dy) for dx in _around(slack) for dy in _around(slack))
    return any(_is_same(wanted, other, place.moved(dx, dy), tinted) for _, dx, dy in shifts)


def _around(slack: int) -> range:
    return range(-slack, slack + 1)


def _is_same(wanted: NDArray[np.int16], frame: Frame, place: Region, tinted: bool) -> bool:
    if place.clamped(frame.size) != place or wanted.shape != (place.h, place.w):
        return False
    return bool(np.abs(wanted - _ink(frame, place, tinted)).max() <= LARGEST_DIFFERENCE)


def _ink(frame: Frame, place: Region, tinted: bool) -> NDArray[np.int16]:
    grey = frame.grey[place.y : place.bottom, place.x : place.right].astype(np.int16)
    ink = np.asarray(grey - np.int16(np.median(grey)), np.int16)
    strength = int(np.abs(ink).max())
    if not tinted or strength < FAINTEST:
        return ink
    return np.asarray(ink * (FULL / strength), np.int16)
