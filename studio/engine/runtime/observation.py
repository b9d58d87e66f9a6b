"""What is known of the surface at one moment, and how its texts are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

from studio.engine.model.geometry import Region
from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.runtime.grounder import Grounder
from studio.engine.vision.frame import Frame
from studio.engine.vision.line_items import items, whole_lines
from studio.engine.vision.ocr import ocr
from studio.engine.vision.similarity import Similarity, estimate_similarity


class Effort(IntEnum):
    """How far the ladder may look. Each level includes the ones before it."""

    NEAR = 0  # structure and pictures only: no text is read
    LOCAL = 1  # texts around the recorded place
    WIDE = 2  # texts where the page seems to have moved or scaled to
    FULL = 3  # the whole frame, once


@dataclass(frozen=True)
class Observation:
    """One look at the surface: its frame and, where it has one, its structure. `recorded` is the recorded frame."""

    frame: Frame
    structure: StructureSnapshot | None = None
    recorded: Frame | None = None

    @cached_property
    def moved(self) -> Similarity | None:
        """Scale and shift from the recorded frame to this one, by their pictures (120 ms, once); None where unclear."""
        return estimate_similarity(self.recorded, self.frame) if self.recorded is not None else None


@dataclass(frozen=True)
class ResolveOptions:
    """What `resolve` may use. `crops` maps a bundle path to its picture. `probing`: the answer only tells whether the
    target is in view, nothing will act on it, so the weak rungs may answer before the whole frame was read. `keys` are
    the secret keys of hashed identities, by their fingerprint."""

    crops: Mapping[str, Frame] = field(default_factory=dict)
    intent: str = ""
    effort: Effort = Effort.FULL
    grounder: Grounder | None = None
    probing: bool = False
    keys: Mapping[str, bytes] = field(default_factory=dict)

    def weak_at(self, effort: Effort) -> bool:
        """Whether rungs that do not read the target's own label may answer at that effort."""
        return effort is Effort.FULL or (self.probing and effort is self.effort)


class TextReader:
    """Lines of text in a region of one observation: from structure where it shows any there, else by OCR."""

    def __init__(self, observation: Observation) -> None:
        self._frame = observation.frame
        self._texts = observation.structure.texts if observation.structure else ()

    def lines(self, region: Region | None = None) -> tuple[TextRun, ...]:
        """All lines whose centre lies in `region` (the whole frame where None)."""
        return self.read(region)[0]

    def items(self, region: Region | None = None) -> tuple[TextRun, ...]:
        """These lines parted where their words stand wider apart than a space: the entries of a menu bar, of tabs."""
        wanted = (region or self._frame.bounds).clamped(self._frame.size)
        told = tuple(t for t in self._texts if wanted.contains(t.region.center))
        if told or wanted.area == 0:
            return told
        return tuple(item for line in whole_lines(ocr(self._frame, region=wanted)) for item in items(line))

    def read(self, region: Region | None = None) -> tuple[tuple[TextRun, ...], bool]:
        """These lines, and whether the structure told them, so that no letter can be misread."""
        wanted = (region or self._frame.bounds).clamped(self._frame.size)
        if wanted.area == 0:
            return (), False
        told = tuple(t for t in self._texts if wanted.contains(t.region.center))
        if told:
            return told, True
        return tuple(TextRun(line.text, line.region) for line in ocr(self._frame, region=wanted)), False
