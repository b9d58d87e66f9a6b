"""Watches for a person during a replay: foreign mouse or keyboard input, and the panic key.

X tells all raw input with the device it came from. What does not come from the test device, or comes from it and was
not sent by us, is a person's (or another program's).
"""

from __future__ import annotations

import os
import select
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from studio.engine.backends.desktop.sent import SentLog
from studio.engine.backends.desktop.x11 import close_display, open_display
from studio.engine.backends.protocols import EnvironmentUnable

PANIC = "Ctrl+Alt+Escape"
_KINDS = {13: "key", 14: "key up", 15: "button", 17: "motion"}  # raw events by their number
_NUDGE = 3
"""So many moves of the pointer are a table that shook."""
_ALL_MASTERS = 1
_LOCKS = (0, 2, 16, 18)  # Caps Lock and Num Lock may be on


class _Raw(NamedTuple):
    kind: str
    detail: int
    source: int


class InputWatch:
    """A thread with a connection of its own. `touched` may be asked from any thread."""

    def __init__(self, log: SentLog, on_panic: Callable[[], None], display: str | None = None) -> None:
        """Begin. `on_panic` is called from the thread. Raises EnvironmentUnable."""
        self._log = log
        self._on_panic = on_panic
        self._display = open_display(display)
        self._root = self._display.screen().root
        self._told = threading.Lock()
        self._touched: str | None = None
        self._moves = 0
        self._held: set[int] = set()
        self._read, self._write = os.pipe()
        try:
            self._select()
        except Exception as problem:
            self.close()
            raise EnvironmentUnable("This display does not tell who moves mouse and keyboard.") from problem
        self._thread = threading.Thread(target=self._run, name="input-watch", daemon=True)
        self._thread.start()

    def touched(self) -> str | None:
        """What a person touched since the last call, as a word (`mouse`, `keyboard`); None for nothing."""
        with self._told:
            touched, self._touched, self._moves = self._touched, None, 0
        return touched

    def noticed(self) -> bool:
        """Whether something was touched since the last call of `touched`."""
        return self._touched is not None

    def close(self) -> None:
        """End the thread and the connection. Never raises."""
        with suppress(OSError):
            os.write(self._write, b".")
        if (thread := getattr(self, "_thread", None)) is not None and thread is not threading.current_thread():
            thread.join(5)
        close_display(self._display)
        for end in (self._read, self._write):
            with suppress(OSError):
                os.close(end)

    def _select(self) -> None:
        from Xlib.ext import xinput

        major = self._display.display.get_extension_major(xinput.extname)
        # from 2.1 on raw events come whoever has grabbed the device; python-xlib itself asks for 2.0
        xinput.XIQueryVersion(display=self._display.display, opcode=major, major_version=2, minor_version=2)
        mask = xinput.RawKeyPressMask | xinput.RawKeyReleaseMask
        mask |= xinput.RawButtonPressMask | xinput.RawMotionMask
        self._root.xinput_select_events([(_ALL_MASTERS, mask)])
        self._opcode = major
        self._test = {
            device.deviceid for device in self._display.xinput_query_device(0).devices if "XTEST" in _text(device.name)
        }
        self._grab_panic()
        self._display.sync()

    def _grab_panic(self) -> None:
        """Keep the panic key from the program. While a menu has the keyboard no grab works: raw keys tell it then."""
        from Xlib import XK, X

        self._panic = self._display.keysym_to_keycode(XK.XK_Escape)
        codes = self._display.keysym_to_keycode
        self._control = {codes(XK.XK_Control_L), codes(XK.XK_Control_R)}
        self._alt = {codes(XK.XK_Alt_L), codes(XK.XK_Alt_R)}
        for locks in _LOCKS:
            modifiers = X.ControlMask | X.Mod1Mask | locks
            self._root.grab_key(self._panic, modifiers, False, X.GrabModeAsync, X.GrabModeAsync)

    def _run(self) -> None:
        with suppress(Exception):  # the display is gone: whoever acts on it notices
            while True:
                if not self._display.pending_events():
                    ready, _, _ = select.select([self._display.fileno(), self._read], [], [])
                    if self._read in ready:
                        return
                while self._display.pending_events():
                    self._take(self._display.next_event())

    def _take(self, event: Any) -> None:
        from Xlib import X

        if event.type == X.KeyPress and event.detail == self._panic:
            self._on_panic()
            return
        raw = self._raw(event)
        if raw is None:
            return
        if raw.kind == "key up":
            self._held.discard(raw.detail)
            return
        detail = 0 if raw.kind == "motion" else raw.detail
        if raw.source in self._test and self._log.arrived(raw.kind, detail):
            return
        self._note(raw)

    def _note(self, raw: _Raw) -> None:
        if raw.kind == "key":
            self._held.add(raw.detail)
            if raw.detail == self._panic and self._held & self._control and self._held & self._alt:
                self._on_panic()
        with self._told:
            if raw.kind == "motion":
                self._moves += 1
                if self._moves <= _NUDGE:
                    return
            self._touched = "keyboard" if raw.kind == "key" else "mouse"

    def _raw(self, event: Any) -> _Raw | None:
        kind = _KINDS.get(getattr(event, "evtype", -1))
        if kind is None or getattr(event, "extension", None) != self._opcode or not isinstance(event.data, bytes):
            return None
        _device, _time, detail, source = struct.unpack_from("=HIIH", event.data)
        return _Raw(kind, detail, source)


def _text(name: Any) -> str:
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)
