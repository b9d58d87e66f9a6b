"""Which requests and navigations of a page are under way. Pure: the clock is given in."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

_ENDLESS = frozenset({"eventsource", "websocket", "ping", "media", "cspviolationreport", "preflight", "texttrack"})
BACKGROUND_S = 2.0
"""A request that was already this old when we last acted does not belong to what we did (a long poll)."""
LONG_S = 6.0
"""A request that takes longer than this is a stream or a long poll; what it brings is waited for by expectation."""
WINDOW_S = 2.0
"""A new window that has not come after this time does not come."""


class Traffic:
    """Counts what is under way. `generation` grows with every begin and end: a change between two looks shows."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._open: dict[object, float] = {}
        self._windows: list[float] = []
        self._acted = clock()
        self.generation = 0

    def began(self, request: object, kind: str) -> None:
        """A request of the given resource type was sent; endless kinds are not counted."""
        if kind not in _ENDLESS:
            self._open[request] = self._clock()
            self.generation += 1

    def ended(self, request: object) -> None:
        """A request was answered, refused or given up."""
        if self._open.pop(request, None) is not None:
            self.generation += 1

    def acted(self) -> None:
        """Input is about to be sent: older requests may be mere background."""
        self._acted = self._clock()

    def window_opening(self) -> None:
        """A new window was asked for; it is awaited until `window_opened`."""
        self._windows.append(self._clock())
        self.generation += 1

    def window_opened(self) -> None:
        """A new window is there."""
        del self._windows[:1]
        self.generation += 1

    @property
    def busy(self) -> bool:
        """Whether something is under way that may belong to the last action."""
        awaited = any(asked > self._clock() - WINDOW_S for asked in self._windows)
        oldest = max(self._acted - BACKGROUND_S, self._clock() - LONG_S)
        return awaited or any(began > oldest for began in self._open.values())
