"""Sections as columns: each drawn for itself, with its ways in (from the left, or from above) and out (below)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.graphview.layout.graph import Edge, EdgeKind, GraphModel, NodeKind, Section
from studio.graphview.layout.levels import Levels, Placed
from studio.graphview.layout.metrics import CARD, SECTION_HEAD, SECTION_PAD
from studio.graphview.layout.shapes import Box, bounding


@dataclass
class Column:
    """A section's drawing. `frame` is the section's own; `from_above` are edges whose target is not at its left."""

    section: Section
    placed: Placed
    frame: Box
    w: float
    h: float
    from_above: frozenset[str]


def columns(model: GraphModel) -> tuple[list[Column], list[Edge]]:
    """All columns, and the edges that lead from one to another."""
    levels = Levels(model)
    home = {node: k for k, section in enumerate(model.sections) for node in section.nodes}
    outer = [
        e for e in levels.edges.get(None, ()) if e.kind is not EdgeKind.ENTER and e.source in home and e.target in home
    ]
    across = [e for e in outer if home[e.source] != home[e.target]]
    within: list[list[Edge]] = [[] for _ in model.sections]
    outs: list[list[Edge]] = [[] for _ in model.sections]
    ins: list[list[Edge]] = [[] for _ in model.sections]
    for edge in outer:
        if home[edge.source] == home[edge.target]:
            within[home[edge.source]].append(edge)
        else:
            outs[home[edge.source]].append(edge)
            ins[home[edge.target]].append(edge)
    return [_column(levels, section, within[k], ins[k], outs[k]) for k, section in enumerate(model.sections)], across


def _column(
    levels: Levels, section: Section, within: Sequence[Edge], ins: Sequence[Edge], outs: Sequence[Edge]
) -> Column:
    nodes = [levels.model.by_id[n] for n in section.nodes]
    above: set[str] = set()
    while True:
        placed = levels.drawn(nodes, within, ins=[e for e in ins if e.id in above], outs=outs)
        hidden = {e.id for e in ins if e.id not in above and e.target not in placed.leftmost}
        if not hidden:
            return _framed(levels, section, placed, frozenset(above))
        above |= hidden


def _framed(levels: Levels, section: Section, placed: Placed, above: frozenset[str]) -> Column:
    """With room for its head; an end at the bottom stands below the frame."""
    whole = Placed(leftmost=placed.leftmost)
    width = max(placed.w, CARD[0])
    whole.take(placed, SECTION_PAD + round((width - placed.w) / 2), SECTION_HEAD)
    by_id, of = levels.model.by_id, set(section.nodes)
    own = {k: b for k, b in whole.boxes.items() if (by_id[k].beside or k) in of}
    inner = [b for k, b in own.items() if by_id[k].kind is not NodeKind.TERMINAL or by_id[k].beside]
    hull = bounding(inner or list(own.values()))
    low = [b for k, b in own.items() if by_id[k].kind is NodeKind.TERMINAL and b.y < hull.bottom]
    hull = bounding([*inner, *low]) if inner else hull
    bottom = hull.bottom + SECTION_PAD
    frame = Box(0, 0, width + 2 * SECTION_PAD, bottom)
    return Column(section, whole, frame, frame.w, max(SECTION_HEAD + placed.h + 6, bottom), above)
