"""The page with the form of a referral and the list of those that are saved."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QTableView, QVBoxLayout, QWidget

from studio.demo.mockdesk.form import ReferralForm
from studio.demo.mockdesk.look import room
from studio.demo.mockdesk.options import Options
from studio.demo.mockdesk.parts import named
from studio.demo.mockdesk.people import Patient
from studio.demo.mockdesk.store import Store
from studio.demo.mockdesk.tables import Rows, chosen_key, dress_table, row_height
from studio.demo.mockdesk.words import Words

_HEADINGS = ("No.", "Patient", "Record no.", "Date", "Kind")


class ReferralsPage(QWidget):
    """Form and list. `save_asked` tells the kind (referral or draft) that its button stands for."""

    save_asked = Signal(str)
    cancel_asked = Signal()
    delete_asked = Signal(int)
    told = Signal(str)

    def __init__(self, store: Store, options: Options, words: Words) -> None:
        super().__init__()
        self._store, self._options, self._words = store, options, words
        self.record: int | None = None
        self.form = ReferralForm(options, words)
        self._build_list()
        left, right = self._form_side(), self._list_side()
        moved = "moved" in options.drift
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        for side in (right, left) if moved else (left, right):
            split.addWidget(side)
        split.setSizes([480, 560] if not moved else [560, 480])
        QVBoxLayout(self).addWidget(split)
        self.refresh()

    def _build_list(self) -> None:
        self.list = QTableView()
        self._model = Rows(_HEADINGS, self)
        self.list.setModel(self._model)
        height = row_height(self.list, dense="density" in self._options.drift)
        dress_table(self.list, self._words.saved, "saved", row_px=height, stretched=1)
        self.list.activated.connect(self._open_row)

    def _form_side(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 4, 0)
        parts = [self._buttons(), self.form] if "moved" in self._options.drift else [self.form, self._buttons()]
        for part in parts:
            column.addWidget(part, 1 if part is self.form else 0)
        return side

    def _buttons(self) -> QWidget:
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        drift = self._options.drift
        cancel = named(QPushButton(self._words.cancel), "cancel")
        cancel.clicked.connect(self.cancel_asked)
        saves = [] if "deleted" in drift else [self._save_button("save", "referral")]
        saves += [self._save_button("save_2", "draft")] if "duplicate" in drift else []
        for button in (cancel, *saves) if "swap" in drift else (*saves, cancel):
            row.addWidget(button)
        row.insertStretch(2 if "moved" in drift else 0)
        return bar

    def _save_button(self, name: str, kind: str) -> QPushButton:
        button = named(QPushButton(self._words.save), name)
        button.clicked.connect(lambda: self.save_asked.emit(kind))
        return button

    def _list_side(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(4, 0, 0, 0)
        column.setSpacing(room(self._options))
        heading = QLabel(self._words.saved)
        heading.setBuddy(self.list)
        row = QHBoxLayout()
        edit = named(QPushButton("Edit record"), "edit_record")
        edit.clicked.connect(self.open_chosen)
        delete = named(QPushButton(self._words.delete), "delete_record")
        delete.clicked.connect(self.ask_to_delete)
        for button in (edit, delete):
            row.addWidget(button)
        row.addStretch()
        column.addWidget(heading)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        return side

    def begin(self, patient: Patient) -> None:
        """A new referral for this patient."""
        self.record = None
        self.form.begin(patient)
        self.form.reason.setFocus()

    def clear(self) -> None:
        """Nothing is being written."""
        self.record = None
        self.form.clear()

    def refresh(self) -> None:
        """Show the list as the store has it."""
        self._model.show(
            [(record, (str(record), r.patient, r.number, r.date, kind)) for record, r, kind in self._store.referrals()]
        )

    def open_chosen(self) -> None:
        """Put the chosen record into the form."""
        record = self._chosen()
        if record is not None:
            self.record = record
            self.form.show_referral(self._store.referral(record))
            self.form.reason.setFocus()
            self.told.emit(f"Record {record} is open.")

    def _open_row(self, index: QModelIndex) -> None:
        self.list.selectRow(index.row())
        self.open_chosen()

    def ask_to_delete(self) -> None:
        """Ask to delete the chosen record."""
        record = self._chosen()
        if record is not None:
            self.delete_asked.emit(record)

    def _chosen(self) -> int | None:
        key = chosen_key(self.list)
        if isinstance(key, int):
            return key
        self.told.emit("Choose a record first.")
        return None
