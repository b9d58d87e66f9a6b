"""A layered drawing of blocks and links: rows from top to bottom, right-angled routes that cross no block.

The classic four passes (rank, order, place, route). Own code on purpose: see docs/architecture.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.graphview.layout import axes, ordering
from studio.graphview.layout.ranks import back_links, ranked
from studio.graphview.layout.routing import Ports, channels, routes
from studio.graphview.layout.shapes import Box
from studio.graphview.layout.slots import Block, Drawing, Link, Slot
from studio.graphview.layout.threads import threaded


def draw(blocks: Sequence[Block], links: Sequence[Link]) -> Drawing:
    """Lay out; the same input always gives the same drawing."""
    back = back_links(blocks, links)
    rows, threads = threaded(blocks, links, ranked(blocks, links, back), back)
    ordering.order(rows)
    width = axes.place(rows)
    ports = Ports(threads)
    between = channels(rows, threads, ports)
    tops, roofs = _heights(rows, [channel.height for channel in between])
    found = routes(threads, ports, between, tops, roofs)
    slots = {slot.key: slot for row in rows for slot in row if slot.block}
    return Drawing(
        w=width,
        h=roofs[-1] + between[-1].height,
        boxes={key: _box(slot, tops[slot.rank]) for key, slot in slots.items()},
        axes={key: slot.x for key, slot in slots.items()},
        routes=found,
        labels={t.link.id: _box(t.label, tops[t.label.rank]) for t in threads if t.label},
        leftmost=frozenset(row[0].key for row in rows if row and row[0].block),
    )


def _box(slot: Slot, top: float) -> Box:
    return Box(slot.x - slot.left, top, slot.left + slot.right, slot.h)


def _heights(rows: list[list[Slot]], gaps: list[float]) -> tuple[list[float], list[float]]:
    """Top of each row, and top of each channel between them."""
    tops, roofs, y = [], [0.0], gaps[0]
    for row, gap in zip(rows, gaps[1:], strict=True):
        tops.append(y)
        roofs.append(y + max((slot.h for slot in row), default=0.0))
        y = roofs[-1] + gap
    return tops, roofs
