"""The numbers on the rail: how many runs propose heals that nobody decided, how many halts wait for a person."""

from __future__ import annotations

from PySide6.QtCore import QObject

from studio.ui.services.background import Background
from studio.ui.services.overview import Overview, overview
from studio.ui.shell.rail import Rail
from studio.ui.studio import Studio

_KINDS = {"heals": "heals", "needs": "halt"}
"""Page of the rail to the kind of need that it counts."""


class Badges(QObject):
    """Reads the library off the GUI thread whenever it may have changed."""

    def __init__(self, studio: Studio, rail: Rail) -> None:
        super().__init__(rail)
        self._studio, self._rail = studio, rail
        self._work: Background[Overview] = Background(self)
        studio.library_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Count anew."""
        library, recents = self._studio.library, self._studio.settings.value.recents
        self._work.start(lambda: overview(library, recents), self._show, lambda _: None)

    def _show(self, found: Overview) -> None:
        for page, kind in _KINDS.items():
            if self._rail.has(page):
                self._rail.show_count(page, found.count(kind))
