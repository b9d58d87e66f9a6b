"""An icon found anywhere by its glyph: at the page's scale, dark on light or light on dark, alone in the whole frame.

A patch of the picture inside of its button, not the button: borders and grounds change with the theme and would drown
it (shared/drift-notes: the same icon correlates from 0.88, other icons 0.57 at most). Icons are counted over the
whole frame, in the recorded one too: a second one of the same picture makes it unclear which is meant.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Candidate, Rung
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.greyed import is_greyed_out
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.placing import point_in
from studio.engine.runtime.presence import control_like
from studio.engine.runtime.searching import Search
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import Match, template_peaks

SURE = 0.84
"""Correlation from which a glyph is taken for the recorded one."""
ALIKE = 0.74
"""Correlation from which another glyph counts as a second one."""
_PATCH = (12, 26)
"""Sides of the patch, px: the ink of the icon and a little ground, so much at least and at most."""
GLYPH_SCALES = (1.0, 0.8, 0.9, 1.1, 1.25, 1.5, 2.0)
_FLAT = 6.0
"""Standard deviation below which a patch shows nothing."""
_RUNG = Rung.TEMPLATE_GLOBAL


@dataclass(frozen=True)
class _Place:
    match: Match
    inverted: bool


def try_glyph(anchor: Anchor, search: Search, options: ResolveOptions) -> RungResult:
    """The one place in the frame that shows the recorded glyph. Only for icons; 30 to 300 ms."""
    crop = options.crops.get(anchor.template or "")
    if anchor.kind is not TargetKind.ICON or crop is None:
        return skipped(_RUNG, "The target is no icon of which there is a picture.")
    patch = glyph_of(anchor, crop)
    if patch is None:
        return skipped(_RUNG, "The icon shows too little.")
    places = next((p for scales in _scales(search) if (p := _places(search.observation.frame, patch, scales))), [])
    shown = [_candidate(place) for place in places]
    sure = [p for p in places if p.match.confidence >= SURE]
    if not sure:
        return missed(_RUNG, "Its glyph is nowhere.", shown, SURE)
    if len(places) > 1 or _count(search.observation.recorded, patch) > 1:
        return refused(_RUNG, HaltCode.AMBIGUOUS, "Several places show the same glyph.", shown)
    if is_greyed_out(anchor, search.observation.frame, options, anchor.target.moved(*_shift(anchor, sure[0]))):
        return refused(_RUNG, HaltCode.DISABLED, "The same glyph is there, but greyed out.", shown)
    return _at(anchor, search, sure[0], shown)


def _shift(anchor: Anchor, place: _Place) -> tuple[int, int]:
    then, now = anchor.target.center, place.match.region.center
    return now.x - then.x, now.y - then.y


def glyph_of(anchor: Anchor, crop: Frame) -> Frame | None:
    """The patch of the crop that shows the icon's ink."""
    inside = anchor.target.moved(-anchor.region.x, -anchor.region.y)
    side = min(max(min(inside.w, inside.h), _PATCH[0]), _PATCH[1])
    place = Region.around(inside.center, side, side).clamped(crop.size)
    if min(place.w, place.h) < _PATCH[0] or float(crop.crop(place).grey.std()) < _FLAT:
        return None
    return crop.crop(place)


def _scales(search: Search) -> tuple[tuple[float, ...], ...]:
    """The page's scale where its pictures tell it, then all that are usual: icons may grow with the text alone."""
    moved = search.moved
    if moved is None:
        return (GLYPH_SCALES,)
    return tuple(sorted({1.0, *(round(moved.scale * part, 3) for part in (0.97, 1.0, 1.03))})), GLYPH_SCALES


def glyph_places(frame: Frame, patch: Frame, scales: tuple[float, ...], region: Region) -> list[Match]:
    """Where in `region` (px) the glyph stands, light on dark or dark on light, the most alike first."""
    return [place.match for place in _places(frame, patch, scales, region)]


def _places(frame: Frame, patch: Frame, scales: tuple[float, ...], region: Region | None = None) -> list[_Place]:
    inverse = Frame(bgr=cv2.bitwise_not(patch.bgr))  # type: ignore[arg-type]
    every = [
        _Place(match, inverted)
        for picture, inverted in ((patch, False), (inverse, True))
        for match in template_peaks(frame, picture, region=region, scales=scales, limit=6, floor=ALIKE)
    ]
    kept: list[_Place] = []
    for place in sorted(every, key=lambda p: -p.match.confidence):
        if not any(place.match.region.overlaps(other.match.region) for other in kept):
            kept.append(place)
    return kept


def _count(recorded: Frame | None, patch: Frame) -> int:
    return len(_places(recorded, patch, (1.0,))) if recorded is not None else 1


def _at(anchor: Anchor, search: Search, place: _Place, shown: list[Candidate]) -> RungResult:
    scale, ink = place.match.scale, place.match.region
    control = control_like(anchor, search.observation.frame, ink.center, scale)
    live = (
        control if control and max(control.w, control.h) <= 2 * max(anchor.target.w, anchor.target.h) * scale else ink
    )
    spot = Found(point_in(anchor, live), live, place.match.confidence, scale)
    return found(_RUNG, spot, "The same glyph, alone in the frame.", shown, SURE)


def _candidate(place: _Place) -> Candidate:
    note = "light and dark changed places" if place.inverted else None
    match = place.match
    return Candidate(point=match.point, region=match.region, score=match.confidence, scale=match.scale, note=note)
