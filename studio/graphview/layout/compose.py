"""The layout of a whole graph: one line, or its sections as columns. Pure, deterministic."""

from __future__ import annotations

from studio.graphview.layout.bands import Bands
from studio.graphview.layout.columns import columns
from studio.graphview.layout.graph import EdgeKind, GraphModel
from studio.graphview.layout.levels import Levels, Placed
from studio.graphview.layout.metrics import MARGIN
from studio.graphview.layout.plan import Layout, Plan
from studio.graphview.layout.shapes import Box, bounding


def lay_out(model: GraphModel) -> Layout:
    """Where everything stands. The same graph always gives the same layout."""
    whole, sections = _sectioned(model) if model.sections else (_one_line(model), {})
    everything = [*whole.boxes.values(), *sections.values(), *whole.labels.values()]
    everything += [Box(x, y, 0, 0) for route in whole.routes.values() for x, y in route]
    hull = bounding(everything)
    dx, dy = MARGIN - hull.x, MARGIN - hull.y
    moved = Placed()
    moved.take(whole, dx, dy)
    frames = {key: box.moved(dx, dy) for key, box in sections.items()}
    return Layout(hull.w + 2 * MARGIN, hull.h + 2 * MARGIN, moved.boxes, moved.routes, moved.labels, frames)


def planned(model: GraphModel) -> Plan:
    """The graph with its layout."""
    return Plan(model, lay_out(model))


def _one_line(model: GraphModel) -> Placed:
    levels = Levels(model)
    edges = [e for e in levels.edges.get(None, ()) if e.kind is not EdgeKind.ENTER]
    return levels.drawn(levels.children.get(None, ()), edges)


def _sectioned(model: GraphModel) -> tuple[Placed, dict[str, Box]]:
    parts, across = columns(model)
    bands = Bands(parts, across)
    whole, frames = Placed(), {}
    for k, part in enumerate(parts):
        whole.take(part.placed, *bands.at(k))
        frames[part.section.id] = part.frame.moved(*bands.at(k))
    whole.routes.update(bands.routes)
    return whole, frames
