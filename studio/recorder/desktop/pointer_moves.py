"""Thins out pointer moves, and notes where the pointer rested and what was seen then. Pure."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from studio.engine.model.geometry import Point, Region
from studio.recorder.desktop.hooks import Heard
from studio.recorder.desktop.ring import Shot, changed_region

_GAP_S = 0.04
_DRAG_GAP_S = 0.008
REST_S = 0.05
_KEPT = 6
_BESIDE_PX = 60
_LARGEST = 0.6
"""A change of more of the screen than this is no menu that a hover opened."""
_TARGET = (48, 24)


@dataclass(frozen=True, slots=True)
class Rested:
    """The pointer rested at `point`: what was seen when it came, and when it went on."""

    point: Point
    at: float
    came: Shot
    went: Shot | None = None


class PointerMoves:
    """Lets through as many moves as are needed to follow a drag and to know where the pointer rests."""

    def __init__(self) -> None:
        self._last = -1.0
        self._kept_back: Heard | None = None
        self._buttons: set[str] = set()
        self._rests: deque[Rested] = deque(maxlen=_KEPT)

    def take(self, heard: Heard, seen: Shot) -> list[Heard]:
        """The events that go on now; a move may be kept back until the next event or `due`. `seen` is the screen."""
        if heard.kind != "pointer_move":
            self._follow_buttons(heard)
            kept, self._kept_back = self._kept_back, None
            return [heard] if kept is None else [kept, heard]
        if self._rests and self._rests[-1].went is None:
            last = self._rests.pop()
            self._rests.append(Rested(last.point, last.at, last.came, seen))
        if heard.at - self._last < (_DRAG_GAP_S if self._buttons else _GAP_S):
            self._kept_back = heard
            return []
        self._last, self._kept_back = heard.at, None
        return [heard]

    def due(self, now: float) -> list[Heard]:
        """The move that was kept back, once the pointer has come to rest there."""
        kept = self._kept_back
        if kept is None or now - kept.at < _GAP_S:
            return []
        self._kept_back, self._last = None, kept.at
        return [kept]

    def rests(self, point: Point, at: float, seen: Shot) -> None:
        """The pointer has been at `point` for `REST_S`; `seen` is what the screen showed when it came."""
        self._rests.append(Rested(point, at, seen))

    def revealed(self, target: Point, now: Shot, corner: Point) -> Rested | None:
        """The last rest that brought up what is at `target` now, as a hover menu does; None where none did."""
        place = Region.around(target.moved(-corner.x, -corner.y), *_TARGET)
        for rested in reversed(self._rests):
            away = not Region.around(target, *_TARGET).contains(rested.point)
            went = rested.went or now
            if away and _opened(rested, went, place, corner):
                return rested
        return None

    def forget_rests(self) -> None:
        """A person acted: what the pointer did before is of the past."""
        self._rests.clear()

    def _follow_buttons(self, heard: Heard) -> None:
        if heard.kind == "pointer_down":
            self._buttons.add(heard.button or "left")
        elif heard.kind == "pointer_up":
            self._buttons.discard(heard.button or "left")


def _opened(rested: Rested, went: Shot, place: Region, corner: Point) -> bool:
    """Whether something of moderate size came up beside the resting pointer, and lies at `place`."""
    if rested.came.frame is went.frame:
        return False
    box = changed_region(rested.came.frame, went.frame)
    if box is None or box.area > _LARGEST * went.frame.bounds.area or not box.overlaps(place):
        return False
    before, after = rested.came.frame, went.frame
    inside = place.clamped(before.size)
    if inside.area == 0 or changed_region(before.crop(inside), after.crop(inside)) is None:
        return False
    return box.padded(_BESIDE_PX).contains(rested.point.moved(-corner.x, -corner.y))
