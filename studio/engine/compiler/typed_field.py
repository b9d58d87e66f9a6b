"""Where a typed value appeared, when nothing but pixels tells."""

from __future__ import annotations

from studio.engine.model.geometry import Point
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame

LARGEST_PART = 0.15
"""A typed value changes a line of the screen; where more changed, it was a page and tells nothing."""


def field_point(before: Frame, after: Frame) -> Point | None:
    """A point in the field whose content changed; None where it cannot be told."""
    changed = changed_regions(before, after)
    if not changed or sum(region.area for region in changed) > LARGEST_PART * after.bounds.area:
        return None
    return max(changed, key=lambda region: region.area).center
