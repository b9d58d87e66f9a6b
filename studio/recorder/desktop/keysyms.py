"""From an X keycode to a name and a character, with the layout and the modifiers of that very moment. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from studio.engine.backends.desktop.keysyms import char_of

SHIFT, LOCK, CONTROL, MOD1 = 1, 2, 4, 8
_GROUP = 13
_DEAD = range(0xFE50, 0xFE94)
_KEYPAD = range(0xFF80, 0xFFBE)

NAMES = {
    0xFF08: "backspace",
    0xFF09: "tab",
    0xFE20: "tab",
    0xFF0D: "enter",
    0xFF8D: "enter",
    0xFF13: "pause",
    0xFF14: "scroll_lock",
    0xFF1B: "esc",
    0xFF20: "multi_key",
    0xFF50: "home",
    0xFF51: "left",
    0xFF52: "up",
    0xFF53: "right",
    0xFF54: "down",
    0xFF55: "page_up",
    0xFF56: "page_down",
    0xFF57: "end",
    0xFF61: "print_screen",
    0xFF63: "insert",
    0xFF67: "menu",
    0xFF7E: "alt_gr",
    0xFF7F: "num_lock",
    0xFF95: "home",
    0xFF96: "left",
    0xFF97: "up",
    0xFF98: "right",
    0xFF99: "down",
    0xFF9A: "page_up",
    0xFF9B: "page_down",
    0xFF9C: "end",
    0xFF9E: "insert",
    0xFF9F: "delete",
    0xFFE1: "shift_l",
    0xFFE2: "shift_r",
    0xFFE3: "ctrl_l",
    0xFFE4: "ctrl_r",
    0xFFE5: "caps_lock",
    0xFFE7: "cmd",
    0xFFE8: "cmd_r",
    0xFFE9: "alt_l",
    0xFFEA: "alt_r",
    0xFFEB: "cmd",
    0xFFEC: "cmd_r",
    0xFFFF: "delete",
    0xFE03: "alt_gr",
} | {0xFFBE + n: f"f{n + 1}" for n in range(20)}
"""Keys without a character, as pynput names them."""

_COMBINING = {
    0xFE50: "\u0300",
    0xFE51: "\u0301",
    0xFE52: "\u0302",
    0xFE53: "\u0303",
    0xFE54: "\u0304",
    0xFE55: "\u0306",
    0xFE56: "\u0307",
    0xFE57: "\u0308",
    0xFE58: "\u030a",
    0xFE59: "\u030b",
    0xFE5A: "\u030c",
    0xFE5B: "\u0327",
    0xFE5C: "\u0328",
    0xFE60: "\u0323",
    0xFE61: "\u0309",
    0xFE62: "\u031b",
}
_SPACING = {
    "\u0300": "`",
    "\u0301": "´",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "¯",
    "\u0306": "˘",
    "\u0307": "˙",
    "\u0308": "¨",
    "\u030a": "°",
    "\u030b": "˝",
    "\u030c": "ˇ",
    "\u0327": "¸",
    "\u0328": "˛",
}
_KEYPAD_SIGNS = {
    0xFF80: " ",
    0xFFAA: "*",
    0xFFAB: "+",
    0xFFAC: ",",
    0xFFAD: "-",
    0xFFAE: ".",
    0xFFAF: "/",
    0xFFBD: "=",
}


@dataclass(frozen=True, slots=True)
class Modifiers:
    """Which bit of an event's state stands for which modifier; it differs from layout to layout."""

    alt: int = MOD1
    meta: int = 1 << 6
    level3: int = 1 << 7
    num: int = 1 << 4

    def held(self, state: int) -> frozenset[str]:
        """The modifiers of a chord that are down."""
        table = (("Control", CONTROL), ("Alt", self.alt), ("Shift", SHIFT), ("Meta", self.meta))
        return frozenset(name for name, mask in table if state & mask)


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a key is called and which character it makes."""

    key: str
    char: str | None = None
    dead: bool = False


def modifiers_of(rows: Sequence[Sequence[int]]) -> Modifiers:
    """The table from the keysyms on each of the eight modifiers (Shift, Lock, Control, Mod1 … Mod5)."""
    masks = {sym: 1 << place for place, syms in reversed(list(enumerate(rows))) for sym in syms if sym}
    plain = Modifiers()
    return Modifiers(
        alt=_first(masks, (0xFFE9, 0xFFEA), plain.alt),
        meta=_first(masks, (0xFFEB, 0xFFEC), plain.meta),
        level3=_first(masks, (0xFE03, 0xFF7E), plain.level3),
        num=_first(masks, (0xFF7F,), plain.num),
    )


def decode(syms: Sequence[int], state: int, modifiers: Modifiers, keycode: int = 0) -> Decoded:
    """What the key with these core keysyms (`GetKeyboardMapping`) makes under `state`.

    Columns are group 1 levels 1 and 2, group 2 levels 1 and 2, then levels 3 and 4 of each group that has them.
    """
    sym = _keysym(syms, state, modifiers)
    if sym in _DEAD:
        mark = _COMBINING.get(sym, "")
        char = _SPACING.get(mark, mark) or None
        return Decoded(char or f"<{keycode}>", char, dead=True)
    char = character(sym)
    if char is None:
        return Decoded(NAMES.get(sym, f"<{keycode}>"))
    chord = state & (CONTROL | modifiers.alt | modifiers.meta) and not state & modifiers.level3
    if chord and not char.isascii():
        char = next((c for c in _characters(syms) if c.isascii() and c.isprintable()), char)
    return Decoded("space" if char == " " else char, char)


def character(sym: int) -> str | None:
    """The character of a keysym; None where it has none."""
    return _keypad(sym) if sym in _KEYPAD else char_of(sym)


def _keypad(sym: int) -> str | None:
    if 0xFFB0 <= sym <= 0xFFB9:
        return chr(sym - 0xFFB0 + ord("0"))
    return _KEYPAD_SIGNS.get(sym)


def _keysym(syms: Sequence[int], state: int, modifiers: Modifiers) -> int:
    group = (state >> _GROUP) & 3
    low, high = _pair(syms, group if group < 2 else group % 2, bool(state & modifiers.level3))
    if any(s in _KEYPAD for s in (low, high)):
        return high if bool(state & modifiers.num) != bool(state & SHIFT) and high else low
    shifted = bool(state & SHIFT)
    if state & LOCK and _is_letter(low, high):
        shifted = not shifted
    return high if shifted and high else low


def _pair(syms: Sequence[int], group: int, level3: bool) -> tuple[int, int]:
    """The unshifted and shifted keysym of a group; the first group where the second has none."""
    base = _at(syms, 2 * group)
    if level3:
        third = _at(syms, 4 + 2 * group)
        if not third[0] and group:
            third = _at(syms, 4)
        if third[0]:
            return third
    return base if base[0] or not group else _at(syms, 0)


def _at(syms: Sequence[int], place: int) -> tuple[int, int]:
    padded = (*syms, *[0] * (place + 2))
    return padded[place], padded[place + 1]


def _is_letter(low: int, high: int) -> bool:
    small = character(low)
    if small is None or not small.isalpha():
        return False
    return not high or character(high) == small.upper() or unicodedata.category(small) == "Ll"


def _characters(syms: Sequence[int]) -> Iterator[str]:
    return (c for sym in syms if (c := character(sym)))


def _first(masks: dict[int, int], syms: tuple[int, ...], default: int) -> int:
    return next((masks[sym] for sym in syms if sym in masks), default)
