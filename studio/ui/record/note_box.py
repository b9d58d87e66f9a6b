"""A line for a note, asked for while a recording goes on. What is typed here is ours and not recorded."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout

from studio.ui.theme import theme
from studio.ui.widgets.basics import Button, row, text
from studio.ui.words import tr


class NoteBox(QDialog):
    """Takes the focus while it is open, and gives it back."""

    def __init__(self, take: Callable[[str], object]) -> None:
        super().__init__(None, Qt.WindowType.Dialog | Qt.WindowType.WindowStaysOnTopHint)
        self._take = take
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setWindowTitle(tr("Note on this recording"))
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Note"))
        self.field.setPlaceholderText(tr("What should be known about this action?"))
        self.field.setMinimumWidth(theme.px(360))
        keep = Button(tr("Keep"), "check", kind="primary", run=self._keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addWidget(text(tr("It is kept with the last action."), "second"))
        layout.addWidget(self.field)
        layout.addWidget(row(None, Button(tr("Cancel"), run=self.reject), keep))
        keep.setDefault(True)  # only now: a button remembers it only inside its dialog

    def ask(self, bar: QRect) -> None:
        """Open above the bar."""
        self.field.clear()
        self.adjustSize()
        self.move(bar.center().x() - self.width() // 2, max(8, bar.top() - self.height() - 40))
        self.show()
        self.activateWindow()
        self.field.setFocus()

    def _keep(self) -> None:
        if self.field.text().strip():
            self._take(self.field.text().strip())
        self.accept()
