"""Short makers of elements, snapshots and anchors for tests of the ladder."""

from __future__ import annotations

from typing import Any

import numpy as np

from studio.engine.model.anchor import Anchor, StructuralLocator
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.runtime.observation import Observation
from studio.engine.vision.frame import Frame

SIZE = (800, 600)
_SHARED = (
    *("role", "name", "label", "test_id", "element_id", "name_attr", "tag", "input_type", "placeholder"),
    *("href", "section", "column", "row", "frame", "selector"),
)


def blank(size: tuple[int, int] = SIZE) -> Frame:
    """A white frame."""
    return Frame(bgr=np.full((size[1], size[0], 3), 255, np.uint8))


def element(name: str, at: tuple[int, int] = (100, 100), **traits: Any) -> Element:
    """A button of 100 × 30 px at `at`, unless traits say otherwise."""
    region = Region(*at, 100, 30)
    given = {"index": at[0] * 1000 + at[1], "tag": "button", "role": "button", "region": region, "text": name}
    return Element(name=name, **{**given, **traits})


def anchor_of(recorded: Element, *, count: int = 1, **more: Any) -> Anchor:
    """The anchor that a recording of that element gives."""
    traits = {trait: getattr(recorded, trait) for trait in _SHARED}
    given = {
        "structural": StructuralLocator(**traits, count=count),
        "region": recorded.region.padded(20, 10),
        "click_point": recorded.region.center,
        "control": recorded.region,
        "ocr_text": recorded.name or recorded.label,
        "row_texts": recorded.row,
    }
    return Anchor(**{**given, **more})


def seen(*elements: Element, frame: Frame | None = None, texts: tuple[TextRun, ...] = (), **more: Any) -> Observation:
    """An observation whose structure shows those elements."""
    snapshot = StructureSnapshot(url="http://clinic.example", title="Clinic", elements=elements, texts=texts, **more)
    return Observation(frame or blank(), snapshot)


def text(said: str, x: int, y: int, *, height: int = 14) -> TextRun:
    """A line of text whose left top is (`x`, `y`), eight pixels a letter."""
    return TextRun(said, Region(x, y, 8 * len(said), height))
