"""What one layered drawing is made of: blocks to place, links between them, and the slots that both take in rows."""

from __future__ import annotations

from dataclasses import dataclass, field

from studio.graphview.layout.metrics import LABEL_H, LANE
from studio.graphview.layout.shapes import Box, Spot


@dataclass(frozen=True, slots=True)
class Block:
    """Something to place: `left` and `right` reach from its axis, where edges come in and go out.

    `first` and `last` pin it above or below everything else (ways in and out of a column).
    """

    id: str
    left: float
    right: float
    h: float
    first: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A directed link; `label_w` is the width of what stands on it, 0 for nothing."""

    id: str
    source: str
    target: str
    label_w: float = 0.0


@dataclass(slots=True)
class Slot:
    """A place in a row: a block, or a link that passes. `x` is its axis.

    `aside`: part of a way back, which runs right of everything, as `near` to its ends as it can.
    """

    key: str
    rank: int
    left: float
    right: float
    h: float
    block: bool
    x: float = 0.0
    aside: bool = False
    near: list[Slot] = field(default_factory=list)
    ups: list[Slot] = field(default_factory=list)
    downs: list[Slot] = field(default_factory=list)

    def __hash__(self) -> int:
        return id(self)


@dataclass(slots=True)
class Thread:
    """A link as a chain of slots from its source to its target. A `back` one runs upwards beside its ends."""

    link: Link
    source: Slot
    target: Slot
    passing: list[Slot]
    back: bool
    label: Slot | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A layered drawing with its top left at the origin: blocks and their axes by id, routes and labels by link."""

    w: float
    h: float
    boxes: dict[str, Box]
    axes: dict[str, float]
    routes: dict[str, tuple[Spot, ...]]
    labels: dict[str, Box]
    leftmost: frozenset[str]


def passing_slot(link: Link, rank: int, *, labelled: bool) -> Slot:
    """The slot of a link in a row that it passes, wide enough for its label where that stands there."""
    half = link.label_w / 2 if labelled else LANE / 2
    return Slot(f"{link.id}@{rank}", rank, half, half, LABEL_H if labelled else 0.0, block=False)
