"""A laid-out graph: where everything stands. Frozen; px at 100 %."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from studio.graphview.layout.graph import GraphModel
from studio.graphview.layout.shapes import Box, Spot


@dataclass(frozen=True)
class Layout:
    """Boxes of nodes (a frame's box holds its body), routes of edges with what stands on them, frames of sections."""

    w: float
    h: float
    boxes: Mapping[str, Box]
    routes: Mapping[str, tuple[Spot, ...]]
    labels: Mapping[str, Box]
    sections: Mapping[str, Box]


@dataclass(frozen=True)
class Plan:
    """A graph together with its layout: all that drawing needs."""

    model: GraphModel
    layout: Layout

    @cached_property
    def walk(self) -> tuple[str, ...]:
        """All nodes in reading order: sections one after another, from top to bottom in each."""
        boxes, model = self.layout.boxes, self.model
        column = {n: k for k, section in enumerate(model.sections) for n in section.nodes}

        def key(node_id: str) -> tuple[float, float, float, bool, float]:
            beside = model.by_id[node_id].beside
            own = outer = beside or node_id  # what stands beside a node follows it
            while (parent := model.by_id[outer].parent) is not None:
                outer = parent
            box = boxes[own]
            return column.get(outer, 0), box.y, box.x, beside is not None, boxes[node_id].y

        return tuple(sorted(boxes, key=key))

    @cached_property
    def place(self) -> Mapping[str, int]:
        """Each node's place in reading order."""
        return {key: n for n, key in enumerate(self.walk)}
