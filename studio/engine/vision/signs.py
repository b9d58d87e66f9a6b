"""Single figures, signs and icons as shapes: cut out of any even ground, whatever their size, colour and contrast.

The keys of a calculator have no readable label and grow with the font, and in another theme they are light on dark.
What stays is the shape. Two shapes are compared at one size, ink against ground; what decides is never how alike they
are, but how much more alike than each is to anything else on either screen (`runtime/sign.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame, Pixels

SIDES = (3, 60)
"""The longer side of a sign, px: a minus in small print, an icon at twice its size."""
WIDEST = 4.0
"""Times as wide as high at most: longer ones are words, which are read."""
_EDGE = 30
"""Grey levels between neighbours that count as an edge."""
_RULE = 40
"""Straight edges longer than this are borders, px."""
_STROKE = (3, 14)
"""A straight edge as narrow and as high as this parts the tools of a tool bar, px."""
_JOIN = (7, 5)
"""Gaps across and down inside of one sign, px: letters of a word, the strokes of an equals sign."""
_INK = 0.35
"""Part of the strongest ink from which a pixel belongs to the shape."""
_LEAST_CONTRAST = 24
_SIDE, _AIR = 24, 3
"""px: shapes are compared with their longer side at this length, and so much air around them."""
_SOFT = 1.0
"""Standard deviation of the blur that lets thin strokes stand a part of a pixel elsewhere, px of that size."""
_ASPECT = 1.45
"""Shapes whose proportions differ more are not alike."""

Likenesses = NDArray[np.float32]
Shape = NDArray[np.float32]
"""A square picture, ink 1 and ground 0, minus its mean and of length 1."""


@dataclass(frozen=True)
class Sign:
    """One shape on a screen: the tight rectangle of its ink (px), its picture at the size of comparison, and how many
    grey levels lie between its strongest ink and its ground."""

    region: Region
    shape: Shape = field(repr=False, compare=False)
    contrast: float = 0.0


def signs_in(frame: Frame) -> tuple[Sign, ...]:
    """All shapes of the frame that stand apart: figures, signs, icons, short words (20 ms at 1280 × 800)."""
    found = (sign_at(frame, box) for box in _boxes(frame.grey))
    return tuple(sign for sign in found if sign is not None)


def sign_at(frame: Frame, place: Region) -> Sign | None:
    """What stands in `place` on an even ground; None where it is blank, or larger or longer than a sign."""
    inside = place.padded(1).clamped(frame.size)
    if inside.area == 0:
        return None
    ink, contrast = _ink(frame.grey[inside.y : inside.bottom, inside.x : inside.right])
    if contrast < _LEAST_CONTRAST:
        return None
    tight = _tight(np.asarray(ink > _INK))
    region = tight.moved(inside.x, inside.y)
    if not SIDES[0] <= max(tight.w, tight.h) <= SIDES[1] or tight.w > WIDEST * tight.h + 4:
        return None
    return Sign(region, _normalised(ink[tight.y : tight.bottom, tight.x : tight.right]), contrast)


def likenesses(some: Sequence[Sign], others: Sequence[Sign]) -> Likenesses:
    """How alike each of `some` is to each of `others`, 0..1, one row for each of `some`: up to a pixel of their common
    size."""
    if not some or not others:
        return np.zeros((len(some), len(others)), np.float32)
    shapes = np.stack([sign.shape for sign in some])
    against = np.stack([sign.shape.ravel() for sign in others]).T
    best = np.zeros((len(some), len(others)), np.float32)
    for shift in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
        np.maximum(best, np.roll(shapes, shift, (2, 1)).reshape(len(some), -1) @ against, out=best)
    best[_unlike_in_form(_forms(some)[:, None], _forms(others)[None, :])] = 0.0
    return best


def _forms(signs: Sequence[Sign]) -> NDArray[np.float32]:
    """Width by height and the shorter side of each, px."""
    return np.array([(s.region.w / s.region.h, min(s.region.w, s.region.h)) for s in signs], np.float32)


def _unlike_in_form(some: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether the proportions differ by more than a pixel of a thin stroke explains."""
    ratio = some[..., 0] / others[..., 0]
    slack = 1 + 2 / np.minimum(some[..., 1], others[..., 1])
    return np.asarray(np.maximum(ratio, 1 / ratio) > _ASPECT * slack)


def _boxes(grey: Pixels) -> list[Region]:
    """Rectangles of pieces of ink that stand apart."""
    edges = (cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8)) > _EDGE).astype(np.uint8)
    across = cv2.morphologyEx(edges, cv2.MORPH_OPEN, np.ones((1, _RULE), np.uint8))
    down = cv2.morphologyEx(edges, cv2.MORPH_OPEN, np.ones((_RULE, 1), np.uint8))
    rules = cv2.dilate(cv2.bitwise_or(across, down), np.ones((3, 3), np.uint8))
    kept = cv2.bitwise_and(edges, cv2.bitwise_not(rules * 255))
    joined = cv2.morphologyEx(
        _without_strokes(np.asarray(kept, np.uint8)), cv2.MORPH_CLOSE, np.ones((_JOIN[1], _JOIN[0]), np.uint8)
    )
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    boxes = [Region(*(int(v) for v in stats[i, :4])) for i in range(1, count)]
    return [b for b in boxes if SIDES[0] <= max(b.w, b.h) <= SIDES[1] + 4 and b.w <= WIDEST * b.h + 8]


def _without_strokes(edges: Pixels) -> Pixels:
    """The edges without those that part things: upright, narrow and alone."""
    _, found, stats, _ = cv2.connectedComponentsWithStats(edges, connectivity=8)
    boxes = np.asarray(stats)
    parting = (boxes[:, 2] <= _STROKE[0]) & (boxes[:, 3] >= _STROKE[1])
    kept: Pixels = np.where(parting[np.asarray(found)], 0, edges).astype(np.uint8)
    return kept


def _ink(grey: Pixels) -> tuple[Shape, float]:
    """How far each pixel is from the ground (0) to the strongest ink (1), and how many grey levels that is."""
    rim = np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]])
    away = np.abs(grey.astype(np.float32) - np.float32(np.median(rim)))
    most = float(np.percentile(away, 99))
    if most < _LEAST_CONTRAST:
        most = float(away.max())
    return np.asarray(np.minimum(away / np.float32(max(most, 1)), 1), np.float32), most


def _tight(mask: NDArray[np.bool_]) -> Region:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return Region(int(columns[0]), int(rows[0]), int(columns[-1] - columns[0]) + 1, int(rows[-1] - rows[0]) + 1)


def _normalised(ink: Shape) -> Shape:
    height, width = ink.shape
    scale = _SIDE / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = np.clip(cv2.resize(ink, size, interpolation=method), 0, 1)
    canvas = np.zeros((_SIDE + 2 * _AIR,) * 2, np.float32)
    top, left = (canvas.shape[0] - size[1]) // 2, (canvas.shape[1] - size[0]) // 2
    canvas[top : top + size[1], left : left + size[0]] = small
    canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), _SOFT), np.float32)
    canvas -= canvas.mean()
    return np.asarray(canvas / max(float(np.linalg.norm(canvas)), 1e-6), np.float32)
