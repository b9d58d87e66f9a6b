"""Which rectangle of the frame becomes the template: the control, and with a field or a box also its label."""

from __future__ import annotations

from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region

MARGIN_PX = 6
"""Air around the control, so that its border is inside of the crop."""

LARGEST_BLANK = (640, 200)
"""The same for a field: it is blank, so its label or its corners belong to the crop."""

SMALLEST = (48, 24)
"""A smaller crop looks like too many other places."""

LARGEST = (420, 160)
"""A larger crop costs time and holds content that changes; it is cut around the click point."""


def template_region(
    kind: TargetKind, control: Region, label: Region | None, point: Point, size: tuple[int, int]
) -> Region:
    """The crop's rectangle in a frame of `size`. It always holds `point` and lies inside of the frame."""
    region = control.padded(MARGIN_PX)
    if kind in (TargetKind.INPUT, TargetKind.BOX) and label:
        region = _with_label(region, label.padded(3), point)
    region = _at_least(region, SMALLEST)
    region = _at_most(region, LARGEST_BLANK if kind is TargetKind.INPUT else LARGEST, point)
    return region.union(Region(point.x, point.y, 1, 1)).clamped(size)


def _with_label(region: Region, label: Region, point: Point) -> Region:
    """Grown to the label; of a large field only the part between its label and the point is kept."""
    both = region.union(label)
    if both.w <= LARGEST[0] and both.h <= LARGEST[1]:
        return both
    part = label.union(Region.around(point, 48, 24)).padded(MARGIN_PX).intersection(both)
    return part if part.w <= LARGEST_BLANK[0] and part.h <= LARGEST_BLANK[1] else region


def _at_least(region: Region, least: tuple[int, int]) -> Region:
    dx, dy = max(0, least[0] - region.w), max(0, least[1] - region.h)
    return Region(region.x - dx // 2, region.y - dy // 2, region.w + dx, region.h + dy)


def _at_most(region: Region, most: tuple[int, int], keep: Point) -> Region:
    """Cut to `most`, as near to centred on `keep` as the region allows."""
    w, h = min(region.w, most[0]), min(region.h, most[1])
    x = min(max(keep.x - w // 2, region.x), region.right - w)
    y = min(max(keep.y - h // 2, region.y), region.bottom - h)
    return Region(x, y, w, h)
