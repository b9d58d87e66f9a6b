"""The control under a point, from pixels alone: what kind it is and its tight rectangle."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from pathlib import Path

from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.control_glyphs import BOX_SIDES, ICON_SIDE
from studio.engine.vision.control_ink import Content, cluster_at, content
from studio.engine.vision.control_shapes import Shape, shapes_at
from studio.engine.vision.frame import Frame

MARKED_BOX = 24
"""A square with a mark in it is a check box up to this side, px; larger ones are buttons with an icon."""
INPUT_WIDTH = 90
INPUT_HEIGHT = 16
FILLED_INPUT = (26, 72)
"""Heights of an empty field without a border, px: lower ones are decoration."""
ONE_LINE = 72
"""Controls of one line are at most this high, px (40 px at 150 %, with room for large touch targets)."""
SEPARATOR = 2
"""Width of the lines between groups of a tool bar, px."""
TOOLS, TOOL, TOOL_GAP = 4, (10, 1.6), 8
"""A tool bar holds so many pictures at least, each with so long a shorter side (px) and so many times as long a longer
one at most, so far apart (px)."""
_BESIDE_BOX = 4
"""px left of a box where the ground shows that it stands on."""
ARROW = (5, 16)
"""Sides of the arrow of a drop-down list, px."""


@dataclass(frozen=True, slots=True)
class Control:
    """What a click at a point acts on. `filled`: its ground differs from the ground around it. `picks`: at its right
    end stands the arrow of a list or the picture of a date field."""

    kind: TargetKind
    region: Region
    filled: bool
    picks: bool = False


def find_control(screen: Frame | bytes | Path, point: Point) -> Control | None:
    """The control at `point` (px of the screen), or None on bare ground.

    Buttons, segments, tabs and links are TEXT; an icon is ICON with or without a button around it. Of running text
    it is the line at the point. Raises UnreadableFrame.
    """
    frame = Frame.of(screen)
    if not frame.bounds.contains(point):
        return None
    shapes = sorted(shapes_at(frame, point), key=lambda shape: shape.region.area)
    found = (_control(frame, shape, point) for shape in shapes)
    control = next((control for control in found if control is not None), None) or _bare(frame, point)
    return _icon_button(frame, control) or control


def _icon_button(frame: Frame, control: Control | None) -> Control | None:
    """The square button on which what looks like a check box is drawn: the closed outline of an icon (a printer)."""
    if control is None or control.kind is not TargetKind.BOX:
        return None
    beside = Point(max(control.region.x - _BESIDE_BOX, 0), control.region.center.y)
    for shape in shapes_at(frame, beside):
        within = shape.region.padded(-3).intersection(control.region) == control.region
        if within and shape.square and shape.filled and max(shape.region.w, shape.region.h) <= ICON_SIDE:
            return Control(TargetKind.ICON, shape.region, filled=True)
    return None


def _bare(frame: Frame, point: Point) -> Control | None:
    """A text or an icon without a box around it."""
    cluster = cluster_at(frame, point)
    if cluster is None or max(cluster.region.w, cluster.region.h) < 4:
        return None
    kind = TargetKind.BOX if cluster.box else TargetKind.ICON if cluster.icon else TargetKind.TEXT
    return Control(kind, cluster.region, filled=False)


def _control(frame: Frame, shape: Shape, point: Point) -> Control | None:
    """What the shape is, None where it is a panel, a row or a cell."""
    inside = content(frame, shape.inner, shape.fill)
    if shape.square and max(shape.region.w, shape.region.h) <= ICON_SIDE:
        kind = _kind_of_square(shape, inside)
        region = _with_ring(frame, shape.region) if kind is TargetKind.BOX else shape.region
        return Control(kind, region, shape.filled)
    if _is_tool_bar(inside.parts):
        tool = next((part for part in inside.parts if part.padded(TOOL_GAP // 2).contains(point)), None)
        return Control(TargetKind.ICON, tool, filled=False) if tool else None
    if _is_input(shape, inside):
        return Control(TargetKind.INPUT, shape.region, shape.filled, _picks(shape.inner, inside.parts))
    if shape.region.h <= ONE_LINE and _is_button(shape, inside.parts):
        if _closes(shape.inner, inside.parts, point):
            return Control(TargetKind.ICON, inside.parts[-1], filled=False)
        return Control(_kind_of_label(inside), shape.region, shape.filled)
    return None


def _with_ring(frame: Frame, region: Region) -> Region:
    """The ring around the dot of a chosen radio button, where there is one."""
    ring = cluster_at(frame, region.center)
    return ring.region if ring is not None and ring.box and ring.region.union(region) == ring.region else region


def _kind_of_square(shape: Shape, inside: Content) -> TargetKind:
    """A check box where it is empty or small, else a button with an icon or a digit."""
    side, other = max(shape.region[2:]), min(shape.region[2:])
    if side <= 1.15 * other + 1 and BOX_SIDES[0] <= side <= (MARKED_BOX if inside.parts else BOX_SIDES[1]):
        return TargetKind.BOX
    return _kind_of_label(inside)


def _kind_of_label(inside: Content) -> TargetKind:
    return TargetKind.TEXT if inside.parts and not inside.icon else TargetKind.ICON


def _is_tool_bar(parts: tuple[Region, ...]) -> bool:
    """Whether mostly pictures stand in it, one beside the other: each of them is a control, the bar is none."""
    pictures = [p for p in parts if TOOL[0] <= min(p.w, p.h) and max(p.w, p.h) <= TOOL[1] * min(p.w, p.h)]
    apart = sum(b.x - a.right >= TOOL_GAP for a, b in pairwise(pictures))
    drawn = [p for p in parts if p.w > SEPARATOR]
    return len(pictures) >= TOOLS and len(pictures) >= 0.75 * len(drawn) and apart >= TOOLS - 1


def _is_input(shape: Shape, inside: Content) -> bool:
    """Mostly empty, wide enough, with its own border; what stands in it begins at the left, in one colour."""
    if shape.region.w < INPUT_WIDTH or shape.region.h < INPUT_HEIGHT or shape.continued:
        return False
    if not inside.parts:
        return shape.bordered or FILLED_INPUT[0] <= shape.region.h <= FILLED_INPUT[1]
    if not shape.bordered or not (inside.one_colour or _is_picker(shape.inner, inside.parts)):
        return False
    return _begins_left(shape.inner, inside.parts)


def _begins_left(inner: Region, parts: tuple[Region, ...]) -> bool:
    """Whether text begins at the left and leaves room at the right, where at most an arrow or a grip stands.

    A field of several lines may be full; a list may be filled by its value up to the arrow, which stands nearer to
    its edge than the value does. The arrow of a button has as much room as its label.
    """
    nearer = 1.5 * (inner.right - parts[-1].right) <= parts[0].x - inner.x
    arrow = (nearer and _is_arrow(inner, parts[-1])) or _is_picker(inner, parts)
    text = parts[:-1] if arrow else parts
    if not text:
        return True
    left, right = text[0].x - inner.x, inner.right - text[-1].right
    if left > 0.8 * min(inner.h, 60):
        return False
    return arrow or inner.h > ONE_LINE or right >= max(1.6 * left, 0.1 * inner.w)


def _is_arrow(inner: Region, part: Region) -> bool:
    """The arrow of a drop-down list, or the grip of a text area: small, and close to the right edge."""
    room = inner.right - part.right
    small = ARROW[0] <= part.w <= ARROW[1] and part.h <= max(ARROW[1], 0.4 * inner.h) and part.h <= 1.3 * part.w
    return small and room <= 12 and not (part.h > 0.3 * inner.h and part.w < part.h)


def _picks(inner: Region, parts: tuple[Region, ...]) -> bool:
    return len(parts) > 1 and (_is_arrow(inner, parts[-1]) or _is_picker(inner, parts))


def _is_picker(inner: Region, parts: tuple[Region, ...]) -> bool:
    """The picture at the right end of a date or time field: at most as high as a letter line, far from the text."""
    if inner.h > ONE_LINE or len(parts) < 2:
        return False
    last, most = parts[-1], 0.6 * inner.h
    apart = last.x - parts[-2].right
    return max(last.w, last.h) <= most and inner.right - last.right <= most and apart >= 1.5 * inner.h


def _closes(inner: Region, parts: tuple[Region, ...], point: Point) -> bool:
    """Whether `point` is on a picture at the right end of a tab, apart from its label and no arrow: its cross."""
    last = parts[-1]
    if len(parts) < 2 or inner.w < 3 * inner.h or not last.padded(5).contains(point):
        return False
    compact = last.h <= 0.6 * inner.h and 0.7 * last.h <= last.w <= 1.3 * last.h
    return compact and last.x - parts[-2].right >= max(8, 0.25 * inner.h)


def _is_button(shape: Shape, parts: tuple[Region, ...]) -> bool:
    """One label in the middle of it, or one that fills it."""
    if not parts or shape.region.w < 12 or shape.region.h < 12:
        return False
    label = reduce(Region.union, parts)
    above, below = label.y - shape.inner.y, shape.inner.bottom - label.bottom
    if min(above, below) <= 2 and abs(above - below) > 5:
        return False  # half of a control, cut by its gradient
    widest_gap = max((b.x - a.right for a, b in pairwise(parts)), default=0)
    left, right = label.x - shape.inner.x, shape.inner.right - label.right
    centred = abs(left - right) <= max(14, 0.15 * shape.inner.w)
    return widest_gap <= 1.5 * shape.inner.h and (centred or shape.inner.w - label.w <= 5 * shape.inner.h)
