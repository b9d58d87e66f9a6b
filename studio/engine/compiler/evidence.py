"""What was seen of one target, before it is written as an anchor. Both arms (structure, pixels) produce it."""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.model.anchor import StructuralLocator, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.structure import TextRun


@dataclass(frozen=True, slots=True)
class Identity:
    """Where the target stands in a repeated structure, and whether that tells it apart from its mates.

    `cells` are the texts of its row without its own label; `proof` those of them by which its record is known, and
    `region` their rectangle (px). `own_label`: the target's text names the record as well, as the link on a name does.
    `reason` says why identity cannot be checked where `armed` is False.
    """

    armed: bool
    reason: str | None = None
    cells: tuple[str, ...] = ()
    proof: tuple[IdentityCell, ...] = ()
    region: Region | None = None
    own_label: bool = False

    @property
    def singled(self) -> tuple[str, ...]:
        """The identifying texts."""
        return tuple(cell.text for cell in self.proof)


@dataclass(frozen=True, slots=True)
class Sighting:
    """One target as it was seen. Regions in px of the frame.

    `texts` are the readable texts around it that belong to the program, not to a typed value; `content` are the
    squashed ones among them that are cells of rows and vary with the data. `extent` is all of the control where a part
    of it is out of sight, `pointed` the text under the pointer where the control shows several.
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
    extent: Region | None = None
    pointed: TextRun | None = None
