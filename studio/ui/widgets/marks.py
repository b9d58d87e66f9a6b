"""What is marked on a frame: the target, landmarks, identity, look-alikes, and where a click would go. Values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from studio.engine.model.anchor import Anchor, Landmark
from studio.engine.model.geometry import Point, Region


class MarkKind(StrEnum):
    """How a mark is drawn."""

    TARGET = "target"  # four corners
    POINT = "point"  # where the click goes
    LANDMARK = "landmark"  # dashed box, with a line to the point that it predicts
    IDENTITY = "identity"  # box with a light fill
    LOOKALIKE = "lookalike"  # numbered box
    ASKED = "asked"  # the same in a halt, which asks about it
    NOTHING = "nothing"  # a cross
    REDACTION = "redaction"  # a hatched box
    SEARCH = "search"  # thin dotted box
    NOW = "now"  # dashed box, label above: where it is now, over a picture of then


@dataclass(frozen=True)
class Mark:
    """One mark in px of the frame. `label` stands beside it; `towards` is what a landmark predicts."""

    kind: MarkKind
    region: Region
    label: str = ""
    towards: Point | None = None
    number: int | None = None


def marks_of(anchor: Anchor | None, *, label: str = "") -> tuple[Mark, ...]:
    """The marks of a recorded anchor: target, point, landmarks, identity."""
    if anchor is None:
        return ()
    point = anchor.click_point
    made = [Mark(MarkKind.TARGET, anchor.target, label), point_mark(point)]
    made += [
        Mark(MarkKind.LANDMARK, place, m.ocr_text, point) for m in anchor.landmarks if (place := place_of(m, point))
    ]
    if anchor.identifier_region is not None:
        made.append(Mark(MarkKind.IDENTITY, anchor.identifier_region))
    return tuple(made)


def place_of(landmark: Landmark, point: Point) -> Region | None:
    """About where a landmark's text stood: its centre is known, its size is judged by the length of its text."""
    if landmark.dx_px is None or landmark.dy_px is None:
        return None
    width, height = max(16, 7 * len(landmark.ocr_text)), 18
    return Region(point.x - landmark.dx_px - width // 2, point.y - landmark.dy_px - height // 2, width, height)


def point_mark(point: Point) -> Mark:
    """Where the click goes."""
    return Mark(MarkKind.POINT, Region(point.x, point.y, 1, 1))
