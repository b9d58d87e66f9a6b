"""Whether a control of the recorded kind is really there: text tells whether, geometry only where.

Sizes are those measured in shared/drift-notes ("Presence").
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.control_ink import ground_at
from studio.engine.vision.controls import Control, find_control
from studio.engine.vision.frame import Frame, Pixels

_WIDTHS = (0.45, 2.2)
_FIELD_WIDTHS = (0.1, 10.0)
"""Fields fill what room their page gives them; which one it is their label tells."""
_HEIGHTS = (0.5, 2.0)
_BOX = (6, 30)
"""px at scale 1: side of a check box."""
_LARGER = 1.2
"""Scale from which the picture is also looked at in its recorded size."""
_WINDOW, _CALMED = (1600, 700), (900, 240)
"""Around the point, px: so much is scaled, and so much calmed (10 ms)."""
_CLEARER = 4.0
"""How much more contrast borders get that are too faint to be followed."""
_FAINT, _NOISY = 6, 0.2
"""Steps of so many grey levels at most are noise where they are more than this part of all steps."""


def control_like(
    anchor: Anchor, frame: Frame, point: Point, scale: float, *, widths: tuple[float, float] = _WIDTHS
) -> Region | None:
    """The rectangle of the control at `point` where it is of the recorded kind and about its size, else None.

    `widths` bound a button's width, as parts of the recorded one.

    Looked for as it is drawn; where nothing fits, at the recorded scale (limits in px hold there), and with the noise
    of a remote display calmed.
    """
    if not frame.bounds.contains(point):
        return None
    looks = [(1.0, False), *([(scale, False)] if scale >= _LARGER else []), (max(scale, 1.0), True)]
    for factor, calm in looks:
        control = _seen(frame, point, factor, calm=calm)
        if control is not None and _fits_kind(anchor, control, scale, widths):
            return control.region
    if anchor.kind in (TargetKind.BOX, TargetKind.INPUT):
        control = _seen_clearer(frame, point)
        return control.region if control and _fits_kind(anchor, control, scale, widths) else None
    return None


def _seen_clearer(frame: Frame, point: Point) -> Control | None:
    """The control at `point` with more contrast to its ground: faint borders that smoothing or blur has broken up."""
    window = Region.around(point, *_WINDOW).clamped(frame.size)
    part = frame.bgr[window.y : window.bottom, window.x : window.right]
    ground = np.array(ground_at(frame, point), np.float32)
    clearer = np.clip((part - ground) * _CLEARER + ground, 0, 255).astype(np.uint8)
    control = find_control(Frame(bgr=clearer), point.moved(-window.x, -window.y))
    return replace(control, region=control.region.moved(window.x, window.y)) if control else None


def _seen(frame: Frame, point: Point, factor: float, *, calm: bool) -> Control | None:
    """The control at `point` in a picture `factor` times smaller, without JPEG's ringing where `calm`."""
    if factor == 1.0 and not calm:
        return find_control(frame, point)
    window = Region.around(point, *(_CALMED if calm else _WINDOW)).clamped(frame.size)
    part = frame.bgr[window.y : window.bottom, window.x : window.right]
    if calm:
        if not _is_noisy(part):
            return None
        part = cv2.bilateralFilter(part, 9, 45, 5)  # type: ignore[assignment]
    if factor != 1.0:
        part = cv2.resize(part, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    local = Point(round((point.x - window.x) / factor), round((point.y - window.y) / factor))
    small = Frame(bgr=np.ascontiguousarray(part))
    control = find_control(small, local) if small.bounds.contains(local) else None
    if control is None:
        return None
    x, y, w, h = control.region
    region = Region(round(x * factor) + window.x, round(y * factor) + window.y, round(w * factor), round(h * factor))
    return Control(control.kind, region, control.filled)


def _is_noisy(part: Pixels) -> bool:
    """Whether most steps between neighbours are faint, as after JPEG; what programs draw is even or clearly differs."""
    steps = np.abs(np.diff(part.astype(np.int16), axis=1)).max(axis=2)
    changes = int((steps > 0).sum())
    return changes > 0 and int(((steps > 0) & (steps <= _FAINT)).sum()) > _NOISY * changes


def is_boxed(anchor: Anchor) -> bool:
    """Whether the recorded control was a rectangle around its label (a button), not bare text (a link)."""
    if anchor.control is None or anchor.label_region is None:
        return False
    return anchor.control.h >= anchor.label_region.h + 6 and anchor.control.w >= anchor.label_region.w + 2


def _fits_kind(anchor: Anchor, control: Control, scale: float, widths: tuple[float, float]) -> bool:
    if anchor.kind is TargetKind.BOX:
        return all(_BOX[0] * scale <= side <= _BOX[1] * scale for side in (control.region.w, control.region.h))
    if anchor.kind is TargetKind.INPUT:
        return control.kind is TargetKind.INPUT and _fits_size(anchor.target, control.region, scale, _FIELD_WIDTHS)
    if is_boxed(anchor):
        return _fits_size(anchor.target, control.region, scale, widths)
    return control.region.h <= anchor.target.h * scale * _HEIGHTS[1]


def _fits_size(recorded: Region, live: Region, scale: float, widths: tuple[float, float]) -> bool:
    width, height = live.w / max(recorded.w * scale, 1), live.h / max(recorded.h * scale, 1)
    return widths[0] <= width <= widths[1] and _HEIGHTS[0] <= height <= _HEIGHTS[1]
