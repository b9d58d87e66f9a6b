"""Says when something on an X display was drawn, so that a screen at rest is not grabbed again and again."""

from __future__ import annotations

import os
import select
from contextlib import suppress

from studio.engine.backends.desktop.x11 import close_display, open_display, x11


class DamageWatch:
    """Watches drawing and windows by the DAMAGE extension. One thread uses it, another may `wake` it."""

    def __init__(self, display: str | None = None) -> None:
        """Raises EnvironmentUnable; `useful` is False where the display has no such extension."""
        from Xlib import X

        self._connection = open_display(display)
        self._read, self._write = os.pipe()
        self.windows_changed = True
        self._drawn = False
        self.useful = bool(self._connection.has_extension("DAMAGE"))
        self._root = self._connection.screen().root
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask | X.PropertyChangeMask)
        if self.useful:
            from Xlib.ext import damage

            self._connection.damage_query_version()
            self._damage = self._root.damage_create(damage.DamageReportNonEmpty)
        self._connection.sync()

    def wait(self, timeout_s: float) -> bool:
        """Wait until something was drawn, a window moved or `wake` was called; False after `timeout_s`.

        Raises SurfaceLost. `windows_changed` then tells whether the table of windows may be another one.
        """
        with x11():
            if not (self._drawn or self._connection.pending_events()):
                ready, _, _ = select.select([self._connection.fileno(), self._read], [], [], timeout_s)
                if not ready:
                    return False
                if self._read in ready:
                    os.read(self._read, 4096)
            self._take_events()
        self._drawn = False
        return True

    def look(self) -> None:
        """Heed what has happened up to now, without waiting: `windows_changed` then says it. Raises SurfaceLost."""
        with x11():
            self._connection.sync()
            self._take_events()
            self._drawn = self._drawn or self.windows_changed

    def clear(self) -> None:
        """From now on tell of new drawing. Call it before a grab. Raises SurfaceLost."""
        if self.useful:
            with x11():
                self._connection.damage_subtract(self._damage)
                self._connection.sync()

    def wake(self) -> None:
        """Let `wait` return at once. For another thread."""
        with suppress(OSError):
            os.write(self._write, b".")

    def close(self) -> None:
        """Close the connection. Never raises."""
        close_display(self._connection)
        for end in (self._read, self._write):
            with suppress(OSError):
                os.close(end)

    def _take_events(self) -> None:
        while self._connection.pending_events():
            event = self._connection.next_event()
            if type(event).__name__ == "DamageNotify":
                self._drawn = True
            else:
                self.windows_changed = True
