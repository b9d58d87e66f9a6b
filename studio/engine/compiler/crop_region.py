"""Which rectangle of the frame becomes the template: the control, and with a field or a box also its label."""

from __future__ import annotations

from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region

MARGIN_PX = 6
"""Air around the control, so that its border is inside of the crop."""

LARGEST_BLANK = (640, 200)
"""The same for a field: it is blank, so its label or its corners belong to the crop."""

NEAREST = (160, 64)
"""How much of a large field is kept beside its label, px."""

SMALLEST = (48, 24)
"""A smaller crop looks like too many other places."""

LARGEST = (420, 160)
"""A larger crop costs time and holds content that changes; it is cut around the click point."""


def template_region(
    kind: TargetKind, control: Region, label: Region | None, point: Point, size: tuple[int, int]
) -> Region:
    """The crop's rectangle in a frame of `size`. It lies inside of the frame and holds `point`, but for a large
    field, of which only the label and the nearest part belong to it: the rest is blank and looks like any other."""
    region = control.padded(MARGIN_PX)
    if kind in (TargetKind.INPUT, TargetKind.BOX) and label:
        both = region.union(label.padded(3))
        if both.w > LARGEST[0] or both.h > LARGEST[1]:
            return _label_and_nearest(control, label).intersection(both).clamped(size)
        region = both
    region = _at_least(region, SMALLEST)
    region = _at_most(region, LARGEST_BLANK if kind is TargetKind.INPUT else LARGEST, point)
    return region.union(Region(point.x, point.y, 1, 1)).clamped(size)


def _label_and_nearest(control: Region, label: Region) -> Region:
    x = min(max(label.center.x, control.x), control.right)
    y = min(max(label.center.y, control.y), control.bottom)
    nearest = Region.around(Point(x, y), *NEAREST).intersection(control.padded(MARGIN_PX))
    return label.union(nearest).padded(MARGIN_PX)


def _at_least(region: Region, least: tuple[int, int]) -> Region:
    dx, dy = max(0, least[0] - region.w), max(0, least[1] - region.h)
    return Region(region.x - dx // 2, region.y - dy // 2, region.w + dx, region.h + dy)


def _at_most(region: Region, most: tuple[int, int], keep: Point) -> Region:
    """Cut to `most`, as near to centred on `keep` as the region allows."""
    w, h = min(region.w, most[0]), min(region.h, most[1])
    x = min(max(keep.x - w // 2, region.x), region.right - w)
    y = min(max(keep.y - h // 2, region.y), region.bottom - h)
    return Region(x, y, w, h)
