"""All nodes as a list with a search field: the graph for a screen reader, and the way to find a step.

What is chosen here is chosen in the graph, and the other way round. A search fades what it does not mean.
"""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from studio.graphview.view import GraphView
from studio.graphview.voice import spoken

Index = QModelIndex | QPersistentModelIndex


class OutlineModel(QAbstractListModel):
    """Nodes in reading order, as far as a search means them."""

    def __init__(self, view: GraphView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.nodes: tuple[str, ...] = ()

    def show(self, nodes: tuple[str, ...]) -> None:
        """List these nodes."""
        self.beginResetModel()
        self.nodes = nodes
        self.endResetModel()

    def told_anew(self) -> None:
        """States have changed."""
        if self.nodes:
            self.dataChanged.emit(self.index(0), self.index(len(self.nodes) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """One row for each node."""
        return 0 if parent.isValid() else len(self.nodes)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Name for the eye, everything for a screen reader and the tip."""
        plan, marks = self._view.plan, self._view.marks
        key = self.nodes[index.row()] if index.isValid() and index.row() < len(self.nodes) else ""
        node = plan.model.by_id.get(key)
        if node is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            state = marks.words(key, self._view.say)
            return f"{node.name}  ({state})" if state else node.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return spoken(plan, marks, key, self._view.say)
        return None


class Outline(QWidget):
    """The list with its search field, tied to one view."""

    def __init__(self, view: GraphView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.field = QLineEdit(self, placeholderText=view.say("Find a step"), clearButtonEnabled=True)
        self.field.setAccessibleName(view.say("Find a step"))
        self.count = QLabel(self)
        self.list = QListView(self)
        self.list.setAccessibleName(view.say("Steps"))
        self.list.setUniformItemSizes(True)
        self.model = OutlineModel(view, self)
        self.list.setModel(self.model)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        for part in (self.field, self.count, self.list):
            layout.addWidget(part)
        self.setFocusProxy(self.field)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.go_on)
        self.field.installEventFilter(self)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.list.activated.connect(self._opened)
        view.planChanged.connect(self._search)
        view.marksChanged.connect(self.model.told_anew)
        view.currentChanged.connect(self._follow)
        self._search()

    def go_on(self) -> None:
        """To the next node that the search means, and round again after the last."""
        nodes = self.model.nodes
        if nodes:
            here = nodes.index(self._view.current) if self._view.current in nodes else -1
            fresh = self._view.selection == () or here < 0
            self._view.go_to(nodes[0 if fresh and here < 0 else (here + 1) % len(nodes)])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down leads from the field into the list; Escape clears the search."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Down:
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                return True
            if event.key() == Qt.Key.Key_Escape and self.field.text():
                self.field.clear()
                return True
        return super().eventFilter(watched, event)

    def _search(self) -> None:
        text = self.field.text()
        found = self._view.search(text)
        self.model.show(found if text.strip() else self._view.plan.walk)
        self.count.setText(self._view.say("{n} found", n=len(found)) if text.strip() else "")
        self.count.setVisible(bool(text.strip()))
        self._follow(self._view.current or "")

    def _follow(self, node: str) -> None:
        """Show where the graph is, without telling it back."""
        if node in self.model.nodes:
            index = self.model.index(self.model.nodes.index(node))
            if index != self.list.currentIndex():
                self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _chosen(self, index: QModelIndex) -> None:
        node = self.model.nodes[index.row()] if index.isValid() else None
        if node is not None and self._view.selection != (node,):
            self._view.go_to(node)

    def _opened(self, index: QModelIndex) -> None:
        self._view.open_node(self.model.nodes[index.row()])
