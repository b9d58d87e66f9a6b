"""How often a look occurs in its own frame: a crop that occurs twice cannot tell where the target is."""

from __future__ import annotations

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import template_peaks

ALIKE = 0.92
"""Correlation from which two places look alike; other text on an equal button stays below 0.85."""

MOST = 40
"""Counting stops here: a table of more rows is as repeated."""


def look_count(frame: Frame, region: Region) -> int:
    """Occurrences of the pixels at `region` in the whole frame, at least 1 (about 5 ms, searched at half size)."""
    return max(1, occurrences(frame, frame.crop(region)))


def occurrences(frame: Frame, look: Frame) -> int:
    """How often the picture `look` occurs in `frame`; 0 where it does not or shows nothing."""
    return len(template_peaks(frame, look, limit=MOST, floor=ALIKE, coarse=True))
