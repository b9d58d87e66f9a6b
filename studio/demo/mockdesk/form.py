"""The form of one referral: its fields, what they hold, and what is missing."""

from __future__ import annotations

from PySide6.QtCore import QDate, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from studio.demo.mockdesk.look import room
from studio.demo.mockdesk.options import Options
from studio.demo.mockdesk.parts import named
from studio.demo.mockdesk.people import Patient
from studio.demo.mockdesk.store import Referral
from studio.demo.mockdesk.words import Words, plain

DEPARTMENTS = ("Imaginary Medicine", "Make-believe Surgery", "Pretend Radiology", "Fictional Therapy", "Mock Dentistry")
PRIORITIES = ("Routine", "Soon", "Urgent")
_FIRST_DAY = QDate(2031, 5, 12)
"""What an empty form shows: always the same, so that no day of the calendar changes the screen."""


class ReferralForm(QWidget):
    """Fields for one referral. `browse_asked` asks for a file to attach."""

    browse_asked = Signal()

    def __init__(self, options: Options, words: Words) -> None:
        super().__init__()
        self._words, self._patient = words, ("", "")
        self._make_fields()
        self._make_choices()
        self._lay_out(room(options))
        self.clear()

    def _make_fields(self) -> None:
        self.patient = named(QLineEdit(readOnly=True, placeholderText="No patient is chosen"), "patient")
        self.reason = named(QLineEdit(maxLength=120), "reason")
        self.department = named(QComboBox(), "department")
        self.department.addItems(list(DEPARTMENTS))
        self.date = named(QDateEdit(), "date")
        self.date.setDisplayFormat("yyyy-MM-dd")
        self.date.setCalendarPopup(True)
        self.visits = named(QSpinBox(minimum=1, maximum=40), "visits")
        self.note = named(QPlainTextEdit(tabChangesFocus=True), "note")
        self.note.setMinimumHeight(3 * self.fontMetrics().height())
        self.attachment = named(QLineEdit(placeholderText="No file"), "attachment")
        self.browse = named(QPushButton("&Browse…"), "browse")
        self.browse.clicked.connect(self.browse_asked)

    def _make_choices(self) -> None:
        self.agreed = named(QCheckBox(self._words.agreed), "agreed")
        self.priorities = QButtonGroup(self)
        self._priority_box = named(QGroupBox(self._words.priority), "priority")
        row = QHBoxLayout(self._priority_box)
        for number, name in enumerate(PRIORITIES):
            radio = named(QRadioButton(name), f"priority_{name.lower()}")
            self.priorities.addButton(radio, number)
            row.addWidget(radio)
        row.addStretch()

    def _lay_out(self, spacing: int) -> None:
        rows = QFormLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(spacing)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        file = QHBoxLayout()
        file.addWidget(self.attachment, 1)
        file.addWidget(self.browse)
        words = self._words
        self._add(rows, "Patient:", self.patient)
        self._add(rows, words.reason, self.reason)
        self._add(rows, words.department, self.department)
        self._add(rows, words.date, self.date)
        self._add(rows, words.visits, self.visits)
        rows.addRow("", self.agreed)
        rows.addRow(self._priority_box)
        self._add(rows, words.note, self.note)
        label = QLabel(words.attachment)
        label.setBuddy(self.attachment)
        self.attachment.setAccessibleName(plain(words.attachment))
        rows.addRow(label, file)

    @staticmethod
    def _add(rows: QFormLayout, label: str, field: QWidget) -> None:
        field.setAccessibleName(plain(label))
        rows.addRow(label, field)

    def begin(self, patient: Patient) -> None:
        """An empty form for this patient."""
        self.clear()
        self._show_patient(patient.number, patient.name)

    def clear(self) -> None:
        """An empty form for nobody."""
        self.show_referral(
            Referral("", "", "", DEPARTMENTS[0], _FIRST_DAY.toString("yyyy-MM-dd"), 1, False, "Routine", "")
        )

    def show_referral(self, referral: Referral) -> None:
        """Fill all fields."""
        self._show_patient(referral.number, referral.patient)
        self.reason.setText(referral.reason)
        self.department.setCurrentText(referral.department)
        self.date.setDate(QDate.fromString(referral.date, "yyyy-MM-dd"))
        self.visits.setValue(referral.visits)
        self.agreed.setChecked(referral.agreed)
        self.priorities.button(PRIORITIES.index(referral.priority)).setChecked(True)
        self.note.setPlainText(referral.note)
        self.attachment.setText(referral.attachment)

    def referral(self) -> Referral:
        """What the fields hold."""
        return Referral(
            number=self._patient[0],
            patient=self._patient[1],
            reason=self.reason.text().strip(),
            department=self.department.currentText(),
            date=self.date.date().toString("yyyy-MM-dd"),
            visits=self.visits.value(),
            agreed=self.agreed.isChecked(),
            priority=PRIORITIES[self.priorities.checkedId()],
            note=self.note.toPlainText(),
            attachment=self.attachment.text().strip(),
        )

    def missing(self) -> tuple[str, QWidget] | None:
        """A sentence about what keeps this from being saved, and where it is; None where nothing does."""
        if not self._patient[0]:
            return f"Choose a patient on the page {self._words.patients} first.", self.patient
        if not self.reason.text().strip():
            return f"{plain(self._words.reason)} is missing.", self.reason
        return None

    def _show_patient(self, number: str, name: str) -> None:
        self._patient = (number, name)
        self.patient.setText(f"{name}, {number}" if number else "")
