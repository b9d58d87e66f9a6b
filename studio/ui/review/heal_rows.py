"""Paints the rows of the list of heals: heads of groups, and heals with state, number, name and picture."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from studio.engine.model.heals import Heal
from studio.ui.review.board import ACCEPTED, REJECTED
from studio.ui.review.thumbs import Thumbs
from studio.ui.theme import Tone, icon_pixmap, theme
from studio.ui.words import tr

_USER = int(Qt.ItemDataRole.UserRole)
GROUP_ROLE, HEAL_ROLE, BOARD_ROLE, NUMBER_ROLE = _USER + 1, _USER + 2, _USER + 3, _USER + 4
_HEAD, _ROW = 52, 44
Index = QModelIndex | QPersistentModelIndex


def target_name(heal: Heal) -> str:
    """What its target was called when it was recorded; the step's intent where it has no name."""
    structural = heal.before.structural
    return heal.before.ocr_text or (structural.name if structural else "") or heal.intent


class RowPainter(QStyledItemDelegate):
    """Draws with the palette of the theme that is on; sizes follow the system font."""

    def __init__(self, tree: QTreeView) -> None:
        super().__init__(tree)
        self._tree = tree
        self.thumbs: Thumbs | None = None

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """52 px for a head, 44 px for a heal, at the usual font."""
        return QSize(theme.px(200), theme.px(_HEAD if index.data(GROUP_ROLE) is not None else _ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        painter.save()
        rect = QRect(option.rect)
        state = option.state
        current = index == self._tree.currentIndex()
        focused = current and bool(state & QStyle.StateFlag.State_HasFocus)
        if index.data(GROUP_ROLE) is not None:
            self._paint_head(painter, rect, index)
        else:
            self._paint_heal(painter, rect, index, current)
        painter.setPen(QColor(theme.colours.border))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if focused:
            painter.setPen(QPen(QColor(theme.colours.accent), 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()

    # Heads

    def _paint_head(self, painter: QPainter, rect: QRect, index: Index) -> None:
        group, left = index.data(GROUP_ROLE), index.data(BOARD_ROLE) or 0
        painter.fillRect(rect, QColor(theme.colours.sunken))
        chevron = "chevron_down" if self._tree.isExpanded(index) else "chevron_right"
        self._icon(painter, chevron, "text2", rect.left() + theme.px(10), rect, 14)
        self._icon(painter, group.icon, "text2", rect.left() + theme.px(30), rect, 16)
        said = tr("{n} open", n=left)
        note = _font(painter, 12)
        room = QFontMetrics(note).horizontalAdvance(said)
        words = rect.adjusted(theme.px(54), theme.px(7), -room - theme.px(20), -theme.px(7))
        title = tr("{title} {n}", title=group.title, n=len(group.heals))
        self._write(painter, words, title, _font(painter, 13, bold=True), "text", Qt.AlignmentFlag.AlignTop)
        self._write(painter, words, group.detail, note, "text2", Qt.AlignmentFlag.AlignBottom)
        right = rect.adjusted(0, 0, -theme.px(10), 0)
        self._write(painter, right, said, note, "text2", Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight)

    # Heals

    def _paint_heal(self, painter: QPainter, rect: QRect, index: Index, current: bool) -> None:
        heal, decision = index.data(HEAL_ROLE), index.data(BOARD_ROLE)
        painter.fillRect(rect, QColor(theme.colours.select if current else theme.colours.surface))
        if current:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), QColor(theme.colours.accent))
        if heal.irreversible:
            self._icon(painter, "shield", "text2", rect.left() + theme.px(9), rect, 16)
        self._state(painter, decision, rect)
        middle = Qt.AlignmentFlag.AlignVCenter
        number = QRect(rect.left() + theme.px(50), rect.top(), theme.px(24), rect.height())
        said = str(index.data(NUMBER_ROLE) or "")
        self._write(painter, number, said, _font(painter, 13, bold=True), "text2", middle, Qt.AlignmentFlag.AlignRight)
        wide = theme.px(58 if rect.width() > theme.px(250) else 44)
        picture = QRect(rect.right() - wide - theme.px(9), rect.top() + theme.px(8), wide, rect.height() - theme.px(16))
        words = QRect(
            number.right() + theme.px(9), rect.top(), picture.left() - number.right() - theme.px(17), rect.height()
        )
        self._write(painter, words, target_name(heal), _font(painter, 13, bold=current), "text", middle)
        self._picture(painter, heal, picture)

    def _state(self, painter: QPainter, decision: str, rect: QRect) -> None:
        """A tick, a cross, or an empty ring."""
        left = rect.left() + theme.px(31)
        if decision == ACCEPTED:
            self._icon(painter, "check", Tone.PASSED, left, rect, 16)
        elif decision == REJECTED:
            self._icon(painter, "cross", Tone.FAILED, left, rect, 16)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.colours.text2), 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            size = theme.px(12)
            painter.drawEllipse(QRectF(left + 2, rect.center().y() - size / 2, size, size))

    def _picture(self, painter: QPainter, heal: Heal, room: QRect) -> None:
        pixmap = self.thumbs.of(heal) if self.thumbs is not None else None
        painter.fillRect(room, QColor(theme.colours.canvas))
        if pixmap is None or pixmap.isNull():
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size = pixmap.size().scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatioByExpanding)
        target = QRect(room.topLeft(), size)
        target.moveCenter(room.center())
        painter.setClipRect(room)
        painter.drawPixmap(target, pixmap)
        painter.setClipping(False)
        painter.setPen(QColor(theme.colours.border))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(room)

    # Parts

    def _icon(self, painter: QPainter, name: str, colour: str | Tone, left: int, rect: QRect, size: int) -> None:
        colours = theme.colours
        said = colours.tone(colour) if isinstance(colour, Tone) else str(getattr(colours, colour))
        pixmap = icon_pixmap(name, said, theme.px(size), self._tree.devicePixelRatioF())
        painter.drawPixmap(left, rect.center().y() - theme.px(size) // 2, pixmap)

    def _write(
        self, painter: QPainter, rect: QRect, said: str, font: QFont, colour: str, *alignment: Qt.AlignmentFlag
    ) -> None:
        painter.setFont(font)
        painter.setPen(QColor(str(getattr(theme.colours, colour))))
        elided = QFontMetrics(font).elidedText(said, Qt.TextElideMode.ElideRight, rect.width())
        flags = int(alignment[0].value)
        for more in alignment[1:]:
            flags |= int(more.value)
        painter.drawText(rect, flags, elided)


def _font(painter: QPainter, size: int, *, bold: bool = False) -> QFont:
    font = QFont(painter.font())
    font.setPixelSize(theme.px(size))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font
