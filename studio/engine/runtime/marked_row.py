"""The row that a key has marked, by pixels: its words stand where they stood and are drawn otherwise. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from studio.engine.model.geometry import Region
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr
from studio.engine.vision.ocr_lines import OcrWord, around, reading_order
from studio.engine.vision.reading import readable
from studio.engine.vision.text import holds, reads, same_text

DOWN = frozenset({"ArrowDown", "PageDown", "End"})
UP = frozenset({"ArrowUp", "PageUp", "Home"})
_OF_TEXT = frozenset({"Home", "End"})
"""In a text they go along its line, whose mark may go by that; in a list another row loses the mark."""
_COVERED = 0.6
"""Part of a text's width that must be drawn otherwise: a caret or a lit column changes less of it."""
_BESIDE = 2
"""Times its height that is read above and below of what changed, for the rows beside."""
_BORDERS = "|[] "
"""What the border of a list is read as."""
_COUNT = re.compile(r"(\d{1,4})\s?[.):]?\s+(?=\S)")
"""A number at the beginning of a row."""


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """A row of a list: what it says, without the number of its place, where it stands, and the column of what is drawn
    otherwise, px of the screen."""

    text: str
    region: Region
    column: Region

    def says(self, said: str) -> bool:
        """Whether it says the same as a whole."""
        return same_text(self.text, said)

    def names(self, value: str) -> bool:
        """Whether it says that value, or holds it among other whole words."""
        return holds(self.text, value)


def marked_row(key: str | None, before: Frame, after: Frame) -> MarkedRow | None:
    """The row that `key` has marked: of two that are drawn otherwise now the one that it leads to.

    Its words are read as they stood before they were marked. None where that cannot be told: nothing changed, a list
    was scrolled, the texts are others than before.
    """
    if key not in DOWN | UP or before.size != after.size:
        return None
    changed = changed_regions(before, after)
    if not changed:
        return None
    column = _column(changed)
    stood, shown = (_read(frame, column, column.padded(0, _BESIDE * column.h)) for frame in (before, after))
    drawn = (row for row in shown if _covered(row, changed))
    plain = (next((old for old in stood if _same(row, old)), None) for row in drawn)
    rows = [_uncounted(row, stood) for row in plain if row is not None]
    if not 1 <= len(rows) <= 2 or (len(rows) == 1 and key in _OF_TEXT):
        return None
    return rows[-1 if key in DOWN else 0]


def rows_beside(row: MarkedRow, frame: Frame) -> list[MarkedRow]:
    """All rows of the column of texts in which a row stands, from top to bottom."""
    shown = _read(frame, row.column, frame.bounds)
    begin = [other for other in shown if abs(other.region.x - row.region.x) <= row.region.h]
    return [_uncounted(other, shown) for other in begin]


def _column(changed: Sequence[Region]) -> Region:
    """The largest change, and what changed above and below it."""
    place = changed[0]
    for region in changed[1:]:
        if min(place.right, region.right) - max(place.x, region.x) >= 0.5 * min(place.w, region.w):
            place = place.union(region)
    return place


def _read(frame: Frame, column: Region, part: Region) -> list[MarkedRow]:
    """The rows of words in the column, from top to bottom, as far as they stand in that part of the screen."""
    strip = Region(0, part.y, frame.size[0], part.h).clamped(frame.size)
    words = [word for line in ocr(frame, region=strip) for word in line.placed_words()]
    rows: list[list[OcrWord]] = []
    for word in (words[i] for i in reading_order([word.region for word in words])):
        row = rows[-1] if rows and _level(rows[-1][-1].region, word.region) else None
        goes_on = row is not None and word.region.x - row[-1].region.right <= row[-1].region.h
        if not goes_on and not column.x <= word.region.center.x < column.right:
            continue
        if row is None:
            rows.append([word])
        else:
            row.append(word)
    read = (MarkedRow(" ".join(w.text for w in row).strip(_BORDERS), around(row), column) for row in rows)
    return [row for row in read if readable(row.text)]


def _level(one: Region, other: Region) -> bool:
    return abs(one.center.y - other.center.y) <= min(one.h, other.h) / 2


def _covered(row: MarkedRow, changed: Sequence[Region]) -> bool:
    middle = Region(row.region.x, row.region.center.y, row.region.w, 1)
    wide = sum(region.intersection(middle).w for region in changed if region.overlaps(middle))
    return wide >= _COVERED * row.region.w


def _same(row: MarkedRow, old: MarkedRow) -> bool:
    """Whether the words are the old ones, up to a misreading: a mark of another colour is read less well."""
    return row.region.overlaps(old.region) and (reads(row.text, old.text) or reads(old.text, row.text))


def _uncounted(row: MarkedRow, shown: Sequence[MarkedRow]) -> MarkedRow:
    """The row without the number of its place: the rows above and below have the numbers beside it."""
    count = _COUNT.match(row.text)
    if count is None:
        return row
    beside = {int(count.group(1)) - 1, int(count.group(1)) + 1}
    return replace(row, text=row.text[count.end() :]) if beside.intersection(_counts(row, shown)) else row


def _counts(row: MarkedRow, shown: Sequence[MarkedRow]) -> Iterator[int]:
    """The numbers with which rows above and below begin."""
    for other in shown:
        count = _COUNT.match(other.text)
        if count is not None and abs(other.region.x - row.region.x) <= row.region.h:
            yield int(count.group(1))
