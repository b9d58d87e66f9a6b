"""Windows and macOS, on MADE-UP elements: nothing here shows that the real systems answer so. Both are unproven."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from studio.engine.backends.desktop.accessibility import FocusChanged
from studio.engine.backends.desktop.accessibility.macos_ax import fill_value, window_of
from studio.engine.backends.desktop.accessibility.macos_ax import node_of as ax_node
from studio.engine.backends.desktop.accessibility.native import NativeAccessibility, NativeWindow
from studio.engine.backends.desktop.accessibility.nodes import Node
from studio.engine.backends.desktop.accessibility.structure_source import AccessibleStructure
from studio.engine.backends.desktop.accessibility.windows_uia import node_of as uia_node
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region

_UIA: dict[str, Any] = dict.fromkeys(
    (
        *("rectangle", "type", "name", "focused", "enabled", "id", "label", "secret", "offscreen", "can_expand"),
        *("can_select", "can_toggle", "has_range", "has_value", "read_only", "number", "rows", "expand", "selected"),
        *("modal", "toggle"),
    )
)
_AX: dict[str, Any] = dict.fromkeys(
    (
        *("AXRole", "AXSubrole", "AXTitle", "AXDescription", "AXIdentifier", "AXEnabled", "AXFocused", "AXSelected"),
        *("AXExpanded", "AXModal", "AXPlaceholderValue"),
    )
)


def uia(**told: Any) -> Node | None:
    def value() -> str:
        assert not told.get("secret"), "a secret was asked for"
        return "Ann"

    return uia_node({**_UIA, "rectangle": (10, 20, 80, 24), **told}, ("uia", "1"), 0, value, str)


def test_control_types_of_windows_become_nodes() -> None:
    edit = uia(type=50004, name="Name", id="patient", enabled=True, has_value=True, label="Name of patient")
    assert edit
    assert (edit.role, edit.name, edit.element_id, edit.value, edit.label) == (
        *("textbox", "Name", "patient", "Ann", "Name of patient"),
    )
    assert edit.region == Region(10, 20, 80, 24)
    assert "editable" in edit.states
    hidden = uia(type=50004, secret=True, has_value=True)
    assert hidden
    assert (hidden.value, hidden.secret) == (None, True)
    box = uia(type=50002, can_toggle=True, toggle=1)
    assert box
    assert (box.role, "checked" in box.states) == ("checkbox", True)
    fixed = uia(type=50004, has_value=True, read_only=True)
    assert fixed
    assert (fixed.role, fixed.value) == ("document", "Ann")
    assert uia(type=50000, offscreen=True) is None


def test_attributes_of_macos_become_nodes() -> None:
    field = ax_node(
        {**_AX, "AXRole": "AXTextField", "AXIdentifier": "patient"}, Region(0, 0, 9, 9), ("ax", "1"), 0, "Name"
    )
    assert field
    fill_value(field, "Ann")
    assert (field.role, field.label, field.value, field.element_id) == ("textbox", "Name", "Ann", "patient")
    hidden = ax_node({**_AX, "AXRole": "AXTextField", "AXSubrole": "AXSecureTextField"}, None, ("ax", "2"), 0, "")
    assert hidden
    assert hidden.secret
    box = ax_node({**_AX, "AXRole": "AXCheckBox", "AXTitle": "Urgent", "AXEnabled": False}, None, ("ax", "3"), 0, "")
    assert box
    fill_value(box, 1)
    assert {"checked", "checkable"} <= box.states
    assert "enabled" not in box.states
    info = {
        "kCGWindowBounds": {"X": 10, "Y": 20, "Width": 100, "Height": 50},
        "kCGWindowLayer": 0,
        "kCGWindowNumber": 4,
        "kCGWindowOwnerPID": 7,
        "kCGWindowOwnerName": "Clinic",
    }
    window = window_of(info, 2.0, 7)
    assert window
    assert (window.region, window.active, window.program) == (Region(20, 40, 200, 100), True, "Clinic")
    assert window_of({**info, "kCGWindowLayer": 25}, 2.0, 7) is None


class MadeUpTree:
    """One window with two fields; `focused` is the name of the one that has the keyboard."""

    def __init__(self) -> None:
        self.focused = "Name"
        self.closed = False
        self.scrolled: list[Any] = []

    def windows(self) -> Sequence[NativeWindow]:
        whole = Region(0, 0, 400, 300)
        return [NativeWindow("top", Window(1, 1, "Visits - Clinic", 7, "Clinic", whole, whole, active=True))]

    def node(self, handle: Any, place: int) -> Node | None:
        key, shown = ("made up", str(handle)), frozenset({"showing", "enabled"})
        if handle == "top":
            return Node(key, "", "frame", 0, Region(0, 0, 400, 300), shown)
        marked = shown | {"focused", "editable"} if handle == self.focused else shown | {"editable"}
        return Node(key, "textbox", "text", place, Region(50, 50 * place + 10, 100, 20), marked, handle, value="")

    def children(self, handle: Any) -> Sequence[Any]:
        return ("Name", "Street") if handle == "top" else ()

    def scroll_to(self, handle: Any) -> bool:
        self.scrolled.append(handle)
        return True

    def close(self) -> None:
        self.closed = True


def test_a_tree_of_another_system_is_told_as_on_linux() -> None:
    tree = MadeUpTree()
    told = NativeAccessibility(tree)
    structure = AccessibleStructure(told, origin=lambda: Point(-100, 0))
    taken = structure.snapshot()
    assert [(e.name, e.region, e.frame) for e in taken.elements] == [
        ("Name", Region(150, 10, 100, 20), ("Clinic", "Clinic")),
        ("Street", Region(150, 60, 100, 20), ("Clinic", "Clinic")),
    ]
    name, street = taken.elements
    assert taken.focused == name
    assert structure.reaches(street.region.center, street)
    assert not structure.reaches(name.region.center, street)
    at = structure.element_at(street.region.center)
    assert at
    assert at.index == street.index
    assert structure.reveal(street)
    assert tree.scrolled == ["Street"]
    assert told.snapshot(pids={8}).elements == ()
    told.close()
    assert tree.closed


def test_a_moved_focus_is_told() -> None:
    tree, heard, there = MadeUpTree(), list[str](), threading.Event()

    def take(event: object) -> None:
        assert isinstance(event, FocusChanged)
        heard.append(event.element.name)
        tree.focused = "Street"
        if len(heard) == 2:
            there.set()

    told = NativeAccessibility(tree)
    told.watch(take)
    try:
        assert there.wait(30)
    finally:
        told.close()
    assert heard == ["Name", "Street"]
