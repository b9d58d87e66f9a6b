"""The graph as one self-contained page: the drawing in light and dark, and every step in words below it.

Everything that comes from a bundle is escaped; a policy in the page forbids it to load or run anything.
"""

from __future__ import annotations

from dataclasses import fields

from studio.graphview.export.markup import el, words
from studio.graphview.export.svg import Pictures, no_pictures, to_svg
from studio.graphview.layout.colors import DARK, LIGHT, GraphColors
from studio.graphview.layout.graph import Node
from studio.graphview.layout.plan import Plan

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_STYLE = """
body{margin:0;background:var(--canvas);color:var(--text);
font:13px/18px Inter,"Segoe UI",Helvetica,Arial,"Liberation Sans",sans-serif}
header{padding:16px 20px;background:var(--card);border-bottom:1px solid var(--border)}
h1{margin:0;font-size:20px;line-height:26px}h2{font-size:15px;line-height:20px}
header p,.note{margin:2px 0 0;color:var(--text2)}
main{overflow:auto;padding:8px}svg{display:block}
section{padding:8px 20px 32px;background:var(--card);border-top:1px solid var(--border)}
ol{padding-left:28px}li{margin:4px 0}
"""


def to_html(plan: Plan, pictures: Pictures = no_pictures) -> str:
    """One HTML document."""
    model = plan.model
    svg = to_svg(plan, pictures, _variables(), ground=False)
    steps = [model.by_id[key] for key in plan.walk]
    head = el(
        "head",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width">',
        el("title", words(model.name or "Workflow")),
        el("style", _style()),
    )
    count = len(model.of_step)
    body = el(
        "body",
        el("header", el("h1", words(model.name or "Workflow")), el("p", words(f"{count} steps"))),
        el("main", svg),
        el("section", el("h2", "All of it in words"), el("ul", *(_item(n) for n in steps))),
    )
    return f"<!doctype html>\n{el('html', head, body, lang='en')}\n"


def _item(node: Node) -> str:
    note = node.description
    return el("li", words(node.name), *([el("span", words(f" · {note}"), class_="note")] if note else []))


def _variables() -> GraphColors:
    return GraphColors(**{f.name: f"var(--{f.name.replace('_', '-')})" for f in fields(GraphColors)})


def _style() -> str:
    light, dark = (";".join(f"--{n.replace('_', '-')}:{v}" for n, v in c.items()) for c in (LIGHT, DARK))
    return f":root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}{_STYLE}"
