"""Mouse and keyboard of an X display by the RECORD extension. A callback decodes one event and hands it on: 1 ms."""

from __future__ import annotations

import threading
from contextlib import suppress
from time import monotonic
from typing import Any

from studio.engine.backends.desktop.x11 import REPLAYING, close_display, open_display, replaying_pid
from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.model.geometry import Point, Region
from studio.recorder.desktop import record_stream as stream
from studio.recorder.desktop.hooks import CallbackCost, Heard, HeardKind, Sink
from studio.recorder.desktop.key_table import KeyTable
from studio.recorder.desktop.keyboard_owner import POINTER, KeyboardOwner, Taker
from studio.recorder.desktop.keysyms import Decoded, Modifiers, decode, modifiers_of
from studio.recorder.desktop.tops import Top, Tops

_BUTTONS = {1: "left", 2: "middle", 3: "right"}
_WHEEL = {4: (0, -1), 5: (0, 1), 6: (-1, 0), 7: (1, 0)}
_FROM_SERVER, _FROM_CLIENT, _START_OF_DATA = 0, 1, 4
_CLOSE_S = 2.0
_STALE_S = 0.5
_DEEP = 12
"""A window lies at most so deep in others."""
_NOTHING: dict[str, Any] = dict.fromkeys(
    ("core_requests", "core_replies", "delivered_events", "device_events", "errors"), (0, 0)
) | {"ext_requests": (0, 0, 0, 0), "ext_replies": (0, 0, 0, 0), "client_started": False, "client_died": False}


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
        from Xlib.ext import record

        self._sink = sink
        self._clock = _ServerClock(self._asks)
        self._watch_root()
        self._read_modifiers()
        self._context = self._data.record_create_context(0, [record.AllClients], self._ranges())
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
        except Exception as error:  # a thread cannot raise to anybody: the recorder reads the fault
            if not self._closing:
                self._fault = f"listening to mouse and keyboard failed ({type(error).__name__})"
        self._listening.set()

    def _ranges(self) -> list[dict[str, Any]]:
        """What is to be told. Of several ranges with delivered events a server heeds one: there is one."""
        extension = self._asks.query_extension("XInputExtension")
        self._input_extension = extension.major_opcode if extension is not None else 0
        codes = (stream.GRAB_KEYBOARD, stream.UNGRAB_KEYBOARD), (stream.SET_FOCUS,) * 2, (stream.CHANGE_KEYS,) * 2
        ranges: list[dict[str, Any]] = [
            {"device_events": (stream.KEY_DOWN, stream.MOVE)},
            {"delivered_events": (stream.FIRST_EVENT, stream.LAST_EVENT)},
            *({"core_requests": pair} for pair in codes),
        ]
        if self._input_extension:
            major = (self._input_extension,) * 2
            ranges.append({"ext_requests": (*major, stream.XI_SET_FOCUS, stream.XI_UNGRAB)})
        return [_NOTHING | one for one in ranges]

    def _heard(self, reply: Any) -> None:
        """One packet of the stream, in the hook's own thread."""
        began = monotonic()
        if reply.category == _START_OF_DATA:
            self._look_around()
            self._listening.set()
        if reply.category not in (_FROM_SERVER, _FROM_CLIENT) or reply.client_swapped or not len(reply.data):
            return
        data, client = bytes(reply.data), int(reply.id_base)
        ours = client == self._own
        if reply.category == _FROM_CLIENT:
            told = stream.requests(data, client, self._input_extension)
        else:
            told = stream.events(data, ours=ours, root=self._root.id)
        for one in told:
            self._take(one)
            now = monotonic()
            self._cost.add(now - began)
            began = now
        if ours:
            self._drain()
        if self._owner.is_asked_for():
            self._ask_focus()

    def _take(self, told: stream.Told) -> None:
        if isinstance(told, stream.Input):
            heard = self._event(told)
            if heard is not None:
                self._sink(heard)
            return
        self._owner.take(told)
        if isinstance(told, stream.TopTold):
            self._tops.take(told)
            if told.what == "mapped":
                self._look_at_mapped(told.window)
        elif isinstance(told, stream.KeysWanted):
            self._keys.wanted(told)
        elif isinstance(told, stream.KeysTold):
            self._keys.changed(told)
            if told.request == 0:
                self._read_modifiers()
        elif isinstance(told, stream.PropertyTold) and told.atom == self._replay_atom:
            self._look_for_replay()

    def _event(self, event: stream.Input) -> Heard | None:
        moves = event.kind == stream.MOVE
        place: dict[str, Any] = {
            "at": self._clock.local(event.time),
            "x": event.x,
            "y": event.y,
            "held": self._modifiers.held(event.state),
            "injected": self._is_replaying(),
            "keyboard": None if moves else self._owner.now,
            "under": None if moves else self._under(Point(event.x, event.y)),
        }
        if event.kind in (stream.KEY_DOWN, stream.KEY_UP):
            kind: HeardKind = "key_down" if event.kind == stream.KEY_DOWN else "key_up"
            key = self._key(kind, event)
            return Heard(kind=kind, key=key.key, char=key.char, dead=key.dead, **place)
        return Heard(kind="pointer_move", **place) if moves else _button(event, place)

    def _under(self, point: Point) -> Taker:
        top = self._tops.at(point)
        return Taker((top,), (top & ~self._mask,) if top else (), self._mask)

    def _key(self, kind: HeardKind, event: stream.Input) -> Decoded:
        """What the key makes now; of a release what it made when it was pressed (the mapping may be another by now)."""
        if kind == "key_up" and event.detail in self._pressed:
            return self._pressed.pop(event.detail)
        key = decode(self._keys.syms(event.detail), event.state, self._modifiers, event.detail)
        if kind == "key_down":
            self._pressed[event.detail] = key
        return key

    def _watch_root(self) -> None:
        from Xlib import X

        info = self._asks.display.info
        self._root = self._asks.screen().root
        self._own = int(info.resource_id_base)
        self._replay_atom = int(self._asks.intern_atom(REPLAYING))
        mask = X.PropertyChangeMask | X.SubstructureNotifyMask | X.FocusChangeMask
        self._root.change_attributes(event_mask=mask)
        self._mask = int(info.resource_id_mask)
        self._owner = KeyboardOwner(self._root.id, self._mask)
        self._tops = Tops()
        first = info.min_keycode
        self._keys = KeyTable(self._asks.get_keyboard_mapping, first, info.max_keycode - first + 1)
        self._look_for_replay()

    def _look_around(self) -> None:
        """How everything stands as the stream begins."""
        from Xlib import X

        for window in self._root.query_tree().children:
            with suppress(*_gone()):
                place, state = window.get_geometry(), window.get_attributes()
                border = 2 * place.border_width
                box = Region(place.x, place.y, place.width + border, place.height + border)
                shows = state.win_class != X.InputOnly
                self._tops.put(window.id, Top(box, state.map_state != X.IsUnmapped, shows))
        self._ask_focus()

    def _look_at_mapped(self, window: int) -> None:
        """Whether a window that came up shows anything."""
        from Xlib import X

        with suppress(*_gone()):
            state = self._asks.create_resource_object("window", window).get_attributes()
            self._tops.shows(window, state.win_class != X.InputOnly)

    def _ask_focus(self) -> None:
        """Who has the keyboard now, with the windows around it."""
        focus = self._asks.get_input_focus().focus
        around: list[int] = []
        with suppress(*_gone()):
            while not isinstance(focus, int) and focus.id != self._root.id and len(around) < _DEEP:
                around.append(int(focus.id))
                focus = focus.query_tree().parent
        if isinstance(focus, int):
            around = [focus]
        self._owner.answered(*(around or [POINTER]))

    def _is_replaying(self) -> bool:
        """Whether a replay of ours sends input now; one that was killed left its mark and is asked for again."""
        if self._replaying and monotonic() - self._looked > _STALE_S:
            self._look_for_replay()
        return self._replaying

    def _look_for_replay(self) -> None:
        self._looked = monotonic()
        self._replaying = replaying_pid(self._asks) is not None

    def _drain(self) -> None:
        """Drop what was told to our connection: the stream tells the same, in its place."""
        while self._asks.pending_events():
            self._asks.next_event()

    def _read_modifiers(self) -> None:
        info = self._asks.display.info
        first, count = info.min_keycode, info.max_keycode - info.min_keycode + 1
        table = self._asks.get_keyboard_mapping(first, count)
        rows = self._asks.get_modifier_mapping()
        syms = [[s for code in row if code for s in table[code - first]] for row in rows]
        self._modifiers: Modifiers = modifiers_of(syms)


def _gone() -> tuple[type[Exception], ...]:
    """What a question for a window raises that closed meanwhile."""
    from Xlib import error

    return error.BadWindow, error.BadDrawable, error.BadMatch


def _button(event: stream.Input, place: dict[str, Any]) -> Heard | None:
    down = event.kind == stream.BUTTON_DOWN
    if event.detail in _WHEEL:
        dx, dy = _WHEEL[event.detail]
        return Heard(kind="wheel", dx=dx, dy=dy, **place) if down else None
    kind: HeardKind = "pointer_down" if down else "pointer_up"
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
