"""Accessibility on Windows by UI Automation, through comtypes. UNPROVEN: written after the documentation, never run.

What the tests show is only how control types and values become nodes, on made-up elements.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from studio.engine.backends.desktop.accessibility.native import Handle, NativeAccessibility, NativeWindow
from studio.engine.backends.desktop.accessibility.nodes import FIELDS, TABLES, Node
from studio.engine.backends.desktop.accessibility.opening import NoAccessibility
from studio.engine.backends.desktop.accessibility.roles import numbered, role_of
from studio.engine.backends.desktop.accessibility.titles import squeezed
from studio.engine.backends.desktop.accessibility.win32_windows import shown_windows
from studio.engine.model.geometry import Region

_TAGS = numbered(
    """50000 push button, 50002 check box, 50003 combo box, 50004 text, 50005 link, 50006 image, 50007 list item,
    50008 list, 50009 popup menu, 50010 menu bar, 50011 menu item, 50012 progress bar, 50013 radio button,
    50014 scroll bar, 50015 slider, 50016 spin button, 50017 status bar, 50018 page tab list, 50019 page tab,
    50020 label, 50021 tool bar, 50022 tool tip, 50023 tree, 50024 tree item, 50026 panel, 50028 table, 50029 row,
    50030 document, 50031 push button, 50032 dialog, 50033 filler, 50034 filler, 50035 column header, 50036 table,
    50038 separator"""
)
_PROPERTIES = {
    "rectangle": 30001,
    "type": 30003,
    "name": 30005,
    "focused": 30008,
    "enabled": 30010,
    "id": 30011,
    "label": 30018,
    "secret": 30019,
    "offscreen": 30022,
    "can_expand": 30028,
    "can_select": 30036,
    "can_toggle": 30041,
    "has_range": 30033,
    "has_value": 30043,
    "read_only": 30046,
    "number": 30047,
    "rows": 30062,
    "expand": 30070,
    "selected": 30079,
    "modal": 30077,
    "toggle": 30086,
}
_VALUE, _RUNTIME_ID = 30045, 30000
_SCROLL_ITEM = 10017
_CHILDREN = 2
_TIMEOUT_MS = 1000
_EXPANDED, _ON, _HALF = 1, 1, 2


def open_it() -> NativeAccessibility:
    """Connect to UI Automation. Raises NoAccessibility."""
    see_physical_px()
    try:
        client = import_module("comtypes.client")
        library = client.GetModule("UIAutomationCore.dll")
        automation = client.CreateObject(library.CUIAutomation8, interface=library.IUIAutomation2)
    except (ImportError, OSError) as problem:
        raise NoAccessibility(
            f"UI Automation cannot be used ({problem}): install the package comtypes and try again."
        ) from problem
    return NativeAccessibility(UiaTree(automation, library))


class UiaTree:
    """See NativeTree. One request brings the properties of all children of an element."""

    def __init__(self, automation: Any, library: Any) -> None:
        """`automation` is an IUIAutomation2, `library` the module with its interfaces."""
        automation.ConnectionTimeout = automation.TransactionTimeout = _TIMEOUT_MS
        self._automation = automation
        self._library = library
        self._wanted = automation.CreateCacheRequest()
        for number in (*_PROPERTIES.values(), _RUNTIME_ID):
            self._wanted.AddProperty(number)
        self._all = automation.CreateTrueCondition()

    def windows(self) -> Sequence[NativeWindow]:
        """See NativeTree."""
        found = []
        for window in shown_windows():
            with suppress(OSError):
                found.append(
                    NativeWindow(self._automation.ElementFromHandleBuildCache(window.id, self._wanted), window)
                )
        return found

    def node(self, handle: Handle, place: int) -> Node | None:
        """See NativeTree."""
        try:
            told = {name: handle.GetCachedPropertyValue(number) for name, number in _PROPERTIES.items()}
            key = ("uia", ".".join(str(part) for part in handle.GetCachedPropertyValue(_RUNTIME_ID) or (id(handle),)))
            return node_of(told, key, place, lambda: handle.GetCurrentPropertyValue(_VALUE), self._name)
        except OSError:  # comtypes.COMError is one: the element is gone or its program does not answer
            return None

    def children(self, handle: Handle) -> Sequence[Handle]:
        """See NativeTree."""
        try:
            found = handle.FindAllBuildCache(_CHILDREN, self._all, self._wanted)
            return [found.GetElement(number) for number in range(found.Length)]
        except OSError:
            return ()

    def scroll_to(self, handle: Handle) -> bool:
        """See NativeTree."""
        try:
            pattern = handle.GetCurrentPattern(_SCROLL_ITEM)
            if not pattern:
                return False
            pattern.QueryInterface(self._library.IUIAutomationScrollItemPattern).ScrollIntoView()
        except OSError:
            return False
        return True

    def close(self) -> None:
        """See NativeTree."""

    def _name(self, element: Any) -> str:
        return str(element.QueryInterface(self._library.IUIAutomationElement).CurrentName or "")


def node_of(
    told: dict[str, Any], key: tuple[str, str], place: int, value: Callable[[], Any], name: Callable[[Any], str]
) -> Node | None:
    """The node of the values of an element's properties; None where it is out of sight.

    `value` asks for what a field holds (never of a secret), `name` for the name of the element that labels it.
    """
    if told["offscreen"]:
        return None
    tag = _TAGS.get(int(told["type"] or 0), "filler")
    node = Node(key, role_of_tag(tag, told), tag, place, _region(told["rectangle"]), _states(told))
    node.name, node.element_id = squeezed(str(told["name"] or "")), squeezed(str(told["id"] or ""))
    node.secret = bool(told["secret"])
    if told["label"]:
        node.label = squeezed(name(told["label"]))
    if told["has_value"] and not node.secret and node.role in FIELDS | {"document"}:
        node.value = str(value() or "")
    elif told["has_range"]:
        node.value = f"{float(told['number'] or 0):g}"
    if node.role in TABLES:
        node.rows = int(told["rows"] or 0) or None
    return node


def role_of_tag(tag: str, told: dict[str, Any]) -> str:
    """The role; a text that cannot be changed is a document, a window a dialog only where it is modal."""
    if tag == "dialog" and not told["modal"]:
        return ""
    return "document" if tag == "text" and told["read_only"] else role_of(tag)


def _region(told: Any) -> Region | None:
    """`told` are left, top, width, height, as UI Automation gives them in a property."""
    if not told or len(told) != 4:
        return None
    left, top, width, height = (round(value) for value in told)
    return Region(left, top, width, height) if width > 0 and height > 0 else None


def _states(told: dict[str, Any]) -> frozenset[str]:
    given = {
        "showing": True,
        "enabled": told["enabled"],
        "focused": told["focused"],
        "modal": told["modal"],
        "editable": told["has_value"] and not told["read_only"],
        "selectable": told["can_select"],
        "selected": told["can_select"] and told["selected"],
        "expandable": told["can_expand"],
        "expanded": told["can_expand"] and told["expand"] == _EXPANDED,
        "checkable": told["can_toggle"],
        "checked": told["can_toggle"] and told["toggle"] == _ON,
        "indeterminate": told["can_toggle"] and told["toggle"] == _HALF,
    }
    return frozenset(name for name, holds in given.items() if holds)


def see_physical_px() -> None:
    """Have this process told real px whatever the scale of a monitor. Where it was decided before, it stays so."""
    with suppress(AttributeError, OSError):
        getattr(ctypes, "windll").user32.SetProcessDpiAwarenessContext(ctypes.c_void_p(-4))  # noqa: B009
