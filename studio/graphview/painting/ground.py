"""What lies below nodes and edges: frames of sections, loops and opened subflows."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from studio.graphview.layout.graph import Node, Section
from studio.graphview.layout.shapes import Box
from studio.graphview.painting.ink import Ink

HEAD = 24.0


def paint_section(painter: QPainter, section: Section, box: Box, ink: Ink, zoom: float) -> None:
    """The frame of a stage with its title, which stays readable from afar."""
    painter.setPen(ink.pen("border", max(1.0, 1.0 / zoom)))
    painter.setBrush(ink.color("group"))
    painter.drawRoundedRect(QRectF(*box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    px = min(13 / min(zoom, 1.0), 20.0)
    if px * zoom < 6:
        return
    shut = any(node.startswith("stage:") for node in section.nodes)
    ink.icon(painter, "shut" if shut else "fold", box.x + 10, box.y + 15 - px * 0.6, px * 1.2, "text2")
    left = box.x + 14 + px * 1.2
    said = ink.fitted(section.head, box.right - left - px * 3.5 - 14, px, bold=True)
    end = ink.write(painter, said, left, box.y + 15 + px * 0.36, "text", px, bold=True)
    ink.write(painter, section.span, end + px * 0.55, box.y + 15 + px * 0.36, "text2", px * 12 / 13)


def paint_frame(painter: QPainter, node: Node, box: Box, ink: Ink, zoom: float) -> None:
    """The frame around a body with its head."""
    width = 1.5 if zoom > 0.5 else 1.0 / zoom
    whole = QRectF(*box).adjusted(width / 2, width / 2, -width / 2, -width / 2)
    painter.setPen(ink.pen("accent", width))
    painter.setBrush(ink.color("group"))
    painter.drawRoundedRect(whole, 8, 8)
    head = QPainterPath()
    head.addRoundedRect(whole, 8, 8)
    band = QPainterPath()
    band.addRect(QRectF(box.x, box.y, box.w, HEAD))
    painter.fillPath(head.intersected(band), ink.color("accent_bg"))
    painter.strokePath(head, ink.pen("accent", width))
    if 12 * zoom < 5:
        return
    ink.icon(painter, node.icon, box.x + 12, box.y + 5, 14, "accent")
    said = ink.fitted(node.text, box.w - 44, 12, bold=True)
    ink.write(painter, said, box.x + 32, box.y + 16.5, "accent", 12, bold=True)
