"""Colours, pens, fonts and icons of one theme, made once and kept."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPen
from PySide6.QtSvg import QSvgRenderer

from studio.graphview.layout.colors import GraphColors
from studio.graphview.layout.icons import ICONS, LINE


class Ink:
    """What the painters dip into."""

    def __init__(self, colors: GraphColors) -> None:
        self.colors = colors
        self._colors: dict[str, QColor] = {}
        self._pens: dict[tuple[str, float, bool], QPen] = {}
        self._fonts: dict[tuple[float, bool], QFont] = {}
        self._metrics: dict[tuple[float, bool], QFontMetricsF] = {}
        self._icons: dict[tuple[str, str], QSvgRenderer] = {}

    def color(self, token: str) -> QColor:
        """The colour of a part by its name in `GraphColors`."""
        if token not in self._colors:
            self._colors[token] = QColor(getattr(self.colors, token))
        return self._colors[token]

    def faint(self, token: str) -> QColor:
        """The colour half way to the canvas: solid, since what shines through is slow to draw."""
        a, b = self.color(token), self.color("canvas")
        return QColor((a.red() + b.red()) // 2, (a.green() + b.green()) // 2, (a.blue() + b.blue()) // 2)

    def pen(self, token: str, width: float = 1.0, *, dashed: bool = False) -> QPen:
        """A pen of that colour with round joins."""
        key = (token, width, dashed)
        if key not in self._pens:
            self._pens[key] = self._pen(token, width, dashed=dashed)
        return self._pens[key]

    def _pen(self, token: str, width: float, *, dashed: bool) -> QPen:
        pen = QPen(self.color(token), width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if dashed:
            pen.setDashPattern([3.4, 2.6])
        return pen

    def font(self, px: float = 13, *, bold: bool = False) -> QFont:
        """The system's font at a height in px of the graph."""
        key = (px, bold)
        if key not in self._fonts:
            font = QFont(QGuiApplication.font())
            font.setPixelSize(max(1, round(px)))
            font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            self._fonts[key] = font
        return self._fonts[key]

    def metrics(self, px: float = 13, *, bold: bool = False) -> QFontMetricsF:
        """Its metrics."""
        key = (px, bold)
        if key not in self._metrics:
            self._metrics[key] = QFontMetricsF(self.font(px, bold=bold))
        return self._metrics[key]

    def fitted(self, text: str, width: float, px: float = 13, *, bold: bool = False) -> str:
        """The text, with an ellipsis where it is too wide."""
        return self.metrics(px, bold=bold).elidedText(text, Qt.TextElideMode.ElideRight, width)

    def icon(self, painter: QPainter, name: str, x: float, y: float, size: float, token: str) -> None:
        """Draw a line icon with its top left at (x, y)."""
        key = (name, token)
        if key not in self._icons:
            self._icons[key] = QSvgRenderer(QByteArray(_svg(name, self.color(token).name()).encode()))
        self._icons[key].render(painter, QRectF(x, y, size, size))

    def write(
        self, painter: QPainter, text: str, x: float, base: float, token: str, px: float = 13, *, bold: bool = False
    ) -> float:
        """Draw one line of text on its baseline; returns where it ends."""
        painter.setFont(self.font(px, bold=bold))
        painter.setPen(self.color(token))
        painter.drawText(QPointF(x, base), text)
        return x + self.metrics(px, bold=bold).horizontalAdvance(text)


def _svg(name: str, color: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="{ICONS[name]}" fill="none" '
        f'stroke="{color}" stroke-width="{LINE}" stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )
