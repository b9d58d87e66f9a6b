"""Which words stand with a target in one row of a table, by where they stand and what they stand in: nothing is read.

A record is told by words that stand bare on the page, under and above words of other records, column by column. What
stands in a box of its own (a button, a card, a field) can be pressed or typed into: it is another control, and tells
whose record this is only where the same control as the target stands in each row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.engine.compiler.look_count import occurrences
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.control_shapes import shapes_at
from studio.engine.vision.controls import ONE_LINE, find_control
from studio.engine.vision.frame import Frame

ALIGN_PX = 5
"""Left or right edges this near are one column."""

LEAST_COLUMNS = 2
"""So many columns beside the target must repeat: with one, every two-column form would be a table."""

SHARE, SURE_SHARE = 0.6, 0.75
"""Part of the row's columns that another row must have (drift-notes: 60 % of a row's texts); more of them where the
target stands in one row only: the words of two bars line up by chance."""

ROW_PX = 20
"""Texts whose middle is this near to the target's middle stand in its row (half a line of a dense table)."""

NEXT_PX = 80
"""The next row is not farther than this, px: two or three lines of a large font."""

BEAT_PX = 4
"""px by which the same control may stand higher or lower in the next row."""

CAPTION_PX = 24
"""A text that ends so near before a field names the field, px."""


@dataclass(frozen=True)
class RowShape:
    """The words of the target's row (px, without the target's own), and the lines of the rows above and below it."""

    words: tuple[Region, ...]
    mates: tuple[tuple[Region, ...], ...]


def row_shape(frame: Frame, control: Region, boxes: Sequence[Region], *, icon: bool = False) -> RowShape | None:
    """The row of a table in which `control` stands, None where it stands in none. `boxes` are the page's words.

    Of an `icon` that stands in other rows too, the one name beside it makes the row: a list of files, a tree.
    """
    row, others = _split(_without_column(boxes, control) if icon else boxes, control)
    mates = _mates(others, row, SHARE, 1 if icon else LEAST_COLUMNS)
    if not row or not mates:
        return None
    rhythm = _Rhythm.of(control, row)
    if rhythm.differs(mates, [box for box in others if _in_column(box, control)]):
        return None
    if _stands_in(frame, control, mates, rhythm):
        told = [box for box in row if not _in_field(frame, box, control)]
        return RowShape(tuple(told or row), tuple(map(tuple, mates)))
    row = [box for box in row if _is_bare(frame, box, control)]
    if len(row) < LEAST_COLUMNS:
        return None
    bare = [box for line in mates for box in line if _is_bare(frame, box, control)]
    mates = _mates(bare, row, SURE_SHARE, LEAST_COLUMNS)
    if not _is_table(control, row, mates):
        return None
    return RowShape(tuple(row), tuple(map(tuple, mates)))


def _is_table(control: Region, row: Sequence[Region], mates: Sequence[Sequence[Region]]) -> bool:
    """Whether so many columns over so many lines are no chance, and the next line is near."""
    nearest = min((abs(line[0].center.y - control.center.y) for line in mates), default=NEXT_PX + 1)
    return nearest <= NEXT_PX and (len(mates) >= 2 or len(row) > LEAST_COLUMNS)


def aligned(a: Region, b: Region) -> bool:
    """Whether two texts stand in one column."""
    return abs(a.x - b.x) <= ALIGN_PX or abs(a.right - b.right) <= ALIGN_PX


def _split(boxes: Sequence[Region], control: Region) -> tuple[list[Region], list[Region]]:
    """Boxes of the control's row (without its own), and all that lie clearly above or below."""
    middle = control.center.y
    row = [b for b in boxes if abs(b.center.y - middle) <= ROW_PX / 2 and not b.overlaps(control)]
    others = [b for b in boxes if abs(b.center.y - middle) > ROW_PX / 2 + 2]
    return row, others


def _without_column(boxes: Sequence[Region], control: Region) -> list[Region]:
    """The boxes without what stands in the control's column: an icon close to a name is one piece of ink with it."""
    spans = [(b, b.x < control.right and b.right > control.x) for b in boxes]
    kept = [box for box, across in spans if not across]
    for box in (box for box, across in spans if across):
        parts = (box.x, control.x - box.x), (control.right, box.right - control.right)
        kept += [Region(x, box.y, width, box.h) for x, width in parts if width > box.h]
    return kept


def _lines(boxes: Sequence[Region]) -> list[list[Region]]:
    """Boxes by line: those whose middles are within half a row of the line's first box."""
    lines: list[list[Region]] = []
    for box in sorted(boxes, key=lambda b: b.center.y):
        if lines and box.center.y - lines[-1][0].center.y <= ROW_PX / 2:
            lines[-1].append(box)
        else:
            lines.append([box])
    return lines


def _mates(others: Sequence[Region], row: Sequence[Region], share: float, columns: int) -> list[list[Region]]:
    """The lines that have most columns of the row, `columns` at least, each with what stands in them."""
    lines = _lines([box for box in others if any(aligned(cell, box) for cell in row)])
    least = max(columns, share * len(row))
    return [line for line in lines if sum(any(aligned(cell, box) for box in line) for cell in row) >= least]


@dataclass(frozen=True)
class _Rhythm:
    """Where the target stands, and how far below the words of its row (px): in each row of a table it is the same."""

    at: int
    below: int

    @classmethod
    def of(cls, control: Region, row: Sequence[Region]) -> _Rhythm:
        return cls(control.center.y, control.center.y - (_height(row) if row else control.center.y))

    def keeps(self, box: Region, mates: Sequence[Sequence[Region]]) -> bool:
        """Whether `box` stands in one of the lines as the target does in its own."""
        return any(abs(box.center.y - self.below - _height(line)) <= BEAT_PX for line in mates)

    def differs(self, mates: Sequence[Sequence[Region]], column: Sequence[Region]) -> bool:
        """Whether what stands above and below the target (`column`) stands on other lines: a tree beside a table."""
        heights = [self.at, *map(_height, mates)]
        near = [b for b in column if min(heights) - ROW_PX <= b.center.y <= max(heights) + ROW_PX]
        return len(near) >= 2 and 2 * sum(self.keeps(box, mates) for box in near) < len(near)


def _height(line: Sequence[Region]) -> int:
    """Where the middle of a line's words is, px: that of most of them, since a badge may hang higher than the rest."""
    middles = sorted(box.center.y for box in line)
    return middles[len(middles) // 2]


def _stands_in(frame: Frame, control: Region, mates: Sequence[Sequence[Region]], rhythm: _Rhythm) -> bool:
    """Whether the target looks the same in rows of its mates, in its own column."""
    places = [p for p in occurrences(frame, frame.crop(control.clamped(frame.size))) if aligned(p, control)]
    return any(rhythm.keeps(place, mates) for place in places if not place.overlaps(control))


def _is_bare(frame: Frame, word: Region, control: Region) -> bool:
    """Whether a word stands on the ground of the page or of its row: in no box of its own, and it names no field."""
    if _in_box(frame, word, control):
        return False
    beside = Point(word.right + CAPTION_PX, word.center.y)
    field = find_control(frame, beside) if frame.bounds.contains(beside) else None
    return field is None or field.kind is not TargetKind.INPUT or field.region.overlaps(control)


def _in_box(frame: Frame, word: Region, control: Region) -> bool:
    """A cell of a table with lines is no box of its own: its lines go on beyond it."""
    for shape in shapes_at(frame, word.center):
        own = shape.region.h <= ONE_LINE and not shape.region.contains(control.center)
        if own and not shape.continued and shape.region.padded(2).contains(word.center):
            return True
    return False


def _in_field(frame: Frame, word: Region, control: Region) -> bool:
    field = find_control(frame, word.center)
    return field is not None and field.kind is TargetKind.INPUT and not field.region.overlaps(control)


def _in_column(box: Region, control: Region) -> bool:
    return aligned(box, control) or (box.x < control.right and control.x < box.right)
