"""How long things take: at once, or a second with a busy pointer where the desk is slow."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

SLOW_MS = 1200


class Pace(QObject):
    """Does work at once, or later; meanwhile the window takes no input."""

    def __init__(self, *, slow: bool, busy: Callable[[bool], None]) -> None:
        super().__init__()
        self._slow, self._busy = slow, busy

    def do(self, work: Callable[[], None]) -> None:
        """Do `work`, after a while where the desk is slow."""
        if not self._slow:
            work()
            return
        self._busy(True)
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        QTimer.singleShot(SLOW_MS, self, lambda: self._finish(work))

    def _finish(self, work: Callable[[], None]) -> None:
        QGuiApplication.restoreOverrideCursor()
        self._busy(False)
        work()
