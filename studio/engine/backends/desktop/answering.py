"""Whether the program in front has read what was sent to it: it answers a ping, or notes the time of a press.

GTK answers `_NET_WM_PING` in its turn; Qt answers only the window manager, but writes the time of each press that it
has read to `_NET_WM_USER_TIME`. Of a program that does neither its process is watched until it rests.
"""

from __future__ import annotations

import select
import time
from typing import Any

from studio.engine.backends.desktop.idle import wait_idle
from studio.engine.backends.desktop.x11 import close_display, open_display, pid_of, x11

MOMENT_S = 0.15
"""What a program gets that tells nothing, s."""
_PATIENCE_S = 2.0
_FIRST_PATIENCE_S = 0.5
_REST_PATIENCE_S = 1.0
_POLL_S = 0.004
_HALF = 1 << 31


class Answering:
    """Asks over a connection of its own. Not for several threads at once. All raise SurfaceLost."""

    def __init__(self, display: str | None = None) -> None:
        """Connect. Raises EnvironmentUnable."""
        from Xlib import X

        self._display = open_display(display)
        self._root = self._display.screen().root
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self._clock = self._root.create_window(
            -1, -1, 1, 1, 0, X.CopyFromParent, window_class=X.InputOnly, event_mask=X.PropertyChangeMask
        )
        self._protocols = self._display.intern_atom("WM_PROTOCOLS")
        self._ping = self._display.intern_atom("_NET_WM_PING")
        self._number = 0
        self._answers: dict[int, bool] = {}
        self._pressed: tuple[Any, int] | None = None

    def stamp(self) -> None:
        """Note window and server time: the press that is sent next will be newer."""
        from Xlib import X, Xatom

        with x11():
            self._pressed = None
            window = self._front()
            if window is None:
                return
            self._drain()
            self._clock.change_property(Xatom.WM_NAME, Xatom.STRING, 8, b"", mode=X.PropModeAppend)
            deadline = time.monotonic() + _PATIENCE_S
            while (event := self._next(deadline)) is not None:
                if event.type == X.PropertyNotify:
                    self._pressed = (window, int(event.time))
                    return

    def wait(self, timeout_s: float = _PATIENCE_S) -> bool:
        """Return True once the program that got the last press has read it; False where it told nothing in time."""
        with x11():
            pressed, self._pressed = self._pressed, None
            window = pressed[0] if pressed else self._front()
            if window is None:
                time.sleep(min(MOMENT_S, timeout_s))
                return False
            return self._asked(window, pressed[1] if pressed else None, timeout_s)

    def close(self) -> None:
        """Close the connection. Never raises."""
        close_display(self._display)

    def _asked(self, window: Any, pressed: int | None, timeout_s: float) -> bool:
        from Xlib import error

        try:
            pings = self._ping in (window.get_wm_protocols() or ())
            times = pressed is not None and self._user_time(window) is not None
            answers = self._answers.get(window.id)
            if not times and (answers is False or not pings):
                return self._rests(window, timeout_s)
            patience = _PATIENCE_S if answers or times else _FIRST_PATIENCE_S
            if pings and answers is not False:
                self._send_ping(window)
            return self._heard(window, pressed if times else None, min(patience, timeout_s), ping=pings)
        except (error.BadWindow, error.BadDrawable):
            return True  # the press closed it

    def _rests(self, window: Any, timeout_s: float) -> bool:
        """Of a program that tells nothing: whether its process came to rest."""
        pid = pid_of(self._display, window)
        if pid is None or not wait_idle(pid, min(_REST_PATIENCE_S, timeout_s)):
            time.sleep(min(MOMENT_S, timeout_s))
            return False
        return True

    def _heard(self, window: Any, pressed: int | None, patience_s: float, *, ping: bool) -> bool:
        """Wait for the pong, or for the time of the press, whichever comes first."""
        deadline = time.monotonic() + patience_s
        while time.monotonic() < deadline:
            until = deadline if pressed is None else min(deadline, time.monotonic() + _POLL_S)
            event = self._next(until)
            if event is not None and self._is_pong(event):
                self._answers[window.id] = True
                return True
            if pressed is not None and _reached(self._user_time(window), pressed):
                return True
        if ping and pressed is None:
            self._answers.setdefault(window.id, False)
        return False

    def _front(self) -> Any | None:
        """The window that the keyboard goes to, as the window manager tells it or, without one, the server."""
        told = self._root.get_full_property(self._display.intern_atom("_NET_ACTIVE_WINDOW"), 0)
        if told is not None and len(told.value) and told.value[0]:
            return self._display.create_resource_object("window", int(told.value[0]))
        focus = self._display.get_input_focus().focus
        return None if isinstance(focus, int) or focus.id == self._root.id else focus

    def _user_time(self, window: Any) -> int | None:
        """The server time of the last press that the program says it has read."""
        holder = window.get_full_property(self._display.intern_atom("_NET_WM_USER_TIME_WINDOW"), 0)
        if holder is not None and len(holder.value):
            window = self._display.create_resource_object("window", int(holder.value[0]))
        told = window.get_full_property(self._display.intern_atom("_NET_WM_USER_TIME"), 0)
        return int(told.value[0]) if told is not None and len(told.value) else None

    def _send_ping(self, window: Any) -> None:
        from Xlib.protocol import event

        self._drain()
        self._number = self._number % 0x7FFFFFFF + 1
        data = (32, [self._ping, self._number, window.id, 0, 0])
        window.send_event(event.ClientMessage(window=window.id, client_type=self._protocols, data=data), event_mask=0)
        self._display.flush()

    def _is_pong(self, event: Any) -> bool:
        from Xlib import X

        if event.type != X.ClientMessage or event.client_type != self._protocols:
            return False
        values = event.data[1]
        return bool(values[0] == self._ping and values[1] == self._number)

    def _drain(self) -> None:
        while self._display.pending_events():
            self._display.next_event()

    def _next(self, deadline: float) -> Any | None:
        """The next event; None where none came until `deadline`."""
        while not self._display.pending_events():
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            select.select([self._display.fileno()], [], [], left)
        return self._display.next_event()


def _reached(told: int | None, pressed: int) -> bool:
    """Whether `told` is not older than `pressed`; both count milliseconds and wrap around."""
    return told is not None and (told - pressed) % (2 * _HALF) < _HALF
