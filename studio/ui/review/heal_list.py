"""The heals at the left, below the head of their group. What is decided is told by icon and word."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QTreeView

from studio.engine.model.heals import Heal
from studio.ui.review.board import ACCEPTED, OPEN, REJECTED, Board
from studio.ui.review.heal_rows import BOARD_ROLE, GROUP_ROLE, HEAL_ROLE, NUMBER_ROLE, RowPainter, target_name
from studio.ui.review.thumbs import Thumbs
from studio.ui.words import tr

_STATES = {OPEN: "open", ACCEPTED: "accepted", REJECTED: "rejected"}
Index = QModelIndex | QPersistentModelIndex


class HealList(QTreeView):
    """`chosen` carries the id of the heal that is current now."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._rows = QStandardItemModel(self)
        self._items: dict[str, QStandardItem] = {}
        self._board: Board | None = None
        self._painter = RowPainter(self)
        self.setModel(self._rows)
        self.setItemDelegate(self._painter)
        self.setHeaderHidden(True)
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)
        self.setAccessibleName(tr("Heals"))
        self.selectionModel().currentChanged.connect(self._changed)
        self.clicked.connect(self._clicked)

    def show_board(self, board: Board, number: Callable[[Heal], int], thumbs: Thumbs) -> None:
        """Other heals, or another filter."""
        self._board, self._painter.thumbs = board, thumbs
        self.selectionModel().blockSignals(True)
        self._rows.clear()
        self._items = {}
        for group, heals in board.shown:
            head = QStandardItem(group.title)
            head.setData(group, GROUP_ROLE)
            head.setSelectable(False)
            for heal in heals:
                row = QStandardItem(target_name(heal))
                row.setData(heal, HEAL_ROLE)
                row.setData(number(heal), NUMBER_ROLE)
                self._items[heal.id] = row
                head.appendRow(row)
            self._rows.appendRow(head)
        self.selectionModel().blockSignals(False)
        self.refresh()
        self.expandAll()

    def refresh(self) -> None:
        """What was decided changed."""
        if self._board is None:
            return
        for heal_id, item in self._items.items():
            decision = self._board.review.decision(heal_id)
            item.setData(decision, BOARD_ROLE)
            item.setData(self._spoken(item.data(HEAL_ROLE), decision), Qt.ItemDataRole.AccessibleTextRole)
        for n in range(self._rows.rowCount()):
            head = self._rows.item(n)
            group = head.data(GROUP_ROLE)
            left = self._board.count(OPEN, group.heals)
            head.setData(left, BOARD_ROLE)
            said = tr("{title}, {n} heals, {open} open", title=group.title, n=len(group.heals), open=left)
            head.setData(f"{said}. {group.detail}", Qt.ItemDataRole.AccessibleTextRole)
        self.viewport().update()

    def _spoken(self, heal: Heal, decision: str) -> str:
        undone = f", {tr('cannot be undone')}" if heal.irreversible else ""
        return f"{target_name(heal)}, {tr(_STATES[decision])}{undone}"

    def choose(self, heal_id: str) -> None:
        """Make a heal the current one; `chosen` is sent where it was another."""
        item = self._items.get(heal_id)
        if item is not None:
            self.expand(item.parent().index())
            self.setCurrentIndex(item.index())
            self.scrollTo(item.index())

    @property
    def current(self) -> str:
        """The id of the current heal; empty where there is none."""
        heal = self.currentIndex().data(HEAL_ROLE)
        return str(heal.id) if heal is not None else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and letters belong to the page; Enter opens and closes a group."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().data(GROUP_ROLE):
            self._clicked(self.currentIndex())
        elif event.key() == Qt.Key.Key_Space or (event.text().isprintable() and event.text()):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _clicked(self, index: Index) -> None:
        if index.data(GROUP_ROLE) is not None:
            self.setExpanded(index, not self.isExpanded(index))

    def _changed(self, current: Index, _previous: Index) -> None:
        heal = current.data(HEAL_ROLE)
        if heal is not None:
            self.chosen.emit(heal.id)
