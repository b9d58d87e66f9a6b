"""Identity from structure: the row, list item or card in which an element stands, and what only that row says."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.evidence import NO_ROW, Identity, singled_out
from studio.engine.compiler.texts import clean, gap, hull, readable, same
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.vision.text import squash


def identity_of(element: Element, snapshot: StructureSnapshot, texts: Sequence[TextRun], label: str | None) -> Identity:
    """Whether the element's row tells it apart from the rows of its mates, and by which cells."""
    cells = tuple(cell for cell in map(clean, element.row) if readable(cell) and not same(cell, label or ""))
    if not cells:
        return Identity(False, "No other text stands in its row." if element.row else NO_ROW)
    others = _other_rows(element, snapshot)
    if any({squash(c) for c in cells} <= row for row in others):
        return Identity(False, "Another row shows the same texts, so they do not tell it apart.", cells)
    own = [cell for cell in cells if not any(squash(cell) in row for row in others)]
    singled = singled_out(own or list(cells))
    return Identity(True, None, cells, singled, band(singled, element.region, texts))


def row_cells(snapshot: StructureSnapshot) -> frozenset[str]:
    """The squashed texts of all cells of all rows: data, not the program's own words."""
    return frozenset(squash(clean(cell)) for element in snapshot.elements for cell in element.row)


def _other_rows(element: Element, snapshot: StructureSnapshot) -> list[set[str]]:
    """The squashed texts of each other row of the same list, one set per row.

    Each control of a row leaves out the cell in which it stands itself: on the same line only its namesake (in a card
    beside it) is another row.
    """
    own = (element.section, element.column, element.frame)
    mates = [e for e in snapshot.elements if e.row and (e.section, e.column, e.frame) == own]
    rows = {e.row for e in mates if e.row != element.row and (_apart(e, element) or e.name == element.name)}
    twins = [e for e in snapshot.elements if e.index != element.index and _is_twin(e, element)]
    return [{squash(clean(cell)) for cell in row} for row in [*rows, *(e.row for e in twins)]]


def _is_twin(other: Element, element: Element) -> bool:
    """The same control in another row of the same texts (not a neighbour in the same row)."""
    return _apart(other, element) and (other.role, other.name, other.row) == (element.role, element.name, element.row)


def _apart(other: Element, element: Element) -> bool:
    """Whether one lies wholly above the other."""
    return other.region.bottom <= element.region.y or other.region.y >= element.region.bottom


def band(cells: Sequence[str], control: Region, texts: Sequence[TextRun]) -> Region | None:
    """The rectangle of the cells that are to be seen beside `control`, without covering it. None if none are."""
    found: Region | None = None
    for place in [p for cell in cells if (p := _place_of(cell, control, texts))]:
        grown = found.union(place) if found else place
        if grown.overlaps(control):
            break
        found = grown
    return found.padded(2) if found else None


def _place_of(cell: str, control: Region, texts: Sequence[TextRun]) -> Region | None:
    """Where a cell's text stands: the run (or the runs of its lines) nearest to the control."""
    wanted = squash(cell)
    whole = [run.region for run in texts if squash(run.text) == wanted and not run.region.overlaps(control)]
    if whole:
        return min(whole, key=lambda region: (_rise(region, control), gap(region, control)))
    near = control.padded(4000, max(control.h, 24))
    parts = [r.region for r in texts if len(r.text) >= 4 and squash(r.text) in wanted and near.overlaps(r.region)]
    return hull(part for part in parts if not part.overlaps(control))


def _rise(region: Region, control: Region) -> int:
    """How far the centre of `region` lies above or below the control, 0 on its line (px)."""
    return max(0, abs(region.center.y - control.center.y) - control.h // 2)
