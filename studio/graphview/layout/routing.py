"""Right-angled routes through the channels between rows.

Channel k lies above row k; the last one lies below the last row. A link leaves at the lower side of its source
and comes in at the upper side of its target, also where it leads back.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from studio.graphview.layout.metrics import RANK_GAP, TRACK
from studio.graphview.layout.shapes import Spot
from studio.graphview.layout.slots import Slot, Thread
from studio.graphview.layout.tracks import tracks

_PORT = 22
"""Distance of two lines that end at the same block; one that runs straight on has its middle."""


class Ports:
    """Where each link touches its ends: side by side in the order of where it comes from or goes to."""

    def __init__(self, threads: Sequence[Thread]) -> None:
        outs: dict[Slot, list[tuple[float, Thread]]] = {}
        ins: dict[Slot, list[tuple[float, Thread]]] = {}
        for thread in threads:
            after = thread.passing[0] if thread.passing else thread.target
            before = thread.passing[-1] if thread.passing else thread.source
            outs.setdefault(thread.source, []).append((after.x, thread))
            ins.setdefault(thread.target, []).append((before.x, thread))
        self.out = _spread(outs)
        self.into = _spread(ins)


def _spread(ends: dict[Slot, list[tuple[float, Thread]]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for slot, items in ends.items():
        items.sort(key=lambda item: item[0])
        straight_on = next((n for n, (x, _) in enumerate(items) if x == slot.x), (len(items) - 1) / 2)
        most = max(straight_on, len(items) - 1 - straight_on)
        step = min(_PORT, max(slot.left - 8, 0.0) / most) if most else 0.0
        for n, (_, thread) in enumerate(items):
            found[thread.link.id] = round(slot.x + (n - straight_on) * step, 1)
    return found


@dataclass(slots=True)
class Channel:
    """The tracks of one gap between rows."""

    lanes: dict[Hashable, int] = field(default_factory=dict)
    height: float = 0.0

    def depth(self, key: Hashable) -> float:
        """How far below the channel's top the line of `key` runs."""
        spread = TRACK * max(self.lanes.values())
        return (self.height - spread) / 2 + TRACK * self.lanes[key]


Turn = tuple[int, float, float]
"""Channel, from x, to x."""


def turns(thread: Thread, ports: Ports) -> list[Turn]:
    """The channels that a link passes in its direction, with where it comes into each and where it leaves."""
    out, into = ports.out[thread.link.id], ports.into[thread.link.id]
    xs = [out, *(slot.x for slot in thread.passing), into]
    if thread.back:
        inner = [(a.rank, a.x, b.x) for a, b in pairwise(thread.passing)]
        return [(thread.source.rank + 1, out, xs[1]), *inner, (thread.target.rank, xs[-2], into)]
    first = thread.source.rank + 1
    return [(first + n, a, b) for n, (a, b) in enumerate(pairwise(xs))]


def channels(rows: Sequence[Sequence[Slot]], threads: Iterable[Thread], ports: Ports) -> list[Channel]:
    """Each channel with its tracks and its height."""
    wanted: list[list[tuple[Hashable, tuple[float, float]]]] = [[] for _ in range(len(rows) + 1)]
    for thread in threads:
        for channel, a, b in turns(thread, ports):
            if a != b:
                wanted[channel].append(((thread.link.id, channel), (min(a, b), max(a, b))))
    found = []
    for n, asked in enumerate(wanted):
        lanes, count = tracks(asked)
        straight_on = 0.0 if n in (0, len(rows)) else float(RANK_GAP)
        found.append(Channel(lanes, RANK_GAP + TRACK * count if count else straight_on))
    return found


def routes(
    threads: Iterable[Thread], ports: Ports, between: Sequence[Channel], tops: Sequence[float], roofs: Sequence[float]
) -> dict[str, tuple[Spot, ...]]:
    """The points of each link from its source to its target. `tops` are those of the rows, `roofs` of the channels."""
    found = {}
    for thread in threads:
        points = [Spot(ports.out[thread.link.id], tops[thread.source.rank] + thread.source.h)]
        for n, a, b in turns(thread, ports):
            if a != b:
                y = roofs[n] + between[n].depth((thread.link.id, n))
                points += [Spot(a, y), Spot(b, y)]
        points.append(Spot(ports.into[thread.link.id], tops[thread.target.rank]))
        found[thread.link.id] = straight(points)
    return found


def straight(points: list[Spot]) -> tuple[Spot, ...]:
    """Without points that lie on a straight line between their neighbours."""
    kept: list[Spot] = []
    for spot in points:
        if kept and spot == kept[-1]:
            continue
        if len(kept) > 1 and (kept[-2].x == kept[-1].x == spot.x or kept[-2].y == kept[-1].y == spot.y):
            kept.pop()
        kept.append(spot)
    return tuple(kept)
