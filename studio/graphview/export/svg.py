"""The graph as one SVG: shapes, text and pictures inside of it, nothing from outside."""

from __future__ import annotations

from collections.abc import Callable

from studio.graphview.export.markup import el, rounded, words
from studio.graphview.export.svg_cards import node, text
from studio.graphview.layout.colors import LIGHT, GraphColors
from studio.graphview.layout.graph import Edge, EdgeKind, Node, Section
from studio.graphview.layout.metrics import elided
from studio.graphview.layout.plan import Plan
from studio.graphview.layout.shapes import Box, Spot

Pictures = Callable[[str], bytes | None]
"""The PNG of a step's target by the step's id; None where there is none."""

FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"


def no_pictures(step_id: str) -> None:
    """For graphs without a bundle at hand."""
    del step_id


def to_svg(plan: Plan, pictures: Pictures = no_pictures, colors: GraphColors = LIGHT, *, ground: bool = True) -> str:
    """An SVG document of the whole graph at 100 %. `ground` paints the canvas below it."""
    layout = plan.layout
    w, h = round(layout.w), round(layout.h)
    parts = [el("title", words(plan.model.name or "Workflow"))]
    if ground:
        parts.append(el("rect", width=w, height=h, fill=colors.canvas))
    parts += [_section(s, layout.sections[s.id], colors) for s in plan.model.sections]
    frames = [n for n in plan.model.nodes if n.framed]
    parts += [_node(n, plan, colors, pictures) for n in frames]
    parts += [
        _edge(e, layout.routes[e.id], layout.labels.get(e.id), colors)
        for e in plan.model.edges
        if e.id in layout.routes
    ]
    parts += [_node(n, plan, colors, pictures) for n in plan.model.nodes if not n.framed]
    return el(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=w,
        height=h,
        viewBox=f"0 0 {w} {h}",
        font_family=FONT,
        role="group",
        aria_label=plan.model.name,
    )


def _node(one: Node, plan: Plan, colors: GraphColors, pictures: Pictures) -> str:
    png = pictures(one.step_id) if one.step_id is not None and one.picture.path else None
    return node(one, plan.layout.boxes[one.id], colors, png)


def _section(section: Section, frame: Box, colors: GraphColors) -> str:
    title = elided(section.head, frame.w - 90, bold=True)
    said = el(
        "text",
        el("tspan", words(title + "  "), font_weight=600),
        el("tspan", words(section.span), fill=colors.text2),
        x=frame.x + 14,
        y=frame.y + 20,
        fill=colors.text,
        font_size=13,
    )
    return (
        el("rect", x=frame.x, y=frame.y, width=frame.w, height=frame.h, rx=8, fill=colors.group, stroke=colors.border)
        + said
    )


def _edge(edge: Edge, route: tuple[Spot, ...], label: Box | None, colors: GraphColors) -> str:
    exceptional = edge.kind is EdgeKind.EXCEPTION
    color = colors.halted if exceptional else colors.strong
    line = el(
        "path",
        d=rounded(route),
        fill="none",
        stroke=color,
        stroke_width=1.5,
        stroke_dasharray="5 4" if exceptional else None,
    )
    return line + el("path", d=arrow(route), fill=color) + (_label(edge, label, colors) if label else "")


def _label(edge: Edge, box: Box, colors: GraphColors) -> str:
    color = colors.halted if edge.kind is EdgeKind.EXCEPTION else colors.text2
    said = elided(edge.label, box.w - 8, 12)
    about = el("title", words(edge.label))
    rim = el("rect", x=box.x, y=box.y + 1, width=box.w, height=box.h - 2, rx=4, fill=colors.card, stroke=colors.border)
    return el("g", about, rim, text(said, box.center.x, box.y + 15.5, color, px=12, text_anchor="middle"))


def arrow(route: tuple[Spot, ...], size: float = 4.0) -> str:
    """Path data of the tip at a route's end."""
    a, b = route[-2], route[-1]
    if a.y == b.y:
        sign = 1 if b.x > a.x else -1
        return f"M{b.x:g} {b.y:g}l{-sign * size * 1.5:g} {-size:g}v{2 * size:g}z"
    sign = 1 if b.y > a.y else -1
    return f"M{b.x:g} {b.y:g}l{-size:g} {-sign * size * 1.5:g}h{2 * size:g}z"
