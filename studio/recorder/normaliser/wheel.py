"""The wheel: notches in one direction at one place are one gesture."""

from __future__ import annotations

from dataclasses import dataclass, replace

from studio.engine.backends.desktop.wheel import pixels
from studio.engine.model.geometry import Point
from studio.engine.model.workflow import ActionKind
from studio.recorder.actions import Action, Marker, Normalised
from studio.recorder.normaliser.keys import COMMANDING, ORDER
from studio.recorder.normaliser.settings import Settings


@dataclass(frozen=True, slots=True)
class _Gesture:
    """Notches so far: `dx`, `dy`; `sentence` where it cannot be replayed."""

    point: Point | None
    began: float
    ended: float
    dx: int
    dy: int
    sentence: str | None

    @property
    def direction(self) -> tuple[bool, bool, bool, bool]:
        """Left, right, up, down."""
        return self.dx < 0, self.dx > 0, self.dy < 0, self.dy > 0


class Wheel:
    """Notches in, one scroll for each gesture out."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._gesture: _Gesture | None = None

    @property
    def began(self) -> float | None:
        """When the gesture that is still going on began."""
        return None if self._gesture is None else self._gesture.began

    @property
    def deadline(self) -> float | None:
        """When the gesture is over unless another notch comes."""
        return None if self._gesture is None else self._gesture.ended + self._settings.wheel_pause_s

    def turn(self, dx: int, dy: int, point: Point | None, at: float, held: frozenset[str]) -> tuple[Normalised, ...]:
        """Some notches more: the gesture before, where these are not part of it."""
        if held & {"Shift"} and not dx:
            dx, dy = dy, 0
        if not dx and not dy:
            return ()
        new = _Gesture(point, at, at, dx, dy, _refusal(point, held))
        last = self._gesture
        if last is not None and self._goes_on(last, new):
            self._gesture = replace(last, ended=at, dx=last.dx + dx, dy=last.dy + dy)
            return ()
        found = self.settle()
        self._gesture = new
        return found

    def action(self) -> Normalised | None:
        """The gesture as it is now."""
        g = self._gesture
        if g is None:
            return None
        if g.sentence is not None:
            return Marker(g.began, g.sentence)
        return Action(ActionKind.SCROLL, g.began, g.ended, point=g.point, dx=pixels(g.dx), dy=pixels(g.dy))

    def settle(self) -> tuple[Normalised, ...]:
        """The gesture, which is over."""
        found = self.action()
        self._gesture = None
        return () if found is None else (found,)

    def _goes_on(self, last: _Gesture, new: _Gesture) -> bool:
        if last.point is not None and new.point is not None:
            near = last.point.distance(new.point) <= self._settings.wheel_px
        else:
            near = last.point == new.point
        soon = new.began - last.ended <= self._settings.wheel_pause_s
        return near and soon and last.direction == new.direction and bool(last.sentence) == bool(new.sentence)


def _refusal(point: Point | None, held: frozenset[str]) -> str | None:
    keys = " and ".join(key for key in ORDER if key in held & COMMANDING)
    if not keys:
        return None
    where = f" at {tuple(point)}" if point else ""
    what = "zoom" if "Control" in held else "wheel"
    return f"A {what} with {keys} held{where} is not recorded: it cannot be replayed yet. Find a way without it."
