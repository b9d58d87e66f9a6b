"""Sees a target in pixels alone: the control under the point, its label, the texts around it and its row.

OCR reads the control, then a window around it: never the whole frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from studio.engine.compiler.card_pixels import card_of
from studio.engine.compiler.evidence import Sighting
from studio.engine.compiler.field_label import caption_beside, caption_of_field
from studio.engine.compiler.ground import even_area, of_one_panel, panel_of
from studio.engine.compiler.ink import ink_at, word_boxes
from studio.engine.compiler.look_count import exact_count, occurrences
from studio.engine.compiler.page_reader import PageReader
from studio.engine.compiler.row_pixels import identity_of
from studio.engine.compiler.target_structure import is_boxed
from studio.engine.compiler.texts import as_label, gap, hull, is_sentence, joined, letters, readable, without_glyphs
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.blank_place import is_even_between
from studio.engine.vision.control_ink import same_colour
from studio.engine.vision.controls import ONE_LINE, Control, find_control
from studio.engine.vision.frame import Frame
from studio.engine.vision.line_items import items
from studio.engine.vision.ocr import ocr
from studio.engine.vision.ocr_lines import around
from studio.engine.vision.signs import signs_in
from studio.engine.vision.text import contradicts, ratio, squash

PIECES = 12
"""So many pieces of text around the target are read: about 0.2 s (platform-notes: 22 ms each)."""

LARGEST_PART = 0.2
"""Part of the frame that is read around a target at most (0.2 s of the detector at 1280 × 800)."""

LARGE_FIELD = (480, 48)
"""Of a control that is both wider and higher only its upper left corner of this size counts, px."""

LARGEST_CORE = (1000, 400)
"""Of a larger control only this much around the point counts, px."""

WORD_SHAPE = 1.8
"""A piece of ink so many times wider than high is a word; others are icons, which the recogniser misreads."""

MENU_PX = 24
"""A text that follows another one so closely on its line is an item of a menu bar or the rest of a sentence."""

ALIKE = 0.7
"""Likeness below which a text that was read is clearly another one."""

MATE_PX = 4
"""Buttons that say the same are of one make where their sides differ by no more."""

OWN_PX = 4
"""Air around a control when its own text is read; what reaches in from a neighbour is a slice and left out."""

FIELD_SIDES = (14, 260)
"""Heights of fields, from one dense line to a large text area, px."""

BAR_ITEMS, ITEM_PX = 3, 8
"""A bar has so many items at least, and between them at least so much air, px; words of a value stand closer."""

FAINT_PX, BESIDE = 13, (300, 8)
"""What is too faint to be seen beside a text counts as a box of this side, px; so far around it its text is read."""

ICON_AIR = 4
"""Air around an icon in a group in which a click still means it, px."""

SPOT_PX, LINE_PX = 8, 480
"""Half of what must be blank around a place without ink, and how far on its line its text is looked for, px."""

GLYPH_PX = 28
"""An icon without a border fits in a square of this size (drift-notes: glyph patches of 18 to 34 px)."""


def sight(frame: Frame, point: Point, known: TargetKind | None = None) -> Sighting:
    """What the pixels tell of the target under `point`; `known` is what kind of thing it is, where that is known."""
    reader, boxes = PageReader(frame), word_boxes(frame)
    kind, control, own = _target(reader, point, known)
    panel = panel_of(frame, control)
    window = reader.lines(window_around(control, point, boxes, frame, panel))
    beside = of_one_panel(frame, panel, _program_texts(frame, window, control))
    label, label_region = _label(kind, control, own, _captions(beside, boxes, control))
    count = _count(reader, kind, control, label, label_region)
    own_label = label if kind is TargetKind.TEXT else None
    identity = identity_of(reader, control, own_label, boxes, icon=kind is TargetKind.ICON)
    if not identity.cells and panel is not None and kind in (TargetKind.TEXT, TargetKind.ICON):
        identity = card_of(reader, control, own_label, boxes, panel, label_region=label_region)
    content = frozenset(squash(cell) for cell in identity.cells)
    return Sighting(kind, control, label, label_region, count, beside, identity, content=content)


def window_around(control: Region, point: Point, boxes: Sequence[Region], frame: Frame, panel: Region | None) -> Region:
    """The rectangle that is read: it holds the nearest pieces of text, whole, and the control's near edges.

    Words of the target's own panel come first.
    """
    core = _core(control, point)
    words = [b for b in boxes if b.w >= WORD_SHAPE * b.h and not b.overlaps(control)]
    outside = {b for b in words if panel and panel.intersection(b) != b}
    window = core
    for box in sorted(words, key=lambda box: (box in outside, gap(box, core)))[:PIECES]:
        grown = window.union(box)
        if grown.area <= LARGEST_PART * frame.bounds.area:
            window = grown
    return window.padded(6).clamped(frame.size)


def _core(control: Region, point: Point) -> Region:
    """What the words are near to: the control, of a large text area the corner where its caption stands."""
    if control.h > LARGE_FIELD[1] and control.w > LARGE_FIELD[0]:
        return Region(control.x, control.y, *LARGE_FIELD).padded(8)
    return control.padded(8).intersection(Region.around(point, *LARGEST_CORE))


def _captions(around: Sequence[TextRun], boxes: Sequence[Region], control: Region) -> list[TextRun]:
    """Texts that may name a field: each begins its line, or stands apart; an item of a menu bar does not."""
    words = [box for box in boxes if box.w >= WORD_SHAPE * box.h and not box.overlaps(control)]
    return [run for run in around if not any(_leads_into(box, run.region) for box in words)]


def _leads_into(box: Region, text: Region) -> bool:
    """Whether `box` ends on the text's line just before it, or begins well before it and runs into it."""
    if abs(box.center.y - text.center.y) > text.h // 2:
        return False
    return -4 <= text.x - box.right <= MENU_PX or (box.overlaps(text) and box.x < text.x - MENU_PX)


def _count(reader: PageReader, kind: TargetKind, control: Region, said: str | None, label: Region | None) -> int:
    """How many controls say the label, by their look in the whole frame; of a button other buttons alone count."""
    frame = reader.frame
    if label is None:
        return 1
    looks = [p for p in occurrences(frame, frame.crop(label.padded(2))) if _may_say(reader, p, label, said or "")]
    if kind is TargetKind.TEXT and is_boxed(control, label):
        return max(exact_count(frame, control, label), 1 + sum(1 for p in looks if _is_mate(frame, control, label, p)))
    return max(1, sum(1 for place in looks if place.overlaps(label) or not place.overlaps(control)))


def _may_say(reader: PageReader, place: Region, label: Region, said: str) -> bool:
    """Whether what looks like the label may be it when it is read: 2024 looks like 2025."""
    if place.overlaps(label):
        return True
    read = reader.lines(place.padded(2 * place.h, place.h // 2))
    return not read or any(ratio(run.text, said) >= ALIKE and not contradicts(run.text, said) for run in read)


def _is_mate(frame: Frame, control: Region, label: Region, place: Region) -> bool:
    """Whether the same words stand in another button of that size; they may stand a px higher in it."""
    if place.overlaps(label):
        return False
    other = find_control(frame, place.center)
    return other is not None and max(abs(other.region.w - control.w), abs(other.region.h - control.h)) <= MATE_PX


def _target(
    reader: PageReader, point: Point, known: TargetKind | None
) -> tuple[TargetKind, Region, tuple[TextRun, ...]]:
    """Kind, tight rectangle and own texts of what is under the point."""
    control = find_control(reader.frame, point)
    if control is None:
        faint = Region.around(point, FAINT_PX, FAINT_PX).clamped(reader.frame.size)
        if known is None and caption_beside(faint, reader.lines(faint.padded(*BESIDE))):
            return TargetKind.BOX, faint, ()
        text = _text_on_its_line(reader, point) if known is None else None
        if text is not None:
            spot = Region.around(point, 2 * SPOT_PX, 2)
            return TargetKind.TEXT, text.region.union(spot), (text,)
        return known or TargetKind.ICON, _bare(reader.frame, point, known), ()
    own = () if control.kind is TargetKind.BOX else _own(reader, control)
    if control.kind is TargetKind.TEXT and not control.filled and (line := _whole_text(reader, control)) is not None:
        return known or TargetKind.TEXT, line.region.union(control.region), (line,)
    item = (bar_item(control, own, point) or _line_at(control, own, point)) if known is None else None
    if item is not None:
        return TargetKind.TEXT, item.region, (item,)
    kind = known or _kind(control, own)
    return kind, _one_of_group(reader.frame, control.region, point) if kind is TargetKind.ICON else control.region, own


def _whole_text(reader: PageReader, control: Control) -> TextRun | None:
    """The text that a bare word is a part of, in one colour with it: fonts of one width have wide spaces."""
    strip = control.region.padded(LINE_PX // 2, OWN_PX)
    there = (run for run in reader.lines(strip) if run.region.contains(control.region.center))
    text = next(there, None)
    if text is None or text.region.w <= control.region.w + control.region.h:
        return None
    return text if same_colour(reader.frame, text.region, control.region) else None


def _text_on_its_line(reader: PageReader, point: Point) -> TextRun | None:
    """The text to which a blank place belongs: that before it on its line, else that after it, with nothing between."""
    frame = reader.frame
    if ink_at(frame, Region.around(point, GLYPH_PX, 2 * SPOT_PX).clamped(frame.size)) is not None:
        return None
    strip = Region(point.x - LINE_PX, point.y - GLYPH_PX // 2, 2 * LINE_PX, GLYPH_PX).clamped(frame.size)
    level = [
        run
        for run in reader.lines(strip)
        if readable(run.text) and run.region.y - SPOT_PX // 2 <= point.y <= run.region.bottom + SPOT_PX // 2
    ]
    before = max((r for r in level if r.region.right < point.x), key=lambda r: r.region.right, default=None)
    after = min((r for r in level if r.region.x > point.x), key=lambda r: r.region.x, default=None)
    return next((run for run in (before, after) if run and is_even_between(frame, run.region, point)), None)


def _one_of_group(frame: Frame, control: Region, point: Point) -> Region:
    """Of several icons that are seen as one control (a tool bar) the one under the point, else the control."""
    part = control.clamped(frame.size)
    signs = [sign.region.moved(part.x, part.y) for sign in signs_in(frame.crop(part))] if part.area else []
    under = [sign for sign in signs if sign.padded(ICON_AIR).contains(point)]
    return min(under, key=lambda s: s.center.distance(point)) if len(signs) > 1 and under else control


def _own(reader: PageReader, control: Control) -> tuple[TextRun, ...]:
    """The texts of a control. What stands around a small filled button is ink to the reader, as if the label were cut:
    then the button is read alone."""
    own = reader.lines(control.region.padded(OWN_PX))
    if own and control.kind is TargetKind.TEXT and len(own) < BAR_ITEMS:
        return (*own[:-1], _to_its_end(reader, control, own[-1]))
    if own or control.kind is TargetKind.INPUT:
        return own
    read = ocr(reader.frame, region=control.region.padded(-1))
    return tuple(item for line in read for item in items(line) if readable(item.text))


def _to_its_end(reader: PageReader, control: Control, last: TextRun) -> TextRun:
    """The text with the words behind it that are too short to stand alone (“Lot 5S”, “Zone 2”): fonts of one width for
    all letters have wide spaces. What stands before a text may be an icon."""
    line = reader.whole(control.region.padded(OWN_PX), last)
    behind = [word for word in line if word.region.x >= last.region.right] if line else []
    if not behind or not any(c.isdigit() for word in behind for c in word.text):
        return last
    return TextRun(" ".join((last.text, *(word.text for word in behind))), last.region.union(around(behind)))


def bar_item(control: Control, own: Sequence[TextRun], point: Point) -> TextRun | None:
    """The text under the point, where what looks like one control is a bar with several items (a menu bar, tabs, the
    row of a table that is lit under the pointer)."""
    if control.kind not in (TargetKind.INPUT, TargetKind.TEXT):
        return None
    hit = next((run for run in own if run.region.padded(ITEM_PX).contains(point)), None)
    if hit is None:
        return None
    line = sorted(
        (r for r in own if abs(r.region.center.y - hit.region.center.y) <= hit.region.h), key=lambda r: r.region.x
    )
    apart = all(b.region.x - a.region.right >= ITEM_PX for a, b in pairwise(line))
    return hit if len(line) >= BAR_ITEMS and apart else None


def _line_at(control: Control, own: Sequence[TextRun], point: Point) -> TextRun | None:
    """The text under the point, where what looks like a field of several lines is a list or a menu: nothing is typed
    into it."""
    if control.kind is not TargetKind.INPUT or control.region.h <= ONE_LINE or control.picks:
        return None
    hit = next((run for run in own if run.region.padded(ITEM_PX, OWN_PX).contains(point)), None)
    levels = [run for run in own if hit is not None and abs(run.region.center.y - hit.region.center.y) > hit.region.h]
    return hit if levels else None


def _kind(control: Control, own: tuple[TextRun, ...]) -> TargetKind:
    """What is acted on. A frame around a text into which nothing is typed, and no list to choose from, is a card."""
    card = control.kind is TargetKind.INPUT and letters(joined(own)) >= 2 and not control.picks
    if card and control.region.h <= ONE_LINE:
        return TargetKind.TEXT
    if control.kind in (TargetKind.TEXT, TargetKind.ICON):
        return TargetKind.TEXT if letters(joined(own)) >= 2 else TargetKind.ICON
    return control.kind


def _bare(frame: Frame, point: Point, known: TargetKind | None) -> Region:
    """What is known to be a field: the even ground at the point. Else the ink around it, or a small square."""
    area = even_area(frame, point).padded(1).clamped(frame.size)
    if known is TargetKind.INPUT and FIELD_SIDES[0] <= area.h <= FIELD_SIDES[1] and area.w >= area.h:
        return area
    square = Region.around(point, GLYPH_PX, GLYPH_PX).clamped(frame.size)
    return ink_at(frame, square) or square


def _program_texts(frame: Frame, lines: tuple[TextRun, ...], control: Region) -> tuple[TextRun, ...]:
    """Lines outside of the control that do not stand in a field: nobody typed them."""
    return tuple(
        line
        for line in lines
        if not control.contains(line.region.center) and not _in_field(frame, line.region, control)
    )


def _in_field(frame: Frame, region: Region, target: Region) -> bool:
    """Whether a text stands in a field; what also holds the target is a card, not a field."""
    field = find_control(frame, region.center)
    if field is None or field.kind is not TargetKind.INPUT or field.region.h > FIELD_SIDES[1]:
        return False
    return not field.region.overlaps(target)


def _label(
    kind: TargetKind, control: Region, own: Sequence[TextRun], captions: Sequence[TextRun]
) -> tuple[str | None, Region | None]:
    if kind is TargetKind.ICON:
        return None, None
    beside = caption_beside if kind is TargetKind.BOX else caption_of_field
    found = beside(control, captions) if kind in (TargetKind.BOX, TargetKind.INPUT) else None
    if found and not (own and is_sentence(found.text)):
        return as_label(without_glyphs(found.text)), found.region
    label = as_label(without_glyphs(joined(own)))
    return (label, hull(run.region for run in own)) if label else (None, None)
