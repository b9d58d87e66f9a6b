"""The keyboard of an X server: typed text and chords by XTest, whatever the layout and the locks are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from studio.engine.backends.desktop.keymap import Keymap, NoKeyLeft, Stroke, assign, missing, pieces, runs
from studio.engine.backends.desktop.keysyms import CAPS_LOCK, NAMED, NO_SYMBOL, keysym_of
from studio.engine.backends.keys import chord
from studio.engine.backends.protocols import SurfaceLost

MOST_SPARE = 60
"""Keys that we give a meaning at most. Each change of the mapping costs every program a reload."""
AT_ONCE = 40
"""Characters that are sent before the program is asked whether it has read them."""
_LOCK = 1 << 1
_HOLDING = (1 << 0) | (1 << 2) | (1 << 3) | (1 << 6)  # Shift, Control, Alt, Super
_LET_GO_S = 1.0


class KeySink(Protocol):
    """Sends keys."""

    def key(self, keycode: int, down: bool) -> None:
        """One key by its code, down or up."""

    def check(self) -> None:
        """Raise Interfered where a person uses mouse or keyboard now."""

    def stamp(self) -> None:
        """The press that follows is the one that `consumed` waits for."""

    def consumed(self) -> None:
        """Return once the program in front has read what was sent so far."""


class Keyboard:
    """Types through a sink. Characters outside the layout get spare keys, which are given back by `restore`."""

    def __init__(self, display: Any, sink: KeySink) -> None:
        self._display = display
        self._sink = sink
        self._bound: dict[str, int] = {}
        self._spare: tuple[int, ...] | None = None

    def type_text(self, text: str) -> None:
        """Type `text` into whatever has the focus. Raises SurfaceLost where a key is held that would spoil it."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if not text:
            return
        self._refuse_held()
        locked = self._unlock()
        try:
            keymap = self._keymap()
            for piece in pieces(text, keymap, len(self._spares(keymap))):
                self._piece(piece, keymap)
        except NoKeyLeft as problem:
            raise SurfaceLost(str(problem)) from problem
        finally:
            if locked:
                self._tap_lock()

    def press(self, key: str) -> None:
        """Press and release a key or chord. Raises ValueError for an unknown key, SurfaceLost."""
        *held, last = chord(key)
        keymap = self._keymap()
        modifiers = [self._named(name, keymap) for name in held]
        self._refuse_held()
        locked = len(last) == 1 and self._unlock()
        try:
            stroke = self._last(last, keymap, plain=bool({"Control", "Alt", "Meta"} & set(held)))
            extra = [k for k in stroke.held if k not in modifiers]
            self._sink.stamp()
            self.strike(Stroke(stroke.keycode, (*modifiers, *extra)))
        finally:
            if locked:
                self._tap_lock()

    @contextmanager
    def holding(self, names: tuple[str, ...]) -> Iterator[None]:
        """While it lasts, these keys are down. Raises ValueError for an unknown key, SurfaceLost."""
        keymap = self._keymap()
        keycodes = [self._named(name, keymap) for name in names]
        self._refuse_held()
        down: list[int] = []
        try:
            for keycode in keycodes:
                down.append(keycode)
                self._sink.key(keycode, True)
            yield
        finally:
            for keycode in reversed(down):
                self._sink.key(keycode, False)
            self._display.sync()

    def strike(self, stroke: Stroke) -> None:
        """One stroke; the keys go up in the reverse order, also on an error."""
        down: list[int] = []
        try:
            for keycode in (*stroke.held, stroke.keycode):
                down.append(keycode)
                self._sink.key(keycode, True)
        finally:
            for keycode in reversed(down):
                self._sink.key(keycode, False)

    def restore(self) -> None:
        """Give the spare keys back. The program in front has read its keys before."""
        if not self._bound:
            return
        self._sink.consumed()
        self._map(dict.fromkeys(self._bound.values(), NO_SYMBOL))
        self._bound.clear()
        self._display.sync()

    def modifiers(self) -> tuple[int, ...]:
        """Codes of all keys that modify others, for letting go of them."""
        return tuple({code for row in self._display.get_modifier_mapping() for code in row if code})

    def held(self) -> tuple[int, ...]:
        """Codes of the keys that the server takes for pressed now."""
        bits = self._display.query_keymap()
        return tuple(8 * i + bit for i, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1)

    def _piece(self, piece: str, keymap: Keymap) -> None:
        self._bind(missing(piece, keymap), keymap)
        for at, char in enumerate(piece):
            self._sink.check()
            # the focus may go elsewhere, or the program lag behind: what follows must not overtake it
            waits = char in "\n\t" or at % AT_ONCE == AT_ONCE - 1
            if waits or at == len(piece) - 1:
                self._sink.stamp()
            self.strike(keymap.stroke(char) or Stroke(self._bound[char]))
            self._display.sync()
            if waits:
                self._sink.consumed()

    def _bind(self, strange: tuple[str, ...], keymap: Keymap) -> None:
        before = dict(self._bound)
        fresh = assign(strange, self._bound, self._spares(keymap))
        if not fresh:
            return
        if set(fresh) & set(before.values()):
            self._sink.consumed()  # the old meaning may still be waiting to be read
        self._map({keycode: keysym_of(char) for keycode, char in fresh.items()})
        self._display.sync()

    def _map(self, keysyms: dict[int, int]) -> None:
        """Give keys a meaning, those that follow each other at once: programs reload the mapping for each change."""
        for run in runs(keysyms):
            self._display.change_keyboard_mapping(run[0], [[keysyms[key], keysyms[key]] for key in run])

    def _last(self, name: str, keymap: Keymap, *, plain: bool) -> Stroke:
        if name in NAMED:
            return Stroke(self._named(name, keymap))
        if len(name) != 1:
            raise ValueError(f"There is no key “{name}”.")
        lower = keymap.stroke(name.lower()) if plain else None
        stroke = lower or keymap.stroke(name)
        if stroke is not None:
            return stroke
        elsewhere = keymap.anywhere(keysym_of(name.lower())) if plain else None
        if elsewhere is not None:
            return Stroke(elsewhere)
        self._bind((name,), keymap)
        return Stroke(self._bound[name])

    def _named(self, name: str, keymap: Keymap) -> int:
        keysym = NAMED.get(name)
        if keysym is None:
            raise ValueError(f"There is no key “{name}”.")
        stroke = keymap.key(keysym)
        keycode = stroke.keycode if stroke and not stroke.held else keymap.anywhere(keysym)
        if keycode is None:
            raise ValueError(f"The keyboard of this display has no key “{name}”.")
        return keycode

    def _keymap(self) -> Keymap:
        """The mapping and the layout in use at this moment, without our own spare keys."""
        info = self._display.display.info
        first, count = info.min_keycode, info.max_keycode - info.min_keycode + 1
        own = set(self._bound.values())
        rows = self._display.get_keyboard_mapping(first, count)
        clean = tuple(() if first + i in own else tuple(row) for i, row in enumerate(rows))
        return Keymap(first, clean, group=self._state() >> 13 & 3, taken=frozenset(self.modifiers()))

    def _spares(self, keymap: Keymap) -> tuple[int, ...]:
        if self._spare is None:
            self._spare = keymap.spare()[:MOST_SPARE]
        return self._spare

    def _state(self) -> int:
        return int(self._display.screen().root.query_pointer().mask)

    def _unlock(self) -> bool:
        """Switch Caps Lock off while it is on: under it programs make capitals of what comes. True where it was on."""
        if not self._state() & _LOCK:
            return False
        self._tap_lock()
        if self._state() & _LOCK:
            raise SurfaceLost("Caps Lock is on and cannot be switched off: switch it off, then try again.")
        return True

    def _tap_lock(self) -> None:
        keycode = self._keymap().anywhere(CAPS_LOCK)
        if keycode is not None:
            self.strike(Stroke(keycode))
            self._display.sync()

    def _refuse_held(self) -> None:
        """A modifier that a person holds would turn text into shortcuts. Raises SurfaceLost."""
        deadline = time.monotonic() + _LET_GO_S
        while self._state() & _HOLDING:
            if time.monotonic() > deadline:
                raise SurfaceLost("A key such as Shift or Control is held down: let go of it, then try again.")
            time.sleep(0.05)
