"""The film strip: one frame an action at equal width, the place that was clicked, and a ruler of true times below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from studio.engine.recording.edit import EditedAction
from studio.ui.record.rows import number_of
from studio.ui.record.thumbs import Thumbs
from studio.ui.theme import icon_pixmap, theme
from studio.ui.theme.colours import MARK_TARGET
from studio.ui.words import tr

_CELL, _PICTURE, _NUMBER, _RULER = 76, 44, 22, 34
_TICKS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
_TICK_ROOM = 90


@dataclass(frozen=True)
class Cell:
    """One frame of the strip. Merged actions have several cells; `place` is the action that they belong to."""

    place: int
    part: EditedAction
    merged: bool


def cells_of(actions: Sequence[EditedAction]) -> tuple[Cell, ...]:
    """A cell for each recorded action that is left."""
    return tuple(
        Cell(place, part, bool(action.parts))
        for place, action in enumerate(actions)
        for part in (action.parts or (action,))
    )


class FilmStrip(QAbstractScrollArea):
    """`picked` is sent with the place of the action that was clicked, and whether the selection is to reach there."""

    picked = Signal(int, bool)

    def __init__(self) -> None:
        super().__init__()
        self._cells: tuple[Cell, ...] = ()
        self._chosen: frozenset[int] = frozenset()
        self._thumbs: Thumbs | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(theme.px(_PICTURE + _NUMBER + _RULER + 34))
        self.setAccessibleName(tr("Film strip of the recording"))
        self.horizontalScrollBar().setSingleStep(theme.px(_CELL))
        theme.changed.connect(self.viewport().update)

    def show_actions(self, actions: Sequence[EditedAction], thumbs: Thumbs | None) -> None:
        """Other actions."""
        self._cells, self._thumbs = cells_of(actions), thumbs
        self._set_range()
        self._look()

    def show_chosen(self, places: Sequence[int], current: int | None) -> None:
        """Which actions are selected; the current one is brought into view."""
        self._chosen = frozenset(places)
        number = next((n for n, cell in enumerate(self._cells) if cell.place == current), None)
        if number is not None:
            left, room = number * self._step, self.viewport().width()
            bar = self.horizontalScrollBar()
            if not bar.value() <= left <= bar.value() + room - self._step:
                bar.setValue(left - room // 2)
        self.viewport().update()

    @property
    def _step(self) -> int:
        return theme.px(_CELL)

    def _seen(self) -> range:
        first = self.horizontalScrollBar().value() // self._step
        return range(first, min(len(self._cells), first + self.viewport().width() // self._step + 2))

    def _look(self) -> None:
        if self._thumbs is not None:
            self._thumbs.want([self._cells[n].part.before for n in self._seen()])
        self.viewport().update()

    def _set_range(self) -> None:
        room = self.viewport().width()
        self.horizontalScrollBar().setRange(0, max(0, len(self._cells) * self._step + theme.px(16) - room))
        self.horizontalScrollBar().setPageStep(room)

    # Drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Only what is seen."""
        painter = QPainter(self.viewport())
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.viewport().rect(), QColor(theme.colours.surface))
        for number in self._seen():
            self._draw_cell(painter, number)
        self._draw_ruler(painter)

    def _box(self, number: int) -> QRect:
        px = theme.px
        x = px(10) + number * self._step - self.horizontalScrollBar().value()
        return QRect(x, px(10), self._step - px(6), px(_PICTURE))

    def _draw_cell(self, painter: QPainter, number: int) -> None:
        cell, box, colours = self._cells[number], self._box(number), theme.colours
        chosen = cell.place in self._chosen
        painter.fillRect(box, QColor(colours.canvas))
        image, frame = self._thumbs.get(cell.part.before) if self._thumbs is not None else (None, QSize())
        if image is not None and not image.isNull():
            size = image.size().scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
            place = QRect(box.center().x() - size.width() // 2, box.y(), size.width(), size.height())
            painter.drawImage(place, image)
            point = cell.part.event.point
            if point is not None and frame.width():
                share = size.width() / frame.width()
                self._dot(painter, QPointF(place.x() + point.x * share, place.y() + point.y * share))
        self._outline(painter, number, box, chosen=chosen)
        self._number(painter, cell, box, chosen=chosen)

    def _dot(self, painter: QPainter, middle: QPointF) -> None:
        painter.setPen(QPen(QColor("white"), 1.5))
        painter.setBrush(QColor(MARK_TARGET))
        painter.drawEllipse(middle, 3.5, 3.5)

    def _outline(self, painter: QPainter, number: int, box: QRect, *, chosen: bool) -> None:
        """Merged ones stand in one outline."""
        colours, cell = theme.colours, self._cells[number]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours.accent if chosen else colours.border), 2 if chosen else 1))
        painter.drawRect(box)
        if not cell.merged:
            return
        first = number == 0 or self._cells[number - 1].place != cell.place
        last = number + 1 == len(self._cells) or self._cells[number + 1].place != cell.place
        around = QRectF(box).adjusted(-4, -5, 4, theme.px(_NUMBER))
        painter.setPen(QPen(QColor(colours.accent), 1.4))
        painter.drawLine(around.topLeft(), around.topRight())
        painter.drawLine(around.bottomLeft(), around.bottomRight())
        if first:
            painter.drawLine(around.topLeft(), around.bottomLeft())
        if last:
            painter.drawLine(around.topRight(), around.bottomRight())

    def _number(self, painter: QPainter, cell: Cell, box: QRect, *, chosen: bool) -> None:
        px, colours = theme.px, theme.colours
        colour = colours.accent if chosen else colours.text2
        painter.setFont(_font(painter.font(), bold=chosen))
        painter.setPen(QColor(colour))
        below = QRect(box.x(), box.bottom() + 2, box.width() // 2 - 1, px(_NUMBER - 4))
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, number_of(cell.part))
        size = px(13)
        pixmap = icon_pixmap(cell.part.event.kind.value, colour, size, 2.0)
        painter.drawPixmap(box.x() + box.width() // 2 + 4, below.center().y() - size // 2 + 1, pixmap)

    def _draw_ruler(self, painter: QPainter) -> None:
        """The whole length of the recording over the whole width, whatever is scrolled."""
        if not self._cells:
            return
        px, colours = theme.px, theme.colours
        top, width = px(_PICTURE + _NUMBER + 18), self.viewport().width() - px(24)
        length = max(self._cells[-1].part.event.t, 0.1) * 1.02
        painter.fillRect(0, top - 4, self.viewport().width(), 1, QColor(colours.border))
        every = next((t for t in _TICKS if t / length * width >= px(_TICK_ROOM)), _TICKS[-1])
        painter.setFont(_font(painter.font()))
        painter.setPen(QColor(colours.text2))
        for n in range(int(length // every) + 1):
            x = px(12) + round(n * every / length * width)
            painter.drawLine(x, top, x, top + px(12))
            painter.drawText(x + px(4), top + px(11), _time(n * every))
        bottom = top + px(17)
        for cell in self._cells:
            chosen = cell.place in self._chosen
            x = px(12) + round(cell.part.event.t / length * width)
            painter.fillRect(x, bottom, 4 if chosen else 2, px(9), QColor(colours.accent if chosen else colours.strong))

    # Events

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Other frames are seen."""
        self._look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or fewer frames are seen."""
        super().resizeEvent(event)
        self._set_range()
        self._look()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Every wheel moves sideways."""
        turn = event.angleDelta()
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (turn.y() or turn.x()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click picks an action; with Shift the selection reaches there."""
        spot = event.position().toPoint()
        number = next(
            (n for n in self._seen() if self._box(n).adjusted(0, 0, 0, theme.px(_NUMBER)).contains(spot)), None
        )
        if number is not None:
            self.picked.emit(self._cells[number].place, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))


def _font(font: QFont, *, bold: bool = False) -> QFont:
    made = QFont(font)
    made.setPixelSize(theme.px(12))
    made.setBold(bold)
    return made


def _time(seconds: int) -> str:
    return f"{seconds} s" if seconds < 60 else f"{seconds // 60}:{seconds % 60:02}"
