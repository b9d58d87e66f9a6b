"""The page with the list of patients: search, sort, choose, and a menu on each row."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QModelIndex, QPoint, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QPushButton, QTableView, QVBoxLayout, QWidget

from studio.demo.mockdesk.look import room
from studio.demo.mockdesk.options import Options
from studio.demo.mockdesk.parts import named
from studio.demo.mockdesk.people import COLUMNS, Patient, patients
from studio.demo.mockdesk.store import Store
from studio.demo.mockdesk.tables import Rows, chosen_key, dress_table, row_height
from studio.demo.mockdesk.words import Words, plain


class PatientsPage(QWidget):
    """Shows who is on the list. `opened` asks for a referral for a patient, `told` is for the status bar."""

    opened = Signal(object)
    remove_asked = Signal(object)
    told = Signal(str)

    def __init__(self, store: Store, options: Options, words: Words) -> None:
        super().__init__()
        self._store, self._options, self._words = store, options, words
        self._people = {p.number: p for p in patients(added="rows" in options.drift, seed=options.seed)}
        self._model = Rows(COLUMNS, self)
        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(self._model)
        self._proxy.setFilterKeyColumn(-1)
        self._proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._build_table()
        self._build_bars()
        self.refresh()

    def _build_table(self) -> None:
        self.table = QTableView()
        height = row_height(self.table, dense="density" in self._options.drift)
        self.table.setModel(self._proxy)
        dress_table(self.table, self._words.patients, "patients", row_px=height, stretched=0)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.table.activated.connect(self._open_row)

    def _build_bars(self) -> None:
        label = QLabel(self._words.search)
        self.search = named(QLineEdit(), "search")
        self.search.setPlaceholderText("Part of a name, a date or a number")
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(plain(self._words.search))
        self.search.textChanged.connect(self._filter)
        label.setBuddy(self.search)
        self.count = named(QLabel(), "count")
        self.new = named(QPushButton(self._words.new), "new_referral")
        self.new.clicked.connect(self.open_chosen)
        self.remove = named(QPushButton(self._words.remove), "remove_patient")
        self.remove.clicked.connect(self.ask_to_remove)
        self._lay_out(label)

    def _lay_out(self, label: QLabel) -> None:
        finding, doing = QHBoxLayout(), QHBoxLayout()
        finding.addWidget(label)
        finding.addWidget(self.search, 1)
        finding.addWidget(self.count)
        doing.addWidget(self.new)
        doing.addWidget(self.remove)
        moved = "moved" in self._options.drift
        doing.insertStretch(0 if moved else 2)
        whole = QVBoxLayout(self)
        whole.setSpacing(room(self._options))
        for part in (doing, self.table, finding) if moved else (finding, self.table, doing):
            whole.addWidget(part, 1) if isinstance(part, QWidget) else whole.addLayout(part)
        order = (
            (self.new, self.remove, self.table, self.search)
            if moved
            else (self.search, self.table, self.new, self.remove)
        )
        for one, following in pairwise(order):
            QWidget.setTabOrder(one, following)

    def refresh(self) -> None:
        """Show the list as the store has it."""
        urgent, removed = self._store.urgent(), self._store.removed()
        rows = [p._replace(state="Urgent") if n in urgent else p for n, p in self._people.items() if n not in removed]
        self._model.show([(p.number, (p.name, p.born, p.number, p.ward, p.state)) for p in rows])
        self._say_count()

    def chosen(self) -> Patient | None:
        """The patient whose row is chosen."""
        key = chosen_key(self.table)
        return self._people.get(key) if isinstance(key, str) else None

    def open_chosen(self) -> None:
        """Ask for a referral for the chosen patient."""
        self._with_chosen(self.opened.emit)

    def _open_row(self, index: QModelIndex) -> None:
        self.table.selectRow(index.row())
        self.open_chosen()

    def ask_to_remove(self) -> None:
        """Ask to take the chosen patient off the list."""
        self._with_chosen(self.remove_asked.emit)

    def mark_urgent(self) -> None:
        """Mark the chosen patient at once."""
        patient = self.chosen()
        if patient is not None:
            self._store.mark_urgent(patient.number)
            self.refresh()
            self.told.emit(f"{patient.name}, {patient.number}, is marked as urgent.")

    def _with_chosen(self, use: object) -> None:
        patient = self.chosen()
        if patient is None:
            self.told.emit("Choose a patient first.")
        elif callable(use):
            use(patient)

    def _filter(self, text: str) -> None:
        self._proxy.setFilterFixedString(text)
        self._say_count()

    def _say_count(self) -> None:
        self.count.setText(f"{self._proxy.rowCount()} of {self._model.rowCount()} patients")

    def _show_menu(self, at: QPoint) -> None:
        index = self.table.indexAt(at)
        if not index.isValid():
            return
        self.table.selectRow(index.row())
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName("Patient")
        menu.addAction(self._words.new, self.open_chosen)
        menu.addAction("Mark as urgent", self.mark_urgent)
        menu.addAction("Copy record number", self._copy_number)
        menu.addSeparator()
        menu.addAction(self._words.remove, self.ask_to_remove)
        menu.popup(self.table.viewport().mapToGlobal(at))

    def _copy_number(self) -> None:
        patient = self.chosen()
        if patient is not None:
            QGuiApplication.clipboard().setText(patient.number)
            self.told.emit(f"{patient.number} is copied.")
