"""Whether a click may have taken the keyboard to another field, where no program tells the field. Pure."""

from __future__ import annotations

from studio.engine.model.geometry import Point

_NEAR_PX = 40
"""A click no farther than this from the one before the secret is taken for one into the same field, px."""


class SamePlace:
    """Follows clicks. The first click after a secret whose place is not known counts as one into its field."""

    def __init__(self) -> None:
        self._place: Point | None = None

    def leaves(self, point: Point | None, *, stays: bool) -> bool:
        """Whether a click at `point` leaves the field. `stays`: a secret was typed there, so its place is kept."""
        if not stays:
            self._place = point
            return True
        if self._place is None:
            self._place = point
        if point is None or self._place is None or self._place.distance(point) <= _NEAR_PX:
            return False
        self._place = point
        return True
