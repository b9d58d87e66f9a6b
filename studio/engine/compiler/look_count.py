"""How often a look occurs in its own frame: a crop that occurs twice cannot tell where the target is."""

from __future__ import annotations

from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import look_difference, template_peaks
from studio.engine.vision.same_ink import same_ink

SAME, SAME_PIXELS = 0.97, 0.02
"""Correlation, and share of clearly different pixels, of one look: as the template rung counts at run time."""

ALIKE_TEXT = 0.8
"""Correlation of the same words: sub-pixel places and grey placeholders blur it, other words stay below 0.6."""

COARSE_SIDE = 28
"""Looks with a shorter side are searched at full size, px."""

MOST = 12
"""Counting stops here, as at run time."""


def telling_words(kind: TargetKind, control: Region, label: Region | None) -> Region | None:
    """Where the letters stand (px) that tell a target from what else looks like it; None of a picture."""
    if kind is TargetKind.ICON:
        return None
    return label or (control if kind is TargetKind.TEXT else None)


def exact_count(frame: Frame, region: Region, words: Region | None = None) -> int:
    """Places in the frame that look exactly like `region`, at least 1 (5 to 15 ms, searched at half size first).

    The letters at `words` (px) must be the same there, as at run time: 2025 looks like 2026 but for a few pixels.
    """
    look = frame.crop(region)
    peaks = template_peaks(frame, look, limit=MOST, floor=ALIKE_TEXT, coarse=True)
    alike = [p for p in peaks if p.confidence >= SAME and look_difference(frame, p.region, look) <= SAME_PIXELS]
    inside = words.intersection(region) if words else None
    if inside is None or inside.area == 0:
        return max(1, len(alike))
    moves = [(p.region.x - region.x, p.region.y - region.y) for p in alike]
    return max(1, sum(same_ink(frame, inside, frame, inside.moved(*move)) for move in moves))


def occurrences(frame: Frame, look: Frame) -> list[Region]:
    """Where words that look like `look` stand in `frame`, best first; none where it shows nothing.

    A line of text is searched at full size (25 ms): at half size too little of it is left to tell it from others.
    """
    coarse = min(look.size) >= COARSE_SIDE
    return [peak.region for peak in template_peaks(frame, look, limit=MOST, floor=ALIKE_TEXT, coarse=coarse)]
