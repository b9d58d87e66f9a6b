"""Ctrl+K: every command of the window and of the page, found by typing a part of its words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.ui.shell.actions import Action
from studio.ui.theme import icon, theme
from studio.ui.words import tr


class CommandPalette(QDialog):
    """A field and the list of what fits; Enter runs the chosen one."""

    def __init__(self, actions: Sequence[Action], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._actions = [a for a in actions if not a.hidden and a.enabled()]
        self.chosen: Action | None = None
        self.setAccessibleName(tr("All actions"))
        self.setMinimumWidth(theme.px(520))
        self.field, self.list = QLineEdit(), QListWidget()
        self.field.setPlaceholderText(tr("Type what you want to do"))
        self.field.setAccessibleName(tr("Search actions"))
        self.list.setAccessibleName(tr("Actions"))
        self.list.setMinimumHeight(theme.px(320))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.list.itemActivated.connect(lambda _: self._run())
        self._filter("")

    def _filter(self, typed: str) -> None:
        wanted = typed.lower().split()
        self.list.clear()
        for action in self._actions:
            if all(part in action.word.lower() for part in wanted):
                key = f"    {action.shown_key}" if action.shown_key else ""
                item = QListWidgetItem(f"{action.word}{key}")
                item.setIcon(icon(action.icon or "dot", theme.colours.text2))
                item.setData(Qt.ItemDataRole.UserRole, action.id)
                self.list.addItem(item)
        self.list.setCurrentRow(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows move in the list while the field keeps the focus."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = event.key()
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if key == Qt.Key.Key_Down else -1
                self.list.setCurrentRow(max(0, min(self.list.count() - 1, self.list.currentRow() + step)))
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run()
                return True
        return super().eventFilter(watched, event)

    def _run(self) -> None:
        item = self.list.currentItem()
        if item is None:
            return
        wanted = item.data(Qt.ItemDataRole.UserRole)
        self.chosen = next(a for a in self._actions if a.id == wanted)
        self.accept()
