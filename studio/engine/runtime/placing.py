"""From a place where the recorded control stands now to the point to act on."""

from __future__ import annotations

from collections.abc import Iterable

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.text import normalise

_SMALL = (480, 96)
"""px: a control up to this size is clicked in its middle; in a larger one the recorded place is kept."""
_WHOLE = frozenset(
    {
        *("button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "checkbox", "radio"),
        *("switch", "listitem", "treeitem", "gridcell", "columnheader"),
    }
)
"""Roles of what is pressed as a whole: wherever it is pressed, the same comes of it."""
_FRAMED = 6
"""px by which what is a button is higher than its label."""
_SAME_PX = 2
"""px by which a control may be larger or smaller and still have the recorded size."""


def point_in(anchor: Anchor, live: Region) -> Point:
    """Where to act inside the live control, of which `live` is what can be seen."""
    recorded = anchor.target
    if (anchor.kind is not TargetKind.ICON and _is_small(live)) or not recorded.contains(anchor.click_point):
        return live.center
    return _kept(anchor.click_point, recorded, live)


def is_beside_its_text(anchor: Anchor) -> bool:
    """Whether the recorded place was blank, on one line with the text that it belongs to (the rest of a wide link)."""
    label, point = anchor.label_region, anchor.click_point
    if anchor.kind is not TargetKind.TEXT or label is None or anchor.control is None:
        return False
    return anchor.control.h < label.h + _FRAMED and not label.padded(_FRAMED).contains(point)


def point_beside(anchor: Anchor, text: Region) -> Point:
    """As far behind or before the live text as that place was, at the scale of the text."""
    label = anchor.label_region or anchor.target
    scale = text.h / max(label.h, 1) if abs(text.h - label.h) > _SAME_PX else 1.0
    after = anchor.click_point.x >= label.right
    away = (anchor.click_point.x - (label.right if after else label.x)) * scale
    return Point(round((text.right if after else text.x) + away), text.center.y)


def point_on(anchor: Anchor, element: Element, snapshot: StructureSnapshot) -> Point | None:
    """Where to act on the live element, whether that point can be seen or not; None where its shape is another one, so
    that nothing tells where the recorded point lies in it now.

    On the text that was pressed, where it says several; in the middle of a small control; else at the recorded place:
    the first of these where nothing else that can be worked lies on it. Of what is drawn only the recorded place does,
    and of a list or a panel that is worked as one only while it holds what it held.
    """
    recorded, live = anchor.extent or anchor.target, element.region
    if not recorded.contains(anchor.click_point):
        return live.center
    kept = _kept(anchor.click_point, recorded, live)
    if anchor.kind is TargetKind.ICON and element.role not in _WHOLE and not _is_small(live):
        return kept if _same_size(recorded, live) else None
    central = anchor.kind is not TargetKind.ICON and _is_small(live)
    pressed = _pressed_text(anchor, element, snapshot)
    if pressed is None and not _is_small(recorded) and _holds_other_things(anchor, element):
        return None
    places = [p for p in (pressed, *((live.center, kept) if central else (kept, live.center))) if p is not None]
    return next((p for p in places if not _lies_on(p, element, snapshot.elements)), places[0])


def _holds_other_things(anchor: Anchor, element: Element) -> bool:
    """Whether it is a part of the page without a role of its own (a list whose entries are worked by a script of the
    list), and says something else than when it was recorded: at the recorded place there may be another entry."""
    recorded = anchor.structural
    if recorded is None or element.role or element.editable or not recorded.name:
        return False
    return normalise(recorded.name) != normalise(element.name)


def _kept(point: Point, recorded: Region, live: Region) -> Point:
    """To the pixel where the size is the recorded one, else in proportion."""
    if _same_size(recorded, live):
        return Point(live.x + point.x - recorded.x, live.y + point.y - recorded.y)
    fx = (point.x - recorded.x) / max(recorded.w, 1)
    fy = (point.y - recorded.y) / max(recorded.h, 1)
    return Point(round(live.x + fx * live.w), round(live.y + fy * live.h))


def _pressed_text(anchor: Anchor, element: Element, snapshot: StructureSnapshot) -> Point | None:
    if not anchor.pointed_text:
        return None
    said = normalise(anchor.pointed_text)
    runs = [t.region for t in snapshot.texts if normalise(t.text) == said and element.region.contains(t.region.center)]
    if len(runs) != 1:
        return None
    exact = anchor.pointed_region is not None and _same_size(anchor.pointed_region, runs[0])
    return (
        _kept(anchor.click_point, anchor.pointed_region, runs[0]) if exact and anchor.pointed_region else runs[0].center
    )


def _lies_on(point: Point, own: Element, elements: Iterable[Element]) -> bool:
    """Whether a smaller element inside of `own` stands at the point."""
    inner = (e for e in elements if e.index != own.index and e.region.area < own.region.area)
    return any(e.region.contains(point) and own.region.contains(e.region.center) for e in inner)


def _is_small(region: Region) -> bool:
    return region.w <= _SMALL[0] and region.h <= _SMALL[1]


def _same_size(one: Region, other: Region) -> bool:
    return abs(one.w - other.w) <= _SAME_PX and abs(one.h - other.h) <= _SAME_PX


def scaled(region: Region, scale: float) -> Region:
    """The region with its size scaled, about its centre."""
    return Region.around(region.center, max(round(region.w * scale), 1), max(round(region.h * scale), 1))
