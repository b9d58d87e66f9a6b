"""Which of the typed characters an input method has turned into the text that it committed. Pure."""

from __future__ import annotations

import unicodedata

GAP = "\0"
"""Stands for a key that could not be read; a commit explains it."""

_LONE_LETTERS = str.maketrans("đĐøØłŁßæÆœŒ", "dDoOlLsaAoO")


def taken(typed: str, text: str) -> tuple[int, int]:
    """The part `[start, end)` of `typed` in whose place `text` stands.

    `typed` are the strokes since the last commit, one character each. An echo of what was typed stands for itself.
    East Asian methods take what goes before them up to the last space, and the spaces, digits and Enter that choose;
    Korean, Vietnamese and others let a space through.
    """
    if typed.endswith(text):
        return len(typed) - len(text), len(typed)
    end = len(typed)
    if not any(c.isalpha() for c in text):
        return (end - 1 if _replaces_sign(typed[-1:], text) else end), end
    if _is_east_asian(text):
        return _reading(typed), end
    end = len(typed.rstrip(" "))
    start = _word(typed, end)
    if start < end and "LATIN" in unicodedata.name(text[0], "") and _plain(typed[start]) not in (_plain(text[0]), GAP):
        return len(typed), len(typed)
    return (start, end) if start < end else (len(typed), len(typed))


def _reading(typed: str) -> int:
    """Where the reading begins that an East Asian method has turned into text.

    A single letter behind a space is the first of the next reading: it made the method commit.
    """
    end = len(typed)
    if typed[-1:].isalpha() and typed[-2:-1] == " " and typed.strip(" ") != typed[-1]:
        end -= 1
    return _word(typed, len(typed[:end].rstrip(" ")))


def _word(typed: str, end: int) -> int:
    start = end
    while start and (typed[start - 1] == GAP or ("!" <= typed[start - 1] <= "~")):
        start -= 1
    return start


def _is_east_asian(text: str) -> bool:
    return any(unicodedata.name(c, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO")) for c in text)


def _replaces_sign(typed: str, text: str) -> bool:
    """A sign typed for an East Asian one: `,` for `，`."""
    return typed == GAP or (bool(typed) and "!" <= typed <= "~" and not typed.isalnum() and _is_sign(text))


def _is_sign(text: str) -> bool:
    return all(unicodedata.category(c)[0] == "P" or unicodedata.east_asian_width(c) == "F" for c in text)


def _plain(char: str) -> str:
    return unicodedata.normalize("NFD", char)[:1].translate(_LONE_LETTERS).casefold()
