"""The scene of a graph: draws what is seen and nothing else. A plan comes in whole and is never laid out here."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsScene

from studio.graphview.canvas import Canvas
from studio.graphview.chunks import Chunks
from studio.graphview.layout.colors import LIGHT, GraphColors
from studio.graphview.layout.graph import GraphModel, Node
from studio.graphview.layout.metrics import SECTION_HEAD
from studio.graphview.layout.plan import Layout, Plan
from studio.graphview.layout.shapes import Box
from studio.graphview.marks import Marks
from studio.graphview.painting.cards import outline
from studio.graphview.painting.chips import Level, level_at, paint_node
from studio.graphview.painting.edges import paint_label
from studio.graphview.painting.ground import paint_frame, paint_section
from studio.graphview.painting.ink import Ink
from studio.graphview.pictures import PictureShelf
from studio.graphview.stamps import Stamps, Wish
from studio.graphview.tiles import Tiles

EMPTY = Plan(GraphModel((), ()), Layout(0, 0, {}, {}, {}, {}))
_LABELS_FROM = 0.4


class GraphScene(QGraphicsScene):
    """Holds a plan, the marks on it, and the means to draw both. `moving` is set while the zoom changes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.ink = Ink(LIGHT)
        self.marks = Marks()
        self.stamps = Stamps(self)
        self.shelf = PictureShelf(self)
        self._canvas = Canvas()
        self.moving = False
        self.ring = False
        self.shelf.arrived.connect(self.update)
        self.stamps.renewed.connect(self.update)
        self.plan = EMPTY
        self.set_plan(EMPTY)

    def set_plan(self, plan: Plan) -> None:
        """Show another plan; marks on nodes that are still there stay."""
        self.marks.carried(self.plan, plan)
        self.plan = plan
        boxes = plan.layout.boxes
        self._frames = [n for n in plan.model.nodes if n.framed]
        self._nodes = Tiles((n.id, boxes[n.id]) for n in plan.model.nodes if not n.framed)
        self._rects = {n.id: QRectF(*boxes[n.id]) for n in plan.model.nodes if not n.framed}
        self._all = Tiles((n.id, boxes[n.id]) for n in plan.model.nodes)
        self._chunks = Chunks(plan)
        self._labels = Tiles(plan.layout.labels.items())
        self._edges = {edge.id: edge for edge in plan.model.edges}
        self.stamps.clear()
        self.setSceneRect(QRectF(0, 0, plan.layout.w, plan.layout.h))
        self.update()

    def set_colors(self, colors: GraphColors) -> None:
        """Draw in other colours."""
        self.ink = Ink(colors)
        self.stamps.clear()
        self.update()

    def node_at(self, x: float, y: float) -> str | None:
        """The node at a point of the scene; of a frame only its head and its rim count as the frame."""
        for key in reversed(self._all.at(x, y)):
            node, box = self.plan.model.by_id[key], self.plan.layout.boxes[key]
            if not node.framed or y < box.y + 26 or min(x - box.x, box.right - x, box.bottom - y) < 6:
                return key
        return None

    def holds_nodes(self, area: QRectF) -> bool:
        """Whether any node or frame lies in an area."""
        return bool(self._all.within(area))

    def section_at(self, x: float, y: float) -> str | None:
        """The section on whose head a point lies."""
        heads = ((s.id, self.plan.layout.sections[s.id]) for s in self.plan.model.sections)
        return next((key for key, b in heads if b.x <= x <= b.right and b.y <= y <= b.y + SECTION_HEAD), None)

    def drawBackground(self, painter: QPainter, rect: QRectF | object) -> None:
        """Everything: canvas, frames, edges, nodes, rings."""
        area = QRectF(rect)  # type: ignore[arg-type]
        zoom = painter.worldTransform().m11()
        level = level_at(zoom)
        self.stamps.begin(moving=self.moving)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, zoom > 0.25)
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        size = QSize(device.width(), device.height()) if device is not None else QSize()
        self._canvas.paint(painter, size, ratio, self.ink)
        self._paint_ground(painter, area, zoom)
        self._paint_edges(painter, area, zoom)
        if level is Level.BLOCK:
            self._paint_blocks(painter, area)
        else:
            self._paint_nodes(painter, area, level, zoom, ratio)
        self._paint_rings(painter, zoom)
        self.stamps.end()

    def render_plainly(self, painter: QPainter, area: QRectF, level: Level) -> None:
        """The whole scene at once without stamps, for files."""
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.fillRect(area, self.ink.color("canvas"))
        self._paint_ground(painter, area, 1.0)
        self._paint_edges(painter, area, 1.0)
        for node in self.plan.model.nodes:
            if not node.framed:
                box = self.plan.layout.boxes[node.id]
                painter.save()
                painter.translate(box.x, box.y)
                self._draw_node(node, (box.w, box.h), level, painter)
                painter.restore()
        for key, box in self.plan.layout.labels.items():
            painter.save()
            painter.translate(box.x, box.y)
            paint_label(painter, self._edges[key], box, self.ink)
            painter.restore()

    def _paint_ground(self, painter: QPainter, area: QRectF, zoom: float) -> None:
        for section in self.plan.model.sections:
            box = self.plan.layout.sections[section.id]
            if area.intersects(QRectF(*box)):
                paint_section(painter, section, box, self.ink, zoom)
        for node in self._frames:
            box = self.plan.layout.boxes[node.id]
            if area.intersects(QRectF(*box)):
                paint_frame(painter, node, box, self.ink, zoom)

    def _paint_edges(self, painter: QPainter, area: QRectF, zoom: float) -> None:
        near = zoom > 0.25
        for chunk in self._chunks.within(area):
            token = "halted" if chunk.exceptional else "strong"
            pen = self.ink.pen(token, 1.5 if near else 0, dashed=chunk.exceptional and near)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen)
            if near:
                lines, tips = self._chunks.near(chunk)
                painter.drawPath(lines)
                painter.fillPath(tips, self.ink.color(token))
            else:
                painter.setPen(QPen(self.ink.faint(token), 0))
                painter.drawPath(self._chunks.far(chunk))

    def _paint_blocks(self, painter: QPainter, area: QRectF) -> None:
        """All that is seen as rectangles, one call for each colour."""
        groups: dict[str, list[QRectF]] = {}
        live, meant, by_id = self.marks.live, self.marks.meant, self.plan.model.by_id
        for key in self._nodes.within(area):
            look = self.marks.look(key) if key in live or meant is not None else None
            token = (look.token if look else None) or "card"
            if look and look.faded:
                token = "border"
            elif token == "card" and by_id[key].icon in ("passed", "halted", "failed"):
                token = f"{by_id[key].icon}_bg"
            groups.setdefault(token, []).append(self._rects[key])
        for token, rects in groups.items():
            painter.setPen(QPen(self.ink.color("border" if token == "card" else token), 0))
            painter.setBrush(self.ink.color(token))
            painter.drawRects(rects)

    def _paint_nodes(self, painter: QPainter, area: QRectF, level: Level, zoom: float, ratio: float) -> None:
        view = painter.worldTransform()
        by_id, boxes = self.plan.model.by_id, self.plan.layout.boxes
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        dx, dy = view.dx(), view.dy()
        grown = area.adjusted(-10, -10, 10, 10)
        for key in self._nodes.within(grown):
            node, box = by_id[key], boxes[key]
            image = level is Level.CARD and bool(node.picture.path) and self.shelf.get(node) is not None
            look = self.marks.look(key, pictured=image)
            wish = Wish((box.w, box.h), zoom * ratio, ratio, partial(self._draw_node, node, (box.w, box.h), level))
            at = QPointF(box.x * zoom + dx, box.y * zoom + dy)
            if not self.stamps.put(painter, (key, level, look), at, zoom, wish):
                painter.fillRect(QRectF(at.x(), at.y(), box.w * zoom, box.h * zoom), self.ink.color("card"))
        if zoom > _LABELS_FROM:
            for key in self._labels.within(grown):
                box = self.plan.layout.labels[key]
                wish = Wish((box.w, box.h), zoom * ratio, ratio, partial(self._draw_label, key, box))
                self.stamps.put(painter, ("label", key), QPointF(box.x * zoom + dx, box.y * zoom + dy), zoom, wish)
        painter.restore()

    def _draw_node(self, node: Node, size: tuple[float, float], level: Level, painter: QPainter) -> None:
        image = self.shelf.get(node) if level is Level.CARD else None
        paint_node(painter, node, size, level, self.marks.look(node.id), self.ink, image)

    def _draw_label(self, key: str, box: Box, painter: QPainter) -> None:
        paint_label(painter, self._edges[key], box, self.ink)

    def _paint_rings(self, painter: QPainter, zoom: float) -> None:
        """Selection as a strong rim; while keys are used, the current node has a ring around it too."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        scale = max(1.0, 1 / zoom) if zoom < 0.6 else 1.0
        painter.setPen(self.ink.pen("accent", 2 * scale))
        by_id, boxes = self.plan.model.by_id, self.plan.layout.boxes
        for key in self.marks.selected:
            self._ring(painter, by_id[key], boxes[key], 1.0)
        current = self.marks.current
        if self.ring and current is not None and current in by_id:
            self._ring(painter, by_id[current], boxes[current], -4 * scale)

    def _ring(self, painter: QPainter, node: Node, box: Box, inset: float) -> None:
        painter.save()
        painter.translate(box.x, box.y)
        painter.drawPath(outline(node, box.w, box.h, inset))
        painter.restore()
