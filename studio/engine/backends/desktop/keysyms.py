"""X keysyms: what character one stands for, and those of the keys that have a name. Pure."""

from __future__ import annotations

NO_SYMBOL = 0
CAPS_LOCK, NUM_LOCK = 0xFFE5, 0xFF7F
LEVEL3_SHIFT = 0xFE03
SHIFT, CONTROL, ALT, SUPER = 0xFFE1, 0xFFE3, 0xFFE9, 0xFFEB

_UNICODE = 0x01000000
_CHARSETS = {
    0x01: "iso8859-2", 0x02: "iso8859-3", 0x03: "iso8859-4", 0x05: "iso8859-6", 0x06: "koi8-r", 0x0C: "iso8859-8",
    0x0D: "iso8859-11", 0x13: "iso8859-15",
}  # fmt: skip
"""Old keysyms: the high byte names the character set in which the low byte is the character."""
_GREEK_CAPITALS_AND_SMALL = range(0x7C1, 0x7FA)
_EURO = 0x20AC

NAMED = {
    "Alt": ALT, "AltGraph": LEVEL3_SHIFT, "ArrowDown": 0xFF54, "ArrowLeft": 0xFF51, "ArrowRight": 0xFF53,
    "ArrowUp": 0xFF52, "Backspace": 0xFF08, "CapsLock": CAPS_LOCK, "ContextMenu": 0xFF67, "Control": CONTROL,
    "Delete": 0xFFFF, "End": 0xFF57, "Enter": 0xFF0D, "Escape": 0xFF1B, "Home": 0xFF50, "Insert": 0xFF63,
    "Menu": 0xFF67, "Meta": SUPER, "NumLock": NUM_LOCK, "PageDown": 0xFF56, "PageUp": 0xFF55, "Pause": 0xFF13,
    "Print": 0xFF61, "PrintScreen": 0xFF61, "ScrollLock": 0xFF14, "Shift": SHIFT, "Space": 0x20, "Tab": 0xFF09,
} | {f"F{n}": 0xFFBD + n for n in range(1, 25)}  # fmt: skip
"""The keysym of each key that the recording format names."""

_CONTROLS = {"\n": NAMED["Enter"], "\t": NAMED["Tab"], "\b": NAMED["Backspace"]}


def keysym_of(char: str) -> int:
    """The keysym that gives `char`: of a line feed Enter, of a tab the Tab key."""
    code = ord(char)
    if char in _CONTROLS:
        return _CONTROLS[char]
    return code if 0x20 <= code < 0x7F or 0xA0 <= code < 0x100 else _UNICODE | code


def char_of(keysym: int) -> str | None:
    """The character that `keysym` stands for; None for keys without one and for dead keys."""
    if 0x20 <= keysym < 0x7F or 0xA0 <= keysym < 0x100:
        return chr(keysym)
    if _UNICODE < keysym <= _UNICODE + 0x10FFFF:
        return chr(keysym - _UNICODE)
    if keysym == _EURO:
        return "€"
    if keysym in _GREEK_CAPITALS_AND_SMALL:
        return _decoded(keysym & 0xFF, "iso8859-7")
    charset = _CHARSETS.get(keysym >> 8)
    return _decoded(keysym & 0xFF, charset) if charset and keysym & 0xFF >= 0xA0 else None


def _decoded(byte: int, charset: str) -> str | None:
    try:
        return bytes([byte]).decode(charset)
    except UnicodeDecodeError:
        return None
