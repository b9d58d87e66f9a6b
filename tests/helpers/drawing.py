"""Frames drawn with OpenCV: buttons, fields, texts, rows. Small and exact, so that pixels can be reasoned about."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.frame import Frame, Pixels

FONT = cv2.FONT_HERSHEY_SIMPLEX
INK = (40, 30, 20)


@dataclass
class Canvas:
    """A page under the pen. `texts` lists what was written and where."""

    size: tuple[int, int] = (800, 600)
    texts: list[TextRun] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pixels: Pixels = np.full((self.size[1], self.size[0], 3), 255, np.uint8)

    def write(self, said: str, x: int, y: int, *, size: float = 0.45) -> Region:
        """Write `said` with its left top at (`x`, `y`); returns where it stands."""
        (width, height), below = cv2.getTextSize(said, FONT, size, 1)
        cv2.putText(self.pixels, said, (x, y + height), FONT, size, INK, 1, cv2.LINE_AA)
        region = Region(x, y, max(width, 1), height + below)
        if said:
            self.texts.append(TextRun(said, region))
        return region

    def button(self, said: str, x: int, y: int, width: int = 110, height: int = 32) -> Region:
        """A filled button with its label in the middle."""
        region = Region(x, y, width, height)
        self._box(region, (235, 215, 190))
        (inked, tall), _ = cv2.getTextSize(said, FONT, 0.45, 1)
        self.write(said, x + (width - inked) // 2, y + (height - tall) // 2)
        return region

    def field(self, label: str, x: int, y: int, value: str = "", width: int = 240) -> Region:
        """A field of 30 px with its label above it."""
        self.write(label, x, y - 20)
        region = Region(x, y, width, 30)
        self._box(region, (255, 255, 255))
        self.write(value, x + 8, y + 9)
        return region

    def _box(self, region: Region, fill: tuple[int, int, int]) -> None:
        corner = (region.right - 1, region.bottom - 1)
        cv2.rectangle(self.pixels, (region.x, region.y), corner, fill, cv2.FILLED)
        cv2.rectangle(self.pixels, (region.x, region.y), corner, (120, 110, 100), 1)

    @property
    def frame(self) -> Frame:
        """What was drawn so far."""
        return Frame(bgr=self.pixels.copy())

    @property
    def inverted(self) -> Frame:
        """The same in dark."""
        return Frame(bgr=255 - self.pixels)
