"""SVG elements as text. Every text and every attribute is escaped here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from studio.graphview.layout.icons import ICONS, LINE
from studio.graphview.layout.shapes import Spot


def clean(text: str) -> str:
    """Text without characters that XML cannot hold."""
    return "".join(
        c for c in text if c in "\t\n\r" or (c >= " " and not 0xD800 <= ord(c) <= 0xDFFF and c not in "\ufffe\uffff")
    )


def el(tag: str, *children: str, **attributes: object) -> str:
    """An element; children are markup already. `_` in names becomes `-`, a trailing one is dropped."""
    given = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(clean(_said(value)))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{given}>{''.join(children)}</{tag}>" if children else f"<{tag}{given}/>"


def words(text: str) -> str:
    """Escaped text."""
    return escape(clean(text), quote=False)


def _said(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


def icon(name: str, x: float, y: float, size: float, color: str) -> str:
    """A line icon with its top left at (x, y)."""
    scale = size / 20
    return el(
        "path",
        d=ICONS[name],
        transform=f"translate({x:g} {y:g}) scale({scale:g})",
        fill="none",
        stroke=color,
        stroke_width=LINE,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def rounded(points: Iterable[Spot], radius: float = 6.0) -> str:
    """Path data of a right-angled line with round corners."""
    spots = list(points)
    parts = [f"M{spots[0].x:g} {spots[0].y:g}"] if spots else []
    for before, here, after in zip(spots, spots[1:], spots[2:], strict=False):
        a, b = _towards(here, before, radius), _towards(here, after, radius)
        parts.append(f"L{a.x:g} {a.y:g}Q{here.x:g} {here.y:g} {b.x:g} {b.y:g}")
    return "".join([*parts, f"L{spots[-1].x:g} {spots[-1].y:g}"]) if len(spots) > 1 else ""


def _towards(here: Spot, there: Spot, radius: float) -> Spot:
    length = abs(there.x - here.x) + abs(there.y - here.y)
    share = min(radius, length / 2) / length if length else 0.0
    return Spot(round(here.x + (there.x - here.x) * share, 2), round(here.y + (there.y - here.y) * share, 2))
