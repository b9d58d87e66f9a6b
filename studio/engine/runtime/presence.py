"""Whether a control of the recorded kind is really there: text tells whether, geometry only where.

Sizes are those measured in shared/drift-notes ("Presence").
"""

from __future__ import annotations

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.controls import Control, find_control
from studio.engine.vision.frame import Frame

_WIDTHS = (0.45, 2.2)
_HEIGHTS = (0.5, 2.0)
_BOX = (6, 30)
"""px at scale 1: side of a check box."""


def control_like(anchor: Anchor, frame: Frame, point: Point, scale: float) -> Region | None:
    """The rectangle of the control at `point` where it is of the recorded kind and about its size, else None."""
    if not frame.bounds.contains(point):
        return None
    control = find_control(frame, point)
    if control is None or not _fits_kind(anchor, control, scale):
        return None
    return control.region


def is_boxed(anchor: Anchor) -> bool:
    """Whether the recorded control was a rectangle around its label (a button), not bare text (a link)."""
    if anchor.control is None or anchor.label_region is None:
        return False
    return anchor.control.h >= anchor.label_region.h + 6 and anchor.control.w >= anchor.label_region.w + 6


def _fits_kind(anchor: Anchor, control: Control, scale: float) -> bool:
    if anchor.kind is TargetKind.BOX:
        return all(_BOX[0] * scale <= side <= _BOX[1] * scale for side in (control.region.w, control.region.h))
    if anchor.kind is TargetKind.INPUT:
        return control.kind is TargetKind.INPUT and _fits_size(anchor.target, control.region, scale)
    if is_boxed(anchor):
        return _fits_size(anchor.target, control.region, scale)
    return control.region.h <= anchor.target.h * scale * _HEIGHTS[1]


def _fits_size(recorded: Region, live: Region, scale: float) -> bool:
    width, height = live.w / max(recorded.w * scale, 1), live.h / max(recorded.h * scale, 1)
    return _WIDTHS[0] <= width <= _WIDTHS[1] and _HEIGHTS[0] <= height <= _HEIGHTS[1]
