"""The tool bar of the Clean up page."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.ui.editing.tools import ActionButton


class ToolBar(QWidget):
    """The tools with their keys; words give way where there is no room."""

    def __init__(self, buttons: list[ActionButton]) -> None:
        super().__init__()
        self._buttons = buttons
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(4)
        for number, button in enumerate(buttons):
            layout.addWidget(button)
            if number == 1:
                layout.addSpacing(16)
        layout.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Icon, word and key; icon and word; icon alone."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet is on from now on: only now sizes are true."""
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        for room in (2, 1, 0):
            for button in self._buttons:
                button.show_room(room)
            if sum(b.sizeHint().width() + 4 for b in self._buttons) + 48 <= self.width():
                return
