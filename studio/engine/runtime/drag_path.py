"""The recorded path of a drag, laid between the places where its two ends are now. Pure."""

from __future__ import annotations

from math import dist

from studio.engine.backends.protocols import Waypoint
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Resolution
from studio.engine.model.workflow import Step

_SAME_SHAPE = 0.02
"""Part by which width and height of a control may have grown differently and it is still only larger."""


def path_between(step: Step, start: Resolution | None, end: Resolution | None) -> tuple[Waypoint, ...]:
    """The path of the step from `start` to `end` (px of the live frame); empty where none was recorded.

    It grows with the control that it is drawn on. What is left between its own end and `end` is spread over its length.
    """
    if not step.path or start is None or end is None or step.anchor is None:
        return ()
    scale = _growth(step.anchor.target, start.region)
    points = [(dx * scale, dy * scale) for dx, dy, _ in step.path]
    rest = (end.point.x - start.point.x - points[-1][0], end.point.y - start.point.y - points[-1][1])
    parts = _parts(points)
    return tuple(
        Waypoint(start.point.moved(x + rest[0] * part, y + rest[1] * part), ms / 1000)
        for (x, y), part, (_, _, ms) in zip(points, parts, step.path, strict=True)
    )


def _growth(recorded: Region, live: Region) -> float:
    if not (recorded.area and live.area):
        return 1.0
    wide, high = live.w / recorded.w, live.h / recorded.h
    return (wide + high) / 2 if abs(wide - high) <= _SAME_SHAPE * wide else 1.0


def _parts(points: list[tuple[float, float]]) -> list[float]:
    """Which part of the whole length lies behind each point."""
    lengths, gone, at = [], 0.0, (0.0, 0.0)
    for point in points:
        gone += dist(at, point)
        at = point
        lengths.append(gone)
    return [length / gone if gone else 1.0 for length in lengths]
