"""Does a place still look as it did? Tolerant of anti-aliasing, not of colour; and whether it is greyed out."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame, Pixels

CLEAR = 40
"""Least difference of a channel that a person would notice, 0..255 (text smoothing stays below, field report 59)."""
DIM_SLOPE = 0.75
"""Contrast below this part of the recorded one is dimmed (Bootstrap's disabled button has 0.65, Chromium's 0.3)."""
SAME_SHAPE = 0.7
"""Least correlation of grey levels for the same picture at another contrast."""
_NEIGHBOURS = np.ones((3, 3), np.uint8)


def look_difference(screen: Frame | bytes | Path, region: Region, picture: Frame | bytes | Path) -> float:
    """Part (0..1) of the pixels at `region` of the screen that clearly differ from `picture`.

    A pixel differs where it lies outside of the colours of the other's neighbourhood of one pixel: text that was
    smoothed otherwise or moved by a pixel does not count, another colour does. What lies outside of the screen differs.
    Measured: the same control half a pixel away 0-0.06, another label of the same design from 0.10.
    """
    now, then = _pair(Frame.of(screen), region, Frame.of(picture).bgr)
    if now is None:
        return 1.0
    return 1.0 - float((~clear_changes(now, then)).sum()) / region.area


def clear_changes(now: Pixels, then: Pixels) -> NDArray[np.bool_]:
    """Which pixels of two pictures of equal size differ so that a person would notice."""
    return _outside(now, then) | _outside(then, now)


def _outside(pixels: Pixels, other: Pixels) -> NDArray[np.bool_]:
    """Where `pixels` leave the range of colours around the same place in `other`."""
    other = cv2.blur(other, (3, 1))  # type: ignore[assignment]  # sub-pixel smoothing colours the edges of glyphs
    high = cv2.subtract(cv2.blur(pixels, (3, 1)), cv2.dilate(other, _NEIGHBOURS))
    low = cv2.subtract(cv2.erode(other, _NEIGHBOURS), cv2.blur(pixels, (3, 1)))
    most = cv2.max(high, low)
    channels = cv2.split(most) if most.ndim == 3 else [most]
    strongest = channels[0]
    for channel in channels[1:]:
        strongest = cv2.max(strongest, channel)
    return np.asarray(strongest) > CLEAR


def _pair(frame: Frame, region: Region, picture: Pixels) -> tuple[Pixels | None, Pixels]:
    """The visible part of `region` on the screen and the same part of the picture, scaled to the region."""
    inside = region.clamped(frame.size)
    if inside.area == 0:
        return None, picture
    if (picture.shape[1], picture.shape[0]) != (region.w, region.h):
        picture = cv2.resize(picture, (region.w, region.h), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    x, y = inside.x - region.x, inside.y - region.y
    now = frame.bgr[inside.y : inside.bottom, inside.x : inside.right]
    return now, picture[y : y + inside.h, x : x + inside.w]


def is_dimmed(screen: Frame | bytes | Path, region: Region, picture: Frame | bytes | Path) -> bool:
    """Whether `region` shows `picture` with clearly less contrast: a greyed-out control (field report 51)."""
    now, then = _pair(Frame.of(screen), region, Frame.of(picture).bgr)
    if now is None:
        return False
    return any(_dimmed(_plane(now, i), _plane(then, i)) for i in (None, 0, 2))


def _plane(bgr: Pixels, channel: int | None) -> NDArray[np.float64]:
    plane = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY) if channel is None else bgr[..., channel]
    return np.asarray(plane, np.float64)


def _dimmed(now: NDArray[np.float64], then: NDArray[np.float64]) -> bool:
    a, b = now - now.mean(), then - then.mean()
    spread_a, spread_b = float((a * a).mean()), float((b * b).mean())
    if spread_a < 1.0 or spread_b < 1.0:
        return False
    shared = float((a * b).mean())
    alike = shared / (spread_a * spread_b) ** 0.5
    return abs(alike) >= SAME_SHAPE and abs(shared / spread_b) < DIM_SLOPE
