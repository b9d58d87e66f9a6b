"""Glyphs on an even ground: the line of text or the icon at a point, and what stands inside of a control."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame, Pixels

WINDOW = (800, 80)
"""Around the point, px: a line of text goes no farther without being cut."""
NEAR = 6
"""A click this far from a glyph still means it, px."""
WORD_GAP = 0.43
"""Words of one line stand closer than this, in em (measured: spaces 0.28-0.38 em, menu items from 0.5 em)."""
PART_GAP = 4
"""Parts of a control's content, such as the words of its label and its arrow, stand at least this far apart, px."""
INK = 26
"""Least difference of a channel from the ground, 0..255."""
ICON_SIDE = 56
"""Icons are at most this high, px."""
PIECE_GAP = 6
"""Pieces of one icon stand no farther apart, px."""
_TALLEST = 64
_SAME_COLOUR = 70


@dataclass(frozen=True, slots=True)
class Cluster:
    """Glyphs that belong together: their rectangle, and whether they look like an icon rather than like a word."""

    region: Region
    icon: bool


def cluster_at(frame: Frame, point: Point) -> Cluster | None:
    """The glyphs of one line and colour at `point`, as far as words of one text stand together; None on bare ground."""
    window = Region.around(point, *WINDOW).clamped(frame.size)
    part = frame.bgr[window.y : window.bottom, window.x : window.right]
    strength = distance(part, ground_at(frame, point))
    boxes, colours = _glyphs(part, strength)
    local = Point(point.x - window.x, point.y - window.y)
    seed = _nearest(boxes, local)
    if seed is None:
        return None
    members = boxes[_grown(boxes, colours, seed)]
    if not looks_like_icon(members):
        return Cluster(_around(members).moved(window.x, window.y), icon=False)
    pieces = boxes[_pieces_of_icon(boxes, seed)]
    icon = looks_like_icon(pieces)
    return Cluster(_around(pieces if icon else members).moved(window.x, window.y), icon=True)


def looks_like_icon(boxes: NDArray[np.int32]) -> bool:
    """Whether glyphs (x, y, w, h) make a picture: about square, and not two letters side by side."""
    whole = _around(boxes)
    if not 0.7 <= whole.w / max(whole.h, 1) <= 1.7 or whole.h > ICON_SIDE:
        return False
    columns, rows = _runs_along(boxes, 0), _runs_along(boxes, 1)
    return not (columns >= 2 and rows == 1)


def _runs_along(boxes: NDArray[np.int32], axis: int) -> int:
    """Into how many runs without overlap the glyphs fall along x (0) or y (1)."""
    runs, end = 0, -1
    for start, size in sorted((int(box[axis]), int(box[axis + 2])) for box in boxes):
        runs += start > end
        end = max(end, start + size - 1)
    return runs


def _around(boxes: NDArray[np.int32]) -> Region:
    x, y = int(boxes[:, 0].min()), int(boxes[:, 1].min())
    right, bottom = int((boxes[:, 0] + boxes[:, 2]).max()), int((boxes[:, 1] + boxes[:, 3]).max())
    return Region(x, y, right - x, bottom - y)


def _pieces_of_icon(boxes: NDArray[np.int32], seed: int) -> NDArray[np.bool_]:
    """The pieces that stand up to `PIECE_GAP` px from each other in any direction, beginning with `seed`."""
    members = np.arange(len(boxes)) == seed
    while True:
        whole = _around(boxes[members]).padded(PIECE_GAP)
        across = (boxes[:, 0] < whole.right) & (boxes[:, 0] + boxes[:, 2] > whole.x)
        down = (boxes[:, 1] < whole.bottom) & (boxes[:, 1] + boxes[:, 3] > whole.y)
        grown: NDArray[np.bool_] = np.asarray(members | (across & down))
        if (grown == members).all():
            return grown
        members = grown


def ground_at(frame: Frame, point: Point) -> tuple[int, int, int]:
    """The most common colour around `point`, BGR."""
    area = Region.around(point, 61, 41).clamped(frame.size)
    return common_colour(frame.bgr[area.y : area.bottom, area.x : area.right])


def common_colour(part: Pixels) -> tuple[int, int, int]:
    """The colour that most pixels have, up to 8 levels per channel, BGR."""
    coarse = (part >> 3).astype(np.uint32)
    codes = (coarse[..., 0] << 10 | coarse[..., 1] << 5 | coarse[..., 2]).ravel()
    best = np.bincount(codes).argmax()
    middle = np.median(part.reshape(-1, 3)[codes == best], axis=0)
    return int(middle[0]), int(middle[1]), int(middle[2])


def distance(part: Pixels, colour: tuple[int, int, int]) -> Pixels:
    """The largest difference of a channel from `colour`, per pixel."""
    blue, green, red = cv2.split(cv2.absdiff(part, np.array((*colour, 0), np.float64)))
    return cv2.max(cv2.max(blue, green), red)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Content:
    """What stands inside of a control: `parts` from left to right, parted by columns without ink of `PART_GAP` px."""

    parts: tuple[Region, ...]
    icon: bool
    one_colour: bool


def content(frame: Frame, inner: Region, fill: tuple[int, int, int]) -> Content:
    """Look at the ink inside of `inner`, whose ground is `fill`."""
    inset = inner.padded(-2) if min(inner.w, inner.h) > 8 else inner
    part = frame.bgr[inset.y : inset.bottom, inset.x : inset.right]
    strength = distance(part, fill)
    ink = np.asarray(strength > INK)
    columns = np.flatnonzero(ink.any(axis=0))
    if len(columns) == 0:
        return Content((), icon=False, one_colour=True)
    breaks = np.flatnonzero(np.diff(columns) > PART_GAP)
    starts = [columns[0], *columns[breaks + 1]]
    ends = [*columns[breaks], columns[-1]]
    parts = tuple(_run(ink, inset, int(a), int(b) + 1) for a, b in zip(starts, ends, strict=True))
    return Content(parts, _is_icon(ink), _one_colour(part, strength))


def _is_icon(ink: NDArray[np.bool_]) -> bool:
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    return looks_like_icon(np.asarray(stats[1:, :4], np.int32))


def _one_colour(part: Pixels, strength: Pixels) -> bool:
    """Whether the strongest ink is all alike, as what was typed into a field is."""
    strong = part[np.asarray(strength > 0.7 * float(np.asarray(strength).max()))].astype(int)
    low, high = np.percentile(strong, (10, 90), axis=0)
    return bool((high - low).max() < _SAME_COLOUR)


def _run(ink: NDArray[np.bool_], inset: Region, start: int, end: int) -> Region:
    rows = np.flatnonzero(ink[:, start:end].any(axis=1))
    return Region(inset.x + start, inset.y + int(rows[0]), end - start, int(rows[-1] - rows[0]) + 1)


def _glyphs(part: Pixels, strength: Pixels) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Rectangles (x, y, w, h) and colours of the connected pieces of ink; lines and large areas left out."""
    ink = np.asarray(strength > INK, np.uint8)
    count, found, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    labels, boxes = np.asarray(found, np.int32), np.asarray(stats[:, :4], np.int32)
    usable = (boxes[:, 3] <= _TALLEST) & (boxes[:, 2] <= 600) & ~((boxes[:, 2] > 60) & (boxes[:, 3] <= 3))
    usable &= ~((boxes[:, 3] > 30) & (boxes[:, 2] <= 3))
    usable[0] = False
    usable &= ~_frames(boxes)
    kept = np.flatnonzero(usable)
    return boxes[kept], _colours(part, strength, labels, count)[kept]


def _frames(boxes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which pieces are borders around others: clearly higher than what lies inside of them."""
    x0, y0 = boxes[:, 0], boxes[:, 1]
    x1, y1 = x0 + boxes[:, 2], y0 + boxes[:, 3]
    frames = np.zeros(len(boxes), bool)
    for i in np.flatnonzero((boxes[:, 2] >= 16) & (boxes[:, 3] >= 16)):
        inside = (x0 > x0[i]) & (x1 < x1[i]) & (y0 > y0[i]) & (y1 < y1[i])
        frames[i] = bool(inside.any()) and boxes[i, 3] > 1.5 * boxes[inside, 3].max()
    return frames


def _colours(part: Pixels, strength: Pixels, labels: NDArray[np.int32], count: int) -> NDArray[np.float64]:
    """The colour of each piece, weighted towards the pixels that are farthest from the ground."""
    flat = labels.ravel()
    weight = strength.ravel().astype(np.float64) ** 2
    total = np.bincount(flat, weights=weight, minlength=count)
    sums = [np.bincount(flat, weights=weight * part[..., i].ravel(), minlength=count) for i in range(3)]
    return np.stack(sums, axis=1) / np.maximum(total, 1e-9)[:, None]


def _nearest(boxes: NDArray[np.int32], point: Point) -> int | None:
    """The piece of ink at `point` or up to `NEAR` px away; between two letters of a line the nearer one."""
    if len(boxes) == 0:
        return None
    dx = np.maximum(np.maximum(boxes[:, 0] - point.x, point.x - (boxes[:, 0] + boxes[:, 2] - 1)), 0)
    dy = np.maximum(np.maximum(boxes[:, 1] - point.y, point.y - (boxes[:, 1] + boxes[:, 3] - 1)), 0)
    away = np.hypot(dx, dy)
    best = int(np.argmin(away))
    return best if away[best] <= NEAR else None


def _grown(boxes: NDArray[np.int32], colours: NDArray[np.float64], seed: int) -> NDArray[np.intp]:
    """Indices of the pieces that stand in one line with `seed`, close enough and in its colour."""
    alike = np.abs(colours - colours[seed]).max(axis=1) < _SAME_COLOUR
    members = np.zeros(len(boxes), bool)
    members[seed] = True
    while True:
        chosen = boxes[members]
        x0, x1 = chosen[:, 0].min(), (chosen[:, 0] + chosen[:, 2]).max()
        y0, y1 = chosen[:, 1].min(), (chosen[:, 1] + chosen[:, 3]).max()
        reach = WORD_GAP * _em(chosen)
        shared = np.minimum(boxes[:, 1] + boxes[:, 3], y1) - np.maximum(boxes[:, 1], y0)
        level = (shared >= 0.5 * np.minimum(boxes[:, 3], y1 - y0)) & (boxes[:, 3] <= 2.2 * (y1 - y0))
        close = (boxes[:, 0] - x1 <= reach) & (x0 - (boxes[:, 0] + boxes[:, 2]) <= reach)
        above = (boxes[:, 0] < x1) & (boxes[:, 0] + boxes[:, 2] > x0) & _dots(boxes, y0, y1)
        grown = members | (alike & close & (level | above))
        if (grown == members).all():
            return np.flatnonzero(members)
        members = grown


def _dots(boxes: NDArray[np.int32], top: int, bottom: int) -> NDArray[np.bool_]:
    """Dots and accents: small pieces just above the line."""
    small = boxes[:, 3] <= max(3, 0.35 * (bottom - top))
    gap = top - (boxes[:, 1] + boxes[:, 3])
    return small & (gap >= 0) & (gap <= max(3, 0.3 * (bottom - top)))


def _em(boxes: NDArray[np.int32]) -> float:
    """Size of the font, px, from the heights of its letters: small letters 0.52 em, capitals and digits 0.72 em."""
    line = (boxes[:, 1] + boxes[:, 3]).max() - boxes[:, 1].min()
    usual = float(np.median(boxes[:, 3])) / 0.56
    return float(np.clip(usual, line / 1.05, line / 0.7))
