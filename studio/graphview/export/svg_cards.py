"""Cards, ends and heads of frames as SVG."""

from __future__ import annotations

from base64 import b64encode

from studio.graphview.export.markup import el, icon, words
from studio.graphview.export.titles import fitted
from studio.graphview.layout.colors import GraphColors
from studio.graphview.layout.crops import WINDOW, corners, crop_view
from studio.graphview.layout.graph import Badge, Node, NodeKind, Picture, PictureKind, Span, Style
from studio.graphview.layout.metrics import elided
from studio.graphview.layout.shapes import Box

_END_TOKENS = {"passed": "passed", "halted": "halted", "failed": "failed"}


def text(said: str, x: float, y: float, color: str, *, px: float = 13, bold: bool = False, **more: object) -> str:
    """One line of text on its baseline."""
    weight = 600 if bold else None
    return el("text", words(said), x=x, y=y, fill=color, font_size=px, font_weight=weight, **more)


def node(one: Node, box: Box, colors: GraphColors, png: bytes | None) -> str:
    """The drawing of one node, with its name and description for readers of the screen."""
    if one.kind is NodeKind.TERMINAL:
        inner = _end(one, box, colors)
    elif one.framed:
        inner = _frame(one, box, colors)
    else:
        inner = _card(one, box, colors, png)
    about = el("title", words(". ".join(filter(None, (one.name, one.description)))))
    return el("g", about, inner, role="img", aria_label=one.name, opacity=0.55 if one.disabled else None)


def _end(one: Node, box: Box, colors: GraphColors) -> str:
    token = _END_TOKENS.get(one.icon, "unknown")
    color, tint = getattr(colors, token), getattr(colors, f"{token}_bg")
    said = elided(one.text, box.w - 46, bold=True)
    rim = None if one.beside else color
    radius = 5 if one.beside else box.h / 2
    return (
        el("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=radius, fill=tint, stroke=rim)
        + icon(one.icon, box.x + 12, box.y + 5.5, 15, color)
        + text(said, box.x + 34, box.y + 17.5, color, bold=True)
    )


def _frame(one: Node, box: Box, colors: GraphColors) -> str:
    head = min(box.w - 24, 320)
    title = fitted(one.title, head - 42, 12)
    return (
        el(
            "rect",
            x=box.x,
            y=box.y,
            width=box.w,
            height=box.h,
            rx=8,
            fill=colors.group,
            stroke=colors.accent,
            stroke_width=1.5,
        )
        + el(
            "path",
            d=f"M{box.x + 0.75} {box.y + 24}V{box.y + 8}a7 7 0 0 1 7-7h{box.w - 15.5}a7 7 0 0 1 7 7V{box.y + 24}z",
            fill=colors.accent_bg,
        )
        + icon(one.icon, box.x + 12, box.y + 5, 14, colors.accent)
        + _title(
            [Span(s.text, Style.STRONG if s.style is Style.STRONG else Style.PLAIN) for s in title],
            box.x + 32,
            box.y + 16.5,
            colors,
            px=12,
            color=colors.accent,
        )
    )


def _title(
    spans: list[Span], x: float, y: float, colors: GraphColors, *, px: float = 13, color: str | None = None
) -> str:
    pieces = []
    for span in spans:
        fill = colors.accent if span.style is Style.PARAM else None
        weight = None if span.style is Style.PLAIN else 600
        pieces.append(el("tspan", words(span.text), fill=fill, font_weight=weight))
    return el("text", *pieces, x=x, y=y, fill=color or colors.text, font_size=px, xml__space="preserve").replace(
        "xml--space", "xml:space"
    )


def _card(one: Node, box: Box, colors: GraphColors, png: bytes | None) -> str:
    parts = [el("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=6, fill=colors.card, stroke=colors.border)]
    x = box.x + 12
    if one.number is not None:
        parts.append(
            text(
                str(one.number),
                box.x + 28,
                box.y + 21,
                colors.text2,
                bold=True,
                text_anchor="end" if one.number < 1000 else None,
            )
        )
        x = box.x + 36
    parts.append(icon(one.icon, x, box.y + 9, 15, colors.text2))
    parts.append(_title(fitted(one.title, box.right - x - 34), x + 22, box.y + 21, colors))
    if one.disabled:
        parts.append(el("path", d=f"M{x + 22:g} {box.y + 16:g}H{box.right - 12:g}", stroke=colors.text2))
    if one.kind is not NodeKind.ACTION:
        return "".join([*parts, text(elided(one.hint, box.w - 24, 12), box.x + 12, box.y + 41, colors.text2, px=12)])
    parts.append(_picture(one.picture, box, colors, png))
    pictured = one.picture.kind is not PictureKind.NONE and (png is not None or not one.picture.path)
    right = box.x + 10 + (WINDOW[0] + 10 if pictured else 2)
    first = box.y + 40
    if one.strength is not None:
        for n in range(one.strength.of):
            parts.append(_tally(right + 4.5 + 12 * n, first, one.strength.tried, n < one.strength.reached, colors))
    elif one.hint:
        parts.append(text(one.hint, right, first + 4.5, colors.text2, px=12))
    for n, badge in enumerate(one.badges):
        color = colors.healed if badge in (Badge.PROBLEM, Badge.UNREVIEWED) else colors.text2
        parts.append(icon(badge.value, right + 20 * n - 1, box.y + 50, 14, color))
    return "".join(parts)


def _tally(x: float, y: float, tried: bool, full: bool, colors: GraphColors) -> str:
    """One of so many: a dot for a screen that was tried, a square for a way that is known."""
    half, fill = 4 if full else 3.5, colors.accent if full else "none"
    stroke = None if full else colors.strong
    if tried:
        return el("circle", cx=x, cy=y, r=half, fill=fill, stroke=stroke)
    return el("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, fill=fill, stroke=stroke)


def _picture(picture: Picture, box: Box, colors: GraphColors, png: bytes | None) -> str:
    w, _h = WINDOW
    x, y = box.x + 10, box.y + 30
    if picture.kind is PictureKind.CROP and png is not None:
        return _crop(picture, x, y, colors, png)
    if picture.kind is PictureKind.NONE:
        return ""
    if picture.kind is PictureKind.KEY:
        said = elided(picture.text, w - 24, 13)
        wide = max(44.0, min(w, 24 + 8.0 * len(said)))
        return el("rect", x=x, y=y + 5, width=wide, height=26, rx=4, fill="none", stroke=colors.strong) + text(
            said, x + wide / 2, y + 22.5, colors.text2, text_anchor="middle"
        )
    if picture.kind is PictureKind.SCROLL:
        return icon("scroll", x + 8, y + 6, 24, colors.text2) + text(
            picture.text, x + 40, y + 22.5, colors.text2, px=12
        )
    said = elided(picture.text, w - 18, 12)
    return (
        el("rect", x=x, y=y + 4, width=w, height=28, rx=3, fill=colors.card, stroke=colors.strong)
        + text(said, x + 8, y + 22, colors.text if not said.startswith("⟨") else colors.accent, px=12)
        + el("rect", x=x, y=y + 30.5, width=w, height=1.5, fill=colors.accent)
    )


def _crop(picture: Picture, x: float, y: float, colors: GraphColors, png: bytes) -> str:
    w, h = WINDOW
    view = crop_view(picture)
    data = "data:image/png;base64," + b64encode(png).decode()
    image = el(
        "image",
        href=data,
        x=view.image.x,
        y=view.image.y,
        width=view.image.w,
        height=view.image.h,
        preserveAspectRatio="none",
    )
    lines = "".join("M" + "L".join(f"{s.x:g} {s.y:g}" for s in line) for line in corners(view.mark))
    marks = el("path", d=lines, fill="none", stroke=colors.halo, stroke_width=5) + el(
        "path", d=lines, fill="none", stroke=colors.target, stroke_width=2.5
    )
    return (
        el("rect", x=x, y=y, width=w, height=h, fill=colors.paper)
        + el("svg", image, marks, x=x, y=y, width=w, height=h, viewBox=f"0 0 {w} {h}")
        + el("rect", x=x, y=y, width=w, height=h, rx=3, fill="none", stroke=colors.border)
    )
