"""Cuts texts down to what is the same in every run: without typed values, records, dates and counters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from studio.engine.compiler.texts import clean, letters, varies
from studio.engine.compiler.words import TRANSIENT, tells_success
from studio.engine.vision.text import squash, tokens

LEAST_LETTERS = 6
"""A constant rest of a text is asserted only with this many letters; less is found by chance."""

PIECE_LETTERS = 12
"""A text without spaces so long that stands inside a value is a piece of it."""

SHARED_WORDS = 2
"""So many words in a row shared with a value count as a part of it (a wrapped or shortened value)."""


@dataclass(frozen=True, slots=True)
class Variables:
    """The values that change from run to run: squashed wholes, and their words."""

    wholes: frozenset[str]
    words: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, values: Iterable[str]) -> Variables:
        """From the values as typed or shown; empty ones and single letters are left out."""
        kept = [v for v in map(clean, values) if len(_flat(v)) >= 2]
        return cls(frozenset(map(_flat, kept)), tuple(map(tokens, kept)))


def constant_part(text: str, variables: Variables) -> str | None:
    """The longest run of words of `text` that holds no variable part; None where too little is left.

    A whole text without variables comes back as it is, short or not. A text that goes away by itself has none.
    """
    text = clean(text)
    words = text.split()
    if TRANSIENT.intersection(tokens(text)):
        return None
    free = _free_words(words, variables)
    if all(free):
        return None if _hidden(text, variables) else text
    return _usable(max(_runs(words, free), key=letters, default=""), variables)


def telling_part(text: str, variables: Variables) -> str | None:
    """As `constant_part`; of a sentence that says that something was written only a part that says so itself, since the
    rest of it may stand in the sentence of a refusal as well."""
    part = constant_part(text, variables)
    if part is None or part == clean(text) or not tells_success(text):
        return part
    words = clean(text).split()
    runs = [run for run in _runs(words, _free_words(words, variables)) if tells_success(f"it {run}")]
    return _usable(max(runs, key=letters, default=""), variables)


def _usable(run: str, variables: Variables) -> str | None:
    best = run.rstrip(" ,;:(—–-").lstrip(" ,;:)—–-")
    return best if letters(best) >= LEAST_LETTERS and not _hidden(best, variables) else None


def is_variable(text: str, variables: Variables) -> bool:
    """Whether `text` is one of the values."""
    return _flat(text) in variables.wholes


def is_piece(text: str, variables: Variables) -> bool:
    """Whether all words of `text` are words of one longer value: a part of it that something had covered."""
    bare = {_flat(word) for word in tokens(text)} - {""}
    longer = (frozenset(map(_flat, value)) for value in variables.words if len(value) > SHARED_WORDS)
    return bool(bare) and any(bare <= value for value in longer)


def _flat(text: str) -> str:
    """The letters of `text` without accents: OCR loses them, above all over capitals."""
    marked = unicodedata.normalize("NFKD", squash(text))
    return "".join(c for c in marked if not unicodedata.combining(c))


def _free_words(words: list[str], variables: Variables) -> list[bool]:
    free = [not varies(word) for word in words]
    bare = [_flat(word) for word in words]
    for value in variables.words:
        for start, end in _shared(bare, [_flat(word) for word in value]):
            for i in range(start, end):
                free[i] = False
            _spread(words, free, start, end)
    return free


def _spread(words: list[str], free: list[bool], start: int, end: int) -> None:
    """A capitalised word beside a capitalised value is the rest of a name: `Belford, Phil` for `Phil`."""
    if not all(_is_name(word) for word in words[start:end]):
        return
    for beside in (start - 1, end):
        if 0 <= beside < len(words) and _is_name(words[beside]):
            free[beside] = False


def _is_name(word: str) -> bool:
    bare = word.strip(".,;:()")
    return bare.istitle() and bare.isalpha()


def _shared(words: list[str], value: list[str]) -> Iterable[tuple[int, int]]:
    """Runs of `words` that are the whole of `value`, or two or more of its words in a row."""
    least = min(SHARED_WORDS, len(value))
    for start in range(len(words) - least + 1):
        for size in range(len(value), least - 1, -1):
            if _within(words[start : start + size], value, size):
                yield start, start + size
                break


def _within(part: list[str], value: list[str], size: int) -> bool:
    return len(part) == size and any(part == value[i : i + size] for i in range(len(value) - size + 1))


def _hidden(text: str, variables: Variables) -> bool:
    """Whether a longer value hides in the text without word borders, or the text is a piece of a value."""
    flat = _flat(text)
    return any(
        (len(v) >= LEAST_LETTERS and v in flat and v in _flat(_without_forms_of(v, text)))
        or (len(flat) >= PIECE_LETTERS and flat in v)
        for v in variables.wholes
    )


def _without_forms_of(value: str, text: str) -> str:
    """`text` without the participles of a value that is a verb: `changed` does not hide `Change`."""
    forms = {value + ending for ending in ("d", "ed", "ing")}
    return " ".join(word for word in text.split() if _flat(word) not in forms)


def _runs(words: list[str], free: list[bool]) -> Iterable[str]:
    run: list[str] = []
    for word, keep in zip(words, free, strict=True):
        if keep:
            run.append(word)
        elif run:
            yield " ".join(run)
            run = []
    if run:
        yield " ".join(run)
