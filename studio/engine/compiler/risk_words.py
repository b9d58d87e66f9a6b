"""Words by which labels and messages are judged, one table a language: `resources/risk/*.json`, and a person's own.

A label is judged by each language; one that calls it a write decides. A person's own table
(`risk_words.json` in the config folder, with any of the same keys) is asked first and has the last word.
Letters are compared without accents, since OCR loses them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from studio.engine.config_folder import config_folder
from studio.engine.errors import BadInput
from studio.engine.model.base import Value
from studio.engine.untrusted import parse_object, read_file, read_value
from studio.resource_files import resource

OWN = "risk_words.json"
_LARGEST = 200_000
_JOINS = re.compile(r"[&+/|]|(?<=\s)(?:and|then|und|dann|et|puis|y|e|ed|en|och|og|i|oraz)(?=\s)")
"""What stands between the parts of a label."""
_SMALL = 2
"""Letters up to which a word of `pages` is one between others: `to`, `it`."""
_PLAIN = str.maketrans("łøđı", "lodi")


class Reading(StrEnum):
    """What the words of a label say of what it does."""

    WRITES = "writes"
    HARMLESS = "harmless"
    OPENS = "opens"  # alone on a control it opens something or goes back; with an object behind it it writes
    UNCLEAR = "unclear"  # it moves on, with something that is no page: `Next patient`, `Close encounter`
    UNKNOWN = "unknown"


class Table(Value):
    """The words of one language, as its file has them.

    `verb` says where a label has its verb: first, or last too. `writes`, `reads`, `alone`, `keeps`: verbs that change a
    record, that navigate or look up, that alone on a control only open something, and of these the ones that
    store nothing even where they send a form. `nouns`: of `writes`, words that are names of things as well (order);
    `about`: words before which such a one is only the name of a thing (post code, order history); `by`: words before
    what is looked up by (Search by name and post). `moves`: verbs that begin, end, change or move on, harmless alone
    only or with `pages`, words of pages and windows. `vague`: words of `reads` that alone say nothing of what the form
    does that they send, as those of `moves` do. `edits`: words of `writes` that change what is open: where its window
    goes on marking unsaved changes, they have stored nothing. `opens`: beginnings of labels about the session or an
    empty form.
    `done`, `failed`: words of a message that says that a write has (or has not) happened; `fails`: words that say alone
    that what was begun was not done (Try again). `notes`: whole labels that
    take note of a message or answer a question (OK, Yes, Got it); `closes`: that only close; `asks`: words of a text
    that asks or announces something.
    """

    v: int = Field(default=1, ge=1, le=1)
    verb: Literal["first", "last"] = "first"
    nouns: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    vague: tuple[str, ...] = ()
    edits: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


class BadRiskWords(BadInput):
    """A person's own table of words cannot be used."""


@dataclass(frozen=True, slots=True)
class RiskWords:
    """One table, ready to be asked. All words are folded."""

    last: bool
    nouns: frozenset[str]
    about: frozenset[str]
    by: frozenset[str]
    writes: frozenset[str]
    reads: frozenset[str]
    alone: frozenset[str]
    keeps: frozenset[str]
    moves: frozenset[str]
    vague: frozenset[str]
    edits: frozenset[str]
    pages: frozenset[str]
    opens: frozenset[str]
    done: frozenset[str]
    failed: frozenset[str]
    fails: frozenset[str]
    notes: frozenset[str]
    closes: frozenset[str]
    asks: frozenset[str]

    def read(self, words: Sequence[str], pages: frozenset[str]) -> tuple[Reading, str]:
        """What a label of these folded words does, and the word that says so; `pages` are words of pages and windows
        in any language. The longest phrase that the label begins (or ends) with decides."""
        text = " ".join(words)
        if text in self.alone:
            return Reading.OPENS, text
        if (opening := _begins(text, self.opens)) is not None:
            return Reading.HARMLESS, opening
        for find in (_begins, _ends) if self.last else (_begins,):
            word = find(text, self.moves | self.reads | self.writes)
            if word is not None and word in self.moves and word != text:
                rest = words[len(word.split()) :] if find is _begins else words[: -len(word.split())]
                return (Reading.HARMLESS if _are_pages(rest, pages) else Reading.UNCLEAR), word
            if word in self.reads:
                return Reading.HARMLESS, word
            if word in self.writes and not (word in self.nouns and self._names_a_thing(words[1:])):
                return Reading.WRITES, word
        return Reading.UNKNOWN, ""

    def _names_a_thing(self, rest: Sequence[str]) -> bool:
        return bool(rest) and all(word in self.about for word in rest)


def tables() -> tuple[RiskWords, ...]:
    """All tables, a person's own first. Raises BadRiskWords for one that cannot be used."""
    own = _own()
    return (own, *shipped().values()) if own is not None else tuple(shipped().values())


@cache
def shipped() -> dict[str, RiskWords]:
    """The tables that come with the program, by language, English first."""
    files = sorted(resource("risk").glob("*.json"), key=lambda f: (f.stem != "en", f.stem))
    return {f.stem: _made(_parsed(f.read_bytes(), f.name)) for f in files}


def read_label(label: str | None) -> tuple[Reading, str]:
    """What a label does: a person's own words decide, then any language that calls it a write.

    Of several parts (`Print & save`) one that writes decides; harmless it is with harmless parts only.
    """
    words = folded_words(label)
    if not words:
        return Reading.UNKNOWN, ""
    parts, own = [apart for part in _JOINS.split(fold(label or "")) if (apart := folded_words(part))], _own()
    whole = _read(words)
    if len(parts) < 2 or (own is not None and whole[1] == " ".join(words) in own.reads | own.opens | own.writes):
        return whole
    said = _enumerated(parts, [_read(part) for part in parts])
    wrote = next((one for one in (*said, whole) if one[0] is Reading.WRITES), None)
    if wrote is None:
        wrote = next(
            ((Reading.WRITES, word) for reading, word in said if reading is Reading.OPENS and _sends(word)), None
        )
    if wrote is not None:
        return wrote
    readings = {reading for reading, _ in said}
    if Reading.UNCLEAR in readings:
        return next(one for one in said if one[0] is Reading.UNCLEAR)
    of_several_things = said[0][0] is Reading.HARMLESS and len(parts[0]) > 1  # View labs and notes
    if readings <= {Reading.HARMLESS, Reading.OPENS} or of_several_things:
        return said[0]
    return Reading.UNKNOWN, ""


def _read(words: Sequence[str]) -> tuple[Reading, str]:
    """What a label of one part does."""
    own, pages = _own(), _pages()
    first = own.read(words, pages) if own is not None else (Reading.UNKNOWN, "")
    if first[0] is not Reading.UNKNOWN:
        return first
    said = _in_its_language(words, [(table, table.read(words, pages)) for table in shipped().values()])
    ranked = (Reading.WRITES, Reading.OPENS, Reading.UNCLEAR, Reading.HARMLESS)
    return next((one for wanted in ranked for one in said if one[0] is wanted), (Reading.UNKNOWN, ""))


def _in_its_language(
    words: Sequence[str], said: Sequence[tuple[RiskWords, tuple[Reading, str]]]
) -> list[tuple[Reading, str]]:
    """The readings without those of names of things that another language looks at: `Post öffnen`, `Issue number
    öffnen`; but not `Release open`, of which each word is English."""
    looks = any(
        table.last and reading is Reading.HARMLESS and words[-1] == word and len(words) > 1
        for table, (reading, word) in said
    )

    def looked_at(table: RiskWords, word: str) -> bool:
        foreign = words[-1] not in table.reads and words[-1] not in word.split(" ")
        return looks and foreign and _may_name(word, table.nouns)

    return [one for table, one in said if not (one[0] is Reading.WRITES and looked_at(table, one[1]))]


def _enumerated(parts: Sequence[Sequence[str]], said: Sequence[tuple[Reading, str]]) -> list[tuple[Reading, str]]:
    """The readings of the parts; what is looked up by (`Search by name and post code`) is a list of names of things."""
    by = any(word in table.by for table in shipped().values() for word in parts[0][1:-1])
    if not by or said[0][0] is not Reading.HARMLESS:
        return list(said)
    nouns = frozenset().union(*(table.nouns for table in shipped().values()))
    named = (Reading.UNKNOWN, "")
    return [said[0], *(named if one[0] in _NAMED and _may_name(one[1], nouns) else one for one in said[1:])]


def _may_name(phrase: str, nouns: frozenset[str]) -> bool:
    """Whether the word or phrase that writes begins with the name of a thing: `issue`, `issue number`."""
    return phrase.split(" ")[0] in nouns


_NAMED = (Reading.WRITES, Reading.OPENS)


def _pages() -> frozenset[str]:
    own = _own()
    return _shipped_pages() | own.pages if own is not None else _shipped_pages()


@cache
def _shipped_pages() -> frozenset[str]:
    return frozenset().union(*(table.pages for table in shipped().values()))


def _are_pages(words: Sequence[str], pages: frozenset[str]) -> bool:
    """Whether these words name a page or a window: all of them are such words, or the last is (`patient tab`)."""
    return all(word in pages for word in words) or (len(words[-1]) > _SMALL and words[-1] in pages)


def _sends(word: str) -> bool:
    return any(word in table.alone & table.writes - table.keeps for table in tables())


def sends_alone(label: str | None) -> bool:
    """Whether the label, alone on the button of a form, sends it: Create; but not Cancel, Print, Reset."""
    text = " ".join(folded_words(label))
    return _sends(text)


def takes_note(label: str | None) -> bool:
    """Whether the whole label takes note of a message, or answers a question: OK, Yes, Got it."""
    text = " ".join(folded_words(label))
    return any(text in table.notes for table in tables())


def moves_on(label: str | None) -> bool:
    """Whether the whole label only says that it goes on (Go, Continue), and nothing of what a form does."""
    text = " ".join(folded_words(label))
    return any(text in table.moves | table.vague for table in tables())


def edits(label: str | None) -> bool:
    """Whether what a label writes with is a word that changes what is open: Replace all, Apply to all columns."""
    reading, word = read_label(label)
    return reading is Reading.WRITES and any(word in table.edits for table in tables())


def closes(label: str | None) -> bool:
    """Whether the whole label only closes something."""
    text = " ".join(folded_words(label))
    return any(text in table.closes for table in tables())


def is_verb(word: str) -> bool:
    """Whether a single word is one of the verbs that programs put on their controls."""
    words = folded_words(word)
    return len(words) == 1 and any(words[0] in t.writes | t.reads | t.alone | t.moves for t in tables())


def folded_words(text: str | None) -> list[str]:
    """The words of a text in small letters without accents; figures and signs left out."""
    return re.findall(r"[^\W\d_]+", fold(text or ""))


def fold(text: str) -> str:
    """Small letters without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c)).translate(_PLAIN)


def _begins(text: str, words: frozenset[str]) -> str | None:
    """The word or phrase of `words` that the text begins with, the longest where it is several."""
    return next((part for part in _heads(text.split(" ")) if part in words), None)


def _ends(text: str, words: frozenset[str]) -> str | None:
    apart = text.split(" ")
    return next((part for n in range(len(apart)) if (part := " ".join(apart[n:])) in words), None)


def _heads(apart: list[str]) -> Sequence[str]:
    return [" ".join(apart[:n]) for n in range(len(apart), 0, -1)]


def _own() -> RiskWords | None:
    path = config_folder() / OWN
    try:
        stat = path.stat()
    except OSError:
        return None
    return _read_own(str(path.parent), stat.st_mtime_ns, stat.st_size)


@cache
def _read_own(folder: str, _changed: int, _size: int) -> RiskWords:
    data = read_file(Path(folder).resolve(), OWN, limit=_LARGEST, error=BadRiskWords)
    return _made(_parsed(data, str(Path(folder) / OWN)))


def _parsed(data: bytes, where: str) -> Table:
    table, unknown = read_value(Table, parse_object(data, where, BadRiskWords), where, BadRiskWords)
    if unknown:
        raise BadRiskWords(f"{where} has “{unknown[0]}”, which is no table of words: see docs/safety.md for its keys.")
    return table


def _made(table: Table) -> RiskWords:
    def folded(words: Sequence[str]) -> frozenset[str]:
        return frozenset(" ".join(folded_words(word)) for word in words) - {""}

    return RiskWords(
        last=table.verb == "last",
        nouns=folded(table.nouns),
        about=folded(table.about),
        by=folded(table.by),
        writes=folded(table.writes),
        reads=folded(table.reads),
        alone=folded(table.alone),
        keeps=folded(table.keeps),
        moves=folded(table.moves),
        vague=folded(table.vague),
        edits=folded(table.edits),
        pages=folded(table.pages),
        opens=folded(table.opens),
        done=folded(table.done),
        failed=folded(table.failed),
        fails=folded(table.fails),
        notes=folded(table.notes),
        closes=folded(table.closes),
        asks=folded(table.asks),
    )
