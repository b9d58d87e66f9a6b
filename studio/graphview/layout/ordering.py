"""The order of slots inside each row: few crossings, and always the same one."""

from __future__ import annotations

import itertools
from bisect import bisect_right, insort

from studio.graphview.layout.slots import Slot

SWEEPS = 4


def order(rows: list[list[Slot]]) -> None:
    """Sort each row in place by the middle of what it is joined to, up and down; keeps the best order seen."""
    if all(len(row) < 2 for row in rows):
        return
    for row in rows:
        row.sort(key=lambda slot: slot.aside)
    best, fewest = [list(row) for row in rows], crossings(rows)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        down = sweep % 2 == 0
        for row, fixed in zip(*((rows[1:], rows) if down else (rows[-2::-1], rows[::-1])), strict=False):
            _sort(row, fixed, down=down)
        if (now := crossings(rows)) < fewest:
            best, fewest = [list(row) for row in rows], now
    for row, kept in zip(rows, best, strict=True):
        row[:] = kept


def _sort(row: list[Slot], fixed: list[Slot], *, down: bool) -> None:
    place = {slot: n for n, slot in enumerate(fixed)}
    weights: dict[Slot, float] = {}
    for n, slot in enumerate(row):
        if slot.aside:
            weights[slot] = float(len(fixed) + len(row) + n)
            continue
        others = slot.ups if down else slot.downs
        # what is joined to nothing keeps its share of the row
        alone = n * len(fixed) / len(row)
        weights[slot] = sum(place[o] for o in others) / len(others) if others else alone
    row.sort(key=weights.__getitem__)


def crossings(rows: list[list[Slot]]) -> int:
    """How many pairs of joins between neighbouring rows cross."""
    return sum(_between(upper, lower) for upper, lower in itertools.pairwise(rows))


def _between(upper: list[Slot], lower: list[Slot]) -> int:
    place = {slot: n for n, slot in enumerate(lower)}
    seen: list[int] = []
    total = 0
    for slot in upper:
        ends = sorted(place[o] for o in slot.downs)
        total += sum(len(seen) - bisect_right(seen, end) for end in ends)
        for end in ends:
            insort(seen, end)
    return total
