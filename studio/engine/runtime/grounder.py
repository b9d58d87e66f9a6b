"""The optional last rung: somebody else's model that points at a target. None ships with the product."""

from __future__ import annotations

from typing import Protocol

from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame


class Grounder(Protocol):
    """Finds what `intent` names in a frame, or nothing. Injected by the caller, never used on a healthy run."""

    def locate(self, frame: Frame, intent: str) -> tuple[Point, Region, float] | None:
        """Point, region and confidence (0..1) of the target, or None."""
