"""The desktop as a surface: frames of the whole desktop, real input, and a sign that it is quiet."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack

from studio.engine.backends.desktop.drawing import Drawing
from studio.engine.backends.desktop.grab import ScreenGrabber
from studio.engine.backends.desktop.input_x11 import X11Input
from studio.engine.backends.desktop.presence import Presence
from studio.engine.backends.desktop.program import Program
from studio.engine.backends.desktop.settling import QUIET_S, Settling
from studio.engine.backends.desktop.x11 import refuse_without_display
from studio.engine.backends.protocols import Waypoint
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame

_CALM_S = 0.25
"""Without a change for so long it is at rest, s: a program has opened its window and painted it by then."""


class DesktopBackend:
    """Acts on the desktop of an X display. Points are physical px of the frame, which shows all monitors.

    With `window` only the program of that window is seen: all else in the frame is grey. Not thread-safe, but for
    what is called on panic.
    """

    name = "desktop"

    def __init__(self, *, display: str | None = None, window: str | None = None, place: Region | None = None) -> None:
        """`place` is where the window stood when it was recorded (px of the frame); it is put there, where it lets.

        Raises EnvironmentUnable: no display, a Wayland session, no such window, another replay.
        """
        refuse_without_display() if display is None else None
        with ExitStack() as stack:
            self._grabber = ScreenGrabber(display)
            stack.callback(self._grabber.close)
            self._program = Program(window, display)
            stack.callback(self._program.close)
            self._input = X11Input(display)
            stack.callback(self._input.close)
            drawing = Drawing(display)
            stack.callback(drawing.close)
            self._presence = Presence(self._input, display)
            stack.callback(self._presence.close)
            self._settling = Settling(drawing, self._grabber.grab, lambda: self._grabber.region)
            self._unread = False
            if place is not None:
                self._program.put(place.moved(self.corner.x, self.corner.y))
            if (title := self._program.title_bar()) is not None:
                self._input.move(title)  # over a control its tip would come up, and hide what is looked for
            self._owned = stack.pop_all()

    @property
    def corner(self) -> Point:
        """Where on the desktop the frame begins (negative where a monitor stands left of or above the first)."""
        return Point(*self._grabber.region[:2])

    @property
    def pids(self) -> frozenset[int] | None:
        """The processes that are seen; None for all."""
        return self._program.pids

    @property
    def viewport(self) -> tuple[int, int]:
        """Size of a frame in physical px."""
        return self._grabber.region.w, self._grabber.region.h

    # Frames

    def frame(self) -> Frame:
        """A grab of all monitors (1 to 3 ms). Raises SurfaceLost."""
        return self._program.shown(self._grabber.grab(), self.corner)

    # Input

    def move(self, point: Point) -> None:
        """Move the pointer to `point`. Raises SurfaceLost."""
        self._sending().move(self._there(point))

    def click(self, point: Point, *, button: str = "left", count: int = 1) -> None:
        """Press and release at `point`, `count` times. Raises SurfaceLost."""
        self._sending().click(self._there(point), button=button, count=count)

    def drag(self, start: Point, end: Point, path: tuple[Waypoint, ...] = ()) -> None:
        """Press at `start`, move along `path` or straight, release at `end`. Raises SurfaceLost, Interfered."""
        way = tuple(Waypoint(self._there(point), at_s) for point, at_s in path)
        self._sending().drag(self._there(start), self._there(end), way)

    def holding(self, modifiers: tuple[str, ...]) -> AbstractContextManager[None]:
        """While it lasts, these keys are down. Raises SurfaceLost, ValueError for an unknown key."""
        return self._sending().holding(modifiers)

    def type_text(self, text: str) -> None:
        """Type into whatever has the focus; a line feed is Enter. Raises SurfaceLost, Interfered."""
        self._sending().type_text(text)

    def press(self, key: str) -> None:
        """Press and release a key or chord. Raises SurfaceLost, ValueError for an unknown key."""
        self._sending().press(key)

    def scroll(self, dx: int, dy: int, at: Point | None = None) -> None:
        """Turn the wheel by (`dx`, `dy`) logical px at the pointer or at `at`. Raises SurfaceLost."""
        self._sending().scroll(dx, dy, None if at is None else self._there(at))

    def release_all(self) -> None:
        """Let go of every button and key. Never raises."""
        self._input.release_all()

    # Quietness

    def wait_quiet(self, timeout_s: float) -> bool:
        """Return True once the program has read its input and nothing moves for a while. Raises SurfaceLost."""
        return self._quiet(timeout_s, _CALM_S)

    def wait_quiet_frame(self, timeout_s: float) -> bool:
        """Return True once the program has read its input and nothing moved for some frames. Raises SurfaceLost."""
        return self._quiet(timeout_s, QUIET_S)

    def still_quiet(self) -> bool:
        """Whether nothing has changed since. Raises SurfaceLost."""
        return self._settling.still()

    # A person

    def touched(self) -> str | None:
        """A sentence on what a person did since the last call; None for nothing. Raises SurfaceLost."""
        return self._presence.touched()

    def on_panic(self, act: Callable[[], None]) -> None:
        """Call `act`, from another thread, when Ctrl+Alt+Escape is pressed."""
        self._presence.on_panic(act)

    def close(self) -> None:
        """Let go of keys, connections and the mark of a running replay. Never raises."""
        self._owned.close()

    def _sending(self) -> X11Input:
        self._unread = True
        return self._input

    def _quiet(self, timeout_s: float, quiet_s: float) -> bool:
        if self._unread:
            self._unread = False
            self._input.consumed(timeout_s)
        return self._settling.wait(timeout_s, quiet_s)

    def _there(self, point: Point) -> Point:
        """The point of the desktop that a point of the frame shows."""
        return point.moved(self.corner.x, self.corner.y)
