"""Keeps the recorder's hot keys from the programs: the X server gives them to nobody else while we hold them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from studio.engine.backends.desktop.keysyms import NAMED
from studio.engine.backends.desktop.x11 import close_display, open_display, x11
from studio.recorder.desktop.hot_keys import Chord
from studio.recorder.desktop.keysyms import CONTROL, LOCK, MOD1, SHIFT

_MASKS = {"Control": CONTROL, "Alt": MOD1, "Shift": SHIFT, "Meta": 1 << 6}
_LOCKS = (0, LOCK), (0, 1 << 4)
"""Caps lock and num lock change the state of a key, not its meaning: each combination is grabbed too."""
_ALL_LOCKS = sum(mask for pair in _LOCKS for mask in pair)
_ALL = sum(_MASKS.values())


class KeyGrabs:
    """Holds the chords of one display until it is closed. `refused` are those that another program holds."""

    def __init__(self, chords: Iterable[Chord], display: str | None = None) -> None:
        """Grab them. Raises EnvironmentUnable where there is no display."""
        self._connection = open_display(display)
        self._chords: dict[tuple[int, int], Chord] = {}
        self.refused = tuple(chord for chord in chords if not self._grab(chord))

    def pressed(self) -> list[Chord]:
        """The presses that were given to us since the last call; the hook hears them too. Raises SurfaceLost."""
        from Xlib import X

        found: list[Chord] = []
        with x11():
            while self._connection.pending_events():
                event = self._connection.next_event()
                if event.type == X.KeyPress:
                    chord = self._chords.get((event.detail, event.state & ~_ALL_LOCKS & _ALL))
                    found += [] if chord is None else [chord]
        return found

    def close(self) -> None:
        """Give the keys back. Never raises."""
        close_display(self._connection)

    def _grab(self, chord: Chord) -> bool:
        from Xlib import X, error

        keysym = NAMED.get(chord.key.upper()) or ord(chord.key)
        keycode = self._connection.keysym_to_keycode(keysym)
        if not keycode:
            return False
        mask = sum(_MASKS[name] for name in chord.held)
        caught: Any = error.CatchError(error.BadAccess)
        root = self._connection.screen().root
        self._chords[keycode, mask] = chord
        for caps, num in product(*_LOCKS):
            root.grab_key(keycode, mask | caps | num, False, X.GrabModeAsync, X.GrabModeAsync, onerror=caught)
        self._connection.sync()
        return caught.get_error() is None
