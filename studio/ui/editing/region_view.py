"""A frame on which a person draws a rectangle, by mouse or by keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsView

from studio.engine.model.geometry import Region
from studio.ui.theme.colours import MARK_TARGET
from studio.ui.widgets.frame_view import FrameView

_FIRST = (160, 40)
_MOVES = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_STRIDE = 8


class RegionView(FrameView):
    """`drawn` is sent with each new rectangle (px of the frame). A drag draws one; arrows move it by 8 px, with Ctrl
    by one, with Shift they change its size; the wheel, plus and minus zoom, the middle button pans."""

    drawn = Signal(object)

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.setDragMode(QGraphicsView.DragMode.NoDrag)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.region: Region | None = None
        self._from: QPointF | None = None
        self._box = QGraphicsRectItem()
        pen = QPen(QColor(MARK_TARGET), 2)
        pen.setCosmetic(True)
        fill = QColor(MARK_TARGET)
        fill.setAlphaF(0.14)
        self._box.setPen(pen)
        self._box.setBrush(fill)
        self._box.setZValue(5)
        self._box.hide()
        self.scene().addItem(self._box)

    def show_region(self, region: Region | None) -> None:
        """Another rectangle, kept inside of the frame."""
        width, height = int(self.sceneRect().width()), int(self.sceneRect().height())
        inside = region.clamped((width, height)) if region is not None else None
        self.region = inside if inside is not None and inside.w > 1 and inside.h > 1 else None
        self._box.setVisible(self.region is not None)
        if self.region is not None:
            self._box.setRect(QRectF(*self.region))
        self.drawn.emit(self.region)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a rectangle."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._from = self.mapToScene(event.position().toPoint())
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw on."""
        if self._from is not None:
            self._span(self.mapToScene(event.position().toPoint()))
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The rectangle is drawn."""
        if self._from is not None:
            self._span(self.mapToScene(event.position().toPoint()))
            self._from = None
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move or size the rectangle; the first one puts it in the middle of what is seen."""
        step = _MOVES.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        held = event.modifiers()
        stride = 1 if held & Qt.KeyboardModifier.ControlModifier else _STRIDE
        dx, dy = step[0] * stride, step[1] * stride
        if self.region is None:
            self.show_region(self._first())
        elif held & Qt.KeyboardModifier.ShiftModifier:
            x, y, w, h = self.region
            self.show_region(Region(x, y, max(2, w + dx), max(2, h + dy)))
        else:
            self.show_region(self._shifted(self.region, dx, dy))

    def _shifted(self, region: Region, dx: int, dy: int) -> Region:
        """Moved, but not beyond the edges: it keeps its size."""
        width, height = int(self.sceneRect().width()), int(self.sceneRect().height())
        x, y = min(max(region.x + dx, 0), width - region.w), min(max(region.y + dy, 0), height - region.h)
        return Region(x, y, region.w, region.h)

    def _first(self) -> Region:
        middle = self.mapToScene(self.viewport().rect().center())
        return Region(round(middle.x()) - _FIRST[0] // 2, round(middle.y()) - _FIRST[1] // 2, *_FIRST)

    def _span(self, to: QPointF) -> None:
        assert self._from is not None
        x, y = min(self._from.x(), to.x()), min(self._from.y(), to.y())
        w, h = abs(self._from.x() - to.x()), abs(self._from.y() - to.y())
        if w > 2 and h > 2:
            self.show_region(Region(round(x), round(y), round(w), round(h)))
