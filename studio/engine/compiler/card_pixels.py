"""Identity of cards from pixels: panels of one make that stand apart, each with the same control in the same place."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.look_count import occurrences
from studio.engine.compiler.page_reader import PageReader
from studio.engine.compiler.row_cells import NO_ROW, TWINS, identifying
from studio.engine.compiler.texts import hull, reading_order, same
from studio.engine.model.geometry import Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.structure import TextRun
from studio.engine.vision.frame import Frame
from studio.engine.vision.same_ink import same_ink

LARGEST = 0.2
"""Part of the frame that a card takes at most; a larger panel is a part of the page."""
ALIGN_PX = 5
"""px by which a text may stand elsewhere in the next card."""


def card_of(reader: PageReader, control: Region, label: str | None, boxes: Sequence[Region], panel: Region) -> Identity:
    """The card on whose ground (`panel`) the control stands, where it is one of several; else why not.

    `boxes` are the page's words. The card alone is read.
    """
    frame = reader.frame
    moves = [move for move in _moves(frame, control) if _is_mate(panel, move, boxes, control)]
    if panel.area > LARGEST * frame.bounds.area or not moves:
        return Identity(False, NO_ROW)
    cells = reading_order(
        c for c in reader.lines(panel) if not c.region.overlaps(control) and not same(c.text, label or "")
    )
    if not cells:
        return Identity(False, NO_ROW)
    texts = tuple(cell.text for cell in cells)
    chosen = identifying(texts, [{i for i, c in enumerate(cells) if _shows(frame, c, move)} for move in moves])
    if chosen is None:
        return Identity(False, TWINS, texts)
    proof = tuple(IdentityCell(text=cells[i].text, region=cells[i].region.padded(2)) for i in chosen or (0,))
    return Identity(True, None, texts, proof, hull(c.region for c in proof if c.region))


def _moves(frame: Frame, control: Region) -> list[tuple[int, int]]:
    """How far the same control stands elsewhere, px."""
    places = occurrences(frame, frame.crop(control))
    return [(p.x - control.x, p.y - control.y) for p in places if not p.overlaps(control)]


def _is_mate(panel: Region, move: tuple[int, int], boxes: Sequence[Region], control: Region) -> bool:
    """Whether another panel of that make stands there: apart from this one, with a text in the place of one of ours."""
    other = panel.moved(*move)
    if other.overlaps(panel):
        return False
    own = [box for box in boxes if panel.contains(box.center) and not box.overlaps(control)]
    there = [box.moved(-move[0], -move[1]) for box in boxes if other.contains(box.center)]
    return any(_aligned(one, two) for one in own for two in there)


def _aligned(one: Region, other: Region) -> bool:
    return abs(one.x - other.x) <= ALIGN_PX and abs(one.center.y - other.center.y) <= ALIGN_PX


def _shows(frame: Frame, cell: TextRun, move: tuple[int, int]) -> bool:
    place = cell.region.moved(*move)
    return place.clamped(frame.size) == place and same_ink(frame, cell.region, frame, place)
