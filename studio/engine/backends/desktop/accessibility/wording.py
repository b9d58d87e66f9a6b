"""Where a control shows its own name, and whether it does at all: programs tell only the control's rectangle. Pure.

The rectangles of texts are estimates: the middle is right, the height is that of a line in common themes
(GTK 3, Qt Fusion: text takes about 55 % of the height of a button, 60 to 65 % of an entry of a menu).
"""

from __future__ import annotations

from studio.engine.backends.desktop.accessibility.nodes import Node
from studio.engine.model.geometry import Region

_LETTER = 0.45
"""Least width of a letter in heights of its line."""
_USUAL_LETTER = 0.5
_LINE = 0.58
_LEAST_LINE = 10
_SQUARISH = 1.6
_TALLEST = 24
"""px: more is air above and below a line of text."""


def shows_name(node: Node, *, in_toolbar: bool) -> bool:
    """Whether there is room for the name: a button with a picture alone tells a name too, which nobody sees."""
    region, name = node.region, node.name
    if region is None or not name:
        return False
    if in_toolbar and node.role == "button" and region.w <= _SQUARISH * region.h:
        return False
    return region.w >= min(_line(region), 14) * _LETTER * len(name)


def written_at(node: Node) -> Region:
    """About where the name stands: in the middle of a button or tab, at the end of a box, else where the control is."""
    region = node.region or Region(0, 0, 0, 0)
    if node.role not in ("button", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "columnheader"):
        return region
    height = _line(region)
    top = region.y + (region.h - height) // 2
    if node.role != "button":
        return Region(region.x, top, region.w, height)
    width = min(region.w, max(round(height * _USUAL_LETTER * len(node.name)), height))
    return Region(region.x + (region.w - width) // 2, top, width, height)


def lines_of(text: str, region: Region) -> list[tuple[str, Region]]:
    """A text of several lines, each with its part of the rectangle; a label is often higher than what it says."""
    lines = [" ".join(line.split()) for line in text.split("\n")]
    part = max(1, region.h // max(len(lines), 1))
    height = min(part, _TALLEST)
    lift = (part - height) // 2
    placed = [(line, Region(region.x, region.y + n * part + lift, region.w, height)) for n, line in enumerate(lines)]
    return [(line, where) for line, where in placed if line]


def _line(region: Region) -> int:
    return max(min(region.h, _LEAST_LINE), round(region.h * _LINE))
