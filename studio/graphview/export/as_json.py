"""The graph and its layout as JSON, for programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from studio.graphview.layout.graph import Node, Section
from studio.graphview.layout.plan import Plan
from studio.graphview.layout.shapes import Box

GRAPH_VERSION = 1


def to_json(plan: Plan) -> str:
    """One JSON object: `version`, `size`, `nodes`, `edges`, `sections`; boxes are [left, top, width, height] px."""
    layout = plan.layout
    data = {
        "version": GRAPH_VERSION,
        "name": plan.model.name,
        "size": [layout.w, layout.h],
        "entry": plan.model.entry,
        "nodes": [{**_node(n), "box": list(layout.boxes[n.id])} for n in plan.model.nodes],
        "edges": [
            {**asdict(e), "route": [list(s) for s in layout.routes[e.id]]}
            for e in plan.model.edges
            if e.id in layout.routes
        ],
        "sections": [_section(s, layout.sections[s.id]) for s in plan.model.sections],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _section(section: Section, box: Box) -> dict[str, Any]:
    facts = {"id": section.id, "title": section.title, "nodes": section.nodes, "span": section.span}
    return {**facts, "box": list(box)}


def _node(node: Node) -> dict[str, Any]:
    """Only what says something."""
    facts = {
        "title": node.text,
        "step": node.step_id,
        "number": node.number,
        "hint": node.hint,
        "parent": node.parent,
        "opens": node.opens,
        "beside": node.beside,
        "badges": [str(b) for b in node.badges],
        "problems": list(node.problems),
        "comment": node.comment,
        "disabled": node.disabled,
        "strength": asdict(node.strength) if node.strength else None,
    }
    return {"id": node.id, "kind": str(node.kind), **{k: v for k, v in facts.items() if v}}
