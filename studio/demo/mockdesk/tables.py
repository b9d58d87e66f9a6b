"""The two tables of the desk: models without their own state, and a view that is the same for both."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

Index = QModelIndex | QPersistentModelIndex
KEY = Qt.ItemDataRole.UserRole
"""The role under which a row tells its key (a record number or id)."""


class Rows(QAbstractTableModel):
    """Rows of texts under headings; each row has a key."""

    def __init__(self, headings: Sequence[str], parent: QObject) -> None:
        super().__init__(parent)
        self._headings = tuple(headings)
        self._rows: list[tuple[object, tuple[str, ...]]] = []

    def show(self, rows: Sequence[tuple[object, tuple[str, ...]]]) -> None:
        """Show these rows, each (key, texts), instead of the former ones."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As Qt asks."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As Qt asks."""
        return 0 if parent.isValid() else len(self._headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The text of a cell, or its row's key."""
        if not index.isValid():
            return None
        key, texts = self._rows[index.row()]
        if role == KEY:
            return key
        shown = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        return texts[index.column()] if role in shown else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The heading of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._headings[section]
        return None


def dress_table(view: QTableView, name: str, object_name: str, *, row_px: int, stretched: int) -> None:
    """Whole rows are chosen, one at a time; column `stretched` takes the room that is left."""
    view.setObjectName(object_name)
    view.setAccessibleName(name)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setAlternatingRowColors(True)
    view.setShowGrid(False)
    view.setTabKeyNavigation(False)
    view.setWordWrap(False)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(row_px)
    header = view.horizontalHeader()
    header.setHighlightSections(False)
    header.setMinimumSectionSize(64)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)


def row_height(view: QTableView, *, dense: bool) -> int:
    """Pixels a row takes in the view's font."""
    return view.fontMetrics().height() + (3 if dense else 11)


def chosen_key(view: QTableView) -> object | None:
    """The key of the chosen row, or None."""
    rows = view.selectionModel().selectedRows()
    return rows[0].data(KEY) if rows else None
