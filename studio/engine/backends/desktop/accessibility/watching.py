"""Listens, in a thread of its own, to what programs tell of focus and of text."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from studio.engine.backends.desktop.accessibility import atspi
from studio.engine.backends.desktop.accessibility.bus import Bus, BusLost, Ref
from studio.engine.backends.desktop.accessibility.opening import NoAccessibility

FOCUSED, INSERTED = "focused", "insert"
_TURN_S = 0.2
_AGAIN_S = 0.2
_EVENTS = ("object:state-changed:focused", "object:text-changed:insert")
_RULES = (
    "type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged',arg0='focused'",
    "type='signal',interface='org.a11y.atspi.Event.Object',member='TextChanged'",
)

Heard = Callable[[str, Ref, str, int, float], None]
"""What happened, to which object, with which text at which offset, when (`time.monotonic()`)."""


class Watcher:
    """Hears until it is closed; connects anew when the bus was restarted."""

    def __init__(self, find: Callable[[], str], heard: Heard) -> None:
        """`find` gives the address of the bus. Raises BusLost, NoAccessibility where it cannot listen at first."""
        self._find = find
        self._heard = heard
        self._closing = threading.Event()
        bus = self._listening()
        self._thread = threading.Thread(target=self._run, args=(bus,), name="accessibility", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread. Never raises; may be called from the thread itself."""
        self._closing.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _listening(self) -> Bus:
        bus = Bus(self._find())
        try:
            bus.ask([atspi.match(rule) for rule in _RULES])
            bus.ask([atspi.listen(event) for event in _EVENTS])
        except BusLost:
            bus.close()
            raise
        return bus

    def _run(self, bus: Bus) -> None:
        while not self._closing.is_set():
            try:
                for message in bus.signals(_TURN_S):
                    self._take(message)
                    if self._closing.is_set():
                        break
            except BusLost:
                bus.close()
                bus = self._again(bus)
        bus.close()

    def _again(self, bus: Bus) -> Bus:
        """A new connection as soon as there is one; the old one where we are closed before."""
        while not self._closing.wait(_AGAIN_S):
            try:
                return self._listening()
            except (BusLost, NoAccessibility):
                continue
        return bus

    def _take(self, message: Any) -> None:
        told = _event(message)
        if told is not None:
            self._heard(*told, time.monotonic())


def _event(message: Any) -> tuple[str, Ref, str, int] | None:
    from jeepney import HeaderFields

    fields, body = message.header.fields, message.body
    if fields.get(HeaderFields.interface) != "org.a11y.atspi.Event.Object" or len(body) < 4:
        return None
    ref = Ref(str(fields.get(HeaderFields.sender)), str(fields.get(HeaderFields.path)))
    if fields.get(HeaderFields.member) == "StateChanged":
        return (FOCUSED, ref, "", 0) if body[0] == "focused" and body[1] else None
    text = body[3][1] if isinstance(body[3], tuple) and len(body[3]) == 2 else ""
    if not str(body[0]).startswith(INSERTED) or not isinstance(text, str):
        return None
    return INSERTED, ref, text, int(body[1])
