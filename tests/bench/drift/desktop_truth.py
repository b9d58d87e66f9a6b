"""Where the controls of a desktop stand, asked of its programs by a small reader of its own.

It shares nothing with the engine's reader of the accessibility bus, so that a fault there does not become the truth:
plain calls one after the other, rectangles as the program tells them, and only what is wholly in sight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from studio.engine.model.geometry import Region

Ref = tuple[str, str]
"""Bus name and path of an accessible object."""

SAID = {
    "button": ("push button", "button", "toggle button"),
    "menuitem": ("menu", "menu item"),
    "tab": ("page tab",),
    "textbox": ("text", "entry"),
    "gridcell": ("table cell", "cell"),
    "columnheader": ("table column header", "column header"),
    "checkbox": ("check box",),
    "radio": ("radio button",),
    "combobox": ("combo box",),
}
"""What a target's role is called here, and AT-SPI's words for it."""
ROLES = {word: role for role, words in SAID.items() for word in words}
_ROOT: Ref = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_ACCESSIBLE, _COMPONENT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Component"
_SHOWING, _SENSITIVE = 25, 24
_LABELLED_BY = 2
_PATIENCE_S = 5.0


@dataclass(frozen=True)
class Told:
    """A control as its program tells of it. The region is in px of the screen."""

    role: str
    name: str
    region: Region

    @property
    def target(self) -> str:
        """What the target is called in the benchmark."""
        return f"{self.role} {self.name}"


def told_places(size: tuple[int, int]) -> dict[str, Region]:
    """The controls that all programs of this session show wholly on a screen of `size`, and that are alone under
    their role and name. Needs the accessibility bus awake. Raises OSError or RuntimeError where it is not."""
    reader = _Reader()
    try:
        found = [one for app in reader.children(_ROOT) for one in reader.controls(app, Region(0, 0, *size))]
    finally:
        reader.close()
    often = Counter(one.target for one in found)
    return {one.target: one.region for one in found if often[one.target] == 1}


class _Reader:
    """One connection to the accessibility bus of the session."""

    def __init__(self) -> None:
        from jeepney.io.blocking import open_dbus_connection

        self._connection = open_dbus_connection("SESSION")
        address = str(self._ask(("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress")[0])
        self._connection.close()
        self._connection = open_dbus_connection(address)

    def close(self) -> None:
        self._connection.close()

    def controls(self, ref: Ref, seen: Region) -> Iterator[Told]:
        """What is acted on at or below `ref` and lies inside of `seen`, which is what its parents leave to see."""
        for child in self.children(ref):
            states = self._states(child)
            if not states >> _SHOWING & 1:
                continue
            region = self._extents(child)
            role = ROLES.get(str(self._first(child, _ACCESSIBLE, "GetRoleName")))
            name = self._name(child, role) if role else ""
            if role and name and region.area and region.intersection(seen) == region and states >> _SENSITIVE & 1:
                yield Told(role, name, region)
            yield from self.controls(child, region.intersection(seen) if region.area else seen)

    def children(self, ref: Ref) -> list[Ref]:
        """What stands directly below."""
        return [(str(name), str(path)) for name, path in self._first(ref, _ACCESSIBLE, "GetChildren") or ()]

    def _states(self, ref: Ref) -> int:
        low, high = self._first(ref, _ACCESSIBLE, "GetState") or (0, 0)
        return int(low) | int(high) << 32

    def _extents(self, ref: Ref) -> Region:
        told = self._first(ref, _COMPONENT, "GetExtents", "u", (0,))
        return Region(*told) if told else Region(0, 0, 0, 0)

    def _name(self, ref: Ref, role: str) -> str:
        """Its own name; of a list what labels it, since it is named after what it shows."""
        named = self._property(ref, "Name")
        if named and role != "combobox":
            return named
        relations = self._first(ref, _ACCESSIBLE, "GetRelationSet") or ()
        labels = [label for kind, refs in relations if kind == _LABELLED_BY for label in refs]
        return " ".join(self._property((str(name), str(path)), "Name") for name, path in labels) or named

    def _property(self, ref: Ref, name: str) -> str:
        told = self._first(ref, "org.freedesktop.DBus.Properties", "Get", "ss", (_ACCESSIBLE, name))
        return " ".join(str(told[1]).split()) if told else ""

    def _first(self, ref: Ref, interface: str, member: str, signature: str | None = None, body: Any = ()) -> Any:
        answer = self._ask(ref, interface, member, signature, body)
        return answer[0] if answer else None

    def _ask(self, ref: Ref, interface: str, member: str, signature: str | None = None, body: Any = ()) -> Any:
        """The answer's values; nothing where the object does not know the question."""
        from jeepney import DBusAddress, MessageType, new_method_call

        call = new_method_call(DBusAddress(ref[1], ref[0], interface), member, signature, body)
        answer = self._connection.send_and_get_reply(call, timeout=_PATIENCE_S)
        return answer.body if answer.header.message_type is MessageType.method_return else ()
