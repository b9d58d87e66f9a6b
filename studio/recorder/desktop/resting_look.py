"""How a control looks while the pointer is elsewhere: what lit up for the pointer is left out of the picture. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.diff import changed_regions
from studio.engine.vision.frame import Frame, Pixels
from studio.recorder.desktop.ring import Shot, changed_region
from studio.recorder.desktop.scope import window_at

LIT_S = 1.0
"""What changes so long after the pointer came is not its doing, s."""
_KEPT = 6
_MOVES = 1000
_NOWHERE = Point(-(10**6), -(10**6))
"""Where the pointer is before it was first heard of."""
_AROUND = (640, 320)
"""What lights up lies within such a rectangle around the pointer, px."""
_PAD = 2
_RIM = 4
"""Borders that a control shows only under the pointer are so near to its edge, px."""
_STROKE = 4
"""So many pixels of a line in one look alone are a sign of its own."""
TIP = "tooltip"
"""The kind of windows that are tooltips."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A picture that was grabbed while the pointer was at `pointer`."""

    shot: Shot
    pointer: Point


@dataclass(frozen=True, slots=True)
class _Known:
    """A control that was pressed, under the pointer and at rest."""

    region: Region
    lit: Frame
    rest: Frame


class RestingLook:
    """Follows the pointer and knows the pictures from before it came upon a control. Points are those of the desktop.

    `before` gives the last picture before a time; `corner` is where on the desktop pictures begin.
    """

    def __init__(self, before: Callable[[float], Shot], corner: Point) -> None:
        self._before = before
        self._corner = corner
        self._path: deque[tuple[float, Point]] = deque(maxlen=_MOVES)
        self._seen: deque[_Seen] = deque(maxlen=_KEPT)
        self._known: _Known | None = None

    def moved(self, point: Point, at: float, shot: Shot) -> None:
        """The pointer went to `point`; `shot` was shown until then."""
        if not self._seen or self._seen[-1].shot is not shot:
            self._seen.append(_Seen(shot, self._path[-1][1] if self._path else _NOWHERE))
        self._path.append((at, point))

    def acted(self) -> None:
        """A person pressed something: pictures from before show what may be no more."""
        self._seen.clear()
        while len(self._path) > 1:
            self._path.popleft()

    def of(self, shot: Shot, point: Point, element: Region | None) -> Shot:
        """`shot` with the control at `point` as it looks at rest, and without tips; `element` is where it lies, where
        that is known. The same object where nothing is known to differ."""
        place = point.moved(-self._corner.x, -self._corner.y)
        own = element.moved(-self._corner.x, -self._corner.y).padded(_PAD) if element is not None else None
        plain = self._without_tips(shot)
        tips = [] if plain is shot else self._tips(shot)
        if element is None and (window := window_at(plain.windows, point)) is not None and window.popup:
            return plain  # in a menu that no program tells, only its light says where the entry ends
        found = self._again(plain) or next(self._rests(plain, place, own, tips), None)
        if found is None:
            return plain
        self._known = found if found.region.contains(place) else None
        return replace(plain, frame=_with(plain.frame, found.region, found.rest))

    def _again(self, shot: Shot) -> _Known | None:
        """The control that was pressed last, where the pointer has stayed on it and it is lit as it was."""
        known = self._known
        if known is None or not self._path or known.region.clamped(shot.frame.size) != known.region:
            return None
        stood = known.region.moved(self._corner.x, self._corner.y)
        if not all(stood.contains(point) for _, point in self._path):
            return None
        return known if shot.frame.crop(known.region).same_pixels(known.lit) else None

    def _rests(self, shot: Shot, place: Point, own: Region | None, tips: list[Region]) -> Iterator[_Known]:
        """The control at rest, in the newest picture first."""
        around = Region.around(place, *_AROUND).clamped(shot.frame.size)
        for seen in reversed(self._seen):
            if seen.shot.frame is shot.frame or not _same_window(seen.shot, shot, self._path[-1][1]):
                continue
            pointer = seen.pointer.moved(-self._corner.x, -self._corner.y)
            if own is not None and own.contains(pointer):
                continue
            changed = [r for r in _changed(seen.shot.frame, shot.frame, around) if _belongs(r, place, own)]
            if own is not None and not changed:
                return
            whole = _united(changed, own)
            for region in (whole, own):
                if region is not None and not region.contains(pointer):
                    known = self._lit(seen.shot, shot, region.clamped(shot.frame.size), tips)
                    if known is not None:
                        yield known

    def _lit(self, former: Shot, shot: Shot, region: Region, tips: list[Region]) -> _Known | None:
        """The region in both looks, where it but lit up: soon after the pointer came, and saying what it said. What
        tips had covered is not known."""
        if any(tip.overlaps(region) for tip in self._tips(former)):
            return None
        soon = self._before(self._came_into(region) + LIT_S)
        shown = [_blank(one.frame.crop(region), region, tips) for one in (former, shot, soon)]
        if soon.ended < shot.ended and changed_region(shown[2], shown[1]) is not None:
            return None
        same = same_lines(shown[0], shown[1])
        return _Known(region, shot.frame.crop(region), former.frame.crop(region)) if same else None

    def _came_into(self, region: Region) -> float:
        """When the pointer came into the region in which it is now."""
        inside = region.moved(self._corner.x, self._corner.y)
        came = self._path[-1][0]
        for at, point in reversed(self._path):
            if not inside.contains(point):
                break
            came = at
        return came

    def _without_tips(self, shot: Shot) -> Shot:
        """The picture without the tips that came up under the resting pointer, as far as it is known."""
        frame, tips = shot.frame, self._tips(shot)
        for box in tips:
            earlier = next((s.shot for s in reversed(self._seen) if self._shows_beneath(s.shot, box, shot)), None)
            if earlier is None:
                return shot
            frame = _with(frame, box, earlier.frame.crop(box))
        return replace(shot, frame=frame, windows=_lasting(shot)) if tips else shot

    def _shows_beneath(self, former: Shot, box: Region, shot: Shot) -> bool:
        """Whether `former` shows the same windows, and no tip in `box`."""
        same = _lasting(former) == _lasting(shot) and former.frame.size == shot.frame.size
        return same and not any(tip.overlaps(box) for tip in self._tips(former))

    def _tips(self, shot: Shot) -> list[Region]:
        """Where tips lie in the picture."""
        tips = (w.region.moved(-self._corner.x, -self._corner.y).padded(_PAD) for w in shot.windows if w.kind == TIP)
        return [box for tip in tips if (box := tip.clamped(shot.frame.size)).area]


def _blank(part: Frame, region: Region, boxes: list[Region]) -> Frame:
    """What `region` shows, with nothing in the boxes."""
    pixels = part.bgr.copy()
    for box in boxes:
        inside = box.moved(-region.x, -region.y).clamped(part.size)
        pixels[inside.y : inside.bottom, inside.x : inside.right] = 0
    return Frame(bgr=pixels)


def _lasting(shot: Shot) -> tuple[Window, ...]:
    """All windows but tips."""
    return tuple(w for w in shot.windows if w.kind != TIP)


def _with(frame: Frame, region: Region, part: Frame) -> Frame:
    pixels = frame.bgr.copy()
    pixels[region.y : region.bottom, region.x : region.right] = part.bgr
    return Frame(bgr=pixels, scale=frame.scale, time=frame.time)


def _same_window(former: Shot, shot: Shot, point: Point) -> bool:
    """Whether the same window lay at the point, at the same place."""
    if former.frame.size != shot.frame.size:
        return False
    one, other = window_at(former.windows, point), window_at(shot.windows, point)
    return (one.id, one.region) == (other.id, other.region) if one and other else one is other


def _changed(former: Frame, now: Frame, around: Region) -> list[Region]:
    regions = changed_regions(former.crop(around), now.crop(around))
    return [region.moved(around.x, around.y) for region in regions]


def _belongs(region: Region, place: Point, own: Region | None) -> bool:
    return region.contains(place) or (own is not None and region.overlaps(own))


def _united(regions: list[Region], own: Region | None) -> Region | None:
    whole = own
    for region in regions:
        whole = region if whole is None else whole.union(region)
    return whole


def same_lines(rest: Frame, lit: Frame) -> bool:
    """Whether both show the same letters and signs, in whatever colours; borders aside."""
    one, other = _lines(rest), _lines(lit)
    return _within(one, other) and _within(other, one)


def _lines(frame: Frame) -> Pixels:
    width, height = frame.size
    rim_x, rim_y = min(_RIM, width // 4), min(_RIM, height // 4)
    drawn = cv2.Canny(np.ascontiguousarray(frame.grey), 60, 120)
    return np.asarray(drawn[rim_y : height - rim_y, rim_x : width - rim_x], np.uint8)


def _within(one: Pixels, other: Pixels) -> bool:
    """Whether the lines of `one` are those of `other` too, give or take a pixel: no stroke is in one alone."""
    if not one.size:
        return True
    near = np.asarray(cv2.dilate(other, np.ones((3, 3), np.uint8)))
    alone = np.where(near > 0, 0, one).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(alone)
    return all(int(row[cv2.CC_STAT_AREA]) < _STROKE for row in stats[1:])
