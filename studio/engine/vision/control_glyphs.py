"""Geometry of glyphs: which rectangles (x, y, w, h) make one line of text, one icon, one check box."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Point, Region

Boxes = NDArray[np.int32]
"""One row (x, y, w, h) for each piece of ink, px."""

NEAR = 6
"""A click this far from a glyph still means it, px."""
WORD_GAP = 0.58
"""Words of one line stand closer than this, in em (measured: spaces 0.28-0.38 em, menu items from 0.5 em)."""
ICON_SIDE = 56
"""Icons are at most this high, px."""
PIECE_GAP = 6
"""Pieces of one icon stand no farther apart, px."""
BOX_SIDES = (8, 30)
"""Check boxes and radio buttons, px: 10 at 80 %, 13 at 100 %, 20 at 150 %, more with a scale factor."""
ALONE = 3
"""Letters of a word stand closer than this, px."""
SAME_HUE = 0.97
"""Cosine between the colours of one text, seen from its ground (a blue link in black text: 0.89, in white 0.95)."""
FAINTER = 0.4
"""Dots and thin strokes have at least this part of the contrast of the heaviest letters."""


def looks_like_box(ink: NDArray[np.bool_]) -> bool:
    """Whether ink (cut to its rectangle) is a closed square or circle: a check box or a radio button."""
    height, width = ink.shape
    if not BOX_SIDES[0] <= max(width, height) <= BOX_SIDES[1] or abs(width - height) > 1 + 0.06 * width:
        return False
    outlines, _ = cv2.findContours(ink.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    covered = np.asarray(cv2.drawContours(np.zeros(ink.shape, np.uint8), outlines, -1, 1, cv2.FILLED))
    if covered.mean() >= 0.93:
        return True
    points = np.asarray(max(outlines, key=len)).reshape(-1, 2).astype(float)
    radii = np.hypot(points[:, 0] - (width - 1) / 2, points[:, 1] - (height - 1) / 2)
    radius = (width + height - 2) / 4
    return bool(covered.mean() >= 0.7 and np.abs(radii - radius).max() <= 1.0 + 0.05 * radius)


def looks_like_icon(boxes: Boxes) -> bool:
    """Whether glyphs (x, y, w, h) make a picture: about square, and not two letters side by side."""
    whole = around(boxes)
    if not 0.7 <= whole.w / max(whole.h, 1) <= 1.7 or whole.h > ICON_SIDE:
        return False
    return len(_runs_along(boxes, 0)) < 2 or stacked(boxes)


def stacked(boxes: Boxes) -> bool:
    """Whether the glyphs stand one below the other, as no letters of one line do (dots of an i are too narrow)."""
    rows = _runs_along(boxes, 1)
    width = around(boxes).w
    return len(rows) > 1 and all(around(boxes[row]).w >= 0.5 * width for row in rows)


def off_line(boxes: Boxes, line: Boxes) -> bool:
    """Whether glyphs hang above the feet of the other letters of their line, as a cross or a star does."""
    feet = float(np.median(line[:, 1] + line[:, 3]))
    return len(line) > len(boxes) and around(boxes).bottom < feet - 0.1 * around(line).h


def _runs_along(boxes: Boxes, axis: int) -> list[list[int]]:
    """The glyphs (their indices) in runs that do not overlap along x (0) or y (1)."""
    runs: list[list[int]] = []
    end = -1
    for index in np.argsort(boxes[:, axis], kind="stable"):
        start, size = int(boxes[index, axis]), int(boxes[index, axis + 2])
        if start > end:
            runs.append([])
        runs[-1].append(int(index))
        end = max(end, start + size - 1)
    return runs


def around(boxes: Boxes) -> Region:
    """The rectangle that holds all of `boxes` (at least one)."""
    x, y = int(boxes[:, 0].min()), int(boxes[:, 1].min())
    right, bottom = int((boxes[:, 0] + boxes[:, 2]).max()), int((boxes[:, 1] + boxes[:, 3]).max())
    return Region(x, y, right - x, bottom - y)


def frames(boxes: Boxes) -> NDArray[np.bool_]:
    """Which pieces are borders around others: clearly higher than what lies inside of them."""
    x0, y0 = boxes[:, 0], boxes[:, 1]
    x1, y1 = x0 + boxes[:, 2], y0 + boxes[:, 3]
    frames = np.zeros(len(boxes), bool)
    for i in np.flatnonzero((boxes[:, 2] > BOX_SIDES[1]) & (boxes[:, 3] >= 16)):
        inside = (x0 > x0[i]) & (x1 < x1[i]) & (y0 > y0[i]) & (y1 < y1[i])
        frames[i] = bool(inside.any()) and boxes[i, 3] > 1.5 * boxes[inside, 3].max()
    return frames


def standing_alone(boxes: Boxes) -> list[int]:
    """Square pieces of the size of a check box with `ALONE` px of ground at both sides: no letters of a word."""
    square = (np.abs(boxes[:, 2] - boxes[:, 3]) <= 1 + 0.06 * boxes[:, 2]) & (boxes[:, 3] >= BOX_SIDES[0])
    return [int(i) for i in np.flatnonzero(square & (boxes[:, 3] <= BOX_SIDES[1])) if _alone(boxes, int(i))]


def _alone(boxes: Boxes, index: int) -> bool:
    place = around(boxes[index : index + 1]).padded(ALONE, 0)
    across = (boxes[:, 0] < place.right) & (boxes[:, 0] + boxes[:, 2] > place.x)
    level = (boxes[:, 1] < place.bottom) & (boxes[:, 1] + boxes[:, 3] > place.y)
    return bool((within(boxes, place.padded(-ALONE, 0)) | ~(across & level)).all())


def within(boxes: Boxes, place: Region) -> NDArray[np.bool_]:
    """Which of `boxes` lie inside of `place`."""
    inside = (boxes[:, 0] >= place.x) & (boxes[:, 0] + boxes[:, 2] <= place.right)
    inside &= (boxes[:, 1] >= place.y) & (boxes[:, 1] + boxes[:, 3] <= place.bottom)
    return np.asarray(inside)


def nearest(boxes: Boxes, point: Point) -> int | None:
    """The piece of ink at `point` or up to `NEAR` px away; between two letters of a line the nearer one."""
    if len(boxes) == 0:
        return None
    dx = np.maximum(np.maximum(boxes[:, 0] - point.x, point.x - (boxes[:, 0] + boxes[:, 2] - 1)), 0)
    dy = np.maximum(np.maximum(boxes[:, 1] - point.y, point.y - (boxes[:, 1] + boxes[:, 3] - 1)), 0)
    away = np.hypot(dx, dy)
    best = int(np.argmin(away))
    return best if away[best] <= NEAR else None


def pieces_of_icon(boxes: Boxes, seed: int) -> NDArray[np.bool_]:
    """The pieces that stand up to `PIECE_GAP` px from each other in any direction, beginning with `seed`."""
    members = np.arange(len(boxes)) == seed
    while True:
        whole = around(boxes[members]).padded(PIECE_GAP)
        across = (boxes[:, 0] < whole.right) & (boxes[:, 0] + boxes[:, 2] > whole.x)
        down = (boxes[:, 1] < whole.bottom) & (boxes[:, 1] + boxes[:, 3] > whole.y)
        grown: NDArray[np.bool_] = np.asarray(members | (across & down))
        if (grown == members).all():
            return grown
        members = grown


def grown(boxes: Boxes, colours: NDArray[np.float64], seed: int) -> NDArray[np.intp]:
    """Indices of the pieces that stand in one line with `seed`, close enough and in its colour.

    `colours` are differences to the ground, one row for each of `boxes`.
    """
    em = _em(boxes, seed)
    alike = _alike(colours, seed)
    members = np.zeros(len(boxes), bool)
    members[seed] = True
    while True:
        chosen = boxes[members]
        x0, x1 = chosen[:, 0].min(), (chosen[:, 0] + chosen[:, 2]).max()
        y0, y1 = chosen[:, 1].min(), (chosen[:, 1] + chosen[:, 3]).max()
        reach = WORD_GAP * em
        shared = np.minimum(boxes[:, 1] + boxes[:, 3], y1) - np.maximum(boxes[:, 1], y0)
        level = (shared >= 0.5 * np.minimum(boxes[:, 3], y1 - y0)) & (boxes[:, 3] <= 2.2 * (y1 - y0))
        close = (boxes[:, 0] - x1 <= reach) & (x0 - (boxes[:, 0] + boxes[:, 2]) <= reach)
        above = (boxes[:, 0] < x1) & (boxes[:, 0] + boxes[:, 2] > x0) & _dots(boxes, y0, y1)
        grown = members | (alike & close & (level | above))
        if (grown == members).all():
            return np.flatnonzero(members)
        members = grown


def _alike(colours: NDArray[np.float64], seed: int) -> NDArray[np.bool_]:
    """Which colours lead away from the ground as the seed's does: smoothing makes ink fainter, a link turns its hue."""
    strength = np.maximum(np.linalg.norm(colours, axis=1), 1e-9)
    turned = colours @ colours[seed] / (strength * strength[seed])
    ratio = strength / strength[seed]
    return np.asarray((turned > SAME_HUE) & (ratio > FAINTER) & (ratio < 1 / FAINTER))


def _dots(boxes: Boxes, top: int, bottom: int) -> NDArray[np.bool_]:
    """Dots and accents: small pieces just above the line."""
    small = boxes[:, 3] <= max(3, 0.35 * (bottom - top))
    gap = top - (boxes[:, 1] + boxes[:, 3])
    return small & (gap >= 0) & (gap <= max(3, 0.3 * (bottom - top)))


def _em(boxes: Boxes, seed: int) -> float:
    """Size of the font, px, from the letters near `seed`: small ones are 0.52 em high, capitals and digits 0.72 em."""
    x, y, _, h = (int(v) for v in boxes[seed])
    level = (boxes[:, 1] < y + h) & (boxes[:, 1] + boxes[:, 3] > y)
    letters = level & (np.abs(boxes[:, 0] - x) < 12 * h) & (boxes[:, 3] <= 2.2 * h) & (boxes[:, 3] >= 0.45 * h)
    heights = boxes[letters, 3]
    line = float(heights.max())
    return float(np.clip(np.median(heights) / 0.56, line / 1.05, line / 0.7))
