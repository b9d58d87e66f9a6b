"""What one press of a key means: a character, a key, the beginning of a composed character, or nothing. Pure."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from studio.recorder.normaliser.accents import accent_of
from studio.recorder.normaliser.keys import (
    COMMANDING,
    character_of,
    chord,
    is_compose,
    is_state,
    key_of_control_char,
    named,
    plain_name,
)
from studio.recorder.raw import RawEvent


class StrokeKind(StrEnum):
    """What a stroke gives."""

    TEXT = "text"
    KEY = "key"
    DEAD = "dead"
    COMPOSE = "compose"
    UNREAD = "unread"
    LOST = "lost"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Stroke:
    """`value` is the character, the key or chord, or the accent. UNREAD: nobody knows which key it was. LOST:
    strokes that made no character. SYSTEM: a key of the machine, such as the volume's, that no program gets."""

    kind: StrokeKind
    value: str = ""


_UNREAD = Stroke(StrokeKind.UNREAD)


def read_stroke(raw: RawEvent, held: frozenset[str], released: frozenset[str] = frozenset()) -> Stroke | None:
    """The meaning of a key_down of no modifier while `held` are down; None for keys such as Caps Lock.

    `released` were seen to come up: a control character that comes after its Control is a plain letter.
    """
    stroke = _read(raw, held, released)
    if stroke is not None and stroke.kind in (StrokeKind.UNREAD, StrokeKind.COMPOSE) and held & COMMANDING:
        return Stroke(StrokeKind.SYSTEM, chord(held, "?"))  # part of a chord, and no text
    return stroke


def _read(raw: RawEvent, held: frozenset[str], released: frozenset[str]) -> Stroke | None:
    name, char = plain_name(raw.key), raw.char or None
    if raw.dead and not held & COMMANDING:
        accent = accent_of(name, char)
        return Stroke(StrokeKind.DEAD, accent) if accent else _UNREAD
    if char and (key := key_of_control_char(char)):
        name, char = key if not named(name) else name, None
    if is_state(name):
        return None
    if is_compose(name):
        return Stroke(StrokeKind.COMPOSE)
    if (key := named(name)) and not _printable(char):
        return Stroke(StrokeKind.KEY, _with(held, key))
    if char and len(char) == 1 and char < " ":  # Windows reports Ctrl+A as character 1
        char = chr(ord(char) + 64).lower()
        if "Control" not in released:
            held |= {"Control"}
        elif "Control" not in held:
            return _of_character(char, None, held)
    return _of_character(name, char, held)


def _of_character(name: str, char: str | None, held: frozenset[str]) -> Stroke:
    char = character_of(name, char, shifted="Shift" in held)
    if char is None or not _printable(char):
        system = name.startswith(("media_", "xf86")) or name in ("sleep", "power")
        return Stroke(StrokeKind.SYSTEM, name) if system else _UNREAD
    if _types(held, name, char):
        return Stroke(StrokeKind.TEXT, char)
    return Stroke(StrokeKind.KEY, chord(held, _base(name, char)))


def _with(held: frozenset[str], key: str) -> str:
    """Shift+Backspace deletes as Backspace does."""
    return key if key == "Backspace" and held <= {"Shift", "AltGraph"} else chord(held, key)


def _types(held: frozenset[str], name: str, char: str) -> bool:
    """Whether the character is typed, though a key of a chord may be down (AltGr, or Option on a Mac)."""
    commanding = held & COMMANDING
    if not commanding or ("AltGraph" in held and "Meta" not in held):
        return True
    if "Alt" not in held or "Meta" in held or len(name) != 1 or name.lower() == char.lower():
        return False
    foreign = char.isalpha() and not unicodedata.name(char[0], "").startswith("LATIN")
    return not foreign and ("Shift" not in held or not char.isascii())


def _base(name: str, char: str) -> str:
    """What a chord is named after: the key, where it is a plain one, else the character."""
    return name if len(name) == 1 and name.isascii() else char


def _printable(char: str | None) -> bool:
    """Whether something can be seen of it, or it belongs to what can (a joiner, half of a character)."""
    return bool(char) and not any(unicodedata.category(c) == "Cc" for c in char or "")
