"""From read glyphs to lines: the picture that the recogniser gets, lost spaces, words, reading order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

import cv2

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Pixels
from studio.engine.vision.ocr_boxes import InkBox, cut
from studio.engine.vision.ocr_models import Glyphs

MARGIN = 0.2
"""Paper around the ink that the recogniser gets, in line heights."""
SPACE_GAP = 0.34
"""A gap of at least this many line heights between glyphs is a space that the reader lost. Of 420 drawn texts with
PP-OCRv6 418 are right so; from 0.22 on, which PP-OCRv4 needed, 414 (“J ohn”); without added spaces 417."""
DIGIT_GAP = 0.5
"""The same between two digits: a 1 has wide sides where digits share one width."""


class OcrWord(NamedTuple):
    """One word of a line and its rectangle, px of the screen."""

    text: str
    region: Region


@dataclass(frozen=True, slots=True)
class OcrLine:
    """One line of text, its rectangle (px of the screen, tight around the ink) and the mean confidence, 0..1.

    `words` are its words with their places, where the reader knows them.
    """

    text: str
    region: Region
    confidence: float
    words: tuple[OcrWord, ...] = ()

    def moved(self, dx: int, dy: int) -> OcrLine:
        """This line shifted by (`dx`, `dy`) px."""
        words = tuple(OcrWord(word.text, word.region.moved(dx, dy)) for word in self.words)
        return OcrLine(self.text, self.region.moved(dx, dy), self.confidence, words)

    def placed_words(self) -> tuple[OcrWord, ...]:
        """`words`, or, where they are not known, the words of the text spread over the line by their lengths."""
        if self.words or not self.text:
            return self.words
        pace = self.region.w / len(self.text)
        return tuple(
            OcrWord(word, _share(self.region, start * pace, len(word) * pace)) for start, word in _split(self.text)
        )


def _split(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for word in text.split(" "):
        if word:
            yield start, word
        start += len(word) + 1


def _share(region: Region, start: float, width: float) -> Region:
    return Region(region.x + round(start), region.y, max(1, round(width)), region.h)


def around(words: Sequence[OcrWord]) -> Region:
    """The rectangle that holds all of `words` (at least one)."""
    return reduce(Region.union, (word.region for word in words))


def margin(box: InkBox) -> int:
    """Paper around the ink of `box`, px."""
    return max(2, round(box.region.h * MARGIN))


def line_picture(bgr: Pixels, box: InkBox) -> Pixels:
    """The ink of `box` on its own paper. It depends on nothing but the pixels that make the box's key."""
    pad = margin(box)
    part = cut(bgr, box.region)
    return cv2.copyMakeBorder(part, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=box.background)  # type: ignore


def words_of(glyphs: Glyphs, box: InkBox) -> tuple[OcrWord, ...]:
    """The words that were read. A space also stands where the ink has a gap as wide as one (field report 54)."""
    pad = margin(box)
    width = box.region.w + 2 * pad
    placed = [(char, at * width - pad) for char, at in zip(glyphs.chars, glyphs.at, strict=True)]
    words = [part for part in _parts(_with_spaces(placed, box)) if part]
    if not words:
        return ()
    edges = [_edge(left[-1][1], right[0][1], box) for left, right in pairwise(words)]
    first, last = _without_icons(words[0][0][1], words[-1][-1][1], box)
    starts = [first, *(end for _, end in edges)]
    ends = [*(start for start, _ in edges), last]
    return tuple(
        OcrWord("".join(char for char, _ in word), _share(box.region, start, end - start))
        for word, start, end in zip(words, starts, ends, strict=True)
    )


Placed = list[tuple[str, float]]
"""Characters and where they fired, px from the left edge of the ink."""


def _parts(placed: Placed) -> Iterator[Placed]:
    part: Placed = []
    for char, at in placed:
        if char.isspace():
            yield part
            part = []
        else:
            part.append((char, at))
    yield part


def _with_spaces(placed: Placed, box: InkBox) -> Placed:
    for start, end in _word_gaps(box):
        middle = (start + end) / 2
        after = sum(at < middle for _, at in placed)
        if 0 < after < len(placed) and _may_part(placed[after - 1][0], placed[after][0], (end - start) / box.region.h):
            placed.insert(after, (" ", middle))
    return placed


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


def _edge(left: float, right: float, box: InkBox) -> tuple[float, float]:
    """Where a word ends and the next begins: the widest gap between their characters, else the middle."""
    middle = (left + right) / 2
    within = [(a, b) for a, b in box.gaps() if left - 2 <= (a + b) / 2 <= right + 2]
    return max(within, key=lambda gap: gap[1] - gap[0], default=(middle, middle))


def _without_icons(first: float, last: float, box: InkBox) -> tuple[float, float]:
    """Start and end of what was read: ink beyond a word gap in which no character fired is an icon."""
    slack = 0.3 * box.region.h
    gaps = _word_gaps(box)
    start = max((b for a, b in gaps if (a + b) / 2 < first - slack), default=0)
    end = min((a for a, b in gaps if (a + b) / 2 > last + slack), default=box.region.w)
    return start, end


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
