"""The dialogs of the desk. They are drawn by Qt alone, so that they look the same on every desktop."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QWidget,
)

from studio.demo.mockdesk.parts import named
from studio.demo.mockdesk.store import Store

PASSWORD_LENGTH = 4
_DRAWN_BY_QT = QFileDialog.Option.DontUseNativeDialog


class SignIn(QDialog):
    """Asks for a name and a password of at least four characters; any will do."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self.setWindowTitle("Sign in to the Referral desk")
        self.user = named(QLineEdit(), "user", "User name")
        self.password = named(QLineEdit(), "password", "Password")
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.complaint = named(QLabel("Practice program: any password of four characters or more."), "hint")
        buttons = QDialogButtonBox()
        accept = buttons.addButton("Sign &in", QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setObjectName("sign_in")
        buttons.addButton("&Cancel", QDialogButtonBox.ButtonRole.RejectRole).setObjectName("sign_in_cancel")
        buttons.accepted.connect(self._try)
        buttons.rejected.connect(self.reject)
        rows = QFormLayout(self)
        rows.addRow("&User name:", self.user)
        rows.addRow("&Password:", self.password)
        rows.addRow(self.complaint)
        rows.addRow(buttons)
        self.setMinimumWidth(420)

    def _try(self) -> None:
        if not self.user.text().strip():
            self._complain("The user name is missing.", self.user)
        elif len(self.password.text()) < PASSWORD_LENGTH:
            self._complain("This password is too short.", self.password)
        else:
            self._store.signed_in(self.user.text().strip(), self.password.text())
            self.accept()

    def _complain(self, sentence: str, field: QLineEdit) -> None:
        self.complaint.setObjectName("complaint")
        self.complaint.setStyleSheet("font-weight: bold;")
        self.complaint.setText(sentence)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()


def confirmed(parent: QWidget, title: str, question: str, verb: str) -> bool:
    """Ask whether to go on. Enter and Esc mean no."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, question, parent=parent)
    go = box.addButton(verb, QMessageBox.ButtonRole.DestructiveRole)
    keep = box.addButton("&Keep", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.exec()
    return box.clickedButton() is go


def tell(parent: QWidget, title: str, sentence: str) -> None:
    """A message that waits for OK."""
    QMessageBox(QMessageBox.Icon.Information, title, sentence, QMessageBox.StandardButton.Ok, parent).exec()


def file_to_attach(parent: QWidget) -> str:
    """The path of a file that is there, or nothing."""
    return QFileDialog.getOpenFileName(parent, "Attach a file", "", "All files (*)", options=_DRAWN_BY_QT)[0]


def file_to_export(parent: QWidget) -> str:
    """The path to write to, or nothing."""
    name = "referrals.csv"
    return QFileDialog.getSaveFileName(parent, "Export referrals", name, "Tables (*.csv)", options=_DRAWN_BY_QT)[0]
