"""Where to read, at each effort: around the recorded place, where the page moved to, the whole frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.runtime.observation import Effort, Observation, TextReader
from studio.engine.vision.similarity import Similarity

_LOCAL_PAD = (48, 40)
_WIDE_PAD = (120, 90)
_STRIP_PAD = 64


@dataclass(frozen=True)
class Search:
    """One attempt of a text rung: the reader, how far it may look, and where the page moved to."""

    observation: Observation
    reader: TextReader
    effort: Effort

    @property
    def moved(self) -> Similarity | None:
        """Scale and shift from the recorded frame to this one, by their pictures; None where that is unclear."""
        return self.observation.moved if self.effort >= Effort.WIDE else None

    @property
    def scale(self) -> float:
        """Live px per recorded px as far as the pictures tell."""
        return self.moved.scale if self.moved else 1.0

    def area(self, around: Region) -> tuple[Region | None, float]:
        """Where to read at this effort for something recorded at `around` (None: the whole frame), and its scale."""
        if self.effort is Effort.LOCAL:
            return around.padded(*_LOCAL_PAD), 1.0
        if self.effort is Effort.FULL:
            return None, self.scale
        moved = self.moved.region(around) if self.moved else around
        return moved.padded(*_WIDE_PAD), self.scale

    def areas(self, around: Region) -> tuple[tuple[Region | None, float], ...]:
        """The areas of this effort and of all before it."""
        steps = (e for e in Effort if Effort.LOCAL <= e <= self.effort)
        return tuple((replace(self, effort=effort).area(around)[0], self.scale) for effort in steps)

    def strip(self, around: Region) -> tuple[Region | None, float]:
        """Like `area`, for the cells of a row: at wide effort their columns over the whole height.

        Tables look alike everywhere, so that pictures can mislead here: the recorded columns are read as well.
        """
        if self.effort is not Effort.WIDE:
            return self.area(around)
        columns = (self.moved.region(around).union(around) if self.moved else around).padded(_STRIP_PAD, 0)
        return Region(columns.x, 0, columns.w, self.observation.frame.size[1]), self.scale


def evidence_region(anchor: Anchor) -> Region:
    """Target and label together."""
    return anchor.target.union(anchor.label_region) if anchor.label_region else anchor.target
