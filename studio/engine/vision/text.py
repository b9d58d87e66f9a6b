"""Texts as people mean them and as OCR reads them: normalising and comparing, without a screen.

Recognisers lose spaces at small sizes (field report 54), drop small punctuation and confuse a few glyphs.
Comparisons here forgive exactly that. A digit that differs is never forgiven by `contradicts`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher

_UNIFY = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′‵´`ˈʼ＇", "'"),
        **dict.fromkeys("“”„‟″‶«»＂", '"'),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
        "…": "...",
        "。": ".",
        "、": ",",
    }
)
_DROPPED = r"""[.,:;'"*·•\-_]"""
_DROPPED_PUNCTUATION = re.compile(rf"(?<!\d){_DROPPED}+(?!\d)|(?<=\d){_DROPPED}+(?!\d)|(?<!\d)[.,:;'\"*·•_]+(?=\d)")
_GLYPHS = str.maketrans({"o": "0", "l": "1", "i": "1", "|": "1", "!": "1", "s": "5", "b": "8", "z": "2"})
_GLYPH_PAIRS = (("rn", "m"), ("c1", "d"), ("vv", "w"))
_NEGATIONS = ("un", "in", "im", "ir", "dis", "non", "de", "not")
_INFLECTIONS = ("d", "ed", "ing")
_SHORT_NEEDLE = 8
"""Squashed needles below this length must end where a word ends: `save` is not in `saved`."""


MISREAD = 12
"""One wrong letter in so many is a misreading (measured: 516 of 528 texts read without any)."""


def normalise(text: str) -> str:
    """`text` in NFKC and case fold, spaces collapsed, invisible characters gone, quotes, dashes and dots unified."""
    visible = "".join(c for c in text if not _invisible(c)).translate(_UNIFY)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
    return " ".join(folded.translate(_UNIFY).split())


def spelled(text: str) -> str:
    """`text` letter for letter: like `normalise`, but capitals stay, and so does a ß, which is not ss."""
    visible = "".join(c for c in text if not _invisible(c)).translate(_UNIFY)
    return " ".join(unicodedata.normalize("NFKC", visible).translate(_UNIFY).split())


def _invisible(char: str) -> bool:
    """Zero-width characters, soft hyphens, direction marks and variation selectors."""
    return unicodedata.category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f"


def squash(text: str) -> str:
    """`text` normalised, without spaces and without the punctuation that OCR drops.

    Punctuation between two digits and a minus before a digit stay: 1.5 is not 15.
    """
    close = unicodedata.normalize("NFKC", normalise(text).replace(" ", ""))
    return unicodedata.normalize("NFKC", _DROPPED_PUNCTUATION.sub("", close))  # what now touches may compose


def tokens(text: str) -> tuple[str, ...]:
    """The words of `text`, normalised, each without its outer punctuation; empty words left out."""
    stripped = (word.strip(".,:;'\"*·•_()[]{}<>|!?") for word in normalise(text).split())
    return tuple(word for word in stripped if word)


def holds(text: str, value: str) -> bool:
    """Whether `text` says `value`, or says it among other whole words; an empty value is held by nothing."""
    words, wanted = tokens(text), tokens(value)
    if squash(value) and squash(text) == squash(value):
        return True
    return bool(wanted) and any(words[i : i + len(wanted)] == wanted for i in range(len(words) - len(wanted) + 1))


def ratio(a: str, b: str) -> float:
    """How alike two texts are, 0..1: difflib's ratio of the squashed texts, so spaces do not count.

    Texts of nothing but droppable punctuation are alike only where they are equal.
    """
    left, right = squash(a), squash(b)
    if not left or not right:
        return float(normalise(a) == normalise(b))
    return _ratio(left, right)


def _ratio(left: str, right: str) -> float:
    if left == right:
        return 1.0
    return SequenceMatcher(None, left, right, autojunk=False).ratio()


def same_text(a: str, b: str) -> bool:
    """Whether both say the same, apart from spaces, case and punctuation that OCR drops."""
    return ratio(a, b) == 1.0


def confusable(a: str, b: str) -> bool:
    """Whether both are equal up to glyphs that OCR takes for each other (O/0 l/1/I rn/m 5/S 8/B 2/Z cl/d vv/w)."""
    return _glyph_form(a) == _glyph_form(b)


def _glyph_form(text: str) -> str:
    form = (squash(text) or normalise(text)).translate(_GLYPHS)
    for pair, single in _GLYPH_PAIRS:
        form = form.replace(pair, single)
    return form


def contradicts(a: str, b: str) -> bool:
    """Whether two similar texts say different things: another or one more digit, a negation, or a verb's ending.

    `Visit 12` and `Visit 13`, `active` and `inactive`, `Save` (a button) and `Saved` (its result) are alike for
    `ratio`, and must never stand for each other.
    """
    left, right = squash(a), squash(b)
    if left == right or confusable(a, b):
        return False
    return _digits_differ(left, right) or _negated(tokens(a), tokens(b))


def _digits_differ(left: str, right: str) -> bool:
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        one, other = _has_digit(left[a0:a1]), _has_digit(right[b0:b1])
        if tag == "replace" and one and other:
            return True
        if tag in ("insert", "delete") and (one or other):
            return True
    return False


def _has_digit(text: str) -> bool:
    """Whether `text` holds a digit or a decimal point; other points are gone when texts are squashed."""
    return any(c.isdigit() or c == "." for c in text)


def _negated(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    if len(left) > len(right):
        left, right = right, left
    extra = [word for word in right if word not in left]
    if len(right) == len(left) + 1 and extra in (["not"], ["no"]):
        return True
    return len(left) == len(right) and any(_opposite(a, b) for a, b in zip(left, right, strict=True))


def _opposite(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    negated = any(long == prefix + short for prefix in _NEGATIONS)
    return negated or (len(short) > 2 and any(long == short + suffix for suffix in _INFLECTIONS))


def contains_text(haystack: str, needle: str, min_ratio: float = 0.8) -> bool:
    """Whether `needle` stands in `haystack` as a run of whole words, alike by `min_ratio` (0..1) and not contradicting.

    Where the recogniser lost the spaces, a needle of eight characters or more may also end inside a word; it always
    begins where a word begins, so that `saved` is not found in `unsaved`.
    """
    wanted = squash(needle)
    if not wanted:
        return bool(normalise(needle)) and normalise(needle) in normalise(haystack)
    words = normalise(haystack).split()
    return any(_fits(candidate, needle, min_ratio) for candidate in _runs(words, len(wanted), min_ratio))


def reads(said: str, wanted: str) -> bool:
    """Whether what was read (`said`) holds `wanted` as whole words, up to one misread letter in `MISREAD`.

    Stricter than a ratio: `encounters have` is alike to `Encounter saved` by 0.93, but two letters apart.
    """
    flat = squash(wanted)
    if not flat:
        return False
    words = normalise(said).split()
    if any(_misread(candidate, wanted, flat) for candidate in _runs(words, len(flat), 0.85)):
        return True
    joined = (squash(" ".join(words[start:])) for start in range(len(words)))
    return len(flat) >= _SHORT_NEEDLE and any(rest.startswith(flat) for rest in joined)


def _misread(candidate: str, wanted: str, flat: str) -> bool:
    if confusable(candidate, wanted):
        return True
    allowed = max(len(flat) // MISREAD, 1 if len(flat) >= 6 else 0)
    return misreadings(squash(candidate), flat) <= allowed and not contradicts(candidate, wanted)


def misreadings(a: str, b: str) -> int:
    """How many letters must be put in, left out or replaced to make `a` of `b` (Levenshtein's distance)."""
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, right in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (left != right))
    return row[-1]


def _fits(candidate: str, needle: str, min_ratio: float) -> bool:
    return ratio(candidate, needle) >= min_ratio and not contradicts(candidate, needle)


def _runs(words: list[str], length: int, min_ratio: float) -> Iterator[str]:
    """Runs of words whose squashed length is near `length`, and for long needles a word run cut to it."""
    shortest, longest = length * min_ratio / (2 - min_ratio), length * (2 - min_ratio) / min_ratio
    sizes = [len(squash(word)) for word in words]
    for start in range(len(words)):
        total = 0
        for end in range(start, len(words)):
            total += sizes[end]
            if shortest <= total <= longest:
                yield " ".join(words[start : end + 1])
            if total > longest:
                if length >= _SHORT_NEEDLE:
                    yield squash(" ".join(words[start : end + 1]))[:length]
                break
