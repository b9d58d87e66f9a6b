"""Where an X display was drawn on since it was last asked (its DAMAGE extension)."""

from __future__ import annotations

import select
from functools import reduce

from studio.engine.backends.desktop.x11 import close_display, open_display, x11
from studio.engine.model.geometry import Region


class Drawing:
    """Collects drawn rectangles of the whole desktop. Not for several threads at once."""

    def __init__(self, display: str | None = None) -> None:
        """Connect. Raises EnvironmentUnable; `useful` is False where the display cannot tell."""
        self._display = open_display(display)
        self.useful = bool(self._display.has_extension("DAMAGE"))
        if self.useful:
            from Xlib.ext import damage

            with x11():
                self._display.damage_query_version()
                root = self._display.screen().root
                self._damage = root.damage_create(damage.DamageReportDeltaRectangles)
                self._display.sync()

    def wait(self, timeout_s: float) -> None:
        """Return as soon as something was drawn, at the latest after `timeout_s`. Raises SurfaceLost."""
        with x11():
            if not self._display.pending_events():
                select.select([self._display.fileno()], [], [], max(0.0, timeout_s))

    def drawn(self) -> Region | None:
        """The rectangle around all that was drawn since the last call; None for nothing. Raises SurfaceLost."""
        with x11():
            self._display.sync()
            areas = []
            while self._display.pending_events():
                event = self._display.next_event()
                if (area := getattr(event, "area", None)) is not None:
                    areas.append(Region(area.x, area.y, area.width, area.height))
            if not areas:
                return None
            self._display.damage_subtract(self._damage)
            self._display.sync()
        return reduce(Region.union, areas)

    def close(self) -> None:
        """Close the connection. Never raises."""
        close_display(self._display)
