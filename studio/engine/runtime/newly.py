"""Where the live screen differs from the recorded one: a second look-alike can stand nowhere else.

What the recorded screen showed was counted when the step was compiled. So on a screen that is nearly the recorded one
only what changed is searched, which costs a tenth of the whole frame and tells the same.
"""

from __future__ import annotations

from studio.engine.model.geometry import Region
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame

MOST = 0.3
"""Part of the frame from which searching what changed costs as much as searching all."""
FAINT = 4
"""Grey levels by which pixels may differ and count as unchanged, 0..255."""


def changed_areas(recorded: Frame | None, frame: Frame, reach: tuple[int, int]) -> tuple[Region, ...] | None:
    """What changed, with `reach` px around it across and down, so that whatever overlaps a change lies inside.

    None where the whole frame must be searched: too much of it changed, or what it looked like is not known.
    """
    if recorded is None or recorded.size != frame.size:
        return None
    areas = tuple(r.padded(*reach).clamped(frame.size) for r in changed_regions(recorded, frame, tolerance=FAINT))
    return areas if sum(area.area for area in areas) <= MOST * frame.bounds.area else None
