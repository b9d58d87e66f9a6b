"""The list of actions: a model of rows and a delegate that draws them, so that 10,000 cost no more than one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QItemSelection, QItemSelectionModel, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from studio.ui.record.rows import ActionRow, Tag
from studio.ui.theme import icon_pixmap, theme
from studio.ui.words import tr

ROW = Qt.ItemDataRole.UserRole


class ActionModel(QAbstractListModel):
    """Rows as Qt wants them."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[ActionRow, ...] = ()

    def rowCount(self, parent: Any = None) -> int:  # noqa: ARG002
        """How many rows there are."""
        return len(self.rows)

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The row, its title, or what a screen reader says."""
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return row.spoken
        return None

    def show_rows(self, rows: Sequence[ActionRow]) -> None:
        """Other rows; where as many are left only what differs is told."""
        new = tuple(rows)
        if len(new) != len(self.rows):
            self.beginResetModel()
            self.rows = new
            self.endResetModel()
            return
        changed = [n for n, (old, now) in enumerate(zip(self.rows, new, strict=True)) if old != now]
        self.rows = new
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))


class ActionDelegate(QStyledItemDelegate):
    """Draws a row: number, icon, title, tags, time."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Any) -> QSize:
        """Every row is as high as the others."""
        return QSize(theme.px(200), theme.px(32))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Any) -> None:
        """One row."""
        row: ActionRow = index.data(ROW)
        colours = theme.colours
        rect: Any = option.rect
        state: Any = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen:
            painter.fillRect(rect, QColor(colours.select))
            painter.fillRect(rect.x(), rect.y(), 3, rect.height(), QColor(colours.accent))
        painter.fillRect(rect.x(), rect.bottom(), rect.width(), 1, QColor(colours.border))
        self._words(painter, QRectF(rect), row, bold=chosen)
        painter.restore()

    def _words(self, painter: QPainter, rect: QRectF, row: ActionRow, *, bold: bool) -> None:
        px, colours = theme.px, theme.colours
        middle = Qt.AlignmentFlag.AlignVCenter
        quiet, own = _font(painter.font(), 12), _font(painter.font(), 13, bold=bold)
        painter.setFont(quiet)
        painter.setPen(QColor(colours.text2))
        number = QRectF(rect.x() + px(6), rect.y(), px(44), rect.height())
        painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, row.number)
        time = QRectF(rect.right() - px(62), rect.y(), px(52), rect.height())
        painter.drawText(time, middle | Qt.AlignmentFlag.AlignRight, row.time)
        size = px(16)
        colour = colours.text2 if row.place is not None else colours.tone(row.tags[0].tone)
        top = round(rect.center().y() - size / 2)
        painter.drawPixmap(round(rect.x()) + px(60), top, _pixmap(row.icon, colour, size))
        left = time.left() - px(8)
        for tag in reversed(row.tags if row.place is not None else ()):
            left = _draw_tag(painter, tag, left, rect)
        room = QRectF(rect.x() + px(86), rect.y(), max(left - rect.x() - px(92), 10), rect.height())
        painter.setFont(own)
        painter.setPen(QColor(colours.text if row.place is not None else colours.tone(row.tags[0].tone)))
        said = QFontMetricsF(own).elidedText(row.title, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, said)


class ActionList(QListView):
    """`current` is sent with the row that the keyboard is on. Shift and the arrows select a range."""

    current = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.rows = ActionModel()
        self.setModel(self.rows)
        self.setItemDelegate(ActionDelegate(self))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(tr("Actions"))
        self.selectionModel().currentChanged.connect(lambda now, _: self.current.emit(now.row()))

    @property
    def chosen(self) -> tuple[int, ...]:
        """The rows that are selected, in order."""
        return tuple(sorted(index.row() for index in self.selectionModel().selectedIndexes()))

    def choose(self, row: int, *, more_to: int | None = None) -> None:
        """Select one row, or all up to another one."""
        row = max(0, min(row, len(self.rows.rows) - 1))
        index = self.rows.index(row)
        last = self.rows.index(row if more_to is None else max(0, min(more_to, len(self.rows.rows) - 1)))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(QItemSelection(index, last), flags.ClearAndSelect)
        self.selectionModel().setCurrentIndex(index, flags.NoUpdate)
        self.scrollTo(index)

    def keyboardSearch(self, _typed: str) -> None:
        """Plain letters are commands of the page here."""


def _draw_tag(painter: QPainter, tag: Tag, right: float, rect: QRectF) -> float:
    """Draw a tag that ends at `right`; where the next one must end."""
    px = theme.px
    font = _font(painter.font(), 12, bold=True)
    width = QFontMetricsF(font).horizontalAdvance(tag.word) + px(30)
    box = QRectF(right - width, rect.center().y() - px(10), width, px(20))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colours.tint(tag.tone)))
    painter.drawRoundedRect(box, 4, 4)
    colour = theme.colours.tone(tag.tone)
    painter.drawPixmap(round(box.x()) + px(5), round(box.center().y() - px(7)), _pixmap(tag.icon, colour, px(14)))
    painter.setPen(QColor(colour))
    painter.setFont(font)
    painter.drawText(box.adjusted(px(22), 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, tag.word)
    return right - width - px(4)


def _font(font: QFont, size: int, *, bold: bool = False) -> QFont:
    made = QFont(font)
    made.setPixelSize(theme.px(size))
    made.setBold(bold)
    return made


def _pixmap(name: str, colour: str, size: int) -> Any:
    return icon_pixmap(name, colour, size, 2.0)
