"""Readings as a person would take them: one line, without the glyphs that icons are taken for. Pure."""

from __future__ import annotations

import re

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
    return " ".join(words)


def _is_glyph(word: str) -> bool:
    return len(word) == 1 and not word.isdigit() and word not in "AI&"


def letters(text: str) -> int:
    """How many letters it has."""
    return sum(1 for c in text if c.isalpha())


def readable(text: str) -> bool:
    """Whether a person would call it a word: two letters or three digits at least.

    One-character readings are empty boxes and icons (drift-notes: "Empty checkboxes read as 'o'").
    """
    return letters(text) >= 2 or sum(1 for c in text if c.isdigit()) >= 3
