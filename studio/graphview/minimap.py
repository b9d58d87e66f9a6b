"""The whole graph in a corner, with what is seen of it outlined; a click or drag goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from studio.graphview.view import GraphView

SIZE = QSize(170, 104)
_PAD = 8.0


class Minimap(QWidget):
    """Lies over its view in the lower right corner; hidden where all is seen anyway."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self._ground: QPixmap | None = None
        self.setFixedSize(SIZE)
        self.setAccessibleName(view.say("Overview"))
        self.setAccessibleDescription(view.say("The whole graph; a click goes to that place"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def renew(self) -> None:
        """The graph, its states or its colours have changed."""
        self._ground = None
        self.update()

    def refresh(self) -> None:
        """What is seen has changed."""
        whole, seen = self._view.whole(), self._view.seen()
        self.setVisible(not whole.isEmpty() and not seen.adjusted(-1, -1, 1, 1).contains(whole))
        self.update()

    @property
    def scale(self) -> float:
        """Px of the map for one px of the scene."""
        whole = self._view.whole()
        wide, high = self.width() - 2 * _PAD, self.height() - 2 * _PAD
        return min(wide / max(whole.width(), 1), high / max(whole.height(), 1), 1.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The kept ground, then the outline of what is seen."""
        del event
        if self._ground is None or self._ground.devicePixelRatio() != self.devicePixelRatioF():
            self._ground = self._drawn()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._ground)
        ink = self._view.ink
        seen = self._on_map(self._view.seen()).intersected(QRectF(self.rect()).adjusted(3, 3, -3, -3))
        painter.setPen(ink.pen("accent", 2))
        painter.drawRoundedRect(seen, 2, 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def _go(self, at: QPointF) -> None:
        offset = self._offset()
        self._view.center_on((at.x() - offset.x()) / self.scale, (at.y() - offset.y()) / self.scale)

    def _offset(self) -> QPointF:
        whole = self._view.whole()
        return QPointF(
            (self.width() - whole.width() * self.scale) / 2, (self.height() - whole.height() * self.scale) / 2
        )

    def _on_map(self, area: QRectF) -> QRectF:
        offset, scale = self._offset(), self.scale
        return QRectF(
            area.x() * scale + offset.x(), area.y() * scale + offset.y(), area.width() * scale, area.height() * scale
        )

    def _drawn(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        ink, marks, plan = self._view.ink, self._view.marks, self._view.plan
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(ink.pen("border"))
        painter.setBrush(ink.color("card"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        groups: dict[str, list[QRectF]] = {}
        for node in plan.model.nodes:
            if not node.framed:
                token = marks.look(node.id).token or "strong"
                groups.setdefault(token, []).append(self._on_map(QRectF(*plan.layout.boxes[node.id])))
        groups["accent"] = [self._on_map(QRectF(*plan.layout.boxes[key])) for key in marks.selected]
        for token, rects in groups.items():
            painter.setOpacity(0.55 if token == "strong" else 1.0)
            painter.setBrush(ink.color(token))
            painter.drawRects(rects)
        painter.end()
        return pixmap
