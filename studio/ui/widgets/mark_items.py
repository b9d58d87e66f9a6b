"""Draws marks on a frame: constant line width at any zoom, a white halo, a label beside it."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from studio.ui.theme.colours import (
    MARK_ASKED,
    MARK_IDENTITY,
    MARK_LANDMARK,
    MARK_LOOKALIKE,
    MARK_NOW,
    MARK_TARGET,
)
from studio.ui.widgets.marks import Mark, MarkKind

_COLOURS = {
    MarkKind.TARGET: MARK_TARGET,
    MarkKind.POINT: MARK_TARGET,
    MarkKind.LANDMARK: MARK_LANDMARK,
    MarkKind.IDENTITY: MARK_IDENTITY,
    MarkKind.LOOKALIKE: MARK_LOOKALIKE,
    MarkKind.ASKED: MARK_ASKED,
    MarkKind.NOTHING: MARK_LOOKALIKE,
    MarkKind.REDACTION: "#2A2F38",
    MarkKind.SEARCH: MARK_TARGET,
    MarkKind.NOW: MARK_NOW,
}
_ROOM = 6
_LABEL_PX = 12


class MarkItem(QGraphicsItem):
    """One mark. It lets clicks through."""

    def __init__(self, mark: Mark) -> None:
        super().__init__()
        self.mark = mark
        self._colour = QColor(_COLOURS[mark.kind])
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(2 if mark.kind in (MarkKind.TARGET, MarkKind.POINT) else 1)

    def boundingRect(self) -> QRectF:
        """The mark, its label and its line, generously: the label's size depends on the zoom."""
        rect = self._rect().adjusted(-60, -60, 60, 60)
        if self.mark.label:
            rect = rect.adjusted(0, 0, 60 + 24 * len(self.mark.label), 60)
        if self.mark.towards is not None:
            towards = QPointF(*self.mark.towards)
            rect = rect.united(QRectF(towards, towards).adjusted(-4, -4, 4, 4))
        return rect

    def _rect(self) -> QRectF:
        region = self.mark.region
        return QRectF(region.x, region.y, region.w, region.h)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """White first and wider, then the colour."""
        zoom = painter.worldTransform().m11() or 1.0
        draw = {
            MarkKind.TARGET: self._corners,
            MarkKind.POINT: self._point,
            MarkKind.LANDMARK: self._landmark,
            MarkKind.NOTHING: self._cross,
            MarkKind.REDACTION: self._hatched,
            MarkKind.NOW: self._now,
        }.get(self.mark.kind, self._box)
        draw(painter, zoom)
        if self.mark.label:
            self._label(painter, zoom)
        if self.mark.number is not None:
            self._number(painter, zoom)

    def _pens(self, width: float = 2.5, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> tuple[QPen, QPen]:
        halo, own = QPen(QColor("white"), width + 2.5), QPen(self._colour, width, style)
        for pen in (halo, own):
            pen.setCosmetic(True)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        return halo, own

    def _outer(self, zoom: float, room: float = _ROOM) -> QRectF:
        return self._rect().adjusted(-room / zoom, -room / zoom, room / zoom, room / zoom)

    def _corners(self, painter: QPainter, zoom: float) -> None:
        rect = self._outer(zoom)
        arm = min(12 / zoom, rect.width() / 2, rect.height() / 2)
        lines = []
        for corner, dx, dy in (
            (rect.topLeft(), arm, arm),
            (rect.topRight(), -arm, arm),
            (rect.bottomLeft(), arm, -arm),
            (rect.bottomRight(), -arm, -arm),
        ):
            lines += [QLineF(corner, corner + QPointF(dx, 0)), QLineF(corner, corner + QPointF(0, dy))]
        for pen in self._pens(3):
            painter.setPen(pen)
            painter.drawLines(lines)

    def _point(self, painter: QPainter, zoom: float) -> None:
        centre = self._rect().center()
        for pen, radius in zip(self._pens(2), (4.5, 4.5), strict=True):
            painter.setPen(pen)
            painter.drawEllipse(centre, radius / zoom, radius / zoom)

    def _landmark(self, painter: QPainter, zoom: float) -> None:
        halo, own = self._pens(2, Qt.PenStyle.DashLine)
        if self.mark.towards is not None:
            line = QLineF(self._rect().center(), QPointF(*self.mark.towards))
            thin = QPen(own)
            thin.setWidthF(1.2)
            painter.setPen(thin)
            painter.drawLine(line)
        self._stroked(painter, self._outer(zoom, 2), halo, own)

    def _now(self, painter: QPainter, zoom: float) -> None:
        halo, own = self._pens(3, Qt.PenStyle.DashLine)
        self._stroked(painter, self._outer(zoom, _ROOM + 3), halo, own)

    def _box(self, painter: QPainter, zoom: float) -> None:
        fill = QColor(self._colour)
        fill.setAlphaF(0.1 if self.mark.kind is MarkKind.IDENTITY else 0.0)
        painter.fillRect(self._rect(), fill)
        style = Qt.PenStyle.DotLine if self.mark.kind is MarkKind.SEARCH else Qt.PenStyle.SolidLine
        self._stroked(painter, self._outer(zoom, 2), *self._pens(2, style))

    def _hatched(self, painter: QPainter, zoom: float) -> None:  # noqa: ARG002
        painter.fillRect(self._rect(), QColor(96, 96, 96))
        painter.fillRect(self._rect(), QBrush(QColor("white"), Qt.BrushStyle.BDiagPattern))

    def _cross(self, painter: QPainter, zoom: float) -> None:
        rect = self._outer(zoom, 0)
        for pen in self._pens(2):
            painter.setPen(pen)
            painter.drawLines([QLineF(rect.topLeft(), rect.bottomRight()), QLineF(rect.topRight(), rect.bottomLeft())])

    def _stroked(self, painter: QPainter, rect: QRectF, halo: QPen, own: QPen) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (halo, own):
            painter.setPen(pen)
            painter.drawRect(rect)

    def _label(self, painter: QPainter, zoom: float) -> None:
        at = self._outer(zoom).bottomLeft() + QPointF(0, 4 / zoom)
        if self.mark.kind is MarkKind.NOW:
            at = self._outer(zoom).topLeft() - QPointF(3 / zoom, 27 / zoom)
        self._tag(painter, zoom, at, self.mark.label)

    def _number(self, painter: QPainter, zoom: float) -> None:
        self._tag(painter, zoom, self._outer(zoom).topLeft() - QPointF(20 / zoom, 2 / zoom), str(self.mark.number))

    def _back(self, left: float, width: float) -> float:
        """How far a label goes to the left so that it does not end beside the picture, px of the frame (negative)."""
        scene = self.scene()
        if scene is None:
            return 0.0
        return max(min(scene.sceneRect().right() - (left + width), 0.0), -left)

    def _tag(self, painter: QPainter, zoom: float, at: QPointF, said: str) -> None:
        """A small filled label whose type has the same size on the screen at any zoom."""
        painter.save()
        painter.translate(at)
        painter.scale(1 / zoom, 1 / zoom)
        font = QFont(painter.font())
        font.setPixelSize(_LABEL_PX)
        font.setBold(True)
        painter.setFont(font)
        width = QFontMetricsF(font).horizontalAdvance(said) + 12
        box = QRectF(self._back(at.x(), width / zoom) * zoom, 0, width, 20)
        painter.setPen(QPen(QColor("white"), 1))
        painter.setBrush(self._colour)
        painter.drawRoundedRect(box, 3, 3)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, said)
        painter.restore()
