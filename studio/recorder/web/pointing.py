"""From presses, drags and wheel gestures to actions. Pure: one gesture at a time is held until it is whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from studio.engine.model.geometry import Point
from studio.engine.model.workflow import ActionKind, Modifier
from studio.recorder.actions import Action, Marker
from studio.recorder.drag_path import Way, path_of
from studio.recorder.web.performed import Outcome, Performed
from studio.recorder.web.signals import Down, Hovered, Up, Wheel

DOUBLE_S = 0.5
"""A second press this soon may be half of a double click."""
NEAR_PX = 6
"""A pointer that moved less, between press and release, did not drag."""
WENT_PX = 3 * NEAR_PX
"""One that moved so far away and came back drew something: it did drag."""
WHEEL_PAUSE_S = 0.5

_KINDS = {0: ActionKind.CLICK, 2: ActionKind.RIGHT_CLICK}


@dataclass
class Press:
    """One press and what has become of it."""

    down: Down
    up: Up | None = None
    carried: bool = False
    dropped_at: Point | None = None
    bar: tuple[int, int] = (0, 0)
    way: Way = ()

    @property
    def ended(self) -> float:
        """When the button was let go, as far as known."""
        return self.up.t if self.up else self.down.t

    @property
    def is_click(self) -> bool:
        """Pressed and let go in one place, with no way between that a hand does not make by itself."""
        if self.up is None:
            return True
        went = any(far(self.down.point, point, WENT_PX) for point, _ in self.way)
        return not (self.carried or went or far(self.down.point, self.up.point))

    def follows(self, other: Press) -> bool:
        """Whether it may be the second half of a double click."""
        mine, its = self.down, other.down
        return (
            other.is_click
            and mine.page == its.page
            and mine.button == its.button == 0
            and mine.t - other.ended <= DOUBLE_S
            and not far(mine.point, its.point)
        )

    def outcomes(self) -> tuple[Outcome, ...]:
        """The action, with the hovers that led to it."""
        down = self.down
        if down.bar:
            return self._scrolled()
        if down.button not in _KINDS:
            return (Marker(down.t, "A click with the middle or a side button cannot be replayed: not recorded."),)
        hovers = tuple(_hover(hovered, down.page) for hovered in down.hovers)
        return (*hovers, *((self.performed(_KINDS[down.button]),) if self.is_click else self._dragged()))

    def performed(self, kind: ActionKind, end: Point | None = None, ended: float | None = None) -> Performed:
        """This press as an action of `kind`."""
        down = self.down
        note = "Inside of what no script may look into: known by its picture only." if down.moment.opaque else None
        path = () if end is None or self.up is None else path_of(down.point, down.t, self.way, end, self.up.t)
        held = tuple(name for name in get_args(Modifier) if name in down.held)
        shape: dict[str, Any] = {"point": down.point, "end": end, "path": path, "modifiers": held}
        action = Action(kind, down.t, ended or self.ended, note=note, **shape)
        return Performed(action, down.page, down.moment, down.moment.element)

    def _dragged(self) -> tuple[Outcome, ...]:
        up = self.up
        if up is not None and not self.carried and up.in_field:
            return ()  # text was chosen in a field: what is typed over it is told by the field
        if up is not None and not self.carried and up.selects:
            return (Marker(self.down.t, "Text was marked with the mouse: that was not recorded."),)
        end = self.dropped_at or (up.point if up and not self.carried else None)
        if end is None:
            return (Marker(self.down.t, "Something was dragged and dropped nowhere: that was not recorded."),)
        return (self.performed(ActionKind.DRAG, end),)

    def _scrolled(self) -> tuple[Outcome, ...]:
        dx, dy = self.bar
        if not (dx or dy):
            return ()
        action = Action(ActionKind.SCROLL, self.down.t, self.ended, point=self.down.point, dx=dx, dy=dy)
        return (Performed(action, self.down.page, self.down.moment),)


def double(first: Press, second: Press) -> tuple[Outcome, ...]:
    """Two presses that the browser took for a double click."""
    clicked = first.performed(ActionKind.DOUBLE_CLICK, ended=second.ended)
    *hovers, _ = first.outcomes()
    return (*hovers, clicked)


def far(one: Point, other: Point, px: int = NEAR_PX) -> bool:
    """Whether two points are no longer one place."""
    return max(abs(one.x - other.x), abs(one.y - other.y)) >= px


@dataclass
class Turning:
    """A wheel gesture under way."""

    first: Wheel
    last: float
    dx: int
    dy: int

    @classmethod
    def of(cls, wheel: Wheel) -> Turning:
        """Begin one."""
        return cls(wheel, wheel.t, wheel.dx, wheel.dy)

    def takes(self, wheel: Wheel) -> bool:
        """Add `wheel` where it belongs to this gesture."""
        if wheel.page != self.first.page or wheel.moment is not None or wheel.t - self.last > WHEEL_PAUSE_S:
            return False
        self.last, self.dx, self.dy = wheel.t, self.dx + wheel.dx, self.dy + wheel.dy
        return True

    def outcomes(self) -> tuple[Outcome, ...]:
        """The gesture as one scroll."""
        if not (self.dx or self.dy):
            return ()
        first = self.first
        action = Action(ActionKind.SCROLL, first.t, self.last, point=first.point, dx=self.dx, dy=self.dy)
        return (Performed(action, first.page, first.moment),)


def _hover(hovered: Hovered, page: str) -> Performed:
    action = Action(ActionKind.HOVER, hovered.t, hovered.t, point=hovered.point)
    return Performed(action, page, element=hovered.element)
