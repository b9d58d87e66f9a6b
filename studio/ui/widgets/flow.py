"""A layout that fills rows from the left and begins a new one where the width ends."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

Row = list[tuple[QLayoutItem, QSize]]


class FlowLayout(QLayout):
    """Items side by side, wrapped. Where `spread`, all but the first item of a row stand at its right."""

    def __init__(self, parent: QWidget, spacing: int = 8, *, spread: bool = False) -> None:
        super().__init__(parent)
        self._spread = spread
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Qt's own."""
        self._items.append(item)

    def count(self) -> int:
        """Qt's own."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Qt's own."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Qt's own."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all rows."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place all items."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        """As the widest item."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """The largest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        y = rect.y()
        for row in self._rows(rect.width()):
            x = rect.x()
            for place, (item, hint) in enumerate(row):
                if place == 1 and self._spread:
                    x += rect.width() - _width_of(row, self.spacing())
                if move:
                    item.setGeometry(QRect(QPoint(x, y), hint))
                x += hint.width() + self.spacing()
            y += max(hint.height() for _, hint in row) + self.spacing()
        return max(y - rect.y() - self.spacing(), 0)

    def _rows(self, room: int) -> list[Row]:
        rows: list[Row] = []
        for item in self._items:
            hint = _size_of(item, room)
            if rows and _width_of(rows[-1], self.spacing()) + self.spacing() + hint.width() <= room:
                rows[-1].append((item, hint))
            else:
                rows.append([(item, hint)])
        return rows


def _width_of(row: Row, spacing: int) -> int:
    return sum(hint.width() for _, hint in row) + spacing * (len(row) - 1)


def _size_of(item: QLayoutItem, room: int) -> QSize:
    """What it asks for, no wider than there is room, as high as its wrapped text is then."""
    hint = item.sizeHint()
    width = max(min(hint.width(), room), item.minimumSize().width())
    return QSize(width, max(hint.height(), item.heightForWidth(width)))
