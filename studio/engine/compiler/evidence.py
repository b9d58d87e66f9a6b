"""What was seen of one target, before it is written as an anchor. Both arms (structure, pixels) produce it."""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.model.anchor import StructuralLocator, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun


@dataclass(frozen=True, slots=True)
class Identity:
    """Where the target stands in a repeated structure, and whether that tells it apart from its mates.

    `cells` are the texts of its row without its own label; `region` is the rectangle of those
    cells that no other row has (px). `reason` says why identity cannot be checked where `armed` is False.
    """

    armed: bool
    reason: str | None = None
    cells: tuple[str, ...] = ()
    region: Region | None = None


NO_ROW = "It stands alone: not in a row, a list or a card among others."


@dataclass(frozen=True, slots=True)
class Sighting:
    """One target as it was seen. Regions in px of the frame.

    `texts` are the readable texts around it that belong to the program, not to a typed value; `row_texts`
    among them vary from row to row.
    """

    kind: TargetKind
    control: Region
    label: str | None
    label_region: Region | None
    label_count: int
    texts: tuple[TextRun, ...]
    identity: Identity
    structural: StructuralLocator | None = None
