"""Dead keys and compose sequences: characters made of more than one stroke. Pure."""

from __future__ import annotations

import unicodedata

_MARKS = {
    "`": "\u0300", "´": "\u0301", "'": "\u0301", "^": "\u0302", "~": "\u0303", "¯": "\u0304", "_": "\u0304",
    "˘": "\u0306", "˙": "\u0307", "¨": "\u0308", '"': "\u0308", "°": "\u030a", "˚": "\u030a", "˝": "\u030b",
    "ˇ": "\u030c", "¸": "\u0327", ",": "\u0327", "˛": "\u0328", ";": "\u0328",
}  # fmt: skip
_SPACING = {mark: spacing for spacing, mark in reversed(_MARKS.items())}
_NAMES = {
    "grave": "`", "acute": "´", "circumflex": "^", "tilde": "~", "macron": "¯", "breve": "˘", "abovedot": "˙",
    "diaeresis": "¨", "abovering": "°", "doubleacute": "˝", "caron": "ˇ", "cedilla": "¸", "ogonek": "˛",
    "belowdot": "\u0323", "hook": "\u0309", "horn": "\u031b",
}  # fmt: skip
_STROKED = {"o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "d": "đ", "D": "Đ", "h": "ħ", "H": "Ħ", "t": "ŧ", "T": "Ŧ"}
_UNMARKED = {f"/{plain}": made for plain, made in _STROKED.items()} | {"¤e": "€", "¤E": "€"}
_EITHER_WAY = {
    "ss": "ß", "SS": "ẞ", "oc": "©", "or": "®", "c=": "€", "C=": "€", "e=": "€", "E=": "€", "l-": "£", "L-": "£",
    "y=": "¥", "Y=": "¥", "c|": "¢", "c/": "¢", "+-": "±", "xx": "×", ":-": "÷", "so": "§", "mu": "µ", "tm": "™",
} | {f"{plain}/": made for plain, made in _STROKED.items()}  # fmt: skip
_IN_ORDER = {
    "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "oa": "å", "oA": "Å", "dh": "ð", "DH": "Ð",
    "th": "þ", "TH": "Þ", "<<": "«", ">>": "»", "!!": "¡", "??": "¿", "oo": "°", "12": "½", "14": "¼", "34": "¾",
    "^0": "⁰", "^1": "¹", "^2": "²", "^3": "³", "..": "…", "---": "—", "--.": "–", "_a": "ª", "_o": "º", "  ": "\u00a0",
    "->": "→", "<-": "←", "<'": "‘", "'>": "’", '<"': "“", '">': "”",
}  # fmt: skip
_SEQUENCES = _EITHER_WAY | {made[::-1]: char for made, char in _EITHER_WAY.items()} | _IN_ORDER


def accent_of(name: str, char: str | None) -> str | None:
    """The accent of a dead key, as it stands alone; None where neither name nor character tell it."""
    accent = char or _NAMES.get(name.removeprefix("dead_")) or (name if len(name) == 1 else None)
    return None if accent is None else _SPACING.get(accent, accent)


def with_accents(accents: str, char: str) -> str:
    """What dead keys make of the next character. Where they do not go together, all are typed one after the other.

    `char` may be composed already: then it is taken as it is.
    """
    if char in (" ", accents):
        return accents
    marks = "".join(_MARKS.get(accent, accent) for accent in accents)
    if all(mark in unicodedata.normalize("NFD", char)[1:] for mark in marks):
        return char
    if accents not in _MARKS and len(accents) == 1:
        return _UNMARKED.get(accents + char) or (accents + char if char.isascii() else char)
    made = unicodedata.normalize("NFC", char + marks)
    return made if len(made) == len(char) else accents + char


def composed(sequence: str) -> str | None:
    """What the strokes after the compose key make; None where they make nothing."""
    if len(sequence) == 1:
        return None
    if sequence in _SEQUENCES:
        return _SEQUENCES[sequence]
    if len(sequence) == 2:
        for accent, base in ((sequence[0], sequence[1]), (sequence[1], sequence[0])):
            made = unicodedata.normalize("NFC", base + _MARKS.get(accent, ""))
            if accent in _MARKS and len(made) == 1 and made != base:
                return made
    return None if sequence[-1:].isascii() else sequence[-1]  # the system may have composed it itself


def goes_on(sequence: str) -> bool:
    """Whether more strokes may make something of this beginning."""
    return len(sequence) < 2 or any(full.startswith(sequence) and full != sequence for full in _SEQUENCES)
