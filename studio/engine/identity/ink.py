"""Whether two places show the same letters, pixel by pixel, on whatever even ground each stands.

Measured in Chromium with five fonts at 11 to 15 px: the same text at the same place within a pixel differs by less than
0.01 of its contrast, texts that differ in one letter (l and I, rn and m, an accent) by 0.24 and more.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame

SAME = 0.12
"""Part of the contrast by which no pixel may differ."""
BETWEEN_PIXELS = 0.2
"""The same between pixels, after the nearest shift of a quarter px and smoothed along the line. In Chromium, five fonts
at 11 to 20 px in five pairs of colours, 14 of 3,800 same words are over it and 16 of 1,120 with another letter below
(rn and m): good for noticing a second one, not for proving the one that is meant."""
LEAST_CONTRAST = 24
"""Grey levels between ground and ink below which nothing is told apart."""

_EDGE = 2
"""px at both ends of the line of which a shift tells nothing."""
_SHIFTS = tuple(quarters / 4 for quarters in sorted(range(-4, 5), key=abs))

_Ink = NDArray[np.float32]


def same_letters(recorded: Frame, inside: Region, live: Frame, place: Region, *, slack: int = 1) -> Region | None:
    """Where near `place` of `live` (within `slack` px) the same stands as at `inside` of `recorded`; None where not.

    Both regions are px of their frames; the size is that of `inside`, the left top that of `place`.
    """
    wanted = ink(recorded, inside)
    if wanted is None:
        return None
    shifts = sorted((abs(dx) + abs(dy), dx, dy) for dx in _around(slack) for dy in _around(slack))
    for _, dx, dy in shifts:
        there = Region(place.x + dx, place.y + dy, inside.w, inside.h)
        seen = ink(live, there)
        if seen is not None and float(np.abs(seen - wanted).max()) <= SAME:
            return there
    return None


def drawn_alike(one: Frame, inside: Region, other: Frame, place: Region) -> bool:
    """Whether `inside` of `one` and `place` of `other` (px, of one size) show the same letters, in whatever colours.

    They may stand up to a px apart along the line: browsers begin words between pixels.
    """
    wanted, seen = ink(one, inside), ink(other, place)
    if wanted is None or seen is None or wanted.shape != seen.shape or min(wanted.shape) <= 2 * _EDGE:
        return False
    seen = _smoothed(seen, 0.0)
    return any(float(np.abs(_smoothed(wanted, by) - seen).max()) <= BETWEEN_PIXELS for by in _SHIFTS)


def _smoothed(letters: _Ink, by: float) -> _Ink:
    """`letters` moved by that many px to the right and smoothed along the line, without their edges."""
    move = np.array([[1, 0, by], [0, 1, 0]], np.float32)
    moved = cv2.warpAffine(letters, move, letters.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.blur(moved, (3, 1))[1:-1, _EDGE:-_EDGE], np.float32)


def _around(slack: int) -> range:
    return range(-slack, slack + 1)


def ink(frame: Frame, place: Region) -> _Ink | None:
    """How far each pixel is from ground (0) to ink (1), below 0 where it is on the other side of the ground.

    None where the place reaches out of the frame or is blank.
    """
    if place.area == 0 or place.clamped(frame.size) != place:
        return None
    grey = frame.grey[place.y : place.bottom, place.x : place.right].astype(np.float32)
    over = grey - np.float32(np.median(grey))
    peak = float(over.flat[int(np.abs(over).argmax())])
    return np.asarray(over / np.float32(peak), np.float32) if abs(peak) >= LEAST_CONTRAST else None
