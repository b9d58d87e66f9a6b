"""What programs on a display say of their controls: the AT-SPI reader of the person, apart from the product."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Ref = tuple[str, str]
"""Bus name and path of an accessible object."""

_ROOT: Ref = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_ACCESSIBLE, _COMPONENT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Component"
_SHOWING = 25
_PATIENCE_S = 4.0
_MOST = 4000
"""Nodes that are looked at in one walk at most: a person does not read a whole spreadsheet either."""


@dataclass(frozen=True)
class Control:
    """One control in sight: its role in AT-SPI's words, its name and its rectangle in px of the screen."""

    role: str
    name: str
    x: int
    y: int
    w: int
    h: int
    window: str

    @property
    def middle(self) -> tuple[int, int]:
        """Its middle, in px of the screen."""
        return self.x + self.w // 2, self.y + self.h // 2


class Reader:
    """One connection to the accessibility bus whose session is at `session`."""

    def __init__(self, session: str) -> None:
        from jeepney.io.blocking import open_dbus_connection

        first = open_dbus_connection(session)
        address = str(_reply(first, _call(("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress"))[0])
        first.close()
        self._connection = open_dbus_connection(address)

    def close(self) -> None:
        """Leave the bus."""
        self._connection.close()

    def controls(self) -> Iterator[Control]:
        """All controls in sight, level by level; nothing below what is not shown."""
        tops = [child for app in self._children([_ROOT])[0] for child in self._children([app])[0]]
        for top in tops:
            yield from self._below(top)

    def _below(self, top: Ref) -> Iterator[Control]:
        level, seen, window = [top], 0, ""
        while level and seen < _MOST:
            seen += len(level)
            states = self._ask(level, _ACCESSIBLE, "GetState")
            roles = self._ask(level, _ACCESSIBLE, "GetRoleName")
            names = self._ask(level, "org.freedesktop.DBus.Properties", "Get", "ss", (_ACCESSIBLE, "Name"))
            places = self._ask(level, _COMPONENT, "GetExtents", "u", (0,))
            window = window or _text(names[0])
            shown = []
            for ref, state, role, name, place in zip(level, states, roles, names, places, strict=True):
                if not _shows(state) and _text_of(role) not in ("menu", "application"):
                    continue
                shown.append(ref)
                if place and place[0][2] > 0 and place[0][3] > 0:
                    yield Control(_text_of(role), _text(name), *place[0], window=window)
            level = [child for children in self._children(shown) for child in children]

    def _children(self, refs: Sequence[Ref]) -> list[list[Ref]]:
        return [
            [(str(name), str(path)) for name, path in (answer[0] if answer else ())]
            for answer in self._ask(refs, _ACCESSIBLE, "GetChildren")
        ]

    def _ask(
        self, refs: Sequence[Ref], interface: str, member: str, signature: str | None = None, body: Any = ()
    ) -> list[Any]:
        """The answers in order, asked all at once; () where an object does not know the question."""
        from jeepney import MessageType

        waiting: dict[int, int] = {}
        answers: list[Any] = [()] * len(refs)
        for place, ref in enumerate(refs):
            serial = next(self._connection.outgoing_serial)
            self._connection.send(_call(ref, interface, member, signature, body), serial=serial)
            waiting[serial] = place
        while waiting:
            try:
                message = self._connection.receive(timeout=_PATIENCE_S)
            except TimeoutError:
                break
            place_of = waiting.pop(message.header.fields.get(5, -1), None)
            if place_of is not None and message.header.message_type is MessageType.method_return:
                answers[place_of] = message.body
        return answers


def _call(ref: Ref, interface: str, member: str, signature: str | None = None, body: Any = ()) -> Any:
    from jeepney import DBusAddress, new_method_call

    return new_method_call(DBusAddress(ref[1], ref[0], interface), member, signature, body)


def _reply(connection: Any, call: Any) -> Any:
    return connection.send_and_get_reply(call, timeout=_PATIENCE_S).body


def _shows(state: Any) -> bool:
    return bool(state) and bool((int(state[0][0]) | int(state[0][1]) << 32) >> _SHOWING & 1)


def _text(name: Any) -> str:
    return " ".join(str(name[0][1]).split()) if name else ""


def _text_of(role: Any) -> str:
    return str(role[0]) if role else ""
