"""Readings as a person would take them: one line, without the glyphs that icons are taken for. Pure."""

from __future__ import annotations

import re
import unicodedata

_PRIVATE_USE = re.compile("[\ue000-\uf8ff]")


def clean(text: str) -> str:
    """One line, single spaces, without glyphs of icon fonts."""
    return " ".join(_PRIVATE_USE.sub(" ", text).split())


def without_glyphs(text: str) -> str:
    """A reading without what icons beside a text are taken for: single characters at either end ("V Save", "Q Find").

    "A" and "I" are words and stay, digits stay.
    """
    words = clean(text).split()
    while len(words) > 1 and _is_glyph(words[0]):
        words = words[1:]
    while len(words) > 1 and _is_glyph(words[-1]):
        words = words[:-1]
    return without_edges(" ".join(words))


def without_edges(text: str) -> str:
    """A reading without what the border of a control is taken for: brackets that nothing opens or closes, upright lines
    ("[Sign in", "Note|")."""
    bare = text.strip("| ")
    for opening, closing in ("[]", "{}"):
        if bare.startswith(opening) and closing not in bare:
            bare = bare[1:].lstrip()
        if bare.endswith(closing) and opening not in bare:
            bare = bare[:-1].rstrip()
    return bare or text


def _is_glyph(word: str) -> bool:
    return len(word) == 1 and not word.isdigit() and word not in "AI&"


def without_icons(text: str) -> str:
    """A Latin text without single characters of another script at its ends: what icons are read as ("Messages 艹").

    For names that people read only: of an identity every letter counts.
    """
    words = text.split()
    if not any(_is_latin(c) for c in text):
        return text
    while len(words) > 1 and _is_foreign(words[-1]):
        words = words[:-1]
    while len(words) > 1 and _is_foreign(words[0]):
        words = words[1:]
    return " ".join(words)


def _is_foreign(word: str) -> bool:
    return len(word) == 1 and word.isalpha() and not _is_latin(word)


def _is_latin(char: str) -> bool:
    return char.isalpha() and unicodedata.name(char, "").startswith("LATIN")


def letters(text: str) -> int:
    """How many letters it has."""
    return sum(1 for c in text if c.isalpha())


def readable(text: str) -> bool:
    """Whether a person would call it a word: two letters or three digits at least.

    One-character readings are empty boxes and icons (drift-notes: "Empty checkboxes read as 'o'").
    """
    return letters(text) >= 2 or sum(1 for c in text if c.isdigit()) >= 3
