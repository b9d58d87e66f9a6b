"""Which rectangle of the frame becomes the template: the control, and with a field or a box also its label."""

from __future__ import annotations

from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region

MARGIN_PX = 6
"""Air around the control, so that its border is inside of the crop."""

LARGEST_BLANK = (640, 200)
"""A field without a label is told by its size, so its corners belong to the crop."""

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
    blank = kind is TargetKind.INPUT and label is None
    region = _at_most(region, LARGEST_BLANK if blank else LARGEST, point)
    return region.union(Region(point.x, point.y, 1, 1)).clamped(size)


def _with_label(region: Region, label: Region, point: Point) -> Region:
    """Grown to the label; where that would be too large, only the part of the control next to it is kept."""
    both = region.union(label)
    if both.w <= LARGEST[0] and both.h <= LARGEST[1]:
        return both
    head = _at_most(both, LARGEST, label.center)
    return head if head.contains(point) else region


def _at_least(region: Region, least: tuple[int, int]) -> Region:
    dx, dy = max(0, least[0] - region.w), max(0, least[1] - region.h)
    return Region(region.x - dx // 2, region.y - dy // 2, region.w + dx, region.h + dy)


def _at_most(region: Region, most: tuple[int, int], keep: Point) -> Region:
    """Cut to `most`, as near to centred on `keep` as the region allows."""
    w, h = min(region.w, most[0]), min(region.h, most[1])
    x = min(max(keep.x - w // 2, region.x), region.right - w)
    y = min(max(keep.y - h // 2, region.y), region.bottom - h)
    return Region(x, y, w, h)
