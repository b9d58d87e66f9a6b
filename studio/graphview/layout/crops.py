"""How much of a target's crop a card shows, and where the mark lies on it. Pure geometry, px of the card."""

from __future__ import annotations

from dataclasses import dataclass

from studio.graphview.layout.graph import Picture
from studio.graphview.layout.shapes import Box, Spot

WINDOW = (104, 36)
"""The picture's place on a card."""
_AIR = 5


@dataclass(frozen=True, slots=True)
class CropView:
    """The crop drawn at `image` (may reach beyond the window), and its mark."""

    image: Box
    mark: Box


def crop_view(picture: Picture) -> CropView:
    """A control in the middle of the window, at about its own size; of a field or a box the crop with its label."""
    target, (w, h) = picture.target, WINDOW
    if picture.labelled:
        scale = _clamped(min(w / max(picture.size[0], 1), h / max(picture.size[1], 1)), 0.5, 1.0)
        left, top = 0.0, (h - picture.size[1] * scale) / 2
    else:
        fits = min((w - 4 * _AIR) / max(target.w, 1), (h - 2 * _AIR) / max(target.h, 1))
        scale = _clamped(fits, 0.55, 1.15)
        left, top = w / 2 - target.center.x * scale, h / 2 - target.center.y * scale
    image = Box(left, top, picture.size[0] * scale, picture.size[1] * scale)
    mark = Box(left + target.x * scale, top + target.y * scale, target.w * scale, target.h * scale)
    return CropView(image, _inside(mark.padded(2, 2, 2, 2)))


def _clamped(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _inside(mark: Box) -> Box:
    """The mark, kept within the window so that its corners are always seen."""
    x, y = max(mark.x, 3.0), max(mark.y, 3.0)
    return Box(x, y, min(mark.right, WINDOW[0] - 3.0) - x, min(mark.bottom, WINDOW[1] - 3.0) - y)


def corners(mark: Box, arm: float = 8.0) -> list[list[Spot]]:
    """The four corners of a mark as lines."""
    a, b = min(arm, mark.w / 2), min(arm, mark.h / 2)
    x, y, r, z = mark.x, mark.y, mark.right, mark.bottom
    return [
        [Spot(x + a, y), Spot(x, y), Spot(x, y + b)],
        [Spot(r - a, y), Spot(r, y), Spot(r, y + b)],
        [Spot(x + a, z), Spot(x, z), Spot(x, z - b)],
        [Spot(r - a, z), Spot(r, z), Spot(r, z - b)],
    ]
