"""Row identity by pixels: the one row that shows every identifying cell of the recorded row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.text import confusable, squash


@dataclass(frozen=True)
class Row:
    """One horizontal band of texts."""

    lines: tuple[TextRun, ...]

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
        if groups and _aligned(groups[-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return tuple(Row(tuple(sorted(g, key=lambda t: t.region.x))) for g in groups)


def _aligned(group: list[TextRun], line: TextRun) -> bool:
    middle = sum(t.region.center.y for t in group) / len(group)
    height = min(line.region.h, *(t.region.h for t in group))
    return abs(line.region.center.y - middle) <= 0.5 * max(height, 8)


def matching_rows(lines: Sequence[TextRun], cells: Sequence[str]) -> tuple[Row, ...]:
    """Rows that show every one of `cells`, letter for letter; where none does, those that do so up to glyphs
    that OCR confuses. A row of which one cell differs is never among them."""
    rows = rows_of(lines)
    exact = tuple(r for r in rows if all(_shows(r, c, exact=True) for c in cells))
    return exact or tuple(r for r in rows if all(_shows(r, c, exact=False) for c in cells))


def _shows(row: Row, cell: str, *, exact: bool) -> bool:
    wanted = squash(cell)
    joined = squash("".join(line.text for line in row.lines))
    if any(squash(line.text) == wanted for line in row.lines):
        return True
    if not exact:
        return any(confusable(line.text, cell) for line in row.lines)
    return len(wanted) >= 4 and any(ch.isdigit() for ch in wanted) and _isolated(joined, wanted)


def _isolated(joined: str, wanted: str) -> bool:
    """Whether `wanted` stands in `joined` with no digit touching it (0012 is not in 10012)."""
    at = joined.find(wanted)
    while at >= 0:
        before, after = joined[at - 1 : at], joined[at + len(wanted) : at + len(wanted) + 1]
        if not (before.isdigit() and wanted[0].isdigit()) and not (after.isdigit() and wanted[-1].isdigit()):
            return True
        at = joined.find(wanted, at + 1)
    return False
