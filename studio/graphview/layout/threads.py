"""Rows of slots: blocks where they were ranked, and each link in every row that it passes."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from studio.graphview.layout.slots import Block, Link, Slot, Thread, passing_slot


def threaded(
    blocks: Sequence[Block], links: Sequence[Link], rank: Mapping[str, int], back: frozenset[str]
) -> tuple[list[list[Slot]], list[Thread]]:
    """Rows from top to bottom, and the links as chains of slots."""
    slots = {b.id: Slot(b.id, rank[b.id], b.left, b.right, b.h, block=True) for b in blocks}
    rows: list[list[Slot]] = [[] for _ in range(max((s.rank for s in slots.values()), default=-1) + 1)]
    for slot in slots.values():
        rows[slot.rank].append(slot)
    threads = [_thread(link, slots, back=link.id in back) for link in links]
    for thread in threads:
        for slot in thread.passing:
            rows[slot.rank].append(slot)
    return rows, threads


def _thread(link: Link, slots: Mapping[str, Slot], *, back: bool) -> Thread:
    source, target = slots[link.source], slots[link.target]
    if back:
        ranks = list(range(source.rank, target.rank - 1, -1))
        labelled = ranks[0]
    else:
        ranks = list(range(source.rank + 1, target.rank))
        labelled = source.rank + 1
    passing = [passing_slot(link, r, labelled=bool(link.label_w) and r == labelled) for r in ranks]
    if back:
        passing[0].near.append(source)
        passing[-1].near.append(target)
        for slot in passing:
            slot.aside = True
    _join(passing if back else [source, *passing, target], upwards=back)
    label = next((slot for slot in passing if slot.h), None)
    return Thread(link, source, target, passing, back, label)


def _join(chain: Sequence[Slot], *, upwards: bool) -> None:
    for a, b in itertools.pairwise(chain):
        upper, lower = (b, a) if upwards else (a, b)
        upper.downs.append(lower)
        lower.ups.append(upper)
