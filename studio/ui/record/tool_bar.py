"""The tool bar of the Clean up page."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.ui.editing.tools import ActionButton
from studio.ui.widgets.tool_row import least_of


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

    def shorten(self, room: int) -> None:
        """Icon, word and key; icon and word; icon alone."""
        for words in (2, 1, 0):
            for button in self._buttons:
                button.show_room(words)
            if least_of(self) <= room:
                return
