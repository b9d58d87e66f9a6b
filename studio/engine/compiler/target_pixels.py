"""Sees a target in pixels alone: the control under the point, its label, the texts around it and its row.

OCR reads the control, then a window around it: never the whole frame.
"""

from __future__ import annotations

from studio.engine.compiler.evidence import Sighting
from studio.engine.compiler.field_label import caption_beside, caption_of_field
from studio.engine.compiler.ink import ink_at
from studio.engine.compiler.look_count import look_count
from studio.engine.compiler.page_reader import PageReader
from studio.engine.compiler.row_pixels import identity_of
from studio.engine.compiler.texts import as_label, hull, joined, letters, reach
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.controls import Control, find_control
from studio.engine.vision.frame import Frame

WINDOW = (520, 190)
"""The surroundings that are read: about ten texts on an ordinary page (drift-notes: 0.3 s)."""

LINE = (420, 34)
"""The strip in which a text without a border is looked for."""

NEAR_PX = 10
"""A text at most this far from the point is what was clicked."""

GLYPH_PX = 28
"""An icon without a border fits in a square of this size (drift-notes: glyph patches of 18 to 34 px)."""


def sight(frame: Frame, point: Point) -> Sighting:
    """What the pixels tell of the target under `point`."""
    reader = PageReader(frame)
    kind, control, own = _target(reader, point)
    window = reader.lines(_window(control, point, frame))
    around = _program_texts(frame, window, control)
    label, label_region = _label(kind, control, own, around)
    count = look_count(frame, label_region.padded(2)) if label_region else 1
    identity = identity_of(reader, control, label if kind is TargetKind.TEXT else None)
    return Sighting(kind, control, label, label_region, count, around, identity)


def _target(reader: PageReader, point: Point) -> tuple[TargetKind, Region, tuple[TextRun, ...]]:
    """Kind, tight rectangle and own texts of what is under the point."""
    control = find_control(reader.frame, point)
    if control is not None:
        own = () if control.kind is TargetKind.BOX else reader.lines(control.region)
        return _kind(control, own), control.region, own
    lines = reader.lines(Region.around(point, *LINE))
    line = min(lines, key=lambda run: reach(run.region, point), default=None)
    if line and reach(line.region, point) <= NEAR_PX:
        return TargetKind.TEXT, line.region, (line,)
    return TargetKind.ICON, _glyph(reader.frame, point), ()


def _kind(control: Control, own: tuple[TextRun, ...]) -> TargetKind:
    if control.kind in (TargetKind.TEXT, TargetKind.ICON):
        return TargetKind.TEXT if letters(joined(own)) >= 2 else TargetKind.ICON
    return control.kind


def _glyph(frame: Frame, point: Point) -> Region:
    """The ink around the point; a small square where there is none."""
    square = Region.around(point, GLYPH_PX, GLYPH_PX).clamped(frame.size)
    return ink_at(frame, square) or square


def _window(control: Region, point: Point, frame: Frame) -> Region:
    """The surroundings to be read: around the control, or around the point where the control is larger."""
    size = round(WINDOW[0] * frame.scale), round(WINDOW[1] * frame.scale)
    middle = control.center if control.w < size[0] and control.h < size[1] else point
    return Region.around(middle, *size).clamped(frame.size)


def _program_texts(frame: Frame, lines: tuple[TextRun, ...], control: Region) -> tuple[TextRun, ...]:
    """Lines outside of the control that do not stand in a field: nobody typed them."""
    return tuple(line for line in lines if not line.region.overlaps(control) and not _in_field(frame, line.region))


def _in_field(frame: Frame, region: Region) -> bool:
    control = find_control(frame, region.center)
    return control is not None and control.kind is TargetKind.INPUT


def _label(
    kind: TargetKind, control: Region, own: tuple[TextRun, ...], around: tuple[TextRun, ...]
) -> tuple[str | None, Region | None]:
    if kind is TargetKind.ICON:
        return None, None
    if kind is TargetKind.TEXT:
        return as_label(joined(own)) or None, hull(run.region for run in own)
    found = caption_beside(control, around) if kind is TargetKind.BOX else caption_of_field(control, around)
    if found:
        return as_label(found.text), found.region
    return (as_label(joined(own)) or None, hull(run.region for run in own)) if own else (None, None)
