"""How often a look occurs in its own frame: a crop that occurs twice cannot tell where the target is."""

from __future__ import annotations

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import template_peaks

ALIKE = 0.92
"""Correlation from which two places look alike; other text on an equal button stays below 0.85."""

ALIKE_TEXT = 0.8
"""The same for a line of text: sub-pixel places and grey placeholders blur it, other words stay below 0.6."""

MOST = 40
"""Counting stops here: a table of more rows is as repeated."""


def look_count(frame: Frame, region: Region, floor: float = ALIKE) -> int:
    """Occurrences of the pixels at `region` in the whole frame, at least 1 (about 5 ms, searched at half size)."""
    return max(1, occurrences(frame, frame.crop(region), floor))


def occurrences(frame: Frame, look: Frame, floor: float = ALIKE) -> int:
    """How often the picture `look` occurs in `frame`; 0 where it does not or shows nothing."""
    return len(template_peaks(frame, look, limit=MOST, floor=floor, coarse=True))
