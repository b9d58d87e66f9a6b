"""Points and rectangles of a laid-out graph, in px at 100 % (13 px text)."""

from __future__ import annotations

from typing import NamedTuple


class Spot(NamedTuple):
    """A point of the graph."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> Spot:
        """This point shifted."""
        return Spot(self.x + dx, self.y + dy)


class Box(NamedTuple):
    """A rectangle of the graph: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.h

    @property
    def center(self) -> Spot:
        """Its middle."""
        return Spot(self.x + self.w / 2, self.y + self.h / 2)

    def moved(self, dx: float, dy: float) -> Box:
        """This rectangle shifted."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def padded(self, left: float, top: float, right: float, bottom: float) -> Box:
        """This rectangle grown by so much on each side."""
        return Box(self.x - left, self.y - top, self.w + left + right, self.h + top + bottom)

    def overlaps(self, other: Box) -> bool:
        """Whether both share an area (touching edges do not count)."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def contains(self, other: Box) -> bool:
        """Whether the other lies inside, edges included."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right + 1e-6
            and other.bottom <= self.bottom + 1e-6
        )


def bounding(boxes: list[Box]) -> Box:
    """The smallest rectangle around all of them; empty at the origin for none."""
    if not boxes:
        return NOWHERE
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    return Box(left, top, max(b.right for b in boxes) - left, max(b.bottom for b in boxes) - top)


NOWHERE = Box(0, 0, 0, 0)
