"""The fields of the run form: one widget for each kind of value, with its label and what is wrong with it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QDate, Signal
from PySide6.QtWidgets import (
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from studio.ui.run.form import Field, Kind
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, Icon, restyle, row, text
from studio.ui.words import tr

_ISO = "yyyy-MM-dd"


class FieldRow(QWidget):
    """Label, input, and a line that says what it falls back to or what is wrong.

    `edited` is sent on every change, `unlock` where a person wants the keyring unlocked.
    """

    edited = Signal()
    unlock = Signal()

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self._edit = QComboBox() if field.kind is Kind.CHOICE else QLineEdit()
        self._note = text("", "note", wrap=True)
        self._mark = Icon("problem", Tone.FAILED, 14)
        self._remember = QCheckBox(tr("Remember it for this workflow in this computer's keyring"))
        self._keyring = self._locked = False
        self._unlock = Button(tr("Unlock the keyring"), "lock", run=self.unlock.emit)
        self._unlock.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._unlock.hide()
        self._fill()
        label = text(field.label, "strong")
        label.setBuddy(self._edit)
        name = text(f"⟨{field.name}⟩" if field.label != field.name else "", "note")
        lock = [Icon("lock", "text2", 14)] if field.kind is Kind.SECRET else []
        needed = text(tr("required"), "note") if field.required else text("", "note")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(row(*lock, label, name, None, needed))
        layout.addWidget(row(self._edit, *self._helpers()))
        layout.addWidget(row(self._mark, self._note, self._unlock))
        layout.addWidget(self._remember)
        self._remember.hide()
        self.show_problem("")

    @property
    def value(self) -> str:
        """What was typed or chosen; empty falls back to what was recorded."""
        if isinstance(self._edit, QComboBox):
            return str(self._edit.currentData() or "")
        return self._edit.text()

    def set_value(self, value: str) -> None:
        """Fill it in."""
        if isinstance(self._edit, QComboBox):
            self._edit.setCurrentIndex(max(self._edit.findData(value), 0))
        else:
            self._edit.setText(value)

    def show_problem(self, problem: str) -> None:
        """What is wrong; empty: nothing."""
        self._mark.setVisible(bool(problem))
        said = problem or self._falls_back()
        self._note.setText(said)
        self._note.setVisible(bool(said))
        self._edit.setProperty("wrong", "true" if problem else "false")
        self._edit.setAccessibleDescription(said)
        restyle(self._edit)

    def take_focus(self) -> None:
        """Let a person type here."""
        self._edit.setFocus()

    def forget(self) -> None:
        """A secret is not kept in the field once it was handed over."""
        if self.field.kind is Kind.SECRET:
            self.set_value("")

    def offer_keyring(self, *, usable: bool, kept: bool, locked: bool = False) -> None:
        """Say whether the keyring can keep this secret, and whether it does already or is locked."""
        self._locked = locked and not self.field.held
        self._unlock.setVisible(self._locked)
        self._keyring = usable and self.field.kind is Kind.SECRET
        self.field = replace(self.field, kept=kept, held=self.field.held or kept)
        if isinstance(self._edit, QLineEdit):
            self._edit.setPlaceholderText("••••" if self.field.held else "")
        self.show_problem("")
        self._offer()

    @property
    def remember(self) -> bool:
        """Whether what was typed is to be kept in the keyring."""
        return self._keyring and bool(self.value) and self._remember.isChecked()

    def _offer(self) -> None:
        """There is something to remember once something was typed."""
        self._remember.setVisible(self._keyring and bool(self.value))

    def _fill(self) -> None:
        self._edit.setAccessibleName(self.field.label)
        if isinstance(self._edit, QComboBox):
            if not self.field.required:
                self._edit.addItem(tr("As recorded: {value}", value=self.field.example), "")
            for choice in self.field.choices:
                self._edit.addItem(choice, choice)
            self._edit.currentIndexChanged.connect(lambda _: self.edited.emit())
            return
        if self.field.kind is Kind.SECRET:
            self._edit.setEchoMode(QLineEdit.EchoMode.Password)
            self._edit.setPlaceholderText("••••" if self.field.held else "")
        else:
            self._edit.setPlaceholderText(self.field.example)
        self._edit.textChanged.connect(lambda _: self._typed())

    def _typed(self) -> None:
        self._offer()
        self.edited.emit()

    def _falls_back(self) -> str:
        if self.field.kind is Kind.SECRET:
            if self.field.kept:
                return tr("It is in this computer's keyring; type here to use another one.")
            if self._locked:
                return tr("This computer's keyring is locked: unlock it or type the secret here.")
            held = tr("It is in this computer's environment; type here to use another one.")
            return held if self.field.held else tr("Handed to this run only and kept nowhere.")
        if self.value or self.field.required:
            return tr("In the recording: {value}", value=self.field.example) if self.field.example else ""
        return tr("Empty: as it was recorded.") if self.field.kind is not Kind.CHOICE else ""

    def _helpers(self) -> list[QWidget]:
        if self.field.kind is Kind.FILE:
            return [Button(tr("Choose…"), "folder", run=self._choose_file)]
        if self.field.kind is Kind.DATE and QDate.fromString(self.field.example, _ISO).isValid():
            opener = Button("", "clock", tip=tr("Calendar for {name}", name=self.field.label))
            opener.setMenu(self._calendar(opener))
            return [opener]
        return []

    def _choose_file(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, tr("Choose the file to upload"))
        if chosen:
            self.set_value(chosen)

    def _calendar(self, opener: QWidget) -> QMenu:
        menu, calendar = QMenu(opener), QCalendarWidget()
        calendar.setSelectedDate(QDate.fromString(self.field.example, _ISO))
        calendar.setMinimumWidth(theme.px(300))

        def take(day: QDate) -> None:
            self.set_value(day.toString(_ISO))
            menu.close()

        calendar.activated.connect(take)
        calendar.clicked.connect(take)
        holder = QWidgetAction(menu)
        holder.setDefaultWidget(calendar)
        menu.addAction(holder)
        return menu
