"""Where a document lies in the picture of its page. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element


@dataclass(frozen=True, slots=True)
class Spot:
    """Offset and scale of a document in logical px of the window; `ratio` is physical px per logical px; `path` names
    the frames that lead to it. What a page says of itself needs no moving."""

    x: float = 0.0
    y: float = 0.0
    sx: float = 1.0
    sy: float = 1.0
    ratio: float = 1.0
    path: tuple[str, ...] = ()

    @classmethod
    def of(cls, view: Mapping[str, Any], ratio: float) -> Spot:
        """From the in-page script's word for it."""
        x, y, sx, sy = (float(view[name]) for name in ("x", "y", "sx", "sy"))
        return cls(x, y, sx, sy, ratio, tuple(view["path"]))

    def outward(self, x: float, y: float) -> tuple[float, float]:
        """Logical px of the document in logical px of the window."""
        return self.x + x * self.sx, self.y + y * self.sy

    def point(self, point: Point) -> Point:
        """Physical px of the document in physical px of the page's frame."""
        x, y = self.outward(point.x / self.ratio, point.y / self.ratio)
        return Point(round(x * self.ratio), round(y * self.ratio))

    def element(self, element: Element) -> Element:
        """An element that a frame described by itself, as it stands in the page."""
        if not self.path:
            return element
        shown = None if element.shown is None else self._region(element.shown)
        return replace(element, region=self._region(element.region), shown=shown, frame=(*self.path, *element.frame))

    def _region(self, region: Region) -> Region:
        corner = self.point(Point(region.x, region.y))
        end = self.point(Point(region.right, region.bottom))
        return Region(corner.x, corner.y, end.x - corner.x, end.y - corner.y)
