"""Two screens over each other: a line between them, one shining through the other, or one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from studio.ui.review.modes import Mode
from studio.ui.theme import icon_pixmap, theme
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.marks import Mark

_BLINK_MS = 1000
_GRAB = 9
"""px beside the line at which a press takes hold of it."""


class _Over(QGraphicsItem):
    """The screen of now: right of `line` (frame px), with `opacity`, or not at all."""

    def __init__(self) -> None:
        super().__init__()
        self.pixmap = QPixmap()
        self.line = 0.0
        self.strength = 1.0
        self.setZValue(0.5)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """The whole screen."""
        return QRectF(self.pixmap.rect())

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """The part right of the line."""
        rect = QRectF(self.pixmap.rect())
        rect.setLeft(min(max(self.line, 0.0), rect.right()))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(self.strength)
        painter.drawPixmap(rect, self.pixmap, rect)

    def show_image(self, image: QImage) -> None:
        """Another screen."""
        self.prepareGeometryChange()
        self.pixmap = QPixmap.fromImage(image)


class OverlayView(FrameView):
    """Shows then below and now above. `told` is sent when line, strength or the blinking screen change."""

    told = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._over = _Over()
        self.scene().addItem(self._over)
        self.mode = Mode.SWIPE
        self.line = 0.0
        self.opacity = 50
        self.holds = False
        self.shows_after = True
        self._dragging = False
        self.setMouseTracking(True)
        self._timer = QTimer(self)
        self._timer.setInterval(_BLINK_MS)
        self._timer.timeout.connect(self._blink)

    def show_pair(self, before: QImage, after: QImage, marks: Sequence[Mark], line: float) -> None:
        """Two other screens with the marks of both, and where the line between them stands at first."""
        self.show_picture(before if not before.isNull() else after, marks)
        self._over.show_image(after)
        self.scene().setSceneRect(QRectF(before.rect()).united(QRectF(after.rect())))
        self.line = line
        self._apply()

    def show_mode(self, mode: Mode) -> None:
        """Swipe, onion or blink; any other one ends the blinking."""
        self.mode, self.holds, self.shows_after = mode, False, True
        if mode is Mode.BLINK:
            self._timer.start()
        else:
            self._timer.stop()
        self._apply()

    def rest(self) -> None:
        """Nobody looks: blink no more."""
        self._timer.stop()

    # What keys do

    def move_line(self, by: float) -> None:
        """Move the line by so many px of the frame."""
        self.line = min(max(self.line + by, 0.0), self.sceneRect().width())
        self._apply()

    def change_opacity(self, by: int) -> None:
        """More (or less) of now, in percent."""
        self.opacity = min(max(self.opacity + by, 0), 100)
        self._apply()

    def hold(self) -> None:
        """Hold the screen that is shown, or go on blinking."""
        self.holds = not self.holds
        self._apply()

    def _blink(self) -> None:
        if not self.holds:
            self.shows_after = not self.shows_after
            self._apply()

    def _apply(self) -> None:
        self._over.line = self.line if self.mode is Mode.SWIPE else 0.0
        self._over.strength = self.opacity / 100 if self.mode is Mode.ONION else 1.0
        self._over.setVisible(self.mode is not Mode.BLINK or self.shows_after)
        self._over.update()
        self.viewport().update()
        self.told.emit()

    # The line

    def drawForeground(self, painter: QPainter, _rect: QRectF | object) -> None:
        """The line with its handle, always of the same width."""
        if self.mode is not Mode.SWIPE or self.is_empty:
            return
        painter.save()
        painter.resetTransform()
        x, height = self._line_at(), self.viewport().height()
        for width, colour in ((6, "white"), (3, theme.colours.accent)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawLine(QPointF(x, 0), QPointF(x, height))
        self._draw_handle(painter, x, height / 2)
        painter.restore()

    def _draw_handle(self, painter: QPainter, x: float, y: float) -> None:
        box = QRectF(x - theme.px(17), y - theme.px(14), theme.px(34), theme.px(28))
        painter.setPen(QPen(QColor("white"), 2))
        painter.setBrush(QColor(theme.colours.accent))
        painter.drawRoundedRect(box, 5, 5)
        size = theme.px(14)
        for name, left in (("chevron_left", x - size), ("chevron_right", x)):
            pixmap = icon_pixmap(name, theme.colours.on_accent, size, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(left, y - size / 2), pixmap)

    def _line_at(self) -> float:
        """Where the line stands, in px of the view."""
        return float(self.mapFromScene(QPointF(self.line, 0)).x())

    def _near_line(self, x: float) -> bool:
        return self.mode is Mode.SWIPE and abs(x - self._line_at()) <= _GRAB + theme.px(8)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the line; elsewhere the picture is dragged."""
        if event.button() is Qt.MouseButton.LeftButton and self._near_line(event.position().x()):
            self._dragging = True
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the line that is held."""
        if self._dragging:
            self.line = self.mapToScene(event.position().toPoint()).x()
            self.move_line(0)
            return
        near = self._near_line(event.position().x())
        self.viewport().setCursor(Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.OpenHandCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the line go."""
        if self._dragging:
            self._dragging = False
            return
        super().mouseReleaseEvent(event)
