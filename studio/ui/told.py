"""Sentences of the engine in the language of the window.

The engine writes English: runs, reports and machines keep that. Here, at the border, a sentence is known by its text
(`“{0}” is covered by {1}.`) and said in the chosen language with the same values; one that is not known stays as it is.
Texts in quotation marks are the program's or the person's own, and are never translated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from studio.ui.words import begun, chosen_language, resource_folder

_LONGEST = 2000
_KEPT = 4096
_MOST_ENDS = 4
"""So many ends of sentences are tried for one: a template holds two at most."""
_ENOUGH = 12
"""Letters of its own by which a text alone is known; shorter parts (`first`) are known inside of sentences and in
lines below them only."""
_VALUE = re.compile(r"\{(\d+)\}")
_END = re.compile(r"(?:(?<=[.?!])|(?<=[.?!]”)) (?=\S)")
_OPENS, _CLOSES = "“‘⟨", "”’⟩"


class _Said(NamedTuple):
    """A text in the language, and how many letters of it are as they were."""

    text: str
    left: int


class _Known(NamedTuple):
    """A sentence cut at its values. `numbers` are theirs in order, `free` tells which do not stand in quotes."""

    literals: tuple[str, ...]
    numbers: tuple[int, ...]
    free: tuple[bool, ...]
    said: str


def told(text: str) -> str:
    """`text` of the engine, in the window's language as far as it is known; line by line, sentence by sentence."""
    return _told(chosen_language(), text)


def intent_words(intent: str) -> str:
    """What a step is called (`click the field ‘Note’`), beginning with a capital letter, in the window's language as
    far as it is known; a name that a person gave stays."""
    return _called(chosen_language(), intent)


@lru_cache(_KEPT)
def _told(code: str, text: str) -> str:
    known = _table(code)
    if not known or len(text) > _LONGEST:
        return text
    alone = [k for k in known if sum(map(len, k.literals)) >= _ENOUGH]
    first, *more = text.split("\n")
    return "\n".join((_line(first, alone, known), *(_line(each, _of(each, alone, known), known) for each in more)))


def _of(line: str, alone: Sequence[_Known], known: Sequence[_Known]) -> Sequence[_Known]:
    """By what a line below the first is known: one that ends without a stop is a part of what stands above it."""
    return alone if line[-1:] in (*".?!", "") else known


@lru_cache(_KEPT)
def _called(code: str, intent: str) -> str:
    known = _table(code)
    found = _sentence(intent, known, known) if known and len(intent) <= _LONGEST else None
    return begun(intent if found is None else found.text)


def bare(template: str) -> str:
    """A template without values that are sentences of their own, before or after it."""
    said = re.sub(r"^\{\d+\} (?=[A-Z][a-z]|“)", "", template.strip())
    return re.sub(r"(?<=[.?!]) ?\{\d+\}$", "", said).strip()


def _line(line: str, alone: Sequence[_Known], known: Sequence[_Known]) -> str:
    """Beginning by beginning: the one of which the least is left as it was, and of these the longest."""
    rest, said = line, []
    while rest:
        ends = [m.start() for m in _END.finditer(rest)] + [len(rest)]
        whole = [end for end in ends if _balanced(rest[:end])][:_MOST_ENDS] or [len(rest)]
        tried = [(end, found) for end in whole if (found := _sentence(rest[:end], alone, known)) is not None]
        end, found = min(tried, key=lambda t: (t[1].left, -t[0])) if tried else (whole[0], None)
        said.append(rest[:end] if found is None else _begun(found.text, rest))
        rest = rest[end + 1 :]
    return " ".join(said)


def _balanced(text: str) -> bool:
    return text.count("“") == text.count("”")


def _begun(said: str, meant: str) -> str:
    """A sentence that began with a capital letter still does."""
    return begun(said) if meant[:1].isupper() else said


def _sentence(text: str, meant: Sequence[_Known], known: Sequence[_Known]) -> _Said | None:
    """The text by the one of the `meant` that leaves the least of it as it was."""
    best: _Said | None = None
    for each in meant:
        values = _values(text, each.literals)
        if values is None or not all(f or _closed(v) for v, f in zip(values, each.free, strict=True)):
            continue
        shown = [_value(v, known) if free else _Said(v, len(v)) for v, free in zip(values, each.free, strict=True)]
        left = sum(value.left for value in shown)
        if best is None or left < best.left:
            texts = dict(zip(each.numbers, (value.text for value in shown), strict=True))
            best = _Said(_filled(each.said, texts), left)
    return best


def _value(value: str, known: Sequence[_Known]) -> _Said:
    """A part of a sentence: said in the language where it is one that the engine put there."""
    inner = value.strip()
    found = _sentence(inner, known, known) if inner else None
    return _Said(value, len(value)) if found is None else _Said(value.replace(inner, found.text), found.left)


def _values(text: str, literals: tuple[str, ...]) -> list[str] | None:
    """What stands between the literals, each taken at the first place where it fits and is in no quotation that has
    begun before it; None where they do not."""
    if len(literals) == 1:
        return [] if text == literals[0] else None
    first, last = literals[0], literals[-1]
    end = len(text) - len(last)
    if not (text.startswith(first) and text.endswith(last)) or end < len(first):
        return None
    at, values = len(first), []
    for literal in literals[1:-1]:
        found = text.find(literal, at, end)
        while found >= 0 and not _whole(text[at:found]):
            found = text.find(literal, found + 1, end)
        if found < 0:
            return None
        values.append(text[at:found])
        at = found + len(literal)
    return [*values, text[at:end]]


def _whole(value: str) -> bool:
    """Whether no quotation is open at its end."""
    return all(value.count(opens) <= value.count(closes) for opens, closes in zip(_OPENS, _CLOSES, strict=True))


def _closed(value: str) -> bool:
    """Whether what stands in quotation marks does not end them and begin others."""
    return "”" not in value or -1 < value.find("“") < value.find("”")


def _filled(said: str, values: dict[int, str]) -> str:
    return _VALUE.sub(lambda m: values.get(int(m.group(1)), ""), said)


def _known(template: str, said: str) -> _Known:
    pieces = _VALUE.split(template)
    literals, numbers = tuple(pieces[::2]), tuple(int(n) for n in pieces[1::2])
    return _Known(literals, numbers, tuple(not q for q in _quoted(literals)), said)


def _quoted(literals: tuple[str, ...]) -> list[bool]:
    pairs = pairwise(literals)
    return [bool(b) and bool(a) and b[-1] in _OPENS and a[0] in _CLOSES for b, a in pairs]


@cache
def _table(code: str) -> tuple[_Known, ...]:
    """The sentences of a language."""
    file = resource_folder() / "translations" / "engine" / f"{code}.json"
    if not file.is_file():
        return ()
    words: dict[str, str] = json.loads(file.read_text("utf-8"))
    return tuple(_known(template, said) for template, said in words.items())
