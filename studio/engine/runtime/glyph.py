"""Whether a live picture is the recorded icon, in either polarity, at the page's scale."""

from __future__ import annotations

import cv2

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.vision.frame import Frame, Pixels

_SIDE = 18
"""px at scale 1: at 34 the button's border drowns the glyph (shared/drift-notes)."""


def glyph_score(anchor: Anchor, options: ResolveOptions, frame: Frame, control: Region, scale: float) -> float:
    """Correlation 0..1 of the recorded glyph with what stands in `control`; 0 without a recorded picture."""
    crop = options.crops.get(anchor.template or "")
    if crop is None:
        return 0.0
    center = anchor.target.moved(-anchor.region.x, -anchor.region.y).center
    patch = crop.crop(Region.around(center, _SIDE, _SIDE)).grey
    live = frame.crop(Region.around(control.center, round(_SIDE * scale) + 8, round(_SIDE * scale) + 8)).grey
    return max(_correlation(live, patch, scale), _correlation(cv2.bitwise_not(live), patch, scale), 0.0)  # type: ignore[arg-type]


def _correlation(live: Pixels, patch: Pixels, scale: float) -> float:
    side = max(round(_SIDE * scale), 6)
    wanted = cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA)
    if float(wanted.std()) < 2 or min(live.shape[:2]) < side:
        return 0.0
    return float(cv2.matchTemplate(live, wanted, cv2.TM_CCOEFF_NORMED).max())
