"""One level of the graph as a drawing: its nodes with their bodies inside, its edges, its ways in and out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from studio.graphview.layout.graph import Edge, EdgeKind, GraphModel, Node
from studio.graphview.layout.layered import draw
from studio.graphview.layout.metrics import LABEL_H, LANE, LOOP_HEAD, LOOP_PAD, WIDEST, text_width
from studio.graphview.layout.placing import Sized, frame_size, plain_size
from studio.graphview.layout.shapes import Box, Spot
from studio.graphview.layout.slots import Block, Drawing, Link

_LABEL_MOST = 200.0


@dataclass
class Placed:
    """A drawing of nodes, with its top left at the origin. `leftmost` are nodes that nothing stands left of."""

    w: float = 0.0
    h: float = 0.0
    boxes: dict[str, Box] = field(default_factory=dict)
    routes: dict[str, tuple[Spot, ...]] = field(default_factory=dict)
    labels: dict[str, Box] = field(default_factory=dict)
    leftmost: frozenset[str] = frozenset()

    def take(self, other: Placed, dx: float, dy: float) -> None:
        """Add all of another drawing, shifted."""
        self.boxes.update({key: box.moved(dx, dy) for key, box in other.boxes.items()})
        self.labels.update({key: box.moved(dx, dy) for key, box in other.labels.items()})
        self.routes.update({key: tuple(s.moved(dx, dy) for s in route) for key, route in other.routes.items()})


def label_width(edge: Edge) -> float:
    """Width of what stands on an edge, 0 for nothing."""
    return min(round(text_width(edge.label, 12) * WIDEST) + 16.0, _LABEL_MOST) if edge.label else 0.0


class Levels:
    """Draws levels of one graph, from the innermost outwards."""

    def __init__(self, model: GraphModel) -> None:
        self.model = model
        self.children: dict[str | None, list[Node]] = {}
        self.beside: dict[str, list[Node]] = {}
        for node in model.nodes:
            if node.beside is None:
                self.children.setdefault(node.parent, []).append(node)
            else:
                self.beside.setdefault(node.beside, []).append(node)
        self.edges: dict[str | None, list[Edge]] = {}
        for edge in model.edges:
            source = model.by_id[edge.source]
            level = edge.source if edge.kind is EdgeKind.ENTER else source.parent
            self.edges.setdefault(level, []).append(edge)

    def inside(self, frame: str) -> Placed:
        """The body of a frame."""
        entries = [e for e in self.edges.get(frame, ()) if e.kind is EdgeKind.ENTER]
        plain = [e for e in self.edges.get(frame, ()) if e.kind is not EdgeKind.ENTER]
        return self.drawn(self.children.get(frame, ()), plain, ins=entries)

    def drawn(
        self, nodes: Sequence[Node], edges: Iterable[Edge], *, ins: Sequence[Edge] = (), outs: Sequence[Edge] = ()
    ) -> Placed:
        """Nodes and the edges between them. `ins` come in at the top, `outs` go out at the bottom."""
        bodies = {n.id: self.inside(n.id) for n in nodes if n.framed}
        sized = {n.id: self._sized(n, bodies.get(n.id)) for n in nodes}
        blocks = [
            *(Block(f">{e.id}", LANE / 2, LANE / 2, 0, first=True) for e in ins),
            *(one.block for one in sized.values()),
            *(Block(f"{e.id}>", LANE / 2, LANE / 2, 0, last=True) for e in outs),
        ]
        links = [
            *(Link(e.id, f">{e.id}", e.target) for e in ins),
            *(Link(e.id, e.source, e.target, label_width(e)) for e in edges if e.target in sized),
            *(Link(e.id, e.source, f"{e.id}>", label_width(e)) for e in outs),
        ]
        return self._placed(draw(blocks, links), sized, bodies)

    def _sized(self, node: Node, body: Placed | None) -> Sized:
        size = plain_size(node) if body is None else frame_size(node, body.w, body.h, LOOP_PAD)
        beside = tuple(self.beside.get(node.id, ()))
        widths = [label_width(e) for n in beside for e in self.model.incoming[n.id]]
        return Sized(node, *size, beside, max(widths, default=0.0))

    def _placed(self, drawing: Drawing, sized: Mapping[str, Sized], bodies: Mapping[str, Placed]) -> Placed:
        placed = Placed(drawing.w, drawing.h, routes=dict(drawing.routes), labels=dict(drawing.labels))
        placed.leftmost = drawing.leftmost
        for key, one in sized.items():
            slot = drawing.boxes[key]
            own = Box(drawing.axes[key] - one.w / 2, slot.y + one.lead, one.w, one.h)
            placed.boxes[key] = own
            self._touch(placed, own, slot, key)
            placed.boxes.update(one.beside_boxes(own))
            for node in one.beside:
                self._aside(placed, own, node)
            if key in bodies:
                body = bodies[key]
                placed.take(body, own.x + round((own.w - body.w) / 2), own.y + LOOP_HEAD)
        return placed

    def _touch(self, placed: Placed, own: Box, slot: Box, key: str) -> None:
        """Where a node is smaller than its slot, its edges reach up to the node itself."""
        if own.bottom < slot.bottom:
            for edge in self.model.outgoing.get(key, ()):
                if edge.id in placed.routes:
                    placed.routes[edge.id] = (
                        Spot(placed.routes[edge.id][0].x, own.bottom),
                        *placed.routes[edge.id][1:],
                    )
        if own.y > slot.y:
            for edge in self.model.incoming.get(key, ()):
                if edge.id in placed.routes:
                    placed.routes[edge.id] = (*placed.routes[edge.id][:-1], Spot(placed.routes[edge.id][-1].x, own.y))

    def _aside(self, placed: Placed, own: Box, node: Node) -> None:
        """The dashed edge to an end beside its source."""
        edge, end = self.model.incoming[node.id][0], placed.boxes[node.id]
        y = end.center.y
        start = min(max(y, own.y + 8), own.bottom - 8)
        turn = own.right + 10
        bend = (Spot(turn, start), Spot(turn, y)) if start != y else ()
        placed.routes[edge.id] = (Spot(own.right, start), *bend, Spot(end.x, y))
        if width := label_width(edge):
            placed.labels[edge.id] = Box(end.x - 12 - width, y - LABEL_H / 2, width, LABEL_H)
