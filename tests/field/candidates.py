"""The candidates of the field, and the lot that draws batches from them. `draw(n)` is pure: the same everywhere."""

from __future__ import annotations

from random import Random

from tests.field.web_candidates import WEB

try:  # written beside this file by whoever has the desktop programs
    from tests.field.desktop_candidates import DESKTOP
except ImportError:
    DESKTOP = {}

SEED = 20261201
PER_BATCH = 3
"""Programs of each side, web and desktop, in a batch."""

UNAVAILABLE: dict[str, str] = {"sc-im": "not in Debian 12"}
"""Drawn programs that cannot be installed or started here, and why: the next of the lot takes the place."""


def candidates() -> dict[str, str]:
    """All that may be drawn: name to “web” or “desktop”."""
    sides = {"web": WEB, "desktop": DESKTOP}
    return {name: side for side, kinds in sides.items() for programs in kinds.values() for name in programs}


def order(kinds: dict[str, dict[str, str]]) -> tuple[str, ...]:
    """All names in the order in which they are drawn.

    Kinds are drawn first, each once before any comes again, then a program of each: a few batches meet all kinds.
    """
    lot = Random(SEED)
    left = {kind: lot.sample(sorted(programs), len(programs)) for kind, programs in kinds.items()}
    drawn: list[str] = []
    while any(left.values()):
        for kind in lot.sample(sorted(left), len(left)):
            drawn += [left[kind].pop()] if left[kind] else []
    return tuple(drawn)


def draw(batch: int, side: str = "web") -> tuple[str, ...]:
    """The programs of that batch (from 1) on one side."""
    names = [name for name in order(WEB if side == "web" else DESKTOP) if name not in UNAVAILABLE]
    return tuple(names[(batch - 1) * PER_BATCH : batch * PER_BATCH])


if __name__ == "__main__":
    for number in range(1, 7):
        print(number, *draw(number, "web"), "|", *draw(number, "desktop"))
