"""Glyphs on an even ground: the line of text or the icon at a point, and what stands inside of a control."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Point, Region
from studio.engine.vision.control_glyphs import (
    NEAR,
    Boxes,
    around,
    frames,
    grown,
    looks_like_box,
    looks_like_icon,
    nearest,
    off_line,
    pieces_of_icon,
    stacked,
    standing_alone,
    within,
)
from studio.engine.vision.frame import Frame, Pixels

WINDOW = (800, 80)
"""Around the point, px: a line of text goes no farther without being cut."""
PART_GAP = 4
"""Parts of a control's content, such as the words of its label and its arrow, stand at least this far apart, px."""
ONE_COLOUR = 70
"""The strongest ink of a text of one colour differs by less per channel, 0..255."""
INK = 26
"""Least difference of a channel from the ground, 0..255."""
_TALLEST = 64


@dataclass(frozen=True, slots=True)
class Cluster:
    """Glyphs that belong together: their rectangle, and whether they look like an icon or a check box, not a word."""

    region: Region
    icon: bool = False
    box: bool = False


def cluster_at(frame: Frame, point: Point) -> Cluster | None:
    """The glyphs of one line and colour at `point`, as far as words of one text stand together; None on bare ground."""
    window = Region.around(point, *WINDOW).clamped(frame.size)
    part = frame.bgr[window.y : window.bottom, window.x : window.right]
    ground = ground_at(frame, point)
    strength = distance(part, ground)
    boxes, colours = _glyphs(part, strength)
    local = Point(point.x - window.x, point.y - window.y)
    checks = _check_boxes(boxes, np.asarray(strength > INK))
    chosen = next((place for place in checks if place.padded(NEAR // 2).contains(local)), None)
    if chosen is not None:
        return Cluster(chosen.moved(window.x, window.y), box=True)
    letters = ~np.any([within(boxes, place) for place in checks] or [np.zeros(len(boxes), bool)], axis=0)
    boxes, colours = boxes[letters], colours[letters]
    seed = nearest(boxes, local)
    if seed is None:
        return None
    pieces = boxes[pieces_of_icon(boxes, seed)]
    line = boxes[grown(boxes, colours - ground, seed)]
    icon = looks_like_icon(pieces) and (len(line) <= len(pieces) or stacked(pieces) or off_line(pieces, line))
    return Cluster(around(pieces if icon else line).moved(window.x, window.y), icon=icon)


def _check_boxes(boxes: Boxes, ink: NDArray[np.bool_]) -> list[Region]:
    """The places of check boxes and radio buttons."""
    places = [around(boxes[i : i + 1]) for i in standing_alone(boxes)]
    return [p for p in places if looks_like_box(ink[p.y : p.bottom, p.x : p.right])]


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
    inset = inner.padded(-_corner(inner))
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


def _corner(inner: Region) -> int:
    """px to leave out at the sides, so that the smoothed edge of a rounded corner is not taken for ink."""
    side = min(inner.w, inner.h)
    return 0 if side <= 8 else min(2 + max(side - 32, 0) // 8, 6)


def _is_icon(ink: NDArray[np.bool_]) -> bool:
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    return looks_like_icon(np.asarray(stats[1:, :4], np.int32))


def _one_colour(part: Pixels, strength: Pixels) -> bool:
    """Whether the strongest ink is all alike, as what was typed into a field is."""
    strong = part[np.asarray(strength > 0.7 * float(np.asarray(strength).max()))].astype(int)
    low, high = np.percentile(strong, (10, 90), axis=0)
    return bool((high - low).max() < ONE_COLOUR)


def same_colour(frame: Frame, one: Region, other: Region) -> bool:
    """Whether the strongest ink of two places on one ground has one colour."""
    colours = [_ink_colour(frame, place.clamped(frame.size)) for place in (one, other)]
    return bool(np.abs(colours[0] - colours[1]).max() < ONE_COLOUR)


def _ink_colour(frame: Frame, place: Region) -> NDArray[np.float64]:
    part = frame.bgr[place.y : place.bottom, place.x : place.right]
    strength = distance(part, common_colour(part))
    strong = part[np.asarray(strength >= 0.7 * float(np.asarray(strength).max()))]
    return np.asarray(np.median(strong.reshape(-1, 3), axis=0), np.float64)


def _run(ink: NDArray[np.bool_], inset: Region, start: int, end: int) -> Region:
    rows = np.flatnonzero(ink[:, start:end].any(axis=1))
    return Region(inset.x + start, inset.y + int(rows[0]), end - start, int(rows[-1] - rows[0]) + 1)


def _glyphs(part: Pixels, strength: Pixels) -> tuple[Boxes, NDArray[np.float64]]:
    """Rectangles (x, y, w, h) and colours of the connected pieces of ink; lines and large areas left out."""
    ink = np.asarray(strength > INK, np.uint8)
    count, found, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    labels, boxes = np.asarray(found, np.int32), np.asarray(stats[:, :4], np.int32)
    usable = (boxes[:, 3] <= _TALLEST) & (boxes[:, 2] <= 600) & ~((boxes[:, 2] > 60) & (boxes[:, 3] <= 3))
    usable &= ~((boxes[:, 3] > 30) & (boxes[:, 2] <= 3))
    usable[0] = False
    usable &= ~frames(boxes)
    kept = np.flatnonzero(usable)
    return boxes[kept], _colours(part, strength, labels, count)[kept]


def _colours(part: Pixels, strength: Pixels, labels: Boxes, count: int) -> NDArray[np.float64]:
    """The colour of each piece, weighted towards the pixels that are farthest from the ground."""
    flat = labels.ravel()
    weight = strength.ravel().astype(np.float64) ** 2
    total = np.bincount(flat, weights=weight, minlength=count)
    sums = [np.bincount(flat, weights=weight * part[..., i].ravel(), minlength=count) for i in range(3)]
    return np.stack(sums, axis=1) / np.maximum(total, 1e-9)[:, None]
