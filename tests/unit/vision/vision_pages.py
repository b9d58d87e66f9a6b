"""A drawn page with the places of its elements."""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.model.geometry import Region
from studio.engine.vision import Frame


@dataclass(frozen=True)
class Page:
    """A drawn page: its frame, and for each id the rectangles of the element and of its text."""

    frame: Frame
    elements: dict[str, tuple[Region, Region]]

    def element(self, name: str) -> Region:
        return self.elements[name][0]

    def text(self, name: str) -> Region:
        return self.elements[name][1]
