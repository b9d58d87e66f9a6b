"""What was seen of one target, before it is written as an anchor. Both arms (structure, pixels) produce it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.engine.model.anchor import StructuralLocator, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun


@dataclass(frozen=True, slots=True)
class Identity:
    """Where the target stands in a repeated structure, and whether that tells it apart from its mates.

    `cells` are the texts of its row without its own label; `singled` those of them that tell it from the other
    rows, and `region` their rectangle (px). `reason` says why identity cannot be checked where `armed` is False.
    """

    armed: bool
    reason: str | None = None
    cells: tuple[str, ...] = ()
    singled: tuple[str, ...] = ()
    region: Region | None = None


MOST_SINGLED = 3
"""Cells by which a row is recognised: a name and two numbers or dates."""


def singled_out(own: Sequence[str]) -> tuple[str, ...]:
    """Of the cells that no other row has, those that name a record: the first without figures, and numbers and dates.

    Reasons and states can be unique by chance and change; where there is no number, the first two cells have to do.
    """
    numbers = [cell for cell in own if sum(c.isdigit() for c in cell) >= LEAST_DIGITS]
    names = [cell for cell in own if cell not in numbers][: 1 if numbers else 2]
    return tuple(cell for cell in own if cell in (*names, *numbers))[:MOST_SINGLED]


LEAST_DIGITS = 4
"""Figures of a record's number or date; fewer are counts and states."""

NO_ROW = "It stands alone: not in a row, a list or a card among others."


@dataclass(frozen=True, slots=True)
class Sighting:
    """One target as it was seen. Regions in px of the frame.

    `texts` are the readable texts around it that belong to the program, not to a typed value; `content` are the
    squashed ones among them that are cells of rows and vary with the data.
    """

    kind: TargetKind
    control: Region
    label: str | None
    label_region: Region | None
    label_count: int
    texts: tuple[TextRun, ...]
    identity: Identity
    structural: StructuralLocator | None = None
    content: frozenset[str] = frozenset()
