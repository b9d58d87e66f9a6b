"""Real mouse and keyboard input for an X display by XTest. Points are physical px of the desktop."""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from studio.engine.backends.desktop.answering import Answering
from studio.engine.backends.desktop.keyboard_x11 import Keyboard
from studio.engine.backends.desktop.sent import SentLog
from studio.engine.backends.desktop.wheel import notches
from studio.engine.backends.desktop.x11 import close_display, open_display, x11
from studio.engine.backends.protocols import EnvironmentUnable, Interfered, Waypoint
from studio.engine.model.geometry import Point

BUTTONS = {"left": 1, "middle": 2, "right": 3}
_DRAG_STEPS = 12
_STEP_S = 0.012
"""Between the moves of a drag, s: toolkits join moves that come at once, and then see no drag."""
_REST_S = 0.06
"""Before the button goes down for a drag and before it goes up again, s."""
_APART_S = 0.6
"""Clicks on one place that were meant as two are at least so far apart, s: closer, they are a double click."""
_APART_PX = 12
_TWICE_S = 0.04
"""Between the presses of a double click, s: where both carry the same millisecond, Qt takes them for two clicks."""
_UP, _DOWN, _LEFT, _RIGHT = 4, 5, 6, 7


class X11Input:
    """Sends input and remembers what is down, so that it can be let go of whatever happens."""

    def __init__(self, display: str | None = None) -> None:
        """Connect, and let go of what a killed run may have left pressed. Raises EnvironmentUnable."""
        self._display = open_display(display)
        if not self._display.has_extension("XTEST"):
            close_display(self._display)
            raise EnvironmentUnable("This display takes no input from programs: its XTEST extension is missing.")
        self._root = self._display.screen().root
        self._answering = Answering(display)
        self.log = SentLog()
        self._buttons: set[int] = set()
        self._keys: list[int] = []
        self._clicked: tuple[Point, int, float] | None = None
        self._interrupted: Callable[[], str | None] = _nobody
        self._keyboard = Keyboard(self._display, self)
        atexit.register(self.release_all)
        self.release_all(everything=True)

    def heed(self, interrupted: Callable[[], str | None]) -> None:
        """From now on ask `interrupted` within long actions; what it tells ends them by Interfered."""
        self._interrupted = interrupted

    def check(self) -> None:
        """Raise Interfered where a person uses mouse or keyboard now."""
        if (told := self._interrupted()) is not None:
            raise Interfered(told)

    def move(self, point: Point) -> None:
        """Move the pointer to `point`. Raises SurfaceLost."""
        with self._acting():
            self._motion(point)
            self._display.sync()

    def click(self, point: Point, *, button: str = "left", count: int = 1) -> None:
        """Press and release at `point`, `count` times. Raises SurfaceLost, ValueError for an unknown button."""
        number = _number(button)
        with self._acting():
            self._keep_apart(point, number)
            self._motion(point)
            self._display.sync()
            for turn in range(count):
                if turn:
                    self._pause(_TWICE_S)
                self._answering.stamp()
                try:
                    self._button(number, True)
                finally:
                    self._button(number, False)
                self._display.sync()
        self._clicked = (point, number, time.monotonic())

    def drag(self, start: Point, end: Point, path: tuple[Waypoint, ...] = ()) -> None:
        """Press at `start`, move along `path` at its pace or straight, release at `end`. Raises SurfaceLost."""
        with self._acting():
            self._keep_apart(start, BUTTONS["left"])
            self._motion(start)
            self._pause(_REST_S)
            try:
                self._button(BUTTONS["left"], True)
                self._display.sync()
                self._follow(path or _straight(start, end))
                self._motion(end)
                self._pause(_REST_S)
            finally:
                self._button(BUTTONS["left"], False)
                self._display.sync()

    def _follow(self, path: Sequence[Waypoint]) -> None:
        pressed = time.monotonic()
        for point, at_s in path:
            self.check()
            self._pause(max(pressed + at_s - time.monotonic(), 0.0))
            self._motion(point)

    @contextmanager
    def holding(self, modifiers: tuple[str, ...]) -> Iterator[None]:
        """While it lasts, these keys are down. Raises SurfaceLost, ValueError for a key that does not exist."""
        with self._acting(), self._keyboard.holding(modifiers):
            yield

    def type_text(self, text: str) -> None:
        """Type `text` into whatever has the focus; a line feed is Enter. Raises SurfaceLost."""
        with self._acting():
            self._keyboard.type_text(text)

    def press(self, key: str) -> None:
        """Press and release a key or chord. Raises SurfaceLost, ValueError for a key that does not exist."""
        with self._acting():
            self._keyboard.press(key)
            self._display.sync()

    def scroll(self, dx: int, dy: int, at: Point | None = None) -> None:
        """Turn the wheel by (`dx`, `dy`) logical px, in whole notches, here or at `at`. Raises SurfaceLost."""
        with self._acting():
            if at is not None:
                self._motion(at)
            for button, turns in _turns(dx, dy):
                for _ in range(turns):
                    self._button(button, True)
                    self._button(button, False)
            self._display.sync()

    def consumed(self, timeout_s: float = 2.0) -> None:
        """Wait until the program in front has read what was sent, as far as it tells. Raises SurfaceLost."""
        self._answering.wait(timeout_s)

    def stamp(self) -> None:
        """The press that follows is the one that `consumed` waits for. Raises SurfaceLost."""
        self._answering.stamp()

    def pointer(self) -> Point:
        """Where the pointer is now. Raises SurfaceLost."""
        with x11():
            told = self._root.query_pointer()
        return Point(told.root_x, told.root_y)

    def release_all(self, *, everything: bool = False) -> None:
        """Let go of every button and key that is down: of ours, or with `everything` of all there are. Never raises."""
        with suppress(Exception):
            for button in BUTTONS.values() if everything else tuple(self._buttons):
                if button in self._buttons or self._is_down(button):
                    self._button(button, False)
            keys = self._keyboard.held() if everything else tuple(reversed(self._keys))
            for keycode in keys:
                self.key(keycode, False)
            self._display.sync()

    def close(self) -> None:
        """Let go of everything and close the connections. Never raises."""
        self.release_all()
        with suppress(Exception):
            self._keyboard.restore()
        atexit.unregister(self.release_all)
        self._answering.close()
        close_display(self._display)

    @contextmanager
    def _acting(self) -> Iterator[None]:
        try:
            with x11():
                yield
        except BaseException:
            self.release_all()
            raise

    def _keep_apart(self, point: Point, button: int) -> None:
        """Wait where this press would make a double click of the click before."""
        if self._clicked is None:
            return
        place, before, at = self._clicked
        left = at + _APART_S - time.monotonic()
        if before == button and place.distance(point) <= _APART_PX and left > 0:
            time.sleep(left)

    def _motion(self, point: Point) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        self.log.pointer = point
        self.log.sent("motion")
        xtest.fake_input(self._display, X.MotionNotify, x=point.x, y=point.y)

    def _button(self, number: int, down: bool) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        if down:
            self._buttons.add(number)
            self.log.sent("button", number)
        xtest.fake_input(self._display, X.ButtonPress if down else X.ButtonRelease, number)
        if not down:
            self._buttons.discard(number)

    def key(self, keycode: int, down: bool) -> None:
        """One key by its code, down or up; what is down is remembered."""
        from Xlib import X
        from Xlib.ext import xtest

        if down:
            self._keys.append(keycode)
            self.log.sent("key", keycode)
        xtest.fake_input(self._display, X.KeyPress if down else X.KeyRelease, keycode)
        if not down and keycode in self._keys:
            self._keys.remove(keycode)

    def _is_down(self, button: int) -> bool:
        return bool(self._root.query_pointer().mask & (1 << (7 + button)))

    def _pause(self, seconds: float) -> None:
        self._display.sync()
        time.sleep(seconds)


def _nobody() -> None:
    """Nobody interrupts."""


def _number(button: str) -> int:
    if button not in BUTTONS:
        raise ValueError(f"There is no mouse button “{button}”.")
    return BUTTONS[button]


def _straight(start: Point, end: Point) -> list[Waypoint]:
    """The path of a drag of which only the ends are known."""
    parts = [(step / _DRAG_STEPS, _REST_S + step * _STEP_S) for step in range(_DRAG_STEPS + 1)]
    return [Waypoint(start.moved((end.x - start.x) * part, (end.y - start.y) * part), at_s) for part, at_s in parts]


def _turns(dx: int, dy: int) -> Iterator[tuple[int, int]]:
    """Wheel buttons and how often each turns."""
    for amount, forth, back in ((notches(dy), _DOWN, _UP), (notches(dx), _RIGHT, _LEFT)):
        if amount:
            yield (forth if amount > 0 else back), abs(amount)
