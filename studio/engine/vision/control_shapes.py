"""Rectangles on the screen: the even areas around a point, with their borders and what surrounds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame, Pixels

REACH = ((420, 140), (1400, 520), (100_000, 100_000))
"""Windows around the point in which an area is followed, px: a small one first, since most controls are small, and
at last the whole frame, for a wide field that is met near its end."""
FILL_TOLERANCE = 5
"""Colours of one fill differ by at most this per channel from where it began, 0..255 (JPEG, dithering)."""
STEP_TOLERANCE = 2
"""The same from pixel to pixel, for fills with a gradient."""
DISTINCT = 10
"""Two colours differ where a channel differs by more than this, 0..255 (Bootstrap's field border on white: 30)."""
LEAST_SIDE = 8
LARGEST = 0.5
"""Largest part of the frame that one control covers (a text area in a small window)."""
SOLID = 0.86
"""Least part of its rectangle that a control with rounded corners covers (a pill: 0.94)."""
ROUND = 0.72
"""The same for a disc (0.785)."""
LEAST_FILL = 0.4
"""Least part of a control that shows its ground: less is a border or a grid."""
BORDER = 4
"""Borders and focus rings are at most this thick, px."""
_PATCH = 8
_LEAST_SHARE = 0.08

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """An even area: `region` with its border, `inner` without; `fill` in BGR.

    `bordered`: a line of another colour runs around it. `filled`: its colour differs from the ground around.
    `continued`: border lines go on beyond the corners both ways, as between the cells of a table.
    """

    region: Region
    inner: Region
    fill: Colour
    solidity: float
    bordered: bool
    filled: bool
    continued: bool

    @property
    def square(self) -> bool:
        """Whether it is about as wide as high."""
        return 0.75 <= self.region.w / self.region.h <= 1.34


def shapes_at(frame: Frame, point: Point) -> Iterator[Shape]:
    """The even areas that hold `point` and look like the ground of a control, for each colour near the point."""
    for seed in _seeds(frame.bgr, point):
        found = _area(frame, point, seed)
        if found is not None and found[0].padded(BORDER).contains(point):
            shape = _shape(frame, *found, frame.bgr[seed.y, seed.x])
            if shape.bordered or shape.filled:
                yield shape


def _seeds(bgr: Pixels, point: Point) -> list[Point]:
    """For each common colour around `point` a pixel that has it, the most common one first.

    It lies in the largest piece of that colour, not in the eye of a letter, and has the piece's usual colour.
    """
    area = Region.around(point, 2 * _PATCH + 1, 2 * _PATCH + 1).clamped((bgr.shape[1], bgr.shape[0]))
    patch = bgr[area.y : area.bottom, area.x : area.right]
    coarse = (patch >> 3).astype(np.uint32)
    codes = coarse[..., 0] << 10 | coarse[..., 1] << 5 | coarse[..., 2]
    values, counts = np.unique(codes, return_counts=True)
    common = [values[i] for i in np.argsort(-counts)[:3] if counts[i] >= _LEAST_SHARE * codes.size]
    seeds = []
    for value in common:
        count, labels, stats, _ = cv2.connectedComponentsWithStats((codes == value).astype(np.uint8), connectivity=4)
        largest = 1 + int(np.argmax(stats[1:count, cv2.CC_STAT_AREA]))
        ys, xs = np.nonzero(np.asarray(labels) == largest)
        usual = np.median(patch[ys, xs], axis=0)
        best = int(np.argmin(np.abs(patch[ys, xs] - usual).sum(axis=1)))
        seeds.append(Point(area.x + int(xs[best]), area.y + int(ys[best])))
    return seeds


def _area(frame: Frame, point: Point, seed: Point) -> tuple[Region, float] | None:
    """The area of one colour around `seed` and its solidity; None where it is not a closed, solid rectangle.

    An area of one colour that runs on has no gradient: only one that is closed and not solid is tried as one.
    """
    for width, height in REACH:
        window = Region.around(point, width, height).clamped(frame.size)
        for fixed in (True, False):
            region, solidity = _flooded(frame.bgr, window, seed, fixed)
            if _open(region, window, frame.bounds):
                break
            if _closed(region, solidity, frame.bounds) and not (fixed and _soft(frame.bgr, region)):
                return region, solidity
        else:
            return None
    return None


def _flooded(bgr: Pixels, window: Region, seed: Point, fixed: bool) -> tuple[Region, float]:
    part = bgr[window.y : window.bottom, window.x : window.right].copy()
    mask = np.zeros((window.h + 2, window.w + 2), np.uint8)
    tolerance = (FILL_TOLERANCE,) * 3 if fixed else (STEP_TOLERANCE,) * 3
    flags = 4 | cv2.FLOODFILL_MASK_ONLY | (255 << 8) | (cv2.FLOODFILL_FIXED_RANGE if fixed else 0)
    start = (seed.x - window.x, seed.y - window.y)
    *_, rect = cv2.floodFill(part, mask, start, (0, 0, 0), tolerance, tolerance, flags)
    x, y, w, h = (int(v) for v in rect)
    solidity = _solidity(mask[1 + y : 1 + y + h, 1 + x : 1 + x + w])
    return Region(window.x + x, window.y + y, w, h), solidity


def _solidity(mask: Pixels) -> float:
    """Part of the rectangle that the area covers with its holes (text, icons) filled; 0 where it is mostly hole."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    covered = float(np.asarray(cv2.drawContours(np.zeros_like(mask), outlines, -1, 1, cv2.FILLED)).mean())
    own = float((mask > 0).mean())
    return covered if own >= LEAST_FILL * covered else 0.0


def _open(region: Region, window: Region, frame: Region) -> bool:
    """Whether the area runs out of the window on a side where the frame goes on."""
    return (
        (region.x == window.x > frame.x)
        or (region.y == window.y > frame.y)
        or (region.right == window.right < frame.right)
        or (region.bottom == window.bottom < frame.bottom)
    )


def _soft(bgr: Pixels, region: Region) -> bool:
    """Whether the colour goes on without a step beyond a side: the area is a part of a gradient."""
    for name in ("left", "top", "right", "bottom"):
        within, beyond = _line(bgr, region, name, 0), _line(bgr, region, name, 1)
        if within and beyond and max(abs(a - b) for a, b in zip(within, beyond, strict=True)) <= STEP_TOLERANCE + 1:
            return True
    return False


def _closed(region: Region, solidity: float, frame: Region) -> bool:
    """Whether this can be a control: not tiny, solid, and no band from edge to edge of the frame."""
    if min(region.w, region.h) < LEAST_SIDE or region.area > LARGEST * frame.area:
        return False
    if (region.x <= frame.x and region.right >= frame.right) or (region.y <= frame.y and region.bottom >= frame.bottom):
        return False
    square = 0.75 <= region.w / region.h <= 1.34
    return solidity >= (ROUND if square else SOLID)


def _shape(frame: Frame, inner: Region, solidity: float, fill: Pixels) -> Shape:
    """Look at what lies along the four sides of `inner`."""
    colour = (int(fill[0]), int(fill[1]), int(fill[2]))
    sides = [_side(frame.bgr, inner, name) for name in ("left", "top", "right", "bottom")]
    widths = [_border_width(lines) for lines in sides]
    left, top, right, bottom = widths
    region = Region(inner.x - left, inner.y - top, inner.w + left + right, inner.h + top + bottom)
    seen = [(lines, width) for lines, width in zip(sides, widths, strict=True) if len(lines) > 2]
    lined = [_lined(lines, width, colour) for lines, width in seen]
    differing = [_distinct(lines[-1], colour) for lines, _ in seen]
    closed = [a or b for a, b in zip(lined, differing, strict=True)]
    enough = min(3, max(len(seen), 2))
    return Shape(
        region.clamped(frame.size),
        inner,
        colour,
        solidity,
        bordered=sum(lined) >= 2 and sum(closed) >= enough,
        filled=sum(differing) >= enough,
        continued=_grid(frame.bgr, inner, widths),
    )


def _side(bgr: Pixels, inner: Region, name: str) -> list[Colour]:
    """Median colours of the lines beyond one side of `inner`, from within outwards, as far as the frame goes."""
    lines = []
    for step in range(1, BORDER + 3):
        lines.append(_line(bgr, inner, name, step))
    return [line for line in lines if line is not None]


def _line(bgr: Pixels, inner: Region, name: str, step: int) -> Colour | None:
    """The median colour `step` px outside of one side, over its middle half."""
    x0, x1 = inner.x + inner.w // 4, inner.right - inner.w // 4
    y0, y1 = inner.y + inner.h // 4, inner.bottom - inner.h // 4
    row = {"top": inner.y - step, "bottom": inner.bottom + step - 1}.get(name)
    column = {"left": inner.x - step, "right": inner.right + step - 1}.get(name)
    if row is not None:
        pixels = bgr[row, x0 : max(x1, x0 + 1)] if 0 <= row < bgr.shape[0] else None
    else:
        pixels = bgr[y0 : max(y1, y0 + 1), column] if column is not None and 0 <= column < bgr.shape[1] else None
    if pixels is None:
        return None
    middle = np.median(pixels, axis=0)
    return int(middle[0]), int(middle[1]), int(middle[2])


def _border_width(lines: list[Colour]) -> int:
    """How many lines beyond the side still belong to the control: those that differ from the ground outside."""
    if not lines:
        return 0
    width = 0
    while width < min(BORDER, len(lines) - 1) and _distinct(lines[width], lines[-1]):
        width += 1
    return width if width < BORDER else 1


def _lined(lines: list[Colour], width: int, fill: Colour) -> bool:
    """Whether a line runs along this side that is neither fill nor ground."""
    return any(_distinct(line, fill) and _distinct(line, lines[-1]) for line in lines[: max(width, 1)])


def _distinct(a: Colour, b: Colour) -> bool:
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) > DISTINCT


def _grid(bgr: Pixels, inner: Region, widths: list[int]) -> bool:
    """Whether a horizontal and a vertical border line both go on beyond a corner, by half of the height."""
    left, top, right, bottom = widths
    beyond = max(6, inner.h // 2)
    rows = [r for r, width in ((inner.y - 1, top), (inner.bottom, bottom)) if width]
    columns = [c for c, width in ((inner.x - 1, left), (inner.right, right)) if width]
    across = any(_goes_on(bgr, row, inner.x, inner.right, beyond) for row in rows)
    turned: Pixels = bgr.transpose(1, 0, 2)
    return across and any(_goes_on(turned, column, inner.y, inner.bottom, beyond) for column in columns)


def _goes_on(bgr: Pixels, row: int, start: int, end: int, beyond: int) -> bool:
    if not 0 <= row < bgr.shape[0]:
        return False
    line = bgr[row, (start + end) // 2].astype(int)
    for a, b in ((start - beyond, start - BORDER), (end + BORDER, end + beyond)):
        part = bgr[row, max(a, 0) : max(b, 0)]
        if len(part) and int(np.abs(part.astype(int) - line).max()) <= DISTINCT:
            return True
    return False
