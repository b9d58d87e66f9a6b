"""Identities letter for letter: what counts as the same, what only looks alike, and what is another one. Pure."""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache

from studio.engine.vision.text import spelled

_KEPT = 4096
"""Texts of rows that are looked at again and again: of a few long tables."""
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("oqd0°", "0"),
        **dict.fromkeys("lij|!1/\\", "1"),
        "s": "5",
        "b": "8",
        "z": "2",
        "g": "9",
        "y": "v",
    }
)
_ALIKE_PAIRS = (("rn", "m"), ("nn", "m"), ("c1", "0"), ("vv", "w"))
_FOLDED = str.maketrans({"ß": "ss", "ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d", "þ": "p", "ı": "i"})
_MARKS = re.compile(r"[\W_]+")
_LIKE_FIGURES = "doqlijszbg"
_POINT = re.compile(rf"(?<=\d)[.,](?=\d|[{_LIKE_FIGURES}]+(?!\w))|(?<=^[{_LIKE_FIGURES}])[.,](?=\d)")
_BETWEEN = re.compile(rf"(?<=[\d{_LIKE_FIGURES}])[.,:/-](?=[\d{_LIKE_FIGURES}])")
_SIGN = re.compile(r"(?<![^\W_])-(?=\d)")
_RAISED = re.compile(r"(?<=\d)[\u2044^](?=\d)")
_RAISING = ("<super>", "<sub>", "<fraction>", "<circle>")


class Likeness(IntEnum):
    """How a text stands to an identity; of several cells the least counts."""

    OTHER = 0
    ALIKE = 1  # equal up to letters, accents, spaces and marks that a reader may take for each other
    SAME = 2


@lru_cache(maxsize=_KEPT)
def words(text: str) -> tuple[str, ...]:
    """The words of `text` as they are compared: letters, accents and marks count.

    Capitals are left to `same_capitals`, but in a word of figures and letters with both kinds: aB3 is not Ab3.
    """
    return tuple(_cased(word) for word in written(text).split())


def written(text: str) -> str:
    """`text` letter for letter, its raised, lowered and circled figures marked: 10² is 10^2, which is not 102."""
    return spelled(text if text.isascii() else "".join(f"^{c}" if _is_raised(c) else c for c in text))


def _is_raised(char: str) -> bool:
    return unicodedata.numeric(char, None) is not None and unicodedata.decomposition(char).startswith(_RAISING)


def joined(text: str) -> str:
    """The words of `text` without the spaces between them."""
    return "".join(words(text))


def same_capitals(one: str, other: str) -> bool:
    """Whether two texts (or their shapes) have the same capitals, or one has all or none: programs show names so."""
    one, other = shape(written(one)), shape(written(other))
    return one == other or any(text in (text.upper(), text.lower()) for text in (one, other))


def _cased(word: str) -> str:
    mixed = any(c.isdigit() for c in word) and word not in (word.lower(), word.upper())
    return word if mixed else word.lower()


@lru_cache(maxsize=_KEPT)
def alike_form(text: str) -> str:
    """`text` without what a reader may confuse or drop: capitals, accents, spaces, marks, glyphs that look alike.

    What makes another value of the same figures stays: a decimal point, a sign, a power, the line of a fraction.
    """
    plain = "".join(c for c in unicodedata.normalize("NFKD", written(text)) if not unicodedata.combining(c))
    valued = "".join(map(_valued, plain.lower().translate(_FOLDED).split()))
    form = _MARKS.sub("", valued.translate(_ALIKE))
    for pair, single in _ALIKE_PAIRS:
        form = form.replace(pair, single)
    return form


def _valued(word: str) -> str:
    """A lower-case word with capitals for the marks that count. Several points are those of a date or of thousands."""
    word = _RAISED.sub("E", _SIGN.sub("M", word))
    return _POINT.sub("P", word) if len(_BETWEEN.findall(word)) == 1 else word


def likeness(said: str, wanted: str, *, read: bool = False) -> Likeness:
    """Whether `said` is the identity `wanted`, only looks like it, or is another one.

    Who has `read` it from pixels loses spaces and puts in others: they do not count then, and capitals neither.
    """
    if joined(wanted) and words(said) == words(wanted) and (read or same_capitals(said, wanted)):
        return Likeness.SAME
    if read and joined(wanted) and joined(said) == joined(wanted):
        return Likeness.SAME
    form = alike_form(wanted)
    return Likeness.ALIKE if form and alike_form(said) == form else Likeness.OTHER


def shape(word: str) -> str:
    """The kinds of characters of a word: `A` a capital, `a` another letter, `9` a figure, marks as they are."""
    return "".join("9" if c.isdigit() else "A" if c.isupper() else "a" if c.isalpha() else c for c in word)
