"""Cells and items that are put together of parts are called by what their parts say. Changes the nodes it is given."""

from __future__ import annotations

from collections.abc import Iterator

from studio.engine.backends.desktop.accessibility.nodes import Node

_WHOLES = frozenset({"gridcell", "listitem", "treeitem", "option", "tab", "link", "menuitem"})
_CELL = "gridcell"
_WORDS = frozenset({"label", "static", "cell", "paragraph", "heading"})


def fold(node: Node) -> None:
    """Name the nameless wholes below `node` by their parts; a cell that is only a part of a cell is none itself."""
    for child in node.children:
        fold(child)
    if node.role not in _WHOLES:
        return
    if not node.name:
        node.name = " ".join(dict.fromkeys(part.name for part in _parts(node)))
    if node.role == _CELL:
        for part in node.walk():
            if part is not node and part.role == _CELL:
                part.role = ""


def _parts(node: Node) -> Iterator[Node]:
    """What says something in it, each once; what is inside of another whole belongs to that."""
    for child in node.children:
        if child.tag in _WORDS and child.name:
            yield child
        elif child.role not in _WHOLES or child.role == _CELL == node.role:
            yield from _parts(child)
