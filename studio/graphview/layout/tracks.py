"""Lines that run side by side: each gets a track of its own where others run at the same place."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

Interval = tuple[float, float]


def tracks(wanted: Iterable[tuple[Hashable, Interval]], margin: float = 8.0) -> tuple[dict[Hashable, int], int]:
    """The track of each interval, first fit from the left, and how many tracks there are."""
    ends: list[float] = []
    found: dict[Hashable, int] = {}
    for key, (low, high) in sorted(wanted, key=lambda item: (item[1], str(item[0]))):
        free = next((n for n, end in enumerate(ends) if end + margin <= low), len(ends))
        ends[free : free + 1] = [high]
        found[key] = free
    return found, len(ends)
