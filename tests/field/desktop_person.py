"""A person who works on a desktop by real mouse and keyboard events at human pace.

Places are found without the product: by an own reader of accessibility data, by the keyboard, or by a known layout.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping

from tests.field.desk import SIZE, wait_until
from tests.field.desktop_reader import Control, Reader

_THINKS_S = 0.8
"""A person looks at what has come up before going on."""
_KEY_MS = "70"
_STEPS = 9
"""Places at which the pointer is seen on its way."""


class Person:
    """Hands and eyes at a desk."""

    def __init__(self, env: Mapping[str, str]) -> None:
        """`env`: of the desktop, as in `Running.environment`."""
        self.env = dict(env)
        self._reader: Reader | None = None
        self._pointer = (SIZE[0] // 2, SIZE[1] // 2)

    def close(self) -> None:
        """Leave the accessibility bus."""
        if self._reader is not None:
            self._reader.close()

    def xdo(self, *arguments: str) -> str:
        """One call of xdotool: real input through XTest."""
        done = subprocess.run(("xdotool", *arguments), env=self.env, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    # Eyes

    def seen(self) -> list[Control]:
        """All controls in sight that programs tell of."""
        if self._reader is None:
            self._reader = Reader(self.env["DBUS_SESSION_BUS_ADDRESS"])
        return list(self._reader.controls())

    def find(self, name: str, role: str = "", window: str = "", nth: int = 0, timeout_s: float = 25.0) -> Control:
        """The control of that name (its whole name; role and window where given), once it is in sight."""

        def look() -> Control | None:
            named = (c for c in self.seen() if c.name == name and role in (c.role, ""))
            fits = [c for c in named if window in c.window and _on_screen(c)]
            return fits[nth] if len(fits) > nth else None

        return wait_until(look, f"{role} {name!r}", timeout_s)

    def sees(self, title: str, timeout_s: float = 30.0) -> None:
        """Until the window that has the keyboard has `title` in its title."""
        wait_until(lambda: title in self.xdo("getactivewindow", "getwindowname"), f"window {title!r}", timeout_s)
        self.think()

    def sees_no(self, title: str) -> None:
        """Until no window has `title` in its title."""

        def gone() -> bool:
            search = ("xdotool", "search", "--onlyvisible", "--name", title)
            return not subprocess.run(search, env=self.env, capture_output=True, text=True, check=False).stdout.strip()

        wait_until(gone, f"the end of window {title!r}")
        self.think()

    def think(self, seconds: float = _THINKS_S) -> None:
        """A pause."""
        time.sleep(seconds)

    # Hands

    def move(self, x: int, y: int) -> None:
        """Move the pointer there, seen on its way."""
        fx, fy = self._pointer
        for step in range(1, _STEPS + 1):
            way = str(fx + (x - fx) * step // _STEPS), str(fy + (y - fy) * step // _STEPS)
            self.xdo("mousemove", *way)
            time.sleep(0.02)
        self._pointer = (x, y)
        time.sleep(0.25)

    def click(self, target: Control | tuple[int, int], *, times: int = 1, button: int = 1, keys: str = "") -> None:
        """Click the middle of a control, or a point of the screen; `keys` are held meanwhile (such as ctrl)."""
        self.move(*(target.middle if isinstance(target, Control) else target))
        press = ("click", "--repeat", str(times), "--delay", "90", str(button))
        self.xdo(*(("keydown", keys, *press, "keyup", keys) if keys else press))
        self.think()

    def press(self, name: str, role: str = "", window: str = "", nth: int = 0, **more: int) -> None:
        """Click the control of that name."""
        self.click(self.find(name, role, window, nth), **more)  # type: ignore[arg-type]

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Hold the button from one point to another."""
        self.move(*start)
        self.xdo("mousedown", "1")
        time.sleep(0.15)
        self.move(*end)
        self.xdo("mouseup", "1")
        self.think()

    def wheel(self, ticks: int) -> None:
        """Turn the wheel down (up with a negative number) where the pointer is."""
        for _ in range(abs(ticks)):
            self.xdo("click", "5" if ticks > 0 else "4")
            time.sleep(0.12)
        self.think()

    def key(self, *keys: str) -> None:
        """Press keys or chords one after the other, such as Return or ctrl+s."""
        for key in keys:
            self.xdo("key", "--delay", _KEY_MS, key)
            time.sleep(0.3)
        self.think(0.4)

    def type(self, text: str) -> None:
        """Type a text."""
        self.xdo("type", "--delay", _KEY_MS, "--", text)
        self.think()


def _on_screen(control: Control) -> bool:
    x, y = control.middle
    return 0 <= x < SIZE[0] and 0 <= y < SIZE[1]
