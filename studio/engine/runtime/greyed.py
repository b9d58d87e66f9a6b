"""Whether a control that pixels found is the recorded one, greyed out: clearly less contrast on the same ground.

Only where the rest of the page has not changed its colours: in another theme less contrast tells nothing.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import RungAttempt, Verdict
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.vision.control_ink import common_colour, distance
from studio.engine.vision.frame import Frame, Pixels
from studio.engine.vision.look import clear_changes, is_dimmed

_SIZE = 3
"""px by which the control may be larger or smaller than recorded: then both pictures can be compared pixel by pixel."""
_SHIFTS = tuple((dx, dy) for dx in (0, -1, 1, -2, 2) for dy in (0, -1, 1, -2, 2))
_FADED, _REST = (0.15, 0.75), 0.2
"""Contrast that is left of what is greyed out, and the part of its picture at most that fading does not explain:
another colour of the button, another font, another label leave more."""
_BOX_REST = 0.35
"""The same of a check box: of its few pixels the ground changes as well."""
_COLOURED, _GREY, _READABLE, _UNCHANGED = 60.0, 0.1, 0.6, 0.06
"""Colour (see `_colour`) of a filled button, the parts of it and of the contrast that are left at most of one that is
off, and the part of the page at most that may have clearly changed meanwhile."""
_EDGE, _SAME_PIXEL = 24, 2
"""Grey levels by which a drawn edge stands out, and by which a pixel that is the same may differ."""
_REDRAWN = 0.4
"""Part of the drawn edges at most that another state of the same page changes; blur and JPEG change nearly all."""
_SAME_HUE = 0.97
"""Cosine between the colours of the ink, then and now: another theme turns a link more (0.95), fading turns none."""
_INK = 0.8
"""Part of the recorded difference to the ground that is left at most."""
_GROUND = 12
"""Least difference of a channel by which the ground around the control is another one, 0..255."""
_RIM = 6
"""px around the control that show its ground."""


def greyed_out(
    anchor: Anchor, observation: Observation, options: ResolveOptions, place: Region, done: RungAttempt
) -> RungAttempt:
    """The attempt of a visual rung that found its target at `place`, refused where it stands there greyed out."""
    if done.verdict is not Verdict.FOUND:
        return done
    by_itself = is_greyed_out(anchor, observation.frame, options, place)
    if not (by_itself or lost_its_colour(anchor, observation, place) or faded_in_place(anchor, observation, place)):
        return done
    sentence = f"“{anchor.ocr_text or 'The target'}” is there but greyed out."
    return done.model_copy(update={"verdict": Verdict.REFUSED, "code": HaltCode.DISABLED, "sentence": sentence})


def lost_its_colour(anchor: Anchor, observation: Observation, place: Region) -> bool:
    """Whether a button that was filled with a colour is grey and faint now, in its very place on a page that is as it
    was (10 ms): some programs draw what is off in another way. What the pointer had lit up stays readable."""
    recorded, frame = observation.recorded, observation.frame
    if anchor.kind is TargetKind.BOX or recorded is None or recorded.size != frame.size:
        return False
    if not _is_same_place(anchor.target, place) or place.clamped(frame.size) != place:
        return False
    then, now = _colour(recorded, anchor.target), _colour(frame, place)
    if (
        then < _COLOURED
        or now > _GREY * then
        or _contrast(frame, place) > _READABLE * _contrast(recorded, anchor.target)
    ):
        return False
    return bool(clear_changes(frame.bgr, recorded.bgr).mean() <= _UNCHANGED)


def faded_in_place(anchor: Anchor, observation: Observation, place: Region) -> bool:
    """Whether the control in its very place shows what it showed with clearly less contrast, its own ground and all, on
    a page that is as it was (10 ms, only where it looks faded): a field that is nothing but a faint ground, an icon on
    a button."""
    recorded, frame = observation.recorded, observation.frame
    if recorded is None or recorded.size != frame.size or place.center.distance(anchor.target.center) > 2 * _SIZE:
        return False
    around = anchor.target.padded(_SIZE + 1).clamped(frame.size)
    return is_dimmed(frame, around, recorded.crop(around)) and _is_drawn_alike(frame, recorded, around)


def _is_drawn_alike(frame: Frame, recorded: Frame, but: Region) -> bool:
    """Whether most of what is drawn outside of `but` is what it was, pixel by pixel (10 ms): blur and JPEG take
    contrast from all that is on the screen, and leave only its empty parts as they were."""
    then, now = cv2.cvtColor(recorded.bgr, cv2.COLOR_BGR2GRAY), cv2.cvtColor(frame.bgr, cv2.COLOR_BGR2GRAY)
    drawn = np.abs(cv2.Laplacian(then, cv2.CV_16S)) > _EDGE
    drawn[but.y : but.bottom, but.x : but.right] = False
    changed = cv2.absdiff(then, now) > _SAME_PIXEL
    return bool(changed[drawn].mean() <= _REDRAWN) if drawn.any() else True


def _is_same_place(recorded: Region, live: Region) -> bool:
    return all(abs(a - b) <= _SIZE for a, b in zip(recorded, live, strict=True))


def _colour(frame: Frame, region: Region) -> float:
    """Mean distance of the strongest from the weakest channel, 0..255."""
    part = frame.crop(region.clamped(frame.size)).bgr.astype(np.int16)
    return float((part.max(axis=2) - part.min(axis=2)).mean())


def _contrast(frame: Frame, region: Region) -> float:
    """How far the strongest ink of a control is from its ground, 0..255."""
    inside = frame.crop(region.padded(-3).clamped(frame.size)).bgr
    return float(np.percentile(distance(inside, common_colour(inside)), 99)) if inside.size else 255.0


def is_greyed_out(anchor: Anchor, frame: Frame, options: ResolveOptions, control: Region) -> bool:
    """Whether `control` shows the recorded control faded towards the ground that it had (below 2 ms)."""
    crop = options.crops.get(anchor.template or "")
    if crop is None:
        return False
    then = anchor.target.moved(-anchor.region.x, -anchor.region.y)
    if _is_bare_label(anchor, control):
        return _is_faded_label(anchor, frame, crop, control)
    seen, alike = then.clamped(crop.size), max(abs(control.w - then.w), abs(control.h - then.h)) <= _SIZE
    if min(seen.w, seen.h) < 4 or not (alike or anchor.kind is TargetKind.ICON):
        return False
    on_its_line = anchor.target.moved(0, control.center.y - anchor.target.center.y)
    places = (control,) if alike else (Region.around(control.center, then.w, then.h), on_its_line)  # a glyph alone
    lives = [seen.moved(place.x - then.x, place.y - then.y) for place in places]
    return any(_is_faded_on(anchor, frame, crop, seen, live, beside=side) for live in lives for side in (False, True))


def _is_faded_on(anchor: Anchor, frame: Frame, crop: Frame, seen: Region, live: Region, *, beside: bool) -> bool:
    """The same on the ground above and below, or on that `beside` it: buttons of one column may touch."""
    ground, now = _ground(crop, seen, beside=beside), _ground(frame, live, beside=beside)
    if ground is None or now is None or float(np.abs(ground - now).max()) > _GROUND:
        return False
    if anchor.kind is TargetKind.INPUT and _fill(crop, seen) != _fill(frame, live):
        return is_dimmed(frame, live, crop.crop(seen))  # programs give a field that is off another ground as well
    if not _has_less_ink(crop, seen, frame, live, ground):
        return False
    faded = [_faded(crop.bgr, seen, frame, live.moved(dx, dy), ground) for dx, dy in _SHIFTS]
    share, rest = min(faded, key=lambda one: one[1])
    return _FADED[0] <= share <= _FADED[1] and rest <= (_BOX_REST if anchor.kind is TargetKind.BOX else _REST)


def _is_bare_label(anchor: Anchor, control: Region) -> bool:
    """Whether only the label of a button was found: fading takes its border away first."""
    label = anchor.label_region
    if anchor.kind is not TargetKind.TEXT or label is None or control.h > anchor.target.h - _SIZE:
        return False
    return abs(control.w - label.w) <= 2 * _SIZE and abs(control.h - label.h) <= 2 * _SIZE


def _is_faded_label(anchor: Anchor, frame: Frame, crop: Frame, control: Region) -> bool:
    label = anchor.label_region or control
    inside = label.moved(-anchor.region.x, -anchor.region.y)
    if inside.clamped(crop.size) != inside:
        return False
    words, live = crop.crop(inside), Region.around(control.center, label.w, label.h)
    return any(is_dimmed(frame, live.moved(dx, dy), words) for dx, dy in _SHIFTS)


def _fill(frame: Frame, region: Region) -> tuple[int, ...]:
    """The usual colour inside, in steps of four grey levels."""
    inside = frame.crop(region).bgr.reshape(-1, 3)
    return tuple(int(v) // 4 for v in np.median(inside, axis=0))


def _has_less_ink(crop: Frame, seen: Region, frame: Frame, live: Region, ground: NDArray[np.float64]) -> bool:
    """Whether there is less difference to the ground in all: blurring spreads it, greying out takes it away."""
    now = np.abs(frame.crop(live.padded(2)).bgr - ground).sum()
    return bool(now <= _INK * np.abs(crop.crop(seen).bgr - ground).sum())


def _faded(crop: Pixels, seen: Region, frame: Frame, live: Region, ground: NDArray[np.float64]) -> tuple[float, float]:
    """How much of the recorded contrast is left at `live`, and which part of what is there that does not explain."""
    if live.clamped(frame.size) != live:
        return 1.0, 1.0
    then = crop[seen.y : seen.bottom, seen.x : seen.right] - ground
    now = frame.bgr[live.y : live.bottom, live.x : live.right] - ground
    all_then, all_now = float((then * then).sum()), float((now * now).sum())
    if all_then < 1.0 or all_now < 1.0 or _turn(then.sum((0, 1)), now.sum((0, 1))) < _SAME_HUE:
        return 1.0, 1.0
    share = float((then * now).sum()) / all_then
    return share, float(((now - share * then) ** 2).sum()) / all_now


def _turn(then: NDArray[np.float64], now: NDArray[np.float64]) -> float:
    """Cosine between the colours of two inks, seen from their ground."""
    size = float(np.linalg.norm(then) * np.linalg.norm(now))
    return float(then @ now) / size if size else 0.0


def _ground(frame: Frame, region: Region, *, beside: bool = False) -> NDArray[np.float64] | None:
    """The usual colour of the rim above and below `region`, or `beside` it; None where the picture ends before it."""
    rim = region.padded(_RIM).clamped(frame.size)
    if beside:
        first = frame.bgr[region.y : region.bottom, rim.x : max(region.x - 1, rim.x)].reshape(-1, 3)
        second = frame.bgr[region.y : region.bottom, min(region.right + 1, rim.right) : rim.right].reshape(-1, 3)
    else:
        first = frame.bgr[rim.y : max(region.y - 1, rim.y), rim.x : rim.right].reshape(-1, 3)
        second = frame.bgr[min(region.bottom + 1, rim.bottom) : rim.bottom, rim.x : rim.right].reshape(-1, 3)
    around = np.concatenate([first, second])
    return np.asarray(np.median(around, axis=0), np.float64) if len(around) else None
