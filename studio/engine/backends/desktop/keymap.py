"""Plans key strokes for a text from the keyboard mapping of the moment. Pure: the X server is asked elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from studio.engine.backends.desktop.keysyms import LEVEL3_SHIFT, NO_SYMBOL, SHIFT, char_of, keysym_of

_KEYPAD = range(0xFF80, 0xFFBE)


@dataclass(frozen=True, slots=True)
class Stroke:
    """One key press: hold the keys `held`, press and release `keycode`."""

    keycode: int
    held: tuple[int, ...] = ()


class NoKeyLeft(Exception):
    """More different characters outside the layout than the keyboard has spare keys at once."""


@dataclass(frozen=True)
class Keymap:
    """The mapping as the server gives it: `rows[i]` are the keysyms of key `first + i`, in the order
    group 1 plain, shifted, group 2 plain, shifted, group 1 AltGr, shifted AltGr, group 2 AltGr, shifted AltGr.

    `group` is the layout in use (0 or 1; others are typed by spare keys). Keys of `taken` are never spare.
    """

    first: int
    rows: tuple[tuple[int, ...], ...]
    group: int = 0
    taken: frozenset[int] = frozenset()
    _by_char: dict[str, Stroke] = field(init=False, repr=False, compare=False)
    _by_keysym: dict[int, Stroke] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_char: dict[str, Stroke] = {}
        by_keysym: dict[int, Stroke] = {}
        for level, held in self._levels():
            for keycode, keysym in self._column(level):
                stroke = Stroke(keycode, held)
                by_keysym.setdefault(keysym, stroke)
                if (char := char_of(keysym)) is not None:
                    by_char.setdefault(char, stroke)
        object.__setattr__(self, "_by_char", by_char)
        object.__setattr__(self, "_by_keysym", by_keysym)

    def stroke(self, char: str) -> Stroke | None:
        """How the layout in use types `char`; None where it does not."""
        return self._by_char.get(char) or self._by_keysym.get(keysym_of(char))

    def key(self, keysym: int) -> Stroke | None:
        """How the layout in use gives `keysym`, whatever it stands for."""
        return self._by_keysym.get(keysym)

    def anywhere(self, keysym: int) -> int | None:
        """The key that carries `keysym` in any layout: shortcuts go by it while another layout is in use."""
        found = (self.first + i for i, row in enumerate(self.rows) if keysym in row)
        return next(found, None)

    def spare(self) -> tuple[int, ...]:
        """Keys without any meaning, the highest first: those that programs expect least."""
        empty = (self.first + i for i, row in enumerate(self.rows) if not any(row))
        return tuple(sorted((k for k in empty if k not in self.taken), reverse=True))

    def _levels(self) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Columns of the layout in use, the plainest first, each with the keys to hold for it."""
        if self.group > 1:
            return
        shift = self._modifier(SHIFT)
        level3 = None if self._several() else self._modifier(LEVEL3_SHIFT)
        yield 2 * self.group, ()
        if shift is not None:
            yield 2 * self.group + 1, (shift,)
        if level3 is not None:
            yield 4 + 2 * self.group, (level3,)
            if shift is not None:
                yield 5 + 2 * self.group, (shift, level3)

    def _several(self) -> bool:
        """Whether there are several layouts: then nothing tells to which of them the AltGr columns belong."""
        return any(any(row[2:4]) and row[2:4] != row[:2] for row in self.rows)

    def _modifier(self, keysym: int) -> int | None:
        return next((self.first + i for i, row in enumerate(self.rows) if row and row[0] == keysym), None)

    def _column(self, level: int) -> Iterable[tuple[int, int]]:
        for i, row in enumerate(self.rows):
            keysym = row[level] if level < len(row) else NO_SYMBOL
            if keysym != NO_SYMBOL and keysym not in _KEYPAD:
                yield self.first + i, keysym


def missing(text: str, keymap: Keymap) -> tuple[str, ...]:
    """Characters of `text` that the layout in use does not type, each once, in order."""
    return tuple(dict.fromkeys(char for char in text if keymap.stroke(char) is None))


def pieces(text: str, keymap: Keymap, room: int) -> list[str]:
    """`text` cut so that no piece has more than `room` characters outside the layout. Raises NoKeyLeft for no room."""
    if room < 1 and missing(text, keymap):
        raise NoKeyLeft("The keyboard has no spare key for a character that is not on it.")
    found, start, strange = [], 0, set[str]()
    for at, char in enumerate(text):
        if char in strange or keymap.stroke(char) is not None:
            continue
        if len(strange) == room:
            found.append(text[start:at])
            start, strange = at, set()
        strange.add(char)
    return [*found, text[start:]] if text else []


def assign(strange: Sequence[str], bound: dict[str, int], spare: Sequence[int]) -> dict[int, str]:
    """Spare keys for the characters that `bound` (character to key, oldest first) does not have yet.

    `bound` is changed: where no key is free the longest unused one is taken over. Raises NoKeyLeft.
    """
    fresh: dict[int, str] = {}
    for char in strange:
        if char in bound:
            bound[char] = bound.pop(char)  # used last
    free = [key for key in spare if key not in bound.values()]
    for char in strange:
        if char in bound:
            continue
        key = free.pop(0) if free else _oldest(bound, strange)
        bound[char] = key
        fresh[key] = char
    return fresh


def runs(keys: Iterable[int]) -> list[list[int]]:
    """Keys that follow each other, together: one change of the mapping each."""
    found: list[list[int]] = []
    for key in sorted(keys):
        if found and found[-1][-1] == key - 1:
            found[-1].append(key)
        else:
            found.append([key])
    return found


def _oldest(bound: dict[str, int], wanted: Sequence[str]) -> int:
    unused = next((char for char in bound if char not in wanted), None)
    if unused is None:
        raise NoKeyLeft("The keyboard has no spare key for a character that is not on it.")
    return bound.pop(unused)
