"""Columns side by side, in bands that fit a screen's shape, and the edges between columns around all of them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from studio.graphview.layout.columns import Column
from studio.graphview.layout.graph import Edge
from studio.graphview.layout.metrics import BAND_GAP, GUTTER, TRACK
from studio.graphview.layout.routing import straight
from studio.graphview.layout.shapes import Spot
from studio.graphview.layout.tracks import tracks

_ASPECT = 1.9
_TURN = 6.0
"""Below a column, where an edge to the next one turns."""
_LEAST_WIDTH = 1700.0
"""So many px (six columns) are never wrapped."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One edge between columns: through the channel below its band, by the left margin where it is far, up its gutter.

    `sideways` are channel and ordinal places from, to; channel k lies above band k. `upright` tells that it
    passes the gutter of its target, `margin` that it passes the left margin. `near` leads to the next column: it
    turns right below its own.
    """

    edge: Edge
    source: int
    target: int
    sideways: tuple[tuple[int, float, float], ...]
    upright: bool
    margin: bool
    near: bool = False


class Bands:
    """Where each column stands, and the way of each edge between columns."""

    def __init__(self, columns: Sequence[Column], across: Sequence[Edge]) -> None:
        self.columns = columns
        self.band, self.place = _wrapped(columns)
        home = {node: k for k, column in enumerate(columns) for node in column.section.nodes}
        self._near: set[int] = set()
        self.ways = [self._way(edge, home[edge.source], home[edge.target]) for edge in across]
        self.gutter: dict[int, list[str]] = {}
        for way in self.ways:
            if way.upright:
                self.gutter.setdefault(way.target, []).append(way.edge.id)
        self.margin = [way.edge.id for way in self.ways if way.margin]
        count = max(self.band, default=0) + 2
        asked: list[list[tuple[str, tuple[float, float]]]] = [[] for _ in range(count)]
        for way in self.ways:
            for channel, a, b in way.sideways:
                asked[channel].append((way.edge.id, (min(a, b), max(a, b))))
        self.lanes = [_lanes(items, short) for items, short in zip(asked, self._short(count), strict=True)]
        self.x = self._lefts()
        self.tops, self.roofs = self._tops()

    def _short(self, count: int) -> list[set[str]]:
        """For each channel the edges that come from above and go up again."""
        found: list[set[str]] = [set() for _ in range(count)]
        for way in self.ways:
            if self.band[way.source] == self.band[way.target]:
                found[self.band[way.source] + 1].add(way.edge.id)
        return found

    def _way(self, edge: Edge, source: int, target: int) -> _Way:
        a, b = self.band[source], self.band[target]
        out, above = 2.0 * self.place[source] + 1, edge.id in self.columns[target].from_above
        into = 2.0 * self.place[target] + (1 if above else 0)
        if b == a + 1:
            return _Way(edge, source, target, ((a + 1, out, into),), not above, margin=False)
        if b == a:
            gutter = 2.0 * self.place[target]
            more = ((b, gutter, into),) if above else ()
            if target == source + 1 and not above and source not in self._near:
                self._near.add(source)
                return _Way(edge, source, target, (), True, margin=False, near=True)
            return _Way(edge, source, target, ((a + 1, out, gutter), *more), True, margin=False)
        return _Way(edge, source, target, ((a + 1, out, -1.0), (b, -1.0, into)), not above, margin=True)

    def _lefts(self) -> list[float]:
        found: list[float] = []
        firsts = [len(self.gutter.get(k, ())) for k, place in enumerate(self.place) if not place]
        inner = TRACK * max(firsts, default=0)
        left = TRACK * len(self.margin) + (8.0 if self.margin else 0.0) + inner + (4.0 if inner else 0.0)
        for k in range(len(self.columns)):
            lines = len(self.gutter.get(k, ()))
            before = found[-1] + self.columns[k - 1].w + GUTTER + TRACK * lines if self.place[k] else left
            found.append(before)
        return found

    def _tops(self) -> tuple[list[float], list[float]]:
        """Top of each band, and top of the channel above each."""
        tops, roofs, y = [], [], 0.0
        for band in range(max(self.band, default=-1) + 1):
            lines = self.lanes[band][1]
            roofs.append(y)
            y += TRACK * lines + (BAND_GAP if band else 8.0 if lines else 0.0)
            tops.append(y)
            y += max(c.h for k, c in enumerate(self.columns) if self.band[k] == band)
        return tops, [*roofs, y]

    def at(self, k: int) -> Spot:
        """Top left of a column."""
        return Spot(self.x[k], self.tops[self.band[k]])

    @property
    def routes(self) -> Mapping[str, tuple[Spot, ...]]:
        """The whole way of each edge between columns."""
        return {way.edge.id: straight(self._points(way)) for way in self.ways}

    def _points(self, way: _Way) -> list[Spot]:
        edge = way.edge
        start, end = self.columns[way.source], self.columns[way.target]
        points = [spot.moved(*self.at(way.source)) for spot in start.placed.routes[edge.id]]
        tail = self._tail(way, end)
        gutter = self.x[way.target] - 8 - TRACK * self.gutter[way.target].index(edge.id) if way.upright else 0.0
        xs: list[float] = [points[-1].x]
        if way.margin:
            xs.append(2.0 + TRACK * self.margin.index(edge.id))
        if way.upright:
            xs.append(gutter)
        if edge.id in end.from_above:
            xs.append(tail[0].x)
        ys = [self._line(channel, edge.id) for channel, _, _ in way.sideways]
        if way.near:
            ys = [self.at(way.source).y + start.h + _TURN]
        for n, y in enumerate(ys):
            points += [Spot(xs[n], y), Spot(xs[n + 1], y)]
        if edge.id not in end.from_above:
            points.append(Spot(gutter, tail[0].y))
        return [*points, *tail]

    def _tail(self, way: _Way, end: Column) -> list[Spot]:
        """From the side or the top of the target's column to the target."""
        dx, dy = self.at(way.target)
        if way.edge.id in end.from_above:
            inner = end.placed.routes[way.edge.id]
            return [Spot(inner[0].x + dx, dy), *(s.moved(dx, dy) for s in inner)]
        box = end.placed.boxes[way.edge.target]
        siblings = [w.edge.id for w in self.ways if w.target == way.target and w.edge.target == way.edge.target]
        y = box.y + min(28.0, box.h / 2) + 12 * siblings.index(way.edge.id)
        return [Spot(box.x + dx, min(y, box.bottom - 6) + dy)]

    def _line(self, channel: int, edge: str) -> float:
        return self.roofs[channel] + _TURN + TRACK + TRACK * self.lanes[channel][0][edge]


def _lanes(items: Sequence[tuple[str, tuple[float, float]]], short: set[str]) -> tuple[dict[Hashable, int], int]:
    """Edges that turn up again run above those that go on, so that they do not cross."""
    upper, count = tracks([item for item in items if item[0] in short], margin=0.5)
    lower, more = tracks([item for item in items if item[0] not in short], margin=0.5)
    return {**upper, **{key: lane + count for key, lane in lower.items()}}, count + more


def _wrapped(columns: Sequence[Column]) -> tuple[list[int], list[int]]:
    """Band of each column, and its place in that band."""
    area = sum((c.w + GUTTER) * (c.h + BAND_GAP) for c in columns)
    widest = max([_LEAST_WIDTH, sqrt(area * _ASPECT), *(c.w for c in columns)])
    bands: list[int] = []
    places: list[int] = []
    x = 0.0
    for n, column in enumerate(columns):
        wraps = n > 0 and x + column.w > widest
        x = column.w + GUTTER if wraps or not n else x + column.w + GUTTER
        bands.append(bands[-1] + wraps if n else 0)
        places.append(0 if wraps or not n else places[-1] + 1)
    return bands, places
