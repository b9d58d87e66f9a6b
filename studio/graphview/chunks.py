"""All edges of a plan in chunks that are drawn as one path each; a chunk is made when it is first seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from studio.graphview.layout.graph import Edge, EdgeKind
from studio.graphview.layout.plan import Plan
from studio.graphview.painting.edges import add_route, add_tip
from studio.graphview.tiles import TILE


@dataclass
class Chunk:
    """Edges of one kind that begin in the same tile."""

    exceptional: bool
    edges: list[Edge] = field(default_factory=list)
    left: float = 1e12
    top: float = 1e12
    right: float = -1e12
    bottom: float = -1e12
    near: tuple[QPainterPath, QPainterPath] | None = None
    far: QPainterPath | None = None


class Chunks:
    """The chunks of a plan."""

    def __init__(self, plan: Plan) -> None:
        self._routes = plan.layout.routes
        found: dict[tuple[bool, int, int], Chunk] = {}
        for edge in plan.model.edges:
            route = self._routes.get(edge.id)
            if route is None or len(route) < 2:
                continue
            exceptional = edge.kind is EdgeKind.EXCEPTION
            key = (exceptional, int(route[0].x // TILE), int(route[0].y // TILE))
            chunk = found.setdefault(key, Chunk(exceptional))
            chunk.edges.append(edge)
            chunk.left = min(chunk.left, *(s.x for s in route))
            chunk.right = max(chunk.right, *(s.x for s in route))
            chunk.top = min(chunk.top, *(s.y for s in route))
            chunk.bottom = max(chunk.bottom, *(s.y for s in route))
        self._chunks = list(found.values())

    def within(self, area: QRectF) -> Iterator[Chunk]:
        """Chunks that may touch the area."""
        left, top, right, bottom = area.left() - 8, area.top() - 8, area.right() + 8, area.bottom() + 8
        for chunk in self._chunks:
            if chunk.left < right and left < chunk.right and chunk.top < bottom and top < chunk.bottom:
                yield chunk

    def near(self, chunk: Chunk) -> tuple[QPainterPath, QPainterPath]:
        """Lines with round corners, and tips."""
        if chunk.near is None:
            lines, tips = QPainterPath(), QPainterPath()
            for edge in chunk.edges:
                add_route(lines, self._routes[edge.id], rounded=True)
                add_tip(tips, self._routes[edge.id])
            chunk.near = lines, tips
        return chunk.near

    def far(self, chunk: Chunk) -> QPainterPath:
        """Bare lines."""
        if chunk.far is None:
            chunk.far = QPainterPath()
            for edge in chunk.edges:
                add_route(chunk.far, self._routes[edge.id], rounded=False)
        return chunk.far
