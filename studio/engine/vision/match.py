"""Finding a small picture on the screen, always with its runner-ups.

One matcher for the studio, the runner and the command line (field report 52). It keeps no cache, so that a strict
search never answers with an earlier loose hit (field report 50).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame, Pixels
from studio.engine.vision.look import is_dimmed, look_difference

__all__ = ["Match", "find_template", "is_dimmed", "look_difference", "template_peaks"]

SCALES = (0.85, 1.0, 1.18)
FLAT = 1.5
"""Standard deviation in grey levels below which a picture shows nothing that could be found."""
LEAST_FLOOR = 0.05
"""Below this a score says nothing; flat ground scores 0."""
COARSE_LEAST_SIDE = 16
"""Templates with a shorter side are searched at full size: at half size nothing is left of them, px."""
COARSE_SPARE = 12
"""More places than asked for that are looked at closely: the order at half size is not quite that at full size."""
COARSE_SLACK = 0.5
"""How much lower a true hit may score at half size (odd offsets blur small print: measured down to 0.49 of 1)."""


@dataclass(frozen=True, slots=True)
class Match:
    """Something found: the point to act on, its rectangle (px of the screen), how sure (0..1), at which scale.

    Of a text: `text` is what was read, and `whole` tells whether it was all of its line.
    """

    point: Point
    region: Region
    confidence: float
    scale: float = 1.0
    text: str = ""
    whole: bool = True


def find_template(
    screen: Frame | bytes | Path,
    template: Frame | bytes | Path,
    *,
    search_region: Region | None = None,
    scales: tuple[float, ...] = SCALES,
    threshold: float = 0.82,
) -> Match | None:
    """The best place of `template` within `search_region`, or None where none scores `threshold`."""
    peaks = template_peaks(screen, template, region=search_region, scales=scales, limit=1, floor=threshold)
    return peaks[0] if peaks else None


def template_peaks(
    screen: Frame | bytes | Path,
    template: Frame | bytes | Path,
    *,
    region: Region | None = None,
    scales: tuple[float, ...] = (1.0,),
    limit: int = 8,
    floor: float = 0.6,
    coarse: bool = False,
    negative: bool = False,
) -> tuple[Match, ...]:
    """Up to `limit` places that score at least `floor` (TM_CCOEFF_NORMED on 8 bit grey), best first.

    Of places that overlap by half only the best stays. A flat template, or flat ground, is never a place.
    `coarse` searches at half size and refines at full size: for whole frames. With `negative` its negative counts too,
    at no cost: what is dark on light there and light on dark here (full size only).
    """
    frame, picture = Frame.of(screen), Frame.of(template).grey
    area, floor = Region(*(region or frame.bounds)).clamped(frame.size), max(floor, LEAST_FLOOR)
    if float(picture.std()) < FLAT:
        return ()
    found: list[Match] = []
    for scale in scales:
        scaled = _scaled(picture, scale)
        if coarse and not negative and min(scaled.shape) >= COARSE_LEAST_SIDE:
            hits = _search_coarse(frame, scaled, area, limit, floor)
        else:
            hits = _search(frame, scaled, area, limit, floor, negative=negative)
        found += [Match(r.center, r, score, scale) for score, r in hits]
    return _without_overlaps(found)[:limit]


def _scaled(picture: Pixels, scale: float) -> Pixels:
    if scale == 1.0:
        return picture
    height, width = picture.shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return cv2.resize(picture, size, interpolation=method)  # type: ignore[return-value]


Hit = tuple[float, Region]


def _search(
    frame: Frame, picture: Pixels, area: Region, limit: int, floor: float, *, negative: bool = False
) -> list[Hit]:
    ground = frame.grey[area.y : area.bottom, area.x : area.right]
    hits = _peaks(ground, picture, limit, floor, negative=negative)
    return [(score, region.moved(area.x, area.y)) for score, region in hits]


def _search_coarse(frame: Frame, picture: Pixels, area: Region, limit: int, floor: float) -> list[Hit]:
    """At half size first, with room for what blurs there; then each candidate within 2 px at full size."""
    half = frame.half_grey[area.y // 2 : -(-area.bottom // 2), area.x // 2 : -(-area.right // 2)]
    height, width = picture.shape[:2]
    hits: list[Hit] = []
    for _, rough in _peaks(half, _scaled(picture, 0.5), limit + COARSE_SPARE, max(0.2, floor - COARSE_SLACK)):
        place = Region(area.x // 2 * 2 + rough.x * 2, area.y // 2 * 2 + rough.y * 2, width, height)
        near = place.padded(2).intersection(area)
        hits += _search(frame, picture, near, 1, floor)
    return hits


def _peaks(ground: Pixels, picture: Pixels, limit: int, floor: float, *, negative: bool = False) -> list[Hit]:
    """The best places one after the other; each blanks out its neighbourhood of half a template."""
    height, width = picture.shape[:2]
    if ground.shape[0] < height or ground.shape[1] < width:
        return []
    scores = np.asarray(cv2.matchTemplate(ground, picture, cv2.TM_CCOEFF_NORMED), np.float32)
    scores = np.abs(scores) if negative else scores
    scores[~np.isfinite(scores)] = -1.0
    hits: list[Hit] = []
    for _ in range(4 * limit):
        _, best, _, (x, y) = cv2.minMaxLoc(scores)
        if best < floor or len(hits) == limit:
            break
        true = _correlation(ground[y : y + height, x : x + width], picture)
        true = abs(true) if negative else true
        if true >= floor:
            hits.append((true, Region(x, y, width, height)))
        _blank(scores, x, y, width // 2, height // 2)
    return hits


def _correlation(window: Pixels, picture: Pixels) -> float:
    """The score once more in double precision: OpenCV's sums give spurious highs on flat ground."""
    a, b = window.astype(np.float64), picture.astype(np.float64)
    a, b = a - a.mean(), b - b.mean()
    spread = float(np.sqrt((a * a).sum() * (b * b).sum()))
    if float(a.std()) < FLAT or spread == 0.0:
        return 0.0
    return float((a * b).sum()) / spread


def _blank(scores: NDArray[np.float32], x: int, y: int, dx: int, dy: int) -> None:
    scores[max(0, y - dy) : y + dy + 1, max(0, x - dx) : x + dx + 1] = -1.0


def _without_overlaps(found: list[Match]) -> tuple[Match, ...]:
    kept: list[Match] = []
    for match in sorted(found, key=lambda m: -m.confidence):
        if all(match.region.intersection(k.region).area * 2 < min(match.region.area, k.region.area) for k in kept):
            kept.append(match)
    return tuple(kept)
