"""How the live page lies over the recorded one: one scale and one shift, or a refusal.

It says where things went, never whether they are still there (drift notes): evidence for a place only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame, Pixels

FEATURES = 3000
"""ORB points per picture (drift notes: scale within 1 % in 32 of 34 pages)."""
SCALES = (0.4, 2.6)
"""Scales that a zoom and a pixel ratio can have together."""
CLOSE = 6.0
"""A pair agrees where it lands this near to its place, px of the live page."""
LEAST_INLIERS = 14
LEAST_SHARE = 0.12
"""Fewer pairs, or a smaller part of all, and the pages are not the same (unrelated pages: see tests)."""
TRIALS = 600
_DISTINCT = 0.85
_SHORTEST = 40.0
_HAMMING = 64

Pairs = NDArray[np.float64]
"""Rows of recorded x, recorded y, live x, live y."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """Live position = `scale` × recorded position + (`dx`, `dy`). `inliers` of `total` pairs of features agree."""

    scale: float
    dx: float
    dy: float
    inliers: int
    total: int

    def point(self, point: Point) -> Point:
        """Where a recorded point lies on the live page."""
        return Point(round(self.scale * point.x + self.dx), round(self.scale * point.y + self.dy))

    def region(self, region: Region) -> Region:
        """Where a recorded rectangle lies on the live page."""
        x, y = self.point(Point(region.x, region.y))
        return Region(x, y, max(1, round(self.scale * region.w)), max(1, round(self.scale * region.h)))

    def apply(self, place: Point | Region) -> Point | Region:
        """`point` or `region`."""
        return self.region(place) if isinstance(place, Region) else self.point(place)


def estimate_similarity(recorded: Frame | bytes | Path, live: Frame | bytes | Path) -> Similarity | None:
    """Scale and shift from ORB features, dark on light and light on dark; None where too few of them agree."""
    old, new = Frame.of(recorded).grey, Frame.of(live).grey
    before = _features(old)
    answers = [_agreed(_pairs(before, _features(picture))) for picture in (new, _inverted(new))]
    return max((a for a in answers if a is not None), key=lambda a: a.inliers, default=None)


def similarity_from_texts(pairs: Iterable[tuple[Region, Region]]) -> Similarity | None:
    """Scale and shift from texts that stand in both pages: medians of width ratios and of the offsets they leave.

    `pairs` are recorded and live rectangles of the same text. None without a pair of positive width.
    """
    usable = [(a, b) for a, b in pairs if a.w > 0 and b.w > 0]
    if not usable:
        return None
    scale = float(np.median([b.w / a.w for a, b in usable]))
    rows = np.array([(*_middle(a), *_middle(b)) for a, b in usable], np.float64)
    dx, dy = (float(v) for v in np.median(rows[:, 2:] - scale * rows[:, :2], axis=0))
    agreed = _errors(rows, scale, dx, dy) <= 2 * CLOSE
    return Similarity(scale, dx, dy, int(agreed.sum()), len(usable))


def _middle(region: Region) -> tuple[float, float]:
    return region.x + region.w / 2, region.y + region.h / 2


Features = tuple[NDArray[np.float64], Pixels | None]


def _features(grey: Pixels) -> Features:
    orb = cv2.ORB_create(nfeatures=FEATURES, fastThreshold=10)  # type: ignore[attr-defined]
    points, descriptions = orb.detectAndCompute(grey, None)
    return np.array([p.pt for p in points], np.float64).reshape(-1, 2), descriptions


def _inverted(grey: Pixels) -> Pixels:
    return cv2.bitwise_not(grey)  # type: ignore[return-value]


def _pairs(before: Features, after: Features) -> Pairs:
    """Features whose nearest neighbour is clearly nearer than the second."""
    if before[1] is None or after[1] is None or len(after[0]) < 2:
        return np.empty((0, 4))
    found = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(before[1], after[1], k=2)
    kept = [m for m, n in found if m.distance <= _HAMMING and m.distance < _DISTINCT * n.distance]
    if not kept:
        return np.empty((0, 4))
    return np.hstack([before[0][[m.queryIdx for m in kept]], after[0][[m.trainIdx for m in kept]]])


def _agreed(pairs: Pairs) -> Similarity | None:
    """RANSAC over scale and shift: two pairs give a candidate, the one that most pairs fit is refined by them."""
    if len(pairs) < LEAST_INLIERS:
        return None
    best = max(_candidates(pairs), key=lambda c: int((_errors(pairs, *c) <= CLOSE).sum()), default=None)
    if best is None:
        return None
    for _ in range(3):
        inliers = pairs[_errors(pairs, *best) <= CLOSE]
        if len(inliers) < 2:
            return None
        best = _fitted(inliers)
    count = int((_errors(pairs, *best) <= CLOSE).sum())
    if count < LEAST_INLIERS or count < LEAST_SHARE * len(pairs) or not SCALES[0] <= best[0] <= SCALES[1]:
        return None
    return Similarity(*best, inliers=count, total=len(pairs))


def _candidates(pairs: Pairs) -> list[tuple[float, float, float]]:
    """From random couples of pairs that lie far enough apart and keep their direction. The seed is fixed."""
    dice = np.random.default_rng(0)
    first, second = dice.integers(0, len(pairs), (2, TRIALS))
    spans = pairs[second] - pairs[first]
    old, new = spans[:, :2], spans[:, 2:]
    length = np.hypot(old[:, 0], old[:, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = (old * new).sum(axis=1) / length**2
        turned = np.abs(old[:, 0] * new[:, 1] - old[:, 1] * new[:, 0]) / length**2
    usable = (length > _SHORTEST) & (scale > SCALES[0]) & (scale < SCALES[1]) & (turned < 0.05)
    return [_through(pairs[i], float(scale[j])) for j, i in zip(np.flatnonzero(usable), first[usable], strict=True)]


def _through(pair: NDArray[np.float64], scale: float) -> tuple[float, float, float]:
    return scale, float(pair[2] - scale * pair[0]), float(pair[3] - scale * pair[1])


def _errors(pairs: Pairs, scale: float, dx: float, dy: float) -> NDArray[np.float64]:
    """How far each pair lands from its place, px."""
    off = pairs[:, 2:] - scale * pairs[:, :2] - np.array((dx, dy))
    return np.asarray(np.hypot(off[:, 0], off[:, 1]))


def _fitted(pairs: Pairs) -> tuple[float, float, float]:
    """Least squares for scale and shift."""
    old, new = pairs[:, :2], pairs[:, 2:]
    centre_old, centre_new = old.mean(axis=0), new.mean(axis=0)
    spread = float(((old - centre_old) ** 2).sum())
    scale = float(((old - centre_old) * (new - centre_new)).sum() / spread) if spread else 1.0
    dx, dy = (float(v) for v in centre_new - scale * centre_old)
    return scale, dx, dy
