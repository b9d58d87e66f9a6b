"""One node as an element, with the traits of its own. Pure."""

from __future__ import annotations

from studio.engine.backends.desktop.accessibility.nodes import FIELDS, Node
from studio.engine.backends.desktop.accessibility.rows import InRow
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element

_CHECKED = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
_SELECTED = frozenset({"tab", "gridcell", "listitem", "treeitem", "option"})
_NOTHING = Region(0, 0, 0, 0)


def element_of(node: Node, *, index: int, shows: bool, row: InRow) -> Element:
    """`shows` tells whether its name can be seen on it. Place, section and view are the caller's to add."""
    label = node.label or (node.name if node.role in FIELDS else "")
    return Element(
        index=index,
        tag=node.tag,
        role=node.role,
        name=node.name or label,
        region=node.region or _NOTHING,
        text=node.name if shows and node.role not in FIELDS else "",
        element_id=node.element_id,
        input_type=_input_type(node),
        placeholder=node.placeholder,
        label=label,
        value=None if node.secret else node.value,
        row=row.others,
        column=row.column,
        checked=_checked(node),
        pressed=_pressed(node),
        expanded=_expanded(node),
        selected="selected" in node.states if node.role in _SELECTED and "selectable" in node.states else None,
        disabled=_disabled(node),
        secret=node.secret,
        editable=node.role in FIELDS and _takes_text(node) and not _disabled(node),
        multiline="multiline" in node.states,
    )


def _disabled(node: Node) -> bool:
    return "enabled" not in node.states and "sensitive" not in node.states


def _takes_text(node: Node) -> bool:
    return "editable" in node.states and "read only" not in node.states


def _input_type(node: Node) -> str:
    return "password" if node.secret else ""


def _checked(node: Node) -> bool | None:
    if "indeterminate" in node.states:
        return None
    may = node.role in _CHECKED or (node.role in ("gridcell", "treeitem", "listitem") and "checkable" in node.states)
    return "checked" in node.states if may else None


def _pressed(node: Node) -> bool | None:
    may = node.tag == "toggle button" or (node.role == "button" and "checkable" in node.states)
    return bool({"checked", "pressed"} & node.states) if may else None


def _expanded(node: Node) -> bool | None:
    """An entry of a menu bar is open while it is marked: GTK says no more."""
    if node.tag == "menu":
        return "selected" in node.states
    return "expanded" in node.states if "expandable" in node.states else None
