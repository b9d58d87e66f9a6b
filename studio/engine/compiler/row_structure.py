"""Identity from structure: the row, list item or card in which an element stands, and what only that row says."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.risk_words import Reading, read_label
from studio.engine.compiler.row_cells import NO_ROW, NO_TEXT, TWINS, identifying, is_many, is_relative_time
from studio.engine.compiler.texts import clean, gap, hull, readable, same
from studio.engine.compiler.words import is_own_verb
from studio.engine.model.geometry import Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.vision.text import squash


def identity_of(
    element: Element, snapshot: StructureSnapshot, texts: Sequence[TextRun], label: str | None, control: Region
) -> Identity:
    """Whether the element's row tells it apart from the rows of its mates, and by which cells.

    `control` is the part of it that is in sight (px), `texts` are those of the program.
    """
    said = (cell for cell in map(clean, element.row) if readable(cell) and not same(cell, label or ""))
    lasting = (cell for cell in said if not is_relative_time(cell))
    counted = [cell for cell in lasting if not (is_many(cell) and squash(cell) in squash(element.name))]
    mates = _mates(element, snapshot)
    others = _other_rows(element, mates, snapshot)
    peers = [e for e in mates if _apart(e, element) and (e.role, e.tag) == (element.role, element.tag)]
    captions = _captions_of_all(element, snapshot, peers)
    cells = tuple(cell for cell in counted if squash(cell) not in captions)
    if not cells:
        names = {element.name, *(peer.name for peer in peers)}
        says_who = bool(peers) and len(names) > len(peers) and _may_name(element, label)
        return Identity(False, NO_TEXT if element.row else NO_ROW, own_label=says_who)
    shared = [{i for i, cell in enumerate(cells) if squash(cell) in row} for row in others]
    chosen = identifying(cells, shared)
    if chosen is None:
        return Identity(False, TWINS, cells)
    proof = tuple(IdentityCell(text=cells[i], region=_beside(cells[i], control, texts)) for i in chosen or (0,))
    named = {mate.name for mate in mates if mate.row != element.row} - {element.name}
    own_label = bool(named) and bool(chosen) and _may_name(element, label)
    return Identity(True, None, cells, proof, hull(c.region for c in proof if c.region), own_label)


def _may_name(element: Element, label: str | None) -> bool:
    """Whether what the control says can be the name of a record; a button says what it does."""
    if element.role == "button" and read_label(label)[0] is not Reading.UNKNOWN:
        return False
    return bool(label) and not is_own_verb(label or "") and element.role != "gridcell"


def row_cells(snapshot: StructureSnapshot) -> frozenset[str]:
    """The squashed texts of all cells of all rows: data, not the program's own words."""
    return frozenset(squash(clean(cell)) for element in snapshot.elements for cell in element.row)


def _mates(element: Element, snapshot: StructureSnapshot) -> list[Element]:
    """What stands in the same column or place of a row of the same list."""
    own = (element.section, element.column, element.frame)
    return [e for e in snapshot.elements if e.row and (e.section, e.column, e.frame) == own]


def _other_rows(element: Element, mates: Sequence[Element], snapshot: StructureSnapshot) -> list[set[str]]:
    """The squashed texts of each other row of the same list, one set per row.

    Each control of a row leaves out the cell in which it stands itself: its name stands for that. On the same line only
    its namesake (in a card beside it) is another row.
    """
    rows = [e for e in mates if e.row != element.row and (_apart(e, element) or e.name == element.name)]
    twins = [e for e in snapshot.elements if e.index != element.index and _is_twin(e, element)]
    whole = {(*e.row, e.name) if _apart(e, element) else e.row for e in [*rows, *twins]}
    return [{squash(clean(cell)) for cell in row} for row in whole]


def _captions_of_all(element: Element, snapshot: StructureSnapshot, peers: Sequence[Element]) -> set[str]:
    """The squashed captions of controls on the element's line that the rows of all its `peers` have too (a heading has
    no such control): they name no record."""
    rows = [{squash(clean(text)) for text in (*peer.row, peer.name)} for peer in peers]
    beside = (e.name for e in snapshot.elements if e.row and e.role != "gridcell" and not _apart(e, element))
    captions = {squash(clean(name)) for name in beside}
    return {caption for caption in captions if rows and all(caption in row for row in rows)}


def _is_twin(other: Element, element: Element) -> bool:
    """The same control in another row of the same texts (not a neighbour in the same row)."""
    return _apart(other, element) and (other.role, other.name, other.row) == (element.role, element.name, element.row)


def _apart(other: Element, element: Element) -> bool:
    """Whether one lies wholly above the other."""
    return other.region.bottom <= element.region.y or other.region.y >= element.region.bottom


def _beside(cell: str, control: Region, texts: Sequence[TextRun]) -> Region | None:
    """The rectangle of a cell that is to be seen beside `control`; None where it is not."""
    place = _place_of(cell, control, texts)
    return place.padded(2) if place and not place.padded(2).overlaps(control) else None


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
