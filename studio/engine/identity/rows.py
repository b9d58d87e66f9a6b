"""Rows and cards among lines of text: what stands together, cell by cell. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun

_PIECE = 0.95
"""Of the height of a line: pieces of text nearer than that are one cell (a space is 0.3 to 0.9 of it)."""


@dataclass(frozen=True)
class Row:
    """Texts that belong to one record: of a table one horizontal band of them."""

    lines: tuple[TextRun, ...]

    @cached_property
    def cells(self) -> tuple[TextRun, ...]:
        """Its texts, pieces of one cell joined: “Mary” and “Jane Sample” close by are one name."""
        joined: list[TextRun] = []
        for line in self.lines:
            last = joined[-1] if joined else None
            if last and _in_line([last], line) and 0 <= line.region.x - last.region.right <= _PIECE * line.region.h:
                joined[-1] = TextRun(f"{last.text} {line.text}", last.region.union(line.region))
            else:
                joined.append(line)
        return tuple(joined)

    @property
    def texts(self) -> tuple[str, ...]:
        """What its cells say."""
        return tuple(cell.text for cell in self.cells)

    @property
    def region(self) -> Region:
        """The smallest rectangle around its texts."""
        box = self.lines[0].region
        for line in self.lines[1:]:
            box = box.union(line.region)
        return box


def rows_of(lines: Sequence[TextRun]) -> tuple[Row, ...]:
    """Lines grouped by height: those whose centres lie within half a line of each other."""
    groups: list[list[TextRun]] = []
    for line in sorted(lines, key=lambda t: t.region.center.y):
        if groups and _in_line(groups[-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return tuple(Row(tuple(sorted(g, key=lambda t: t.region.x))) for g in groups)


def _in_line(group: list[TextRun], line: TextRun) -> bool:
    middle = sum(t.region.center.y for t in group) / len(group)
    height = min(line.region.h, *(t.region.h for t in group))
    return abs(line.region.center.y - middle) <= 0.5 * max(height, 8)


def cards_of(lines: Sequence[TextRun], places: Sequence[Region], scale: float) -> tuple[Row, ...]:
    """Lines that stand to each other as the recorded `places` do (px, at `scale`): the texts of one card each.

    Where the places are all on one line it is a table, and its rows may have moved columns.
    """
    first = places[0] if places else None
    if first is None or all(abs(p.center.y - first.center.y) <= max(first.h, p.h) / 2 for p in places):
        return rows_of(lines)
    cards: dict[tuple[int, ...], Row] = {}
    for at, line in enumerate(lines):
        dx, dy = line.region.x - first.x * scale, line.region.center.y - first.center.y * scale
        wanted = [Region(round(p.x * scale + dx), round(p.center.y * scale + dy), 1, 1) for p in places[1:]]
        there = [n for n, other in enumerate(lines) if any(_stands_at(other.region, spot) for spot in wanted)]
        members = tuple(sorted({at, *there}))
        if len(members) == len(places):
            cards[members] = Row(tuple(lines[n] for n in members))
    return tuple(cards.values())


_NEAR = 8
"""px by which a text of a card may begin elsewhere than recorded."""


def _stands_at(region: Region, spot: Region) -> bool:
    return abs(region.x - spot.x) <= _NEAR and abs(region.center.y - spot.y) <= _NEAR
