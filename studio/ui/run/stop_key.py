"""The stop key that works whatever window has the focus, while a run goes on (X11). Elsewhere the window's own keys
stop a run, and a run on the desktop watches for the key itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication

STOP_KEY = "Ctrl+Alt+Esc"
_MODIFIERS = {"ctrl": "ControlMask", "control": "ControlMask", "alt": "Mod1Mask", "shift": "ShiftMask"}
_NAMES = {"esc": "Escape", "escape": "Escape"}


class StopKey(QObject):
    """Grabs `keys` until `release`. `works` tells whether it could; nothing is lost where it could not."""

    def __init__(self, keys: str, act: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._act = act
        self._display: Any = None
        self._notifier: QSocketNotifier | None = None
        if QGuiApplication.platformName() == "xcb":
            self._grab(keys)

    @property
    def works(self) -> bool:
        """Whether the key is ours now."""
        return self._display is not None

    def release(self) -> None:
        """Give the key back to the programs."""
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier.deleteLater()
            self._notifier = None
        if self._display is not None:
            self._display.close()
            self._display = None

    def _grab(self, keys: str) -> None:
        from Xlib import XK, X
        from Xlib.display import Display
        from Xlib.error import CatchError, DisplayError

        *held, last = (part.strip() for part in keys.split("+"))
        masks = [getattr(X, _MODIFIERS[name]) for part in held if (name := part.lower()) in _MODIFIERS]
        keysym = XK.string_to_keysym(_NAMES.get(last.lower(), last if len(last) > 1 else last.lower()))
        try:
            display = Display()
        except (DisplayError, OSError):
            return
        code, root, caught = display.keysym_to_keycode(keysym), display.screen().root, CatchError()
        for lock in (0, X.LockMask, X.Mod2Mask, X.LockMask | X.Mod2Mask):
            root.grab_key(code, sum(masks) | lock, False, X.GrabModeAsync, X.GrabModeAsync, onerror=caught)
        display.sync()
        if not code or caught.get_error() is not None:
            display.close()  # another program has it
            return
        self._display = display
        self._notifier = QSocketNotifier(display.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._heard)

    def _heard(self) -> None:
        from Xlib import X

        pressed = False
        while self._display is not None and self._display.pending_events():
            pressed |= self._display.next_event().type == X.KeyPress
        if pressed:
            self._act()
