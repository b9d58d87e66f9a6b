"""`?`: the keys of this page and of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from studio.ui.shell.actions import Action
from studio.ui.widgets.basics import key_cap, row, text
from studio.ui.words import tr


class KeyHelp(QDialog):
    """A table of keys and what they do."""

    def __init__(self, page: Sequence[Action], window: Sequence[Action], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        for title, actions in ((tr("This page"), page), (tr("Everywhere"), window)):
            keyed = [a for a in actions if a.keys]
            if keyed:
                layout.addWidget(text(title, "section"))
                layout.addLayout(_table(keyed))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)


def _table(actions: Sequence[Action]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(6)
    for number, action in enumerate(actions):
        caps = row(*(key_cap(k) for k in action.keys), spacing=4)
        grid.addWidget(caps, number // 2, number % 2 * 2, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(text(action.word), number // 2, number % 2 * 2 + 1)
    return grid
