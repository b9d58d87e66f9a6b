"""From a place where the recorded control stands now to the point to act on."""

from __future__ import annotations

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region

_SMALL = (480, 96)
"""px: a control up to this size is clicked in its middle; in a larger one the recorded proportion is kept."""


def point_in(anchor: Anchor, live: Region) -> Point:
    """Where to act inside the live control."""
    recorded = anchor.target
    whole = live.w <= _SMALL[0] and live.h <= _SMALL[1]
    if (anchor.kind is not TargetKind.ICON and whole) or not recorded.contains(anchor.click_point):
        return live.center
    fx = (anchor.click_point.x - recorded.x) / max(recorded.w, 1)
    fy = (anchor.click_point.y - recorded.y) / max(recorded.h, 1)
    return Point(round(live.x + fx * live.w), round(live.y + fy * live.h))


def scaled(region: Region, scale: float) -> Region:
    """The region with its size scaled, about its centre."""
    return Region.around(region.center, max(round(region.w * scale), 1), max(round(region.h * scale), 1))
