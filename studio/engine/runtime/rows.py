"""Row identity by pixels: the one row that shows every identifying cell of the recorded row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.text import confusable, normalise, squash


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
    if any(squash(line.text) == wanted for line in row.lines):
        return True
    if not exact:
        return any(confusable(line.text, cell) for line in row.lines)
    return any(_merged_into(line.text, wanted) for line in row.lines)


def _merged_into(said: str, wanted: str) -> bool:
    """Whether OCR read a number or date together with its neighbour cell. Only whole words count (0012 is not in
    A0012), and only without letters: “Lot 12” is not in “Old Lot 12”, “Jane Sample” is not in “Mary Jane Sample”."""
    if len(wanted) < 4 or any(c.isalpha() for c in wanted) or not any(c.isdigit() for c in wanted):
        return False
    words = normalise(said).split()
    spans = (words[start:end] for start in range(len(words)) for end in range(start + 1, len(words) + 1))
    return any(squash(" ".join(span)) == wanted for span in spans)
