"""The table of monitors: where each lies on the desktop, in physical px, and at which scale. Pure."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.model.geometry import Point, Region

_BASE_DPI = 96.0
_MOST_SCALE = 16.0


@dataclass(frozen=True, slots=True)
class Monitor:
    """One monitor. `region` is in physical px of the whole desktop and may begin at negative coordinates.

    `scale` is physical px per logical px of programs that are shown on it.
    """

    index: int
    region: Region
    scale: float = 1.0
    name: str = ""
    primary: bool = False

    def logical(self, point: Point) -> tuple[float, float]:
        """Logical px from the monitor's own corner, unrounded: `physical` gives the same point back."""
        return (point.x - self.region.x) / self.scale, (point.y - self.region.y) / self.scale

    def physical(self, x: float, y: float) -> Point:
        """The point of the desktop that lies at these logical px of the monitor."""
        return Point(self.region.x + round(x * self.scale), self.region.y + round(y * self.scale))


Monitors = tuple[Monitor, ...]


def union(monitors: Sequence[Monitor]) -> Region:
    """The smallest rectangle that holds all monitors. Raises ValueError for an empty table."""
    if not monitors:
        raise ValueError("There is no monitor.")
    return reduce(Region.union, (m.region for m in monitors))


def monitor_at(monitors: Sequence[Monitor], point: Point) -> Monitor:
    """The monitor that shows `point`, or else the nearest one. Raises ValueError for an empty table."""
    if not monitors:
        raise ValueError("There is no monitor.")
    return min(monitors, key=lambda m: (_outside(m.region, point), m.index))


def clamp(monitors: Sequence[Monitor], point: Point) -> Point:
    """The pixel nearest to `point` that a monitor shows: a fast flick to an edge is reported beyond it."""
    region = monitor_at(monitors, point).region
    return Point(_within(point.x, region.x, region.right), _within(point.y, region.y, region.bottom))


def monitor_of(monitors: Sequence[Monitor], region: Region) -> Monitor:
    """The monitor that shows most of `region`; the nearest to its centre where none shows any of it."""
    best = max(monitors, key=lambda m: (m.region.intersection(region).area, -m.index), default=None)
    if best is None or best.region.intersection(region).area == 0:
        return monitor_at(monitors, region.center)
    return best


def read_monitors(grabbed: Sequence[Mapping[str, Any]], scale: float = 1.0, factors: str | None = None) -> Monitors:
    """The table from what the grabber tells (`mss.monitors`: the union first, then each).

    `scale` holds for all but those that `factors` names (`eDP-1=1.25;HDMI-1=1`, or by order `1.25;1`), as Qt reads it.
    Raises EnvironmentUnable where the display has no monitor.
    """
    rows = list(grabbed[1:]) or list(grabbed[:1])
    if not rows:
        raise EnvironmentUnable("This display has no monitor: connect or switch on one, then try again.")
    own = _factors(factors or "")
    return tuple(_monitor(i, row, own, scale, len(rows)) for i, row in enumerate(rows))


def scale_of_resources(resources: str, environment: Mapping[str, str] = os.environ) -> float:
    """The scale that X programs apply to all monitors, from the X resources (`Xft.dpi`) or the toolkits' variables."""
    for name in ("GDK_SCALE", "QT_SCALE_FACTOR"):
        if (told := _positive(environment.get(name, ""))) is not None:
            return told
    for line in resources.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "Xft.dpi" and (dpi := _positive(value, _MOST_SCALE * _BASE_DPI)) is not None:
            return dpi / _BASE_DPI
    return 1.0


def _monitor(index: int, row: Mapping[str, Any], own: Mapping[str, float], scale: float, count: int) -> Monitor:
    name = str(row.get("output") or row.get("name") or "")
    region = Region(int(row["left"]), int(row["top"]), int(row["width"]), int(row["height"]))
    primary = count == 1 or bool(row.get("is_primary"))
    return Monitor(index, region, own.get(name, own.get(str(index), scale)), name, primary)


def _factors(text: str) -> dict[str, float]:
    """Scale by the name of a monitor, or by its place in the list where it stands without one."""
    found = {}
    for place, part in enumerate(part for part in text.split(";") if part.strip()):
        name, _, value = part.rpartition("=")
        if (factor := _positive(value)) is not None:
            found[name.strip() or str(place)] = factor
    return found


def _positive(text: str, most: float = _MOST_SCALE) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0.25 <= value <= most else None


def _outside(region: Region, point: Point) -> int:
    """Squared distance in px from `point` to the rectangle; 0 inside."""
    dx = point.x - _within(point.x, region.x, region.right)
    dy = point.y - _within(point.y, region.y, region.bottom)
    return dx * dx + dy * dy


def _within(value: int, first: int, end: int) -> int:
    return min(max(value, first), end - 1)
