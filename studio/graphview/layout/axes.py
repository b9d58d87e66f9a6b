"""Where each slot's axis stands: chains run straight down, the rest as near to what it is joined to as there is room.

Slots are first aligned into runs that share one axis (as in Brandes and Köpf, 2001, with one alignment only); runs
are packed to the left, then pulled towards their neighbours.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from math import inf

from studio.graphview.layout.metrics import LANE, SLOT_GAP
from studio.graphview.layout.slots import Slot

SWEEPS = 6


@dataclass(slots=True, eq=False)
class Run:
    """Slots of consecutive rows on one axis. `before` and `after` are its neighbours with the least distances."""

    slots: list[Slot]
    x: float = 0.0
    before: dict[Run, float] = field(default_factory=dict)
    after: dict[Run, float] = field(default_factory=dict)
    joined: list[Run] = field(default_factory=list)


def place(rows: list[list[Slot]]) -> float:
    """Set `x` of every slot; returns the width. The left edge of the leftmost slot is at 0."""
    runs = _runs(rows)
    order = _packed(runs)
    for sweep in range(SWEEPS):
        for run in order if sweep % 2 else reversed(order):
            _pull(run)
    for run in runs:
        for slot in run.slots:
            slot.x = float(round(run.x))
    every = [slot for row in rows for slot in row]
    left = min((s.x - s.left for s in every), default=0.0)
    for slot in every:
        slot.x -= left
    return max((s.x + s.right for s in every), default=0.0)


def distance(a: Slot, b: Slot) -> float:
    """Least distance of the axes of two neighbours."""
    return a.right + b.left + (SLOT_GAP if a.block and b.block else LANE)


def _runs(rows: list[list[Slot]]) -> list[Run]:
    """All slots in runs; no two alignments between two rows cross."""
    place_of = {slot: n for row in rows for n, slot in enumerate(row)}
    of: dict[Slot, Run] = {}
    runs: list[Run] = []
    for row in rows:
        last = -1
        for slot in row:
            upper = _main(slot.ups, place_of)
            if upper is not None and _main(upper.downs, place_of) is slot and place_of[upper] > last:
                last = place_of[upper]
                of[slot] = of[upper]
                of[slot].slots.append(slot)
            else:
                of[slot] = Run([slot])
                runs.append(of[slot])
    _neighbours(rows, of)
    return runs


def _main(others: list[Slot], place_of: dict[Slot, int]) -> Slot | None:
    """The one to align with: the middle one, of two the left."""
    return sorted(others, key=place_of.__getitem__)[(len(others) - 1) // 2] if others else None


def _neighbours(rows: list[list[Slot]], of: dict[Slot, Run]) -> None:
    for row in rows:
        for a, b in itertools.pairwise(row):
            left, right, least = of[a], of[b], distance(a, b)
            right.before[left] = left.after[right] = max(least, right.before.get(left, 0.0))
        for slot in row:
            of[slot].joined += [of[o] for o in (*slot.ups, *slot.downs, *slot.near) if of[o] is not of[slot]]


def _packed(runs: list[Run]) -> list[Run]:
    """Each as far left as its left neighbours allow; returns them from left to right."""
    waiting = {run: len(run.before) for run in runs}
    ready = [run for run in runs if not waiting[run]]
    for run in ready:  # grows while it is walked
        run.x = max([run.slots[0].left, *(left.x + least for left, least in run.before.items())])
        for right in run.after:
            waiting[right] -= 1
            if not waiting[right]:
                ready.append(right)
    return ready


def _pull(run: Run) -> None:
    """To the middle of what it is joined to, as far as its neighbours leave room."""
    if not run.joined:
        return
    wish = sum(other.x for other in run.joined) / len(run.joined)
    low = max((left.x + least for left, least in run.before.items()), default=-inf)
    high = min((right.x - least for right, least in run.after.items()), default=inf)
    run.x = max(low, min(wish, high))
