"""A node from afar: as a chip with number, icon, name and state; further out without the name; at last a block."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from studio.graphview.layout.graph import Node, NodeKind
from studio.graphview.layout.live import Live
from studio.graphview.painting.cards import outline, paint_card
from studio.graphview.painting.ink import Ink
from studio.graphview.painting.look import Look


class Level(IntEnum):
    """How much of a node is drawn."""

    BLOCK = 0
    MARK = 1
    CHIP = 2
    CARD = 3


def level_at(zoom: float) -> Level:
    """The level that reads best at a zoom (1 is 100 %)."""
    if zoom >= 0.6:
        return Level.CARD
    return Level.CHIP if zoom >= 0.34 else Level.MARK if zoom >= 0.2 else Level.BLOCK


def paint_node(
    painter: QPainter, node: Node, size: tuple[float, float], level: Level, look: Look, ink: Ink, image: QImage | None
) -> None:
    """A node at a level, with its top left at the origin. Blocks are drawn many at once, not here."""
    painter.setOpacity(0.3 if look.faded else 1.0)
    if node.kind is NodeKind.TERMINAL:
        _end(painter, node, size, level, ink)
    elif level is Level.CARD:
        paint_card(painter, node, size, look, ink, image)
    else:
        _chip(painter, node, size, level, look, ink)
    painter.setOpacity(0.3 if look.faded else 1.0)
    if look.breakpoint:
        _breakpoint(painter, size, level, ink)


def _end(painter: QPainter, node: Node, size: tuple[float, float], level: Level, ink: Ink) -> None:
    token = node.icon if node.icon in ("passed", "halted", "failed") else "unknown"
    w, h = size
    rim = 0.5 if node.beside is None else 0.0
    painter.setPen(ink.pen(token) if rim else Qt.PenStyle.NoPen)
    painter.setBrush(ink.color(f"{token}_bg"))
    radius = 5.0 if node.beside else h / 2 - rim
    painter.drawRoundedRect(QRectF(rim, rim, w - 2 * rim, h - 2 * rim), radius, radius)
    if level <= Level.MARK:
        ink.icon(painter, node.icon, w / 2 - 11, h / 2 - 11, 22, token)
        return
    px = 13 if level is Level.CARD else 19
    said = ink.fitted(node.text, w - 44, px, bold=True)
    width = ink.metrics(px, bold=True).horizontalAdvance(said)
    left = (w - width - px - 8) / 2
    ink.icon(painter, node.icon, left, h / 2 - px / 2 - 1, px + 2, token)
    ink.write(painter, said, left + px + 8, h / 2 + px * 0.36, token, px, bold=True)


def _chip(painter: QPainter, node: Node, size: tuple[float, float], level: Level, look: Look, ink: Ink) -> None:
    w, h = size
    token = look.token or "border"
    width = (4.0 if look.loud else 2.0) if look.token else 1.5
    solid = look.live is Live.RUNNING and level is Level.MARK
    painter.setOpacity((0.55 if node.disabled else 1.0) * (0.3 if look.faded else 1.0))
    painter.setPen(ink.pen(token, width))
    painter.setBrush(ink.color(token if solid else f"{token}_bg" if look.token else "card"))
    painter.drawPath(outline(node, w, h, width / 2))
    if level is Level.MARK:
        _mark(painter, node, size, look, ink, "on_accent" if solid else "text2")
        return
    px, x = 23, 14.0
    number = str(node.number) if node.number is not None else ""
    begin = x + (ink.metrics(px, bold=True).horizontalAdvance(number) + 10 if number else 0.0) + 34
    room = w - begin - 12 - (38.0 if look.token else 0.0)
    name = node.short or node.text
    said, rest = ink.fitted(name, room, px), ""
    if said != name and h > 60:
        said, rest = _two_lines(name, room, ink, px)
    base = 31.0 if rest else h / 2 + px * 0.36
    if number:
        x = ink.write(painter, number, x, base, "text2", px, bold=True) + 10
    ink.icon(painter, node.icon, x, base - 21, 25, "text2")
    end = ink.write(painter, said, begin, base, "text", px)
    ink.write(painter, ink.fitted(rest, w - 28, px), 14, 61, "text", px)
    if node.disabled:
        painter.fillRect(QRectF(begin, base - 9, end - begin, 2), ink.color("text2"))
    if look.token and look.live:
        ink.icon(painter, look.live.value, w - 42, base - 23, 30, look.token)


def _two_lines(name: str, width: float, ink: Ink, px: float) -> tuple[str, str]:
    words = name.split(" ")
    metrics = ink.metrics(px)
    count = len(words)
    while count > 1 and metrics.horizontalAdvance(" ".join(words[:count])) > width:
        count -= 1
    first = " ".join(words[:count])
    return ink.fitted(first, width, px), " ".join(words[count:])


def _mark(painter: QPainter, node: Node, size: tuple[float, float], look: Look, ink: Ink, token: str) -> None:
    w, h = size
    x = 18.0
    if node.number is not None:
        px = 40
        x = ink.write(painter, str(node.number), x, h / 2 + px * 0.36, token, px, bold=True) + 14
    ink.icon(painter, node.icon, x, h / 2 - 21, 42, token)
    if look.token and look.live:
        state = "on_accent" if token == "on_accent" else look.token
        ink.icon(painter, look.live.value, w - 62, h / 2 - 24, 48, state)


def _breakpoint(painter: QPainter, size: tuple[float, float], level: Level, ink: Ink) -> None:
    """A dot on the left edge, whole, within the margin of the stamp."""
    radius = 5.0 if level is Level.CARD else 9.0
    painter.setPen(ink.pen("card", 1.5))
    painter.setBrush(ink.color("failed"))
    painter.drawEllipse(QRectF(-radius, size[1] / 2 - radius, 2 * radius, 2 * radius))
