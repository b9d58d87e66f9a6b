"""Which parts lie in an area: a grid of large tiles, made once for a layout."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF

from studio.graphview.layout.shapes import Box

TILE = 1024.0


class Tiles:
    """Keys by the tiles that their boxes touch."""

    def __init__(self, boxes: Iterable[tuple[str, Box]]) -> None:
        self._tiles: dict[tuple[int, int], list[str]] = {}
        self._boxes = dict(boxes)
        for key, box in self._boxes.items():
            for tile in _touched(box.x, box.y, box.right, box.bottom):
                self._tiles.setdefault(tile, []).append(key)

    def within(self, area: QRectF) -> list[str]:
        """Keys whose boxes touch the area, each once, in the order in which they were given per tile."""
        left, top, right, bottom = area.left(), area.top(), area.right(), area.bottom()
        found: dict[str, None] = {}
        for tile in _touched(left, top, right, bottom):
            for key in self._tiles.get(tile, ()):
                x, y, w, h = self._boxes[key]
                if x < right and left < x + w and y < bottom and top < y + h:
                    found[key] = None
        return list(found)

    def at(self, x: float, y: float) -> list[str]:
        """Keys whose boxes hold the point; the smallest last."""
        keys = [k for k in self._tiles.get((int(x // TILE), int(y // TILE)), ()) if _holds(self._boxes[k], x, y)]
        return sorted(keys, key=lambda k: -self._boxes[k].w * self._boxes[k].h)


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom


def _touched(left: float, top: float, right: float, bottom: float) -> Iterable[tuple[int, int]]:
    for column in range(int(left // TILE), int(right // TILE) + 1):
        for row in range(int(top // TILE), int(bottom // TILE) + 1):
            yield column, row
