"""Edges as paths: round corners and arrow tips near, bare lines from afar. Many edges are one path."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from studio.graphview.layout.graph import Edge, EdgeKind
from studio.graphview.layout.shapes import Box, Spot
from studio.graphview.painting.ink import Ink

RADIUS = 6.0
TIP = 4.0


def add_route(path: QPainterPath, route: tuple[Spot, ...], *, rounded: bool) -> None:
    """Add one edge's line to a path. It ends where its tip begins."""
    spots = list(route)
    path.moveTo(*spots[0])
    for n, here in enumerate(spots[1:-1], 1):
        if rounded:
            a, b = _towards(here, spots[n - 1]), _towards(here, spots[n + 1])
            path.lineTo(*a)
            path.quadTo(here.x, here.y, *b)
        else:
            path.lineTo(*here)
    path.lineTo(*(_short(spots[-2], spots[-1]) if rounded else spots[-1]))


def add_tip(path: QPainterPath, route: tuple[Spot, ...]) -> None:
    """Add the arrow tip at a route's end."""
    a, b = route[-2], route[-1]
    dx = (b.x > a.x) - (b.x < a.x)
    dy = 0 if dx else 1 if b.y > a.y else -1
    back = QPointF(b.x - dx * TIP * 1.6, b.y - dy * TIP * 1.6)
    side = QPointF(dy * TIP, dx * TIP)
    path.addPolygon(QPolygonF([QPointF(*b), back + side, back - side, QPointF(*b)]))


def paint_label(painter: QPainter, edge: Edge, box: Box, ink: Ink) -> None:
    """What stands on an edge, with its top left at the origin."""
    token = "halted" if edge.kind is EdgeKind.EXCEPTION else "text2"
    painter.setPen(ink.pen("border"))
    painter.setBrush(ink.color("card"))
    painter.drawRoundedRect(QRectF(0.5, 1.5, box.w - 1, box.h - 3), 4, 4)
    said = ink.fitted(edge.label, box.w - 10, 12)
    width = ink.metrics(12).horizontalAdvance(said)
    ink.write(painter, said, (box.w - width) / 2, 15.2, token, 12)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _short(before: Spot, end: Spot) -> Spot:
    dx = (end.x > before.x) - (end.x < before.x)
    dy = 0 if dx else 1 if end.y > before.y else -1
    return Spot(end.x - dx * TIP, end.y - dy * TIP)


def _towards(here: Spot, there: Spot) -> Spot:
    length = abs(there.x - here.x) + abs(there.y - here.y)
    share = min(RADIUS, length / 2) / length if length else 0.0
    return Spot(here.x + (there.x - here.x) * share, here.y + (there.y - here.y) * share)
