"""The dotted ground below a graph: drawn once for a zoom, then only shifted."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPixmap

from studio.graphview.painting.ink import Ink

STEP = 16.0
_FROM = 0.6


class Canvas:
    """Keeps one pixmap, a little larger than what is painted on."""

    def __init__(self) -> None:
        self._kept: QPixmap | None = None
        self._key: tuple[object, ...] = ()

    def paint(self, painter: QPainter, size: QSize, ratio: float, ink: Ink) -> None:
        """Fill the painter's device of `size` (device-independent px) as its transform asks."""
        view = painter.worldTransform()
        zoom = view.m11()
        painter.save()
        painter.resetTransform()
        if zoom < _FROM:
            painter.fillRect(0, 0, size.width(), size.height(), ink.color("canvas"))
        else:
            step = STEP * zoom
            pixmap = self._dots(size, step, ratio, ink)
            left, top = view.dx() % step - step, view.dy() % step - step
            painter.drawPixmap(QPointF(round(left * ratio) / ratio, round(top * ratio) / ratio), pixmap)
        painter.restore()

    def _dots(self, size: QSize, step: float, ratio: float, ink: Ink) -> QPixmap:
        key = (size.toTuple(), step, ratio, ink.colors)
        if self._kept is None or key != self._key:
            self._kept, self._key = _drawn(size, step, ratio, ink), key
        return self._kept


def _drawn(size: QSize, step: float, ratio: float, ink: Ink) -> QPixmap:
    columns, rows = ceil(size.width() / step) + 2, ceil(size.height() / step) + 2
    pixmap = QPixmap(ceil(columns * step * ratio), ceil(rows * step * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(ink.color("canvas"))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(ink.pen("dot", 1.6))
    row = [QPointF(n * step, 0.0) for n in range(columns)]
    for _ in range(rows):
        painter.drawPoints(row)
        painter.translate(0, step)
    painter.end()
    return pixmap
