"""Identity from pixels: a band of texts that line up, column by column, with bands above or below."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.page_reader import PageReader
from studio.engine.compiler.row_cells import NO_ROW, TWINS, UNREAD, identifying
from studio.engine.compiler.texts import hull, same
from studio.engine.identity.rows import Row
from studio.engine.model.geometry import Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.structure import TextRun
from studio.engine.vision.frame import Frame
from studio.engine.vision.same_ink import same_ink

ALIGN_PX = 5
"""Left or right edges this near are one column."""

LEAST_COLUMNS = 2
"""So many columns beside the target must repeat: with one, every two-column form would be a table."""

SHARE = 0.6
"""Part of the row's columns that another row must have (drift-notes: 60 % of a row's texts)."""

ROW_PX = 20
"""Texts whose middle is this near to the target's middle stand in its row (half a line of a dense table)."""


def identity_of(reader: PageReader, control: Region, label: str | None, boxes: Sequence[Region]) -> Identity:
    """The row of the control, read once, where it is one of several; else why not. `boxes` are the page's words."""
    row, others = _split(boxes, control)
    mates = [line for line in _lines(others) if _is_mate(line, row)]
    if len(row) < LEAST_COLUMNS or not mates:
        return Identity(False, NO_ROW)
    strip = hull([control, *row])
    if strip is None:
        return Identity(False, NO_ROW)
    cells = Row(tuple(c for c in reader.lines(strip.padded(6, 4)) if not _is_own(c, control, label))).cells
    if not cells:
        return Identity(False, UNREAD)
    return _identity(reader.frame, cells, mates)


def _identity(frame: Frame, cells: Sequence[TextRun], mates: Sequence[list[Region]]) -> Identity:
    texts = tuple(cell.text for cell in cells)
    shared = [{i for i, cell in enumerate(cells) if _same_look(frame, cell.region, mate)} for mate in mates]
    chosen = identifying(texts, shared)
    if chosen is None:
        return Identity(False, TWINS, texts)
    proof = tuple(IdentityCell(text=cells[i].text, region=cells[i].region.padded(2)) for i in chosen or (0,))
    return Identity(True, None, texts, proof, hull(c.region for c in proof if c.region))


def _split(boxes: Sequence[Region], control: Region) -> tuple[list[Region], list[Region]]:
    """Boxes of the control's row (without its own), and all that lie clearly above or below."""
    middle = control.center.y
    row = [b for b in boxes if abs(b.center.y - middle) <= ROW_PX / 2 and not b.overlaps(control)]
    others = [b for b in boxes if abs(b.center.y - middle) > ROW_PX / 2 + 2]
    return row, others


def _lines(boxes: Sequence[Region]) -> list[list[Region]]:
    """Boxes by line: those whose middles are within half a row of the line's first box."""
    lines: list[list[Region]] = []
    for box in sorted(boxes, key=lambda b: b.center.y):
        if lines and box.center.y - lines[-1][0].center.y <= ROW_PX / 2:
            lines[-1].append(box)
        else:
            lines.append([box])
    return lines


def _is_mate(line: Sequence[Region], row: Sequence[Region]) -> bool:
    hits = sum(1 for cell in row if any(_aligned(cell, box) for box in line))
    return hits >= max(LEAST_COLUMNS, SHARE * len(row))


def _aligned(a: Region, b: Region) -> bool:
    return abs(a.x - b.x) <= ALIGN_PX or abs(a.right - b.right) <= ALIGN_PX


def _is_own(cell: TextRun, control: Region, label: str | None) -> bool:
    return cell.region.overlaps(control) or same(cell.text, label or "")


def _same_look(frame: Frame, cell: Region, mate: Sequence[Region]) -> bool:
    """Whether the mate row shows the same picture in that column."""
    for box in mate:
        if _aligned(cell, box) and abs(cell.w - box.w) <= 4:
            other = cell.moved(box.x - cell.x, box.center.y - cell.center.y)
            if same_ink(frame, cell, frame, other):
                return True
    return False
