"""The graph as a Mermaid flowchart, for documents and reviews."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from studio.graphview.layout.graph import Edge, EdgeKind, GraphModel, Node, NodeKind

_SHAPES: Mapping[NodeKind, tuple[str, str]] = {
    NodeKind.ACTION: ("[", "]"),
    NodeKind.BRANCH: ("{", "}"),
    NodeKind.DECISION: ("{", "}"),
    NodeKind.LOOP: ("[[", "]]"),
    NodeKind.SUBFLOW: ("[[", "]]"),
    NodeKind.TERMINAL: ("([", "])"),
    NodeKind.STAGE: ("[[", "]]"),
}
_PLAIN = set(" .,:;-_()!?/+*=%@$'’‘“”⟨⟩–—…↵")


def to_mermaid(model: GraphModel) -> str:
    """A `flowchart TD`; sections and frames are subgraphs. Ids are numbers, texts are escaped."""
    ids = {node.id: f"n{k}" for k, node in enumerate(model.nodes)}
    lines = ["flowchart TD"]
    children: dict[str | None, list[Node]] = {}
    for node in model.nodes:
        children.setdefault(node.parent, []).append(node)
    told: set[str] = set()
    for k, section in enumerate(model.sections):
        inner = [n for n in children.get(None, []) if (n.beside or n.id) in section.nodes]
        lines.append(f'  subgraph s{k}["{_escaped(f"{section.title} {section.span}".strip() or str(k + 1))}"]')
        lines += _nodes(inner, ids, children, "    ")
        lines.append("  end")
        told.update(n.id for n in inner)
    lines += _nodes([n for n in children.get(None, []) if n.id not in told], ids, children, "  ")
    lines += [_edge(edge, ids) for edge in model.edges]
    return "\n".join(lines) + "\n"


def _nodes(
    nodes: Iterable[Node], ids: Mapping[str, str], children: Mapping[str | None, list[Node]], indent: str
) -> list[str]:
    lines = []
    for node in nodes:
        said = _escaped(node.name)
        if node.framed:
            lines.append(f'{indent}subgraph {ids[node.id]}["{said}"]')
            lines += _nodes(children.get(node.id, []), ids, children, indent + "  ")
            lines.append(f"{indent}end")
        else:
            left, right = _SHAPES[node.kind]
            lines.append(f'{indent}{ids[node.id]}{left}"{said}"{right}')
    return lines


def _edge(edge: Edge, ids: Mapping[str, str]) -> str:
    arrow = {EdgeKind.EXCEPTION: "-.->", EdgeKind.ENTER: "~~~"}.get(edge.kind, "-->")
    label = f'|"{_escaped(edge.label)}"|' if edge.label else ""
    return f"  {ids[edge.source]} {arrow}{label} {ids[edge.target]}"


def _escaped(text: str) -> str:
    """Everything that could mean something to Mermaid or to HTML as a character code."""
    return "".join(c if c.isalnum() or c in _PLAIN else f"#{ord(c)};" if c.isprintable() else " " for c in text)
