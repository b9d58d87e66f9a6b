"""Accessibility on macOS by AX, through pyobjc. UNPROVEN: written after the documentation, never run.

What the tests show is only how attributes become nodes, on made-up elements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from studio.engine.backends.desktop.accessibility.native import Handle, NativeAccessibility, NativeWindow
from studio.engine.backends.desktop.accessibility.nodes import FIELDS, TABLES, Node
from studio.engine.backends.desktop.accessibility.opening import NoAccessibility
from studio.engine.backends.desktop.accessibility.roles import paired, role_of
from studio.engine.backends.desktop.accessibility.titles import squeezed
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Region

_TAGS = paired(
    """AXButton push button, AXMenuButton push button, AXDisclosureTriangle toggle button,
    AXCheckBox check box, AXRadioButton radio button, AXPopUpButton combo box, AXComboBox combo box, AXTextField text,
    AXTextArea text, AXSlider slider, AXIncrementor spin button, AXStaticText label, AXHeading heading, AXLink link,
    AXMenuBar menu bar, AXMenuBarItem menu item, AXMenu popup menu, AXMenuItem menu item, AXTable table,
    AXOutline tree, AXList list, AXRow row, AXCell cell, AXGroup panel, AXToolbar tool bar, AXTabGroup panel,
    AXScrollArea scroll pane, AXSheet dialog, AXImage image, AXScrollBar scroll bar, AXSplitter separator"""
)
_ATTRIBUTES = (
    *("AXRole", "AXSubrole", "AXTitle", "AXDescription", "AXIdentifier", "AXPosition", "AXSize", "AXEnabled"),
    *("AXFocused", "AXSelected", "AXExpanded", "AXModal", "AXPlaceholderValue", "AXTitleUIElement"),
)
_ACTION_SCROLL = "AXScrollToVisible"
_TIMEOUT_S = 1.0
_LAYER_NORMAL, _LAYER_MENU = 0, 101
_POINT, _SIZE = 1, 2


def open_it() -> NativeAccessibility:
    """Connect to AX. Raises NoAccessibility."""
    try:
        services, quartz = import_module("ApplicationServices"), import_module("Quartz")
    except ImportError as problem:
        raise NoAccessibility(
            f"The accessibility of macOS cannot be used ({problem}): install pyobjc-framework-ApplicationServices."
        ) from problem
    if not services.AXIsProcessTrusted():
        raise NoAccessibility(
            "Programs may not be read: allow it in System Settings, Privacy & Security, Accessibility, and start again."
        )
    return NativeAccessibility(AxTree(services, quartz))


class AxTree:
    """See NativeTree. Positions are told in points of the main display: times its scale they are physical px."""

    def __init__(self, services: Any, quartz: Any) -> None:
        """`services` and `quartz` are the modules ApplicationServices and Quartz of pyobjc."""
        self._ax = services
        self._quartz = quartz

    def windows(self) -> Sequence[NativeWindow]:
        """See NativeTree."""
        quartz = self._quartz
        chosen = quartz.kCGWindowListOptionOnScreenOnly | quartz.kCGWindowListExcludeDesktopElements
        listed = quartz.CGWindowListCopyWindowInfo(chosen, quartz.kCGNullWindowID) or ()
        scale, front = self._scale(), self._front()
        shown = [window_of(info, scale, front) for info in listed]
        found = []
        for pid in dict.fromkeys(w.pid for w in shown if w is not None):
            program = self._ax.AXUIElementCreateApplication(pid)
            self._ax.AXUIElementSetMessagingTimeout(program, _TIMEOUT_S)
            for handle in self._value(program, "AXWindows") or ():
                window = self._match(handle, [w for w in shown if w is not None and w.pid == pid])
                if window is not None:
                    found.append((shown.index(window), NativeWindow(handle, window)))
        return [one for _, one in sorted(found, key=lambda pair: pair[0])]

    def node(self, handle: Handle, place: int) -> Node | None:
        """See NativeTree."""
        told = {name: self._value(handle, name) for name in _ATTRIBUTES}
        label = told["AXTitleUIElement"]
        named = self._value(label, "AXValue") if label is not None else ""
        node = node_of(told, self._rect(told), ("ax", str(hash(handle))), place, str(named or ""))
        if node is not None and not node.secret:
            fill_value(node, self._value(handle, "AXValue"))
            if node.role in TABLES:
                node.rows = len(self._value(handle, "AXRows") or ()) or None
        return node

    def children(self, handle: Handle) -> Sequence[Handle]:
        """See NativeTree. Of a long table only what is in sight."""
        visible = self._value(handle, "AXVisibleRows")
        return list(visible if visible is not None else self._value(handle, "AXChildren") or ())

    def scroll_to(self, handle: Handle) -> bool:
        """See NativeTree."""
        return bool(self._ax.AXUIElementPerformAction(handle, _ACTION_SCROLL) == 0)

    def close(self) -> None:
        """See NativeTree."""

    def _value(self, handle: Handle, name: str) -> Any:
        error, value = self._ax.AXUIElementCopyAttributeValue(handle, name, None)
        return value if error == 0 else None

    def _rect(self, told: Mapping[str, Any]) -> Region | None:
        position, size = told["AXPosition"], told["AXSize"]
        if position is None or size is None:
            return None
        _, at = self._ax.AXValueGetValue(position, _POINT, None)
        _, extent = self._ax.AXValueGetValue(size, _SIZE, None)
        return _region(at.x, at.y, extent.width, extent.height, self._scale())

    def _match(self, handle: Handle, windows: Sequence[Window]) -> Window | None:
        region = self._rect({name: self._value(handle, name) for name in ("AXPosition", "AXSize")})
        return next((w for w in windows if region is not None and w.region == region), None)

    def _scale(self) -> float:
        display = self._quartz.CGMainDisplayID()
        mode = self._quartz.CGDisplayCopyDisplayMode(display)
        return float(self._quartz.CGDisplayModeGetPixelWidth(mode) / self._quartz.CGDisplayModeGetWidth(mode))

    def _front(self) -> int | None:
        program = self._value(self._ax.AXUIElementCreateSystemWide(), "AXFocusedApplication")
        if program is None:
            return None
        error, pid = self._ax.AXUIElementGetPid(program, None)
        return int(pid) if error == 0 else None


def window_of(info: Mapping[str, Any], scale: float, front: int | None) -> Window | None:
    """A window of the list that Quartz gives; None for what is no window of a program (the menu bar's parts)."""
    bounds, layer = info["kCGWindowBounds"], int(info["kCGWindowLayer"])
    region = _region(bounds["X"], bounds["Y"], bounds["Width"], bounds["Height"], scale)
    if region is None or layer not in (_LAYER_NORMAL, _LAYER_MENU):
        return None
    number, pid = int(info["kCGWindowNumber"]), int(info["kCGWindowOwnerPID"])
    return Window(
        id=number,
        top=number,
        title=str(info.get("kCGWindowName") or ""),
        pid=pid,
        program=str(info.get("kCGWindowOwnerName") or ""),
        region=region,
        client=region,
        active=pid == front,
        popup=layer == _LAYER_MENU,
    )


def node_of(
    told: Mapping[str, Any], region: Region | None, key: tuple[str, str], place: int, label: str
) -> Node | None:
    """The node of an element's attributes; `region` in physical px, `label` is what names it. None without a role."""
    if told["AXRole"] is None:
        return None
    secret = told["AXSubrole"] == "AXSecureTextField"
    tag = _tag(str(told["AXRole"]), str(told["AXSubrole"] or ""))
    states = {
        "showing": True,
        "enabled": told["AXEnabled"] is not False,
        "focused": bool(told["AXFocused"]),
        "editable": tag == "text" and told["AXEnabled"] is not False,
        "selectable": told["AXSelected"] is not None,
        "selected": bool(told["AXSelected"]),
        "expandable": told["AXExpanded"] is not None,
        "expanded": bool(told["AXExpanded"]),
        "modal": bool(told["AXModal"]),
    }
    node = Node(key, role_of(tag), tag, place, region, frozenset(name for name, holds in states.items() if holds))
    node.name = squeezed(str(told["AXTitle"] or told["AXDescription"] or ""))
    node.element_id = squeezed(str(told["AXIdentifier"] or ""))
    node.placeholder = squeezed(str(told["AXPlaceholderValue"] or ""))
    node.label, node.secret = squeezed(label), secret
    return node


def fill_value(node: Node, value: Any) -> None:
    """What a field holds, what a label says, whether a box is ticked (0 or 1)."""
    if node.role in ("checkbox", "radio", "switch"):
        node.states = node.states | {"checkable"} | ({"checked"} if value == 1 else set())
    elif node.tag == "label":
        node.name = squeezed(str(value or ""))
    elif node.role in FIELDS | {"document"}:
        node.value = str(value or "")
    elif node.role == "slider":
        node.value = f"{float(value or 0):g}"


def _tag(role: str, subrole: str) -> str:
    if subrole in ("AXDialog", "AXSystemDialog"):
        return "dialog"
    return "page tab" if subrole == "AXTabButton" else _TAGS.get(role, "filler")


def _region(x: float, y: float, width: float, height: float, scale: float) -> Region | None:
    left, top, right, bottom = (round(edge * scale) for edge in (x, y, x + width, y + height))
    return Region(left, top, right - left, bottom - top) if right > left and bottom > top else None
