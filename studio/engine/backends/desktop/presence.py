"""A replay shares the desktop with a person: it tells others that it runs, and notices when the person steps in."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress

from studio.engine.backends.desktop.input_x11 import X11Input
from studio.engine.backends.desktop.watching import PANIC, InputWatch
from studio.engine.backends.desktop.x11 import REPLAYING, close_display, open_display, replaying_pid, x11
from studio.engine.backends.protocols import EnvironmentUnable

_TOUCHED = {
    "mouse": "Somebody used the mouse while the replay was running.",
    "keyboard": "Somebody used the keyboard while the replay was running.",
}
_SHAKE_PX = 3


class Presence:
    """Holds the mark of a running replay on the display and watches the input beside ours."""

    def __init__(self, sender: X11Input, display: str | None = None) -> None:
        """Raises EnvironmentUnable where another replay runs on this display, or none can be watched."""
        self._sender = sender
        self._display = open_display(display)
        self._act: Callable[[], None] = lambda: None
        self._panic = threading.Event()
        try:
            self._mark()
            self._watch = InputWatch(sender.log, self._panicked, display)
        except BaseException:
            close_display(self._display)
            raise
        sender.log.pointer = sender.pointer()
        sender.heed(self.noticed)

    def touched(self) -> str | None:
        """A sentence on what a person did since the last call; None for nothing. Raises SurfaceLost."""
        told = self._watch.touched()
        here, put = self._sender.pointer(), self._sender.log.pointer
        moved = put is not None and here.distance(put) > _SHAKE_PX
        self._sender.log.pointer = here
        return _TOUCHED[told] if told else _TOUCHED["mouse"] if moved else None

    def noticed(self) -> str | None:
        """Why an action under way must not go on; None for no reason."""
        if self._panic.is_set():
            return f"The panic key {PANIC} was pressed."
        return "Somebody used mouse or keyboard in the middle of the action." if self._watch.noticed() else None

    def on_panic(self, act: Callable[[], None]) -> None:
        """Call `act` when the panic key is pressed, from a thread of the watch."""
        self._act = act

    def close(self) -> None:
        """Take the mark away and end the watch. Never raises."""
        self._watch.close()
        with suppress(Exception), x11():
            if replaying_pid(self._display) == os.getpid():
                self._display.screen().root.delete_property(self._display.intern_atom(REPLAYING))
                self._display.sync()
        close_display(self._display)

    def _panicked(self) -> None:
        self._panic.set()
        self._act()

    def _mark(self) -> None:
        from Xlib import Xatom

        with x11():
            other = replaying_pid(self._display)
            if other is not None and other != os.getpid():
                raise EnvironmentUnable(
                    f"Another replay is running on this display (process {other}): wait for it or stop it first."
                )
            atom = self._display.intern_atom(REPLAYING)
            self._display.screen().root.change_property(atom, Xatom.CARDINAL, 32, [os.getpid()])
            self._display.sync()
