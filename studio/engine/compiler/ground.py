"""Which texts stand in the same panel as the target, and which are cut by something in front of them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from studio.engine.compiler.texts import is_cut, stable
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.frame import Frame

SAME_GROUND = 8
"""Grey levels by which one ground differs in itself (white and off-white); a page behind a dialog differs by 80."""

DISTINCT = 24
"""Grey levels by which two grounds beside a text differ."""

EDGE_PX = (1, 5)
"""A ground that changes between these distances from a text's end cuts it (padding of buttons begins at 6 px)."""

LARGEST_PANEL = 0.7
"""Part of the frame from which a ground is the page itself and parts nothing."""


def of_one_panel(frame: Frame, panel: Region | None, texts: Sequence[TextRun]) -> tuple[TextRun, ...]:
    """Texts that nothing covers; where stable ones lie in the target's panel, only those of the panel."""
    whole = tuple(run for run in texts if not is_covered(frame, run.region))
    near = tuple(run for run in whole if panel and panel.contains(run.region.center))
    return near if any(stable(run.text) and not is_cut(run.region, frame.size) for run in near) else whole


def panel_of(frame: Frame, control: Region) -> Region | None:
    """The dialog or card on whose even ground the control stands; None on a page."""
    outline = control.padded(6).clamped(frame.size)
    panel = even_area(frame, Point(outline.x, outline.center.y))
    is_panel = panel.area <= LARGEST_PANEL * frame.bounds.area and panel.overlaps(control)
    return panel if is_panel and panel.area > 3 * control.area else None


def even_area(frame: Frame, point: Point) -> Region:
    """The rectangle around the even ground that begins at `point`, found at half size (about 1 ms)."""
    half = frame.half_grey.copy()
    seed = (min(point.x // 2, half.shape[1] - 1), min(point.y // 2, half.shape[0] - 1))
    mask = np.zeros((half.shape[0] + 2, half.shape[1] + 2), np.uint8)
    flags = 4 | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE
    *_, rect = cv2.floodFill(half, mask, seed, (0,), (SAME_GROUND,), (SAME_GROUND,), flags)
    return Region(*(2 * int(v) for v in rect))


def is_covered(frame: Frame, region: Region) -> bool:
    """Whether the ground changes right beside a text, or from one end to the other: something lies in front of it."""
    right = [_column(frame, region, region.right + step) for step in EDGE_PX]
    left = [_column(frame, region, region.x - 1 - step) for step in EDGE_PX]
    steps = (right[0] - right[1], left[0] - left[1], left[0] - right[0])
    return any(abs(step) > DISTINCT for step in steps)


def _column(frame: Frame, region: Region, x: int) -> float:
    """Median grey of one column beside a text; beyond the frame that of its last column."""
    column = min(max(x, 0), frame.size[0] - 1)
    return float(np.median(frame.grey[max(region.y, 0) : region.bottom, column]))
