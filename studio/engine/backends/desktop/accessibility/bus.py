"""Many calls to many programs in one round trip, none of which can hang us. On jeepney, which is pure Python."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

PATIENCE_S = 1.0
"""A program that is asked and answers nothing for this long is passed over until it answers."""
_SEND_S = 5.0
_CHUNK = 400
"""Calls that are on their way at once: no queue of the bus or of a program fills up."""

Reply = tuple[Any, ...] | None


class BusLost(Exception):
    """The bus is gone, or cannot be reached."""


class Ref(NamedTuple):
    """An accessible object: the bus name of its program and its path there."""

    name: str
    path: str


class Call(NamedTuple):
    """One method call to an object."""

    to: Ref
    interface: str
    member: str
    signature: str | None = None
    body: tuple[Any, ...] = ()


class Bus:
    """One connection. Not for several threads at once. `silent` are the programs that owe us an answer.

    A silent program is not asked again until one of its late answers comes in, which is looked for before each
    round: so it costs one PATIENCE_S, once.
    """

    def __init__(self, address: str) -> None:
        """Connect to `address`. Raises BusLost."""
        from jeepney.io.blocking import open_dbus_connection

        try:
            self._connection = open_dbus_connection(address, auth_timeout=_SEND_S)
        except (OSError, ValueError, KeyError, RuntimeError, TimeoutError) as problem:
            raise BusLost(str(problem)) from problem
        self._connection.sock.settimeout(_SEND_S)
        self._owed: dict[int, str] = {}
        self.silent: set[str] = set()

    def ask(self, calls: Sequence[Call]) -> list[Reply]:
        """The answers in the order of the calls; None for an error or no answer. Raises BusLost."""
        try:
            self._take_late_answers()
            answers: list[Reply] = []
            for start in range(0, len(calls), _CHUNK):
                answers += self._round(calls[start : start + _CHUNK])
            return answers
        except (OSError, ValueError) as problem:  # ValueError: the connection was closed
            raise BusLost(str(problem) or "the bus closed the connection") from problem

    def one(self, call: Call) -> Reply:
        """The answer to one call. Raises BusLost."""
        return self.ask((call,))[0]

    def signals(self, timeout_s: float) -> Iterator[Any]:
        """Messages that are no answers, until none came for `timeout_s`. Raises BusLost."""
        while True:
            try:
                message = self._received(timeout_s)
            except TimeoutError:
                return
            except (OSError, ValueError) as problem:
                raise BusLost(str(problem) or "the bus closed the connection") from problem
            if message.header.message_type.name == "signal":
                yield message

    def close(self) -> None:
        """Close the connection. Never raises."""
        with suppress(Exception):
            self._connection.close()

    def _round(self, calls: Sequence[Call]) -> list[Reply]:
        answers: list[Reply] = [None] * len(calls)
        waiting: dict[int, int] = {}
        parts: list[bytes] = []
        for place, call in enumerate(calls):
            if call.to.name not in self.silent:
                serial = next(self._connection.outgoing_serial)
                parts.append(_message(call).serialise(serial=serial))
                waiting[serial] = place
        self._connection.sock.sendall(b"".join(parts))
        self._collect(answers, waiting)
        for serial, place in waiting.items():
            self._owe(serial, calls[place].to.name)
        return answers

    def _collect(self, answers: list[Reply], waiting: dict[int, int]) -> None:
        """Take answers until all are there or nobody has answered for PATIENCE_S."""
        deadline = time.monotonic() + PATIENCE_S
        while waiting:
            try:
                message = self._received(max(deadline - time.monotonic(), 0.0))
            except TimeoutError:
                return
            place = waiting.pop(_answered(message), None)
            if place is not None:
                deadline = time.monotonic() + PATIENCE_S
                answers[place] = message.body if message.header.message_type.name == "method_return" else None

    def _received(self, timeout_s: float) -> Any:
        """The next message. One that was owed shows that its program lives."""
        from jeepney.io.blocking import DBusConnection

        connection: DBusConnection = self._connection
        message = connection.receive(timeout=timeout_s)
        name = self._owed.pop(_answered(message), None)
        if name is not None:
            self._owed = {serial: other for serial, other in self._owed.items() if other != name}
            self.silent.discard(name)
        return message

    def _owe(self, serial: int, name: str) -> None:
        self.silent.add(name)
        self._owed[serial] = name

    def _take_late_answers(self) -> None:
        if self._owed:
            with suppress(TimeoutError):
                while True:
                    self._received(0.0)


def _message(call: Call) -> Any:
    from jeepney import DBusAddress, new_method_call

    address = DBusAddress(call.to.path, bus_name=call.to.name, interface=call.interface)
    return new_method_call(address, call.member, call.signature, call.body)


def _answered(message: Any) -> int:
    """The serial of the call that a message answers; -1 for what answers none."""
    from jeepney import HeaderFields

    return int(message.header.fields.get(HeaderFields.reply_serial, -1))
