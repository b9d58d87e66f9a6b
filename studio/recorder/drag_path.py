"""The path of a drag as a recording keeps it: fewer points, the same shape and pace. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from studio.engine.model.geometry import Point

AWAY_PX = 1.5
"""No point that is left out lies farther than this from where the pointer is at that moment of the kept way."""
_GAP_MS = 20
"""Programs expect a drag to move in small steps: points are not farther apart than this where the pointer moved."""
_MOST = 2_000

Way = Sequence[tuple[Point, float]]


def path_of(start: Point, pressed: float, way: Way, end: Point, released: float) -> tuple[tuple[int, int, int], ...]:
    """`dx`, `dy` px from `start` and ms since it was pressed, from the first move to where it was let go.

    `pressed`, `released` and the times of `way` are seconds.
    """
    points = [(start, pressed), *((point, t) for point, t in way if pressed <= t <= released), (end, released)]
    offsets = [(p.x - start.x, p.y - start.y, max(round((t - pressed) * 1000), 0)) for p, t in points]
    kept = _simplified(offsets)
    while len(kept) > _MOST:
        kept = [*kept[:-1:2], kept[-1]]
    return tuple(kept)


def _simplified(points: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """As Douglas and Peucker do it, with the distance taken at the same moment: a pause on the way stays too."""
    keep = {0, len(points) - 1}
    last_kept = points[0]
    for place, point in enumerate(points):
        if point[2] - last_kept[2] >= _GAP_MS:
            keep.add(place)
            last_kept = point
    ends = sorted(keep)
    spans = list(pairwise(ends))
    while spans:
        first, last = spans.pop()
        between = range(first + 1, last)
        if not between:
            continue
        farthest = max(between, key=lambda i: _strays(points[i], points[first], points[last]))
        if _strays(points[farthest], points[first], points[last]) > AWAY_PX:
            keep.add(farthest)
            spans += [(first, farthest), (farthest, last)]
    return [points[i] for i in sorted(keep)]


def _strays(point: tuple[int, int, int], first: tuple[int, int, int], last: tuple[int, int, int]) -> float:
    span = last[2] - first[2]
    part = (point[2] - first[2]) / span if span else 0.0
    x, y = first[0] + part * (last[0] - first[0]), first[1] + part * (last[1] - first[1])
    return float(((point[0] - x) ** 2 + (point[1] - y) ** 2) ** 0.5)
