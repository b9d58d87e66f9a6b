"""Whether a control that pixels found is the recorded one, greyed out: clearly less contrast on the same ground.

Only where the rest of the page has not changed its colours: in another theme less contrast tells nothing.
"""

from __future__ import annotations

import numpy as np

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import RungAttempt, Verdict
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import is_dimmed

_SIZES = (0.85, 1.18)
"""Live size of the control as a part of its recorded one, within which both pictures can be compared."""
_GROUND = 12
"""Least difference of a channel by which the ground around the control is another one, 0..255."""
_RIM = 6
"""px around the control that show its ground."""


def greyed_out(
    anchor: Anchor, observation: Observation, options: ResolveOptions, place: Region, done: RungAttempt
) -> RungAttempt:
    """The attempt of a visual rung that found its target at `place`, refused where it stands there greyed out."""
    if done.verdict is not Verdict.FOUND or not is_greyed_out(anchor, observation.frame, options, place):
        return done
    sentence = f"“{anchor.ocr_text or 'The target'}” is there but greyed out."
    return done.model_copy(update={"verdict": Verdict.REFUSED, "code": HaltCode.DISABLED, "sentence": sentence})


def is_greyed_out(anchor: Anchor, frame: Frame, options: ResolveOptions, control: Region) -> bool:
    """Whether `control` shows the recorded control with less contrast, on the ground that it had (below 1 ms)."""
    crop = options.crops.get(anchor.template or "")
    if crop is None:
        return False
    then = anchor.target.moved(-anchor.region.x, -anchor.region.y)
    seen = then.clamped(crop.size)
    if seen.area == 0 or not all(_SIZES[0] <= a / b <= _SIZES[1] for a, b in zip(control[2:], then[2:], strict=True)):
        return False
    scale = control.w / then.w, control.h / then.h
    live = Region(
        round(control.x + (seen.x - then.x) * scale[0]),
        round(control.y + (seen.y - then.y) * scale[1]),
        round(seen.w * scale[0]),
        round(seen.h * scale[1]),
    )
    if _differ(_ground(crop, seen), _ground(frame, live)):
        return False
    return is_dimmed(frame, live, crop.crop(seen))


def _ground(frame: Frame, region: Region) -> tuple[float, ...] | None:
    """The usual colour of the rim around `region`; None where the picture ends before it."""
    rim = region.padded(_RIM).clamped(frame.size)
    above = frame.bgr[rim.y : max(region.y - 1, rim.y), rim.x : rim.right].reshape(-1, 3)
    below = frame.bgr[min(region.bottom + 1, rim.bottom) : rim.bottom, rim.x : rim.right].reshape(-1, 3)
    around = np.concatenate([above, below])
    return tuple(float(v) for v in np.median(around, axis=0)) if len(around) else None


def _differ(a: tuple[float, ...] | None, b: tuple[float, ...] | None) -> bool:
    return a is None or b is None or max(abs(x - y) for x, y in zip(a, b, strict=True)) > _GROUND
