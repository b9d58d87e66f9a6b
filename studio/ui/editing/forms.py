"""Small dialogs that ask for one thing each. Escape leaves all as it is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from studio.engine.model.workflow import Risk
from studio.ui.theme import theme
from studio.ui.widgets.basics import Button, row, text
from studio.ui.words import tr


class Form(QDialog):
    """A question with its fields, and two buttons. `ready` says whether what is entered can be taken."""

    def __init__(self, parent: QWidget | None, title: str, sentence: str, word: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(theme.px(420))
        self.fields = QFormLayout()
        self.fields.setSpacing(10)
        self.fields.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self.taken = Button(word, "check", kind="primary", run=self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(text(title, "section"))
        layout.addWidget(text(sentence, "second", wrap=True))
        layout.addLayout(self.fields)
        layout.addWidget(row(None, Button(tr("Cancel"), run=self.reject), self.taken))
        self.taken.setDefault(True)  # only now: a button remembers it only inside its dialog

    def add(self, word: str, field: QWidget) -> None:
        """One more field below its word."""
        field.setAccessibleName(word)
        label = text(word, "strong")
        label.setBuddy(field)
        self.fields.addRow(label, field)

    @property
    def said_yes(self) -> bool:
        """Show it, wait, and leave nothing of it but what was entered."""
        try:
            return self.exec() == QDialog.DialogCode.Accepted
        finally:
            self.deleteLater()


class LineForm(Form):
    """Asks for one line of text."""

    def __init__(
        self, parent: QWidget | None, title: str, sentence: str, word: str, label: str, value: str = ""
    ) -> None:
        super().__init__(parent, title, sentence, word)
        self.field = QLineEdit(value)
        self.field.selectAll()
        self.add(label, self.field)
        self.field.textChanged.connect(lambda said: self.taken.setEnabled(bool(said.strip())))
        self.taken.setEnabled(bool(value.strip()))
        self.field.setFocus()

    @property
    def value(self) -> str:
        """What was entered."""
        return self.field.text().strip()


class NoteForm(Form):
    """Asks for a few lines; none at all is an answer too. Ctrl+Enter takes it."""

    def __init__(self, parent: QWidget | None, title: str, sentence: str, label: str, value: str = "") -> None:
        super().__init__(parent, title, sentence, tr("Keep"))
        self.field = QPlainTextEdit(value)
        self.field.setFixedHeight(theme.px(110))
        self.field.setTabChangesFocus(True)
        self.add(label, self.field)
        self.taken.setShortcut("Ctrl+Return")
        self.field.setFocus()

    @property
    def value(self) -> str:
        """What was entered."""
        return self.field.toPlainText().strip()


class RiskForm(Form):
    """Asks whether a step can be undone, and why."""

    def __init__(self, parent: QWidget | None, risk: Risk, reason: str) -> None:
        sentence = tr(
            "What cannot be undone is never done on weak evidence: it halts where it is found by less than its label, "
            "and a heal of it is decided alone."
        )
        super().__init__(parent, tr("Can this step be undone?"), sentence, tr("Keep"))
        self._undone, self._not = QRadioButton(tr("It can be undone")), QRadioButton(tr("It cannot be undone"))
        (self._not if risk is Risk.IRREVERSIBLE else self._undone).setChecked(True)
        for button in (self._undone, self._not):
            self.fields.addRow(button)
        self.field = QLineEdit(reason)
        self.add(tr("Why"), self.field)
        self.field.textChanged.connect(lambda said: self.taken.setEnabled(bool(said.strip())))
        self.taken.setEnabled(bool(reason.strip()))

    @property
    def risk(self) -> Risk:
        """What was chosen."""
        return Risk.IRREVERSIBLE if self._not.isChecked() else Risk.REVERSIBLE

    @property
    def reason(self) -> str:
        """Why."""
        return self.field.text().strip()


class ChoiceForm(Form):
    """Asks for one of several things."""

    def __init__(
        self, parent: QWidget | None, title: str, sentence: str, word: str, label: str, choices: Sequence[str]
    ) -> None:
        super().__init__(parent, title, sentence, word)
        self.field = QComboBox()
        self.field.addItems(list(choices))
        self.add(label, self.field)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def number(self) -> int:
        """Which one, from 0."""
        return self.field.currentIndex()
