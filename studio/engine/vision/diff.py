"""What changed between two grabs. A blinking caret is no change."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame

TOLERANCE = 12
"""Least change of a pixel's brightness that counts, 0..255: above JPEG noise, below faint table stripes."""
JOIN = 16
"""Changes closer than this belong together, px: letters of a word, lines of a paragraph."""
CARET_WIDTH = 3
CARET_HEIGHTS = range(8, 65)
"""A text caret is at most 3 px wide and as high as a line (8-64 px, from 8 px text to 200 % zoom)."""
_CELL = 4

Picture = Frame | bytes | Path


def changed_regions(before: Picture, after: Picture, *, tolerance: int = TOLERANCE) -> tuple[Region, ...]:
    """Tight rectangles of what changed (px of `after`), largest first; nearby changes joined, carets left out.

    Frames of different sizes have changed as a whole.
    """
    old, new = Frame.of(before), Frame.of(after)
    if old.same_pixels(new):
        return ()
    if old.size != new.size:
        return (new.bounds,)
    mask = _changed(old, new, tolerance)
    regions = _disjoint([_tight(mask, area) for area in _joined(mask)])
    return tuple(sorted((r for r in regions if not is_caret(r)), key=lambda r: -r.area))


def largest_change(before: Picture, after: Picture, *, tolerance: int = TOLERANCE) -> Region | None:
    """The largest of the changed regions, None where nothing changed."""
    return next(iter(changed_regions(before, after, tolerance=tolerance)), None)


def change_fraction(
    before: Picture, after: Picture, region: Region | None = None, *, tolerance: int = TOLERANCE
) -> float:
    """Part (0..1) of the pixels within `region` that changed; 1 where the sizes differ, 0 for an empty region."""
    old, new = Frame.of(before), Frame.of(after)
    if old.size != new.size:
        return 1.0
    area = (region or new.bounds).clamped(new.size)
    if area.area == 0 or old.same_pixels(new):
        return 0.0
    return float(_changed(old.crop(area), new.crop(area), tolerance).mean())


def is_caret(region: Region) -> bool:
    """Whether a change of this rectangle is a blinking text caret."""
    return region.w <= CARET_WIDTH and region.h in CARET_HEIGHTS


def _changed(old: Frame, new: Frame, tolerance: int) -> NDArray[np.bool_]:
    """Brightness of the difference, so that a change of hue alone counts too."""
    return np.asarray(cv2.cvtColor(cv2.absdiff(old.bgr, new.bgr), cv2.COLOR_BGR2GRAY)) > tolerance


def _joined(mask: NDArray[np.bool_]) -> list[Region]:
    """Rectangles of connected changes, found on a grid of 4 px after closing gaps of `JOIN` px."""
    height, width = mask.shape
    rows, columns = -(-height // _CELL), -(-width // _CELL)
    padded = np.zeros((rows * _CELL, columns * _CELL), np.uint8)
    padded[:height, :width] = mask
    cells = cv2.dilate(padded, np.ones((_CELL, _CELL), np.uint8), anchor=(0, 0))[::_CELL, ::_CELL]
    reach = JOIN // _CELL
    grown = cv2.dilate(cells, np.ones((reach | 1, reach | 1), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(grown)
    found = [Region(*(int(v) * _CELL for v in row[:4])) for row in stats[1:]]
    return [region.clamped((width, height)) for region in found]


def _disjoint(regions: list[Region]) -> list[Region]:
    """`regions` with those that overlap replaced by what holds both."""
    kept: list[Region] = []
    for region in regions:
        while (other := next((k for k in kept if k.overlaps(region)), None)) is not None:
            kept.remove(other)
            region = region.union(other)
        kept.append(region)
    return kept


def _tight(mask: NDArray[np.bool_], area: Region) -> Region:
    """The rectangle of the changed pixels in `area`."""
    part = mask[area.y : area.bottom, area.x : area.right]
    xs, ys = np.flatnonzero(part.any(axis=0)), np.flatnonzero(part.any(axis=1))
    return Region(area.x + int(xs[0]), area.y + int(ys[0]), int(xs[-1] - xs[0]) + 1, int(ys[-1] - ys[0]) + 1)
