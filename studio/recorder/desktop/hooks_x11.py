"""Mouse and keyboard of an X display by the RECORD extension. A callback decodes one event and hands it on: 1 ms."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from studio.engine.backends.desktop.x11 import close_display, open_display, replaying_pid
from studio.engine.backends.protocols import EnvironmentUnable
from studio.recorder.desktop.hooks import CallbackCost, Heard, HeardKind, Sink
from studio.recorder.desktop.keysyms import Decoded, Modifiers, decode, modifiers_of

_KEY_DOWN, _KEY_UP, _BUTTON_DOWN, _BUTTON_UP, _MOVE = 2, 3, 4, 5, 6
_BUTTONS = {1: "left", 2: "middle", 3: "right"}
_WHEEL = {4: (0, -1), 5: (0, 1), 6: (-1, 0), 7: (1, 0)}
_FROM_SERVER, _START_OF_DATA = 0, 4
_CLOSE_S = 2.0
_STALE_S = 0.5


class X11Hooks:
    """Listens by XRecord. What a replay of ours sends meanwhile is marked as injected."""

    def __init__(self, display: str | None = None) -> None:
        """Connect to `display` (default: DISPLAY). Raises EnvironmentUnable."""
        self._asks = open_display(display)
        self._data = open_display(display)
        self._thread: threading.Thread | None = None
        self._fault: str | None = None
        self._closing = False
        self._cost = CallbackCost()
        self._pressed: dict[int, Decoded] = {}
        if not self._asks.has_extension("RECORD"):
            self._drop()
            raise EnvironmentUnable(
                "This display does not let programs watch its input (the RECORD extension is missing): switch it on in "
                "the configuration of the X server."
            )

    def start(self, sink: Sink) -> None:
        """Begin; returns once events are heard. Raises EnvironmentUnable."""
        from Xlib import X
        from Xlib.ext import record
        from Xlib.protocol import rq

        self._sink = sink
        self._field = rq.EventField(None)
        self._clock = _ServerClock(self._asks)
        self._watch_root()
        self._read_modifiers()
        nothing = dict.fromkeys(("core_requests", "core_replies", "delivered_events", "errors"), (0, 0))
        wanted = nothing | {
            "ext_requests": (0, 0, 0, 0),
            "ext_replies": (0, 0, 0, 0),
            "device_events": (X.KeyPress, X.MotionNotify),
            "client_started": False,
            "client_died": False,
        }
        self._context = self._data.record_create_context(0, [record.AllClients], [wanted])
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="input-hooks", daemon=True)
        self._thread.start()
        if not self._listening.wait(10):
            raise EnvironmentUnable("The display did not begin to tell its input: try again.")

    def fault(self) -> str | None:
        """Why nothing is heard any more."""
        return self._fault

    def cost(self) -> CallbackCost:
        """What the callbacks took so far."""
        return self._cost

    def close(self) -> None:
        """Stop listening and close the connections. Never raises."""
        self._closing = True
        if self._thread is not None:
            with suppress(Exception):
                self._asks.record_disable_context(self._context)
                self._asks.sync()
            self._thread.join(_CLOSE_S)
        self._drop()

    def _drop(self) -> None:
        for connection in (self._data, self._asks):
            close_display(connection)

    def _listen(self) -> None:
        try:
            self._data.record_enable_context(self._context, self._heard)
            if not self._closing:
                self._fault = "the display does not tell its input any more"
        except Exception as error:
            if not self._closing:
                self._fault = f"listening to mouse and keyboard failed ({type(error).__name__})"
        self._listening.set()

    def _heard(self, reply: Any) -> None:
        """One packet of events, in the hook's own thread."""
        if reply.category == _START_OF_DATA:
            self._listening.set()
        if reply.category != _FROM_SERVER or reply.client_swapped:
            return
        data = reply.data
        while len(data):
            began = monotonic()
            event, data = self._field.parse_binary_value(data, self._data.display, None, None)
            syms = self._syms(event)  # first of all: the layout may be another in a moment
            self._drain()
            heard = self._event(event, syms)
            if heard is not None:
                self._sink(heard)
            self._cost.add(monotonic() - began)

    def _syms(self, event: Any) -> Sequence[int]:
        """What the layout makes of the key that is pressed, at all levels."""
        if event.type != _KEY_DOWN:
            return ()
        syms: Sequence[int] = self._asks.get_keyboard_mapping(event.detail, 1)[0]
        return syms

    def _event(self, event: Any, syms: Sequence[int]) -> Heard | None:
        at = self._clock.local(event.time)
        place: dict[str, Any] = {
            "at": at,
            "x": event.root_x,
            "y": event.root_y,
            "held": self._modifiers.held(event.state),
            "injected": self._is_replaying(),
        }
        if event.type in (_KEY_DOWN, _KEY_UP):
            kind: HeardKind = "key_down" if event.type == _KEY_DOWN else "key_up"
            key = self._key(kind, event, syms)
            return Heard(kind=kind, key=key.key, char=key.char, dead=key.dead, **place)
        if event.type in (_BUTTON_DOWN, _BUTTON_UP):
            return _button(event, place)
        return Heard(kind="pointer_move", **place) if event.type == _MOVE else None

    def _key(self, kind: HeardKind, event: Any, syms: Sequence[int]) -> Decoded:
        """What the key makes now; of a release what it made when it was pressed (the mapping may be another by now)."""
        if kind == "key_up" and event.detail in self._pressed:
            return self._pressed.pop(event.detail)
        key = decode(syms, event.state, self._modifiers, event.detail)
        if kind == "key_down":
            self._pressed[event.detail] = key
        return key

    def _watch_root(self) -> None:
        from Xlib import X

        self._root = self._asks.screen().root
        self._root.change_attributes(event_mask=X.PropertyChangeMask)
        self._look_for_replay()

    def _is_replaying(self) -> bool:
        """Whether a replay of ours sends input now; one that was killed left its mark and is asked for again."""
        if self._replaying and monotonic() - self._looked > _STALE_S:
            self._look_for_replay()
        return self._replaying

    def _look_for_replay(self) -> None:
        self._looked = monotonic()
        self._replaying = replaying_pid(self._asks) is not None

    def _drain(self) -> None:
        """Heed what changed meanwhile: another mapping of modifiers, a replay that began or ended."""
        from Xlib import X

        changed = set()
        while self._asks.pending_events():
            event = self._asks.next_event()
            if event.type == X.MappingNotify and event.request == X.MappingModifier:
                changed.add("modifiers")
            elif event.type == X.PropertyNotify:
                changed.add("replay")
        if "modifiers" in changed:
            self._read_modifiers()
        if "replay" in changed:
            self._look_for_replay()

    def _read_modifiers(self) -> None:
        info = self._asks.display.info
        first, count = info.min_keycode, info.max_keycode - info.min_keycode + 1
        table = self._asks.get_keyboard_mapping(first, count)
        rows = self._asks.get_modifier_mapping()
        syms = [[s for code in row if code for s in table[code - first]] for row in rows]
        self._modifiers: Modifiers = modifiers_of(syms)


def _button(event: Any, place: dict[str, Any]) -> Heard | None:
    if event.detail in _WHEEL:
        dx, dy = _WHEEL[event.detail]
        return Heard(kind="wheel", dx=dx, dy=dy, **place) if event.type == _BUTTON_DOWN else None
    kind: HeardKind = "pointer_down" if event.type == _BUTTON_DOWN else "pointer_up"
    return Heard(kind=kind, button=_BUTTONS.get(event.detail, f"button{event.detail}"), **place)


class _ServerClock:
    """Turns the server's time stamps (ms, 32 bit) into seconds of this process's monotonic clock.

    The smallest delay ever seen between stamp and arrival is taken as none: so a slow moment of ours does not make an
    event look younger than it is.
    """

    def __init__(self, connection: Any) -> None:
        self._least = min(self._probe(connection) for _ in range(5))

    def local(self, stamp: int) -> float:
        """The moment of `stamp`; never in the future."""
        now = monotonic()
        self._least = min(self._least, _delay(now, stamp))
        return min(now, now - (_delay(now, stamp) - self._least) / 1000)

    @staticmethod
    def _probe(connection: Any) -> float:
        """The delay of an event that we cause ourselves: a property of a window of our own changes."""
        from Xlib import X, Xatom

        window = connection.screen().root.create_window(-1, -1, 1, 1, 0, X.CopyFromParent, X.InputOnly)
        window.change_attributes(event_mask=X.PropertyChangeMask)
        window.change_property(Xatom.WM_NAME, Xatom.STRING, 8, b"time")
        while True:
            event = connection.next_event()
            if event.type == X.PropertyNotify and event.window.id == window.id:
                break
        window.destroy()
        return _delay(monotonic(), event.time)


def _delay(now: float, stamp: int) -> float:
    """How many ms after `stamp` it is, on a scale of its own that wraps every 49 days; between -2^31 and 2^31."""
    behind = (now * 1000 - stamp) % 2**32
    return behind - 2**32 if behind >= 2**31 else behind
