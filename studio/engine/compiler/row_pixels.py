"""Identity from pixels: a band of texts that line up, column by column, with bands above or below."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.page_reader import PageReader
from studio.engine.compiler.row_cells import NO_ROW, NO_TEXT, TWINS, UNREAD, identifying, is_relative_time
from studio.engine.compiler.row_shape import aligned, row_shape
from studio.engine.compiler.texts import hull, same
from studio.engine.compiler.words import is_own_verb
from studio.engine.identity.rows import Row
from studio.engine.model.geometry import Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.structure import TextRun
from studio.engine.vision.frame import Frame
from studio.engine.vision.same_ink import same_ink

SAME_PX = 4
"""Words of one column of two rows whose widths differ by no more may be the same."""


def identity_of(
    reader: PageReader, control: Region, label: str | None, boxes: Sequence[Region], *, icon: bool = False
) -> Identity:
    """The row of the control, read once, where it is one of several; else why not. `boxes` are the page's words, and an
    `icon` has no label of its own."""
    shape = row_shape(reader.frame, control, boxes, icon=icon)
    if shape is None:
        return Identity(False, NO_ROW)
    strip = hull([control, *shape.words])
    if strip is None:
        return Identity(False, NO_ROW)
    read = (c for c in reader.lines(strip.padded(6, 4)) if not _is_own(c, control, label))
    row = Row(tuple(c for c in read if any(c.region.overlaps(word) for word in shape.words))).cells
    cells = [cell for cell in row if not is_relative_time(cell.text)]
    if not row:
        return Identity(False, UNREAD)
    found = _identity(reader.frame, cells, shape.words, shape.mates) if cells else Identity(False, NO_TEXT)
    if found.armed or not label or is_own_verb(label):
        return found
    names_row = not any(_same_look(reader.frame, control, (), mate) for mate in shape.mates)
    return Identity(False, found.reason, own_label=True) if names_row and shape.mates else found


def _identity(
    frame: Frame, cells: Sequence[TextRun], row: Sequence[Region], mates: Sequence[Sequence[Region]]
) -> Identity:
    texts = tuple(cell.text for cell in cells)
    shared = [{i for i, cell in enumerate(cells) if _same_look(frame, cell.region, row, mate)} for mate in mates]
    chosen = identifying(texts, shared)
    if chosen is None:
        return Identity(False, TWINS, texts)
    proof = tuple(IdentityCell(text=cells[i].text, region=cells[i].region.padded(2)) for i in chosen or (0,))
    return Identity(True, None, texts, proof, hull(c.region for c in proof if c.region))


def _is_own(cell: TextRun, control: Region, label: str | None) -> bool:
    return cell.region.overlaps(control) or same(cell.text, label or "")


def _same_look(frame: Frame, cell: Region, row: Sequence[Region], mate: Sequence[Region]) -> bool:
    """Whether the `mate` row shows the same picture in the cell's column. `row` are the words of the cell's row; one
    that holds an icon or the text beside it too tells how far the column lies from that of the mate."""
    for own in (*(word for word in row if word.overlaps(cell)), cell):
        for box in mate:
            if aligned(own, box) and abs(own.w - box.w) <= SAME_PX:
                other = cell.moved(box.x - own.x, box.center.y - own.center.y)
                if same_ink(frame, cell, frame, other, tinted=True):
                    return True
    return False
