"""Ties the tool bar to the screens: the way to look, zoom, tolerance and opacity."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from studio.ui.review.compare import CompareView
from studio.ui.review.modes import Mode
from studio.ui.review.tools import ReviewTools


class Looking(QObject):
    """`changed` is sent when the way to look is another one."""

    changed = Signal()

    def __init__(self, compare: CompareView, tools: ReviewTools) -> None:
        super().__init__(compare)
        self._compare, self._tools = compare, tools
        compare.zoomed.connect(tools.show_zoom)
        compare.described.connect(self._described)
        tools.mode_chosen.connect(self.show_mode)
        tools.fitted.connect(compare.fit)
        tools.zoom_chosen.connect(compare.set_zoom)
        tools.tied.connect(self._tie)
        tools.slid.connect(self._slide)

    def show_mode(self, mode: Mode) -> None:
        """Another way to look."""
        self._compare.show_mode(mode)
        value = self._compare.tolerance if mode is Mode.DIFFERENCE else self._compare.overlay.opacity
        self._tools.show_mode(mode, value)
        self.changed.emit()

    def wake(self) -> None:
        """The page is shown again."""
        if self._compare.mode is Mode.BLINK:
            self._compare.overlay.show_mode(Mode.BLINK)

    def rest(self) -> None:
        """Nobody looks."""
        self._compare.overlay.rest()

    def _described(self, said: str) -> None:
        self._tools.say(said)
        if self._compare.mode is Mode.ONION:
            self._tools.show_value(self._compare.overlay.opacity)

    def _tie(self, together: bool) -> None:
        self._compare.tied = together
        if together:
            self._compare.fit()

    def _slide(self, value: int) -> None:
        if self._compare.mode is Mode.DIFFERENCE:
            self._compare.show_tolerance(value)
        elif self._compare.mode is Mode.ONION:
            self._compare.overlay.change_opacity(value - self._compare.overlay.opacity)
