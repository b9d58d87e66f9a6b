"""A frame with marks on it, as SVG in frame px: the target in its corners, look-alikes numbered, the point."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import LookAlike
from studio.engine.report.album import Picture
from studio.engine.report.markup import Markup, el, join

_PAD = 6
"""px between a target and its corners."""
_BADGE = 24
"""px that the number of a place takes."""


def figure(picture: Picture | None, caption: str, *marks: Markup, view: Region | None = None) -> Markup:
    """A picture with its caption; an absent one is said to be absent. `view` shows only that part of it."""
    if picture is None:
        return el("figure", el("div", "This picture was not kept.", class_="absent"), el("figcaption", caption))
    return el("figure", frame(picture, caption, *marks, view=view), el("figcaption", caption))


def frame(picture: Picture, label: str, *marks: Markup, view: Region | None = None) -> Markup:
    """The picture and its marks alone."""
    shown = view or Region(0, 0, picture.width, picture.height)
    return el(
        "svg",
        el("use", href=f"#{picture.id}"),
        join(marks),
        viewBox=" ".join(map(str, shown)),
        class_="frame",
        role="img",
        aria_label=label,
    )


def close_up(region: Region, picture: Picture, *, width: int = 320, height: int = 110) -> Region:
    """The part of a picture around a target in the proportions asked for, larger where the target is, kept inside."""
    grown = max(1.0, (region.w + 40) / width, (region.h + 40) / height)
    w, h = min(round(width * grown), picture.width), min(round(height * grown), picture.height)
    around = Region.around(region.center, w, h)
    x = min(max(around.x, 0), picture.width - w)
    y = min(max(around.y, 0), picture.height - h)
    return Region(x, y, w, h)


def target_mark(region: Region | None, point: Point | None) -> Markup:
    """Corners around the target and a ring at the point; nothing where neither is known."""
    corners = _corners(region.padded(_PAD)) if region and region.area else None
    ring = _ring(point) if point else None
    return el("g", corners, ring, class_="target")


def look_alikes(places: Sequence[LookAlike]) -> Markup:
    """Numbered boxes."""
    boxes = [place.region for place in places]
    shown = [_numbered(n, box, _crowd(boxes[: n - 1], box)) for n, box in enumerate(boxes, 1)]
    return el("g", shown, class_="alike")


def _crowd(former: Sequence[Region], box: Region) -> int:
    """How many places before this one have their number where this one's would be."""
    return sum(abs(box.center.x - f.center.x) < _BADGE and abs(box.center.y - f.center.y) < _BADGE for f in former)


def _corners(box: Region) -> Markup:
    reach = max(6, min(16, box.w // 3, box.h // 3))
    x, y, r, b = box.x, box.y, box.right, box.bottom
    path = (
        f"M{x} {y + reach}V{y}H{x + reach} M{r - reach} {y}H{r}V{y + reach} "
        f"M{r} {b - reach}V{b}H{r - reach} M{x + reach} {b}H{x}V{b - reach}"
    )
    return join(el("path", d=path, class_="halo"), el("path", d=path, class_="line"))


def _ring(point: Point) -> Markup:
    return join(*(el("circle", cx=point.x, cy=point.y, r=4, class_=kind) for kind in ("halo", "line")))


def _numbered(number: int, region: Region, crowd: int) -> Markup:
    box = region.padded(_PAD // 2)
    place = {"x": box.x, "y": box.y, "width": box.w, "height": box.h}
    left = box.x - 12 - _BADGE * crowd
    badge_x = left if left >= 14 else box.right + 12 + _BADGE * crowd
    middle = box.center.y
    return join(
        el("rect", class_="halo", **place),
        el("rect", class_="line", **place),
        el("circle", cx=badge_x, cy=middle, r=11, class_="badge"),
        el("text", number, x=badge_x, y=middle + 5, text_anchor="middle"),
    )
