"""What lies at a point of the display, followed in the order in which the display tells its changes. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.model.geometry import Point, Region
from studio.recorder.desktop.record_stream import TopTold


@dataclass(slots=True)
class Top:
    """A child of the root. `shows` is False where it shows nothing (an input-only window)."""

    box: Region
    mapped: bool = False
    shows: bool = True


class Tops:
    """The children of the root from the lowest to the topmost: what is told changes it."""

    def __init__(self) -> None:
        self._tops: dict[int, Top] = {}
        self._order: list[int] = []

    def put(self, window: int, top: Top) -> None:
        """It is there, above all that was put before."""
        self._order = [w for w in self._order if w != window] + [window]
        self._tops[window] = top

    def shows(self, window: int, shows: bool) -> None:
        """Whether it shows anything where it is."""
        if window in self._tops:
            self._tops[window].shows = shows

    def at(self, point: Point) -> int:
        """The topmost that shows something at `point`; 0 where only the root does."""
        for window in reversed(self._order):
            top = self._tops[window]
            if top.mapped and top.shows and top.box.contains(point):
                return window
        return 0

    def take(self, told: TopTold) -> None:
        """The next of what is told."""
        if told.what == "gone":
            self._tops.pop(told.window, None)
            self._order = [w for w in self._order if w != told.window]
            return
        top = self._tops.get(told.window)
        if top is None:
            top = Top(Region(0, 0, 0, 0))
            self.put(told.window, top)
        if told.box is not None:
            top.box = Region(*told.box)
        if told.what in ("mapped", "unmapped"):
            top.mapped = told.what == "mapped"
        elif told.what in ("raised", "lowered", "configured"):
            self._restack(told)

    def _restack(self, told: TopTold) -> None:
        others = [w for w in self._order if w != told.window]
        if told.what == "raised":
            place = len(others)
        elif told.above in others:
            place = others.index(told.above) + 1
        else:
            place = 0
        self._order = [*others[:place], told.window, *others[place:]]
