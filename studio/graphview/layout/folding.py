"""Folded stages: all that a stage holds as one node. Pure: a graph in, a smaller graph out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from studio.engine.saying import Say, english
from studio.graphview.layout.describing import described
from studio.graphview.layout.graph import Badge, EdgeKind, GraphModel, Node, NodeKind, Section, Span, Style

_TELLING = (Badge.IRREVERSIBLE, Badge.RECORD, Badge.UNREVIEWED, Badge.PROBLEM)
"""What must not get lost from sight in a folded stage."""


def folded(model: GraphModel, sections: Collection[str], say: Say = english) -> GraphModel:
    """The graph with those stages folded. Ends of the workflow stay, and so do edges between what is left."""
    shut = [section for section in model.sections if section.id in sections]
    stands_for: dict[str, str] = {}
    for section in shut:
        for node in _inside(model, section):
            stands_for[node] = f"stage:{section.id}"
    nodes = [node for node in model.nodes if node.id not in stands_for]
    for section in shut:
        held = [n for n in model.nodes if stands_for.get(n.id) == f"stage:{section.id}"]
        nodes.append(described(_stage(section, held, say), say))
    edges = []
    for edge in model.edges:
        source, target = stands_for.get(edge.source, edge.source), stands_for.get(edge.target, edge.target)
        if source != target and not (edge.kind is EdgeKind.ENTER and edge.source in stands_for):
            edges.append(replace(edge, source=source, target=target))
    return replace(
        model, nodes=tuple(nodes), edges=tuple(edges), sections=tuple(_kept(s, stands_for) for s in model.sections)
    )


def _inside(model: GraphModel, section: Section) -> set[str]:
    """Nodes of a stage with their bodies and what stands beside them, without the workflow's ends."""
    own = {n for n in section.nodes if model.by_id[n].kind is not NodeKind.TERMINAL}
    for node in model.nodes:  # bodies come after their frames
        if node.parent in own or node.beside in own:
            own.add(node.id)
    return own


def _stage(section: Section, nodes: list[Node], say: Say) -> Node:
    steps = sum(node.step_id is not None for node in nodes)
    title = section.title or f"{section.head} {section.span}".strip()
    badges = tuple(b for b in _TELLING if any(b in node.badges for node in nodes))
    problems = tuple(problem for node in nodes for problem in node.problems)
    hint = say("{n} steps, Enter opens them", n=steps) if steps != 1 else say("1 step, Enter opens it")
    return Node(
        f"stage:{section.id}",
        NodeKind.STAGE,
        (Span(title, Style.STRONG),),
        "subflow",
        hint=hint,
        badges=badges,
        problems=problems,
        short=title,
        holds=tuple(dict.fromkeys(step for node in nodes for step in (node.step_id, *node.holds) if step)),
    )


def _kept(section: Section, stands_for: dict[str, str]) -> Section:
    """Its nodes after folding, each once, in order."""
    return replace(section, nodes=tuple(dict.fromkeys(stands_for.get(n, n) for n in section.nodes)))
