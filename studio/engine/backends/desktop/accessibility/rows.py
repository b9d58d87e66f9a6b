"""Which cells stand in one row, by where they lie: the same for tables of every toolkit. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from studio.engine.backends.desktop.accessibility.nodes import TABLES, Node

_CELLS = frozenset({"gridcell", "rowheader", "treeitem"})
_ITEMS = frozenset({"listitem", "row"})
_WORKED = frozenset({"button", "checkbox", "radio", "switch", "img", "menuitem"})


@dataclass(frozen=True, slots=True)
class InRow:
    """What stands beside something in its row, and the head of its column."""

    others: tuple[str, ...] = ()
    column: str = ""


def rows_of(table: Node) -> dict[tuple[str, str], InRow]:
    """For the cells of a table and everything in them, by key; for items of a list, what else is in the item."""
    heads = [node for node in _inside(table) if node.role == "columnheader" and node.region]
    cells = [node for node in _inside(table) if node.role in _CELLS and node.region]
    found: dict[tuple[str, str], InRow] = {}
    for group in _groups(cells):
        for cell in group:
            others = tuple(text for other in group if other is not cell and (text := _says(other)))
            for node in cell.walk():
                found[node.key] = InRow(others, _column(cell, heads))
    for item in (node for node in _inside(table) if node.role in _ITEMS and node.children):
        texts = [node.name for node in item.walk() if node is not item and _is_text(node)]
        for node in item.walk():
            found.setdefault(node.key, InRow(tuple(t for t in texts if t != node.name)))
    return found


def _inside(table: Node) -> Iterator[Node]:
    """All below the table, but not what is inside of a cell or of another table."""
    for child in table.children:
        yield child
        if child.role not in _CELLS and child.role not in TABLES:
            yield from _inside(child)


def _groups(cells: list[Node]) -> list[list[Node]]:
    """Cells by row: those that share more than half of their height, from left to right."""
    groups: list[list[Node]] = []
    for cell in sorted(cells, key=lambda c: _band(c)[0]):
        if groups and _level(groups[-1][0], cell):
            groups[-1].append(cell)
        else:
            groups.append([cell])
    return [sorted(group, key=lambda c: c.region.x if c.region else 0) for group in groups]


def _level(one: Node, other: Node) -> bool:
    (top, bottom), (start, end) = _band(one), _band(other)
    return min(bottom, end) - max(top, start) > 0.5 * min(bottom - top, end - start)


def _band(cell: Node) -> tuple[int, int]:
    return (cell.region.y, cell.region.bottom) if cell.region else (0, 0)


def _says(cell: Node) -> str:
    """What a cell says; not what only names a button in it, nor a row's running number, which tells where it is now."""
    if cell.role == "rowheader" and cell.name.isdigit():
        return ""
    worked = " ".join(node.name for node in cell.walk() if node.role in _WORKED)
    said = cell.name or " ".join(node.name for node in cell.walk() if _is_text(node))
    return "" if said == worked else said


def _is_text(node: Node) -> bool:
    return bool(node.name) and node.role not in _WORKED


def _column(cell: Node, heads: list[Node]) -> str:
    middle = cell.region.center.x if cell.region else 0
    return next((h.name for h in heads if h.region and h.region.x <= middle < h.region.right), "")
