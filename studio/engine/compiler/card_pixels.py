"""Identity of cards from pixels: panels of one make that stand apart, each with the same control in the same place, or
of one width, where what one card offers no other does."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.ground import even_area
from studio.engine.compiler.look_count import occurrences
from studio.engine.compiler.page_reader import PageReader
from studio.engine.compiler.row_cells import NO_ROW, TWINS, identifying
from studio.engine.compiler.texts import hull, readable, reading_order, same
from studio.engine.identity.rows import Row
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.structure import TextRun
from studio.engine.vision.controls import find_control
from studio.engine.vision.frame import Frame
from studio.engine.vision.line_items import items
from studio.engine.vision.ocr import ocr
from studio.engine.vision.same_ink import same_ink

LARGEST = 0.2
"""Part of the frame that a card takes at most; a larger panel is a part of the page."""
ALIGN_PX = 5
"""px by which a text may stand elsewhere in the next card."""
MAKE_PX = 4
"""px by which the widths of panels of one make differ."""
LEAST_WORDS = 2
"""Words in the place of ours by which a panel without the same control is a card like it: sections of a page, one below
the other, have their title in one place."""
MOST_WORDS = 60
"""Of so many words it is looked whether they stand in a panel like the target's (1 ms each)."""


def card_of(
    reader: PageReader,
    control: Region,
    label: str | None,
    boxes: Sequence[Region],
    panel: Region,
    *,
    label_region: Region | None = None,
) -> Identity:
    """The card on whose ground (`panel`) the control stands, where it is one of several; else why not.

    `boxes` are the page's words, `label_region` (px) is where the control's own text stands. The card alone is read.
    """
    frame = reader.frame
    if panel.area > LARGEST * frame.bounds.area:
        return Identity(False, NO_ROW)
    moves = [move for move in _moves(frame, control, label_region) if _is_mate(panel, move, boxes, control)]
    others = () if moves else _panels(frame, panel, boxes, control)
    if not moves and not others:
        return Identity(False, NO_ROW)
    cells = [c for c in _cells(frame, panel, control) if readable(c.text) and not same(c.text, label or "")]
    if not cells or (not moves and not _is_card(frame, cells, control)):
        return Identity(False, NO_ROW)
    return _identity(frame, cells, moves, others)


def _identity(
    frame: Frame, cells: Sequence[TextRun], moves: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]
) -> Identity:
    """The cells by which the card is known. One of the `others` may say all of them: it offers something else."""
    texts = tuple(cell.text for cell in cells)
    shared = [{i for i, c in enumerate(cells) if _shows(frame, c, move)} for move in (*moves, *others)]
    chosen = identifying(texts, [row for row in shared if moves or len(row) < len(cells)])
    if chosen is None:
        return Identity(False, TWINS, texts)
    proof = tuple(IdentityCell(text=cells[i].text, region=cells[i].region.padded(2)) for i in chosen or (0,))
    return Identity(True, None, texts, proof, hull(c.region for c in proof if c.region))


def _cells(frame: Frame, panel: Region, control: Region) -> tuple[TextRun, ...]:
    """The texts of the card in reading order. Of “Room 14” the number alone is no word: pieces are joined first."""
    pieces = [piece for line in ocr(frame, region=panel) for piece in items(line)]
    return Row(tuple(reading_order(p for p in pieces if not p.region.overlaps(control)))).cells


def _moves(frame: Frame, control: Region, label: Region | None) -> list[tuple[int, int]]:
    """How far the same control stands elsewhere, px: by its words, which may stand a px higher in the next one."""
    look = label.padded(2).clamped(frame.size) if label else control
    places = occurrences(frame, frame.crop(look))
    return [(p.x - look.x, p.y - look.y) for p in places if not p.overlaps(control)]


def _panels(frame: Frame, panel: Region, boxes: Sequence[Region], control: Region) -> list[tuple[int, int]]:
    """How far other panels of that width stand, px, each with texts in the place of ours."""
    seen: list[Region] = [panel]
    moves: list[tuple[int, int]] = []
    for box in sorted(boxes, key=lambda b: abs(b.center.y - panel.center.y) + abs(b.center.x - panel.center.x)):
        if len(seen) > MOST_WORDS:
            break
        if any(area.contains(box.center) for area in seen if area.area <= LARGEST * frame.bounds.area):
            continue
        ground = even_area(frame, Point(max(box.x - 3, 0), box.center.y))
        seen.append(ground)
        move = (ground.x - panel.x, ground.y - panel.y)
        alike = abs(ground.w - panel.w) <= MAKE_PX and ground.contains(box.center)
        if alike and _is_mate(panel, move, boxes, control, least=LEAST_WORDS):
            moves.append(move)
    return moves


def _is_card(frame: Frame, cells: Sequence[TextRun], control: Region) -> bool:
    """Whether these are the texts of a card alone of its kind: none is typed, and not all stand on the target's line,
    as in a bar of menus or tools."""
    level = [c for c in cells if abs(c.region.center.y - control.center.y) <= max(c.region.h, control.h) / 2]
    return 1 < len(cells) > len(level) and not any(_is_typed(frame, c.region, control) for c in cells)


def _is_typed(frame: Frame, text: Region, control: Region) -> bool:
    """Whether a text of the card stands in a field: what it says is no record's. A card itself may look like one."""
    field = find_control(frame, text.center)
    return field is not None and field.kind is TargetKind.INPUT and not field.region.overlaps(control)


def _is_mate(panel: Region, move: tuple[int, int], boxes: Sequence[Region], control: Region, *, least: int = 1) -> bool:
    """Whether another panel of that make stands there: apart from this one, with so many texts in the place of ours."""
    other = panel.moved(*move)
    if other.overlaps(panel):
        return False
    own = [box for box in boxes if panel.contains(box.center) and not box.overlaps(control)]
    there = [box.moved(-move[0], -move[1]) for box in boxes if other.contains(box.center)]
    return sum(1 for one in own if any(_aligned(one, two) for two in there)) >= least


def _aligned(one: Region, other: Region) -> bool:
    return abs(one.x - other.x) <= ALIGN_PX and abs(one.center.y - other.center.y) <= ALIGN_PX


def _shows(frame: Frame, cell: TextRun, move: tuple[int, int]) -> bool:
    place = cell.region.moved(*move)
    return place.clamped(frame.size) == place and same_ink(frame, cell.region, frame, place)
