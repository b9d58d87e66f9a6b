"""Which node has the keyboard. Toolkits mark more than one: a tab that is no more than chosen, a part of a field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.engine.backends.desktop.accessibility.nodes import FIELDS, TABLES, Node, Top

_MARKED_ONLY = frozenset({"tab"})
_PARTS = frozenset({"gridcell", "listitem", "treeitem", "option"})


def focused_node(tops: Sequence[Top]) -> Node | None:
    """The focused node of the active window: a field before anything else, a chosen tab last, the innermost of equals.

    Which window is active the display tells; where it does not, the program.
    """
    known = [top for top in tops if top.window is not None and top.window.active]
    for top in known or [t for t in tops if "active" in t.node.states]:
        found = max(_marked(top.node), key=_rank, default=None)
        if found is not None:
            return found[1]
    return None


def _rank(found: tuple[int, Node]) -> tuple[int, int]:
    depth, node = found
    kind = 3 if node.role in FIELDS or node.role == "document" else 0 if node.role in _MARKED_ONLY else 1
    return (2 if node.role in _PARTS else kind), depth


def _marked(top: Node) -> Iterator[tuple[int, Node]]:
    """Marked nodes with their depth; for a mark on a nameless part (a viewport), the control that it is a part of."""

    def below(node: Node, holder: Node, depth: int) -> Iterator[tuple[int, Node]]:
        holder = node if node.listed or node.role in TABLES or node.role == "document" else holder
        if "focused" in node.states and node is not top:
            yield depth, holder if holder is not top else node
        for child in node.children:
            yield from below(child, holder, depth + 1)

    yield from below(top, top, 0)
