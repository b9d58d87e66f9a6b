"""Points and rectangles in physical pixels of a frame, origin at its top left."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """A pixel position. Written to JSON as `[x, y]`."""

    x: int
    y: int

    def moved(self, dx: float, dy: float) -> Point:
        """This point shifted by (`dx`, `dy`) px, rounded to whole pixels."""
        return Point(round(self.x + dx), round(self.y + dy))

    def distance(self, other: Point) -> float:
        """Euclidean distance in px."""
        return float(((self.x - other.x) ** 2 + (self.y - other.y) ** 2) ** 0.5)


class Region(NamedTuple):
    """A rectangle: left, top, width, height in px. Written to JSON as `[x, y, w, h]`."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """First column right of the rectangle."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """First row below the rectangle."""
        return self.y + self.h

    @property
    def center(self) -> Point:
        """Middle of the rectangle."""
        return Point(self.x + self.w // 2, self.y + self.h // 2)

    @property
    def area(self) -> int:
        """Pixels inside; 0 for an empty rectangle."""
        return max(self.w, 0) * max(self.h, 0)

    @classmethod
    def around(cls, point: Point, width: int, height: int) -> Region:
        """The rectangle of the given size centred on `point`."""
        return cls(point.x - width // 2, point.y - height // 2, width, height)

    def contains(self, point: Point) -> bool:
        """Whether `point` lies inside."""
        return self.x <= point.x < self.right and self.y <= point.y < self.bottom

    def padded(self, pad: int, pad_y: int | None = None) -> Region:
        """Grown by `pad` px on each side (`pad_y` above and below where given)."""
        dy = pad if pad_y is None else pad_y
        return Region(self.x - pad, self.y - dy, self.w + 2 * pad, self.h + 2 * dy)

    def moved(self, dx: float, dy: float) -> Region:
        """Shifted by (`dx`, `dy`) px."""
        return Region(round(self.x + dx), round(self.y + dy), self.w, self.h)

    def clamped(self, size: tuple[int, int]) -> Region:
        """The part inside a frame of `size` (width, height); empty (w or h 0) where they do not meet."""
        return self.intersection(Region(0, 0, *size))

    def intersection(self, other: Region) -> Region:
        """The common rectangle; empty (w or h 0) where they do not meet."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Region(x, y, max(0, min(self.right, other.right) - x), max(0, min(self.bottom, other.bottom) - y))

    def union(self, other: Region) -> Region:
        """The smallest rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Region(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def overlaps(self, other: Region) -> bool:
        """Whether they share at least one pixel."""
        return self.intersection(other).area > 0
