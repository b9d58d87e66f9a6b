"""From read glyphs to lines: the picture that the recogniser gets, lost spaces, reading order."""

from __future__ import annotations

from collections.abc import Sequence

import cv2

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Pixels
from studio.engine.vision.ocr_boxes import InkBox, cut
from studio.engine.vision.ocr_models import Glyphs

MARGIN = 0.2
"""Paper around the ink that the recogniser gets, in line heights."""
SPACE_GAP = 0.22
"""A gap of at least this many line heights between glyphs may be a space (a space is 0.25-0.3 em wide)."""
DIGIT_GAP = 0.5
"""The same between two digits: a 1 has wide sides where digits share one width."""


def margin(box: InkBox) -> int:
    """Paper around the ink of `box`, px."""
    return max(2, round(box.region.h * MARGIN))


def line_picture(bgr: Pixels, box: InkBox) -> Pixels:
    """The ink of `box` on its own paper. It depends on nothing but the pixels that make the box's key."""
    pad = margin(box)
    part = cut(bgr, box.region)
    return cv2.copyMakeBorder(part, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=box.background)  # type: ignore


def with_spaces(glyphs: Glyphs, box: InkBox) -> str:
    """The text with the spaces that the recogniser lost, put back where the ink has a gap as wide as a space."""
    pad = margin(box)
    width = box.region.w + 2 * pad
    places = [at * width - pad for at in glyphs.at]
    chars = list(glyphs.chars)
    for start, end in reversed(_word_gaps(box)):
        after = sum(place < (start + end) / 2 for place in places)
        if 0 < after < len(places) and _may_part(chars[after - 1], chars[after], (end - start) / box.region.h):
            chars.insert(after, " ")
    return " ".join("".join(chars).split())


def _may_part(left: str, right: str, gap: float) -> bool:
    """Whether a gap of so many line heights between two characters is a space that is not there yet."""
    if " " in (left, right):
        return False
    return gap >= DIGIT_GAP or not (left.isdigit() and right.isdigit())


def _word_gaps(box: InkBox) -> list[tuple[int, int]]:
    """Gaps that are clearly wider than those between letters."""
    gaps = box.gaps()
    least = max(3.0, SPACE_GAP * box.region.h, 1.9 * _usual([b - a for a, b in gaps]))
    return [(a, b) for a, b in gaps if b - a >= least]


def _usual(widths: Sequence[int]) -> float:
    """The lower quartile: a line has more gaps between letters than between words."""
    return float(sorted(widths)[len(widths) // 4]) if widths else 0.0


def reading_order(regions: Sequence[Region]) -> list[int]:
    """Indices of `regions` row by row, each row from left to right. Rows share half of their lesser height."""
    order: list[int] = []
    row: list[int] = []
    for index in sorted(range(len(regions)), key=lambda i: regions[i].center.y):
        if row and not _same_row(regions[row[0]], regions[index]):
            order += sorted(row, key=lambda i: regions[i].x)
            row = []
        row.append(index)
    return order + sorted(row, key=lambda i: regions[i].x)


def _same_row(a: Region, b: Region) -> bool:
    return min(a.bottom, b.bottom) - max(a.y, b.y) >= 0.5 * min(a.h, b.h)
