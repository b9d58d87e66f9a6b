"""The page with the settings, which are kept once they are applied."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.demo.mockdesk.form import DEPARTMENTS
from studio.demo.mockdesk.parts import named
from studio.demo.mockdesk.store import Store


class SettingsPage(QWidget):
    """Who works here, and what is asked and told."""

    told = Signal(str)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self.clerk = named(QLineEdit(), "clerk", "Clerk")
        self.usual = named(QComboBox(), "usual_department", "Usual department")
        self.usual.addItems(list(DEPARTMENTS))
        self.ask = named(QCheckBox("Ask &before something is deleted"), "ask_first")
        self.message = named(QCheckBox("Show a &message after saving"), "show_message")
        apply = named(QPushButton("&Apply"), "apply")
        apply.clicked.connect(self.apply)
        rows = QFormLayout()
        rows.addRow("Cler&k:", self.clerk)
        rows.addRow("&Usual department:", self.usual)
        rows.addRow("", self.ask)
        rows.addRow("", self.message)
        row = QHBoxLayout()
        row.addWidget(apply)
        row.addStretch()
        whole = QVBoxLayout(self)
        whole.addLayout(rows)
        whole.addLayout(row)
        whole.addStretch()
        self._load()

    def _load(self) -> None:
        kept = self._store.settings()
        self.clerk.setText(kept.get("clerk", ""))
        self.usual.setCurrentText(kept.get("usual_department", DEPARTMENTS[0]))
        self.ask.setChecked(kept.get("ask_first", "yes") == "yes")
        self.message.setChecked(kept.get("show_message", "yes") == "yes")

    def apply(self) -> None:
        """Keep what the fields hold."""
        yes_no = {True: "yes", False: "no"}
        self._store.change_settings(
            {
                "clerk": self.clerk.text(),
                "usual_department": self.usual.currentText(),
                "ask_first": yes_no[self.ask.isChecked()],
                "show_message": yes_no[self.message.isChecked()],
            }
        )
        self.told.emit("Settings are kept.")

    def asks_first(self) -> bool:
        """Whether something is deleted only after a question, as kept."""
        return self._store.settings().get("ask_first", "yes") == "yes"

    def shows_message(self) -> bool:
        """Whether a box tells that something was saved, as kept."""
        return self._store.settings().get("show_message", "yes") == "yes"

    def usual_department(self) -> str:
        """The department that a new referral starts with, as kept."""
        return self._store.settings().get("usual_department", DEPARTMENTS[0])
