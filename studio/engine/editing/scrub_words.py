"""Which words of a workflow name records, and which are the program's own. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from studio.engine.compiler.params import required_by_row
from studio.engine.compiler.risk_words import is_verb
from studio.engine.compiler.row_cells import is_number
from studio.engine.identity.proof import proof_of
from studio.engine.model.anchor import Anchor
from studio.engine.model.workflow import Workflow
from studio.engine.runtime.row_parameter import shows_date
from studio.engine.vision.text import holds, squash, tokens

LEAST = 3
"""Letters or figures of a word that can name somebody: `de` and `an` stand in every sentence."""
_LEAST_INSIDE = 4
"""The same where a word is looked for inside of an identifier (`row-mm970848`)."""
_LEAST_JOINED = 6
"""The same where a whole name is looked for inside of a word (`janesample@example.org`)."""
_NAMES = 5
"""Words of a person's name at most."""
_APART = re.compile(r"[^\w]+|_")
_POSITIONS = re.compile(r":nth-[a-z-]+\([^()]*\)|\[\d+\]|(?<![\w-])h[1-6](?![\w-])")
"""Parts of a path to an element that only count its neighbours or name a heading."""
_MANY_FIGURES = re.compile(r"\d{2,}")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Kana, Han and Hangul: names in them stand inside of longer words."""


@dataclass(frozen=True)
class Naming:
    """`words` name records, `texts` are the identities as a whole, `program` are words that the program itself says;
    `others` are words of records that were only seen; `short` are names that no single word gives away (`Li An`);
    `ids` are the parts with figures by which the program calls rows (`p34` of `#open-p34`)."""

    words: frozenset[str]
    texts: tuple[str, ...]
    program: frozenset[str]
    others: frozenset[str] = frozenset()
    short: tuple[str, ...] = ()
    ids: frozenset[str] = frozenset()

    def names(self, text: str | None) -> bool:
        """Whether `text` says a word that names a record, or a date of one in whatever form."""
        if not text:
            return False
        days = (day for whole in self.texts for day in (whole, *whole.split()))
        return self._says(text) or any(shows_date(text, day) for day in days)

    def inside(self, identifier: str) -> bool:
        """Whether an identifier, an address or a path of the program holds such a word."""
        bare = _bare(identifier)
        short = any(len(_bare(name)) >= _LEAST_INSIDE and _bare(name) in bare for name in self.short)
        return (
            short
            or bool(self.words.intersection(_APART.split(identifier.casefold())))
            or any(len(word) >= _LEAST_INSIDE and _bare(word) in bare for word in self.words | self.others)
        )

    def may_hold(self, identifier: str) -> bool:
        """Whether an identifier, an address or a path may be made of a record, in doubt too: it can be left out."""
        told = _POSITIONS.sub("", identifier)
        bare = _bare(told)
        parts = any(_bare(word) in bare for word in self.words if not word.isdigit())
        return parts or self.inside(identifier) or self.calls(told) or bool(_MANY_FIGURES.search(told))

    def calls(self, text: str, *, least: int = 1, mixed: bool = False) -> bool:
        """Whether a part of `text` is one by which the program calls a row: `least` long, `mixed` with letters."""
        found = self.ids.intersection(_APART.split(text.casefold()))
        return any(len(part) >= least and not (mixed and part.isdigit()) for part in found)

    def is_program(self, text: str) -> bool:
        """Whether every word of `text` is known to be the program's own."""
        said = _words(text)
        return bool(said) and all(word in self.program or is_verb(word) for word in said) and not self._says(text)

    def without(self, text: str) -> str:
        """`text` with … in place of each identity, and of each word that names one."""
        for whole in sorted(self.texts, key=len, reverse=True):
            text = re.sub(re.escape(whole), "…", text, flags=re.IGNORECASE)
        said = (("…" if self._says(word) else word) for word in text.split(" "))
        return re.sub(r"…( …)+", "…", " ".join(said))

    def _says(self, text: str) -> bool:
        """Whether a word of `text`, a part of one, or several together name a record."""
        if self.words.intersection(_parted(text)) or self.others.intersection(_words(text)):
            return True
        plain, bare = squash(text), _bare(text)
        if any(squash(name) in plain if _UNSPACED.search(name) else holds(text, name) for name in self.short):
            return True
        names = (_bare(whole) for whole in self.texts if len(whole.split()) > 1 and not _has_figures(whole))
        return any(len(name) >= _LEAST_JOINED and name in bare for name in names)


def naming_of(workflow: Workflow, known: Iterable[str] = ()) -> Naming:
    """What names records in the workflow; `known` are texts of rows that its maker has seen (of other records, too)."""
    anchors = tuple(anchors_of(workflow))
    texts = {text for anchor in anchors for text in _identities(anchor)}
    texts |= {value for value in workflow.params.values() if any(required_by_row(value, a.row_texts) for a in anchors)}
    chosen = {step.identity_param for step in workflow.steps} - {None}
    texts |= {workflow.params[name] for name in chosen if name and workflow.params.get(name)}
    program = frozenset(word for text in _own_words(workflow) for word in _words(text))
    words = {word for text in texts for word in _naming_words(text)}
    told = (*known, *(text for anchor in anchors for text in anchor.row_texts))
    shown = [text for text in told if _may_name(text)]
    rows = {word for text in shown for word in _words(text)} - program
    short = {text for text in (*texts, *shown) if _is_short(text)}
    whole = tuple(sorted(filter(None, texts)))
    ids = frozenset(part for anchor in anchors for part in _called(anchor))
    return Naming(frozenset(words), whole, program, frozenset(rows), tuple(sorted(short)), ids)


def anchors_of(workflow: Workflow) -> Iterator[Anchor]:
    """All anchors, in order."""
    for step in workflow.steps:
        yield from (anchor for anchor in (step.anchor, step.end_anchor) if anchor is not None)


def stands_in_row(anchor: Anchor) -> bool:
    """Whether the anchor's target belongs to one record of several."""
    locator = anchor.structural
    return anchor.says_who or bool(anchor.row_texts or (locator and locator.row) or proof_of(anchor))


def _called(anchor: Anchor) -> Iterator[str]:
    """The parts with figures of what the program calls a row's target."""
    locator = anchor.structural
    if locator is None or not stands_in_row(anchor):
        return
    selector = _POSITIONS.sub("", locator.selector)
    for identifier in (locator.element_id, locator.test_id, locator.name_attr, locator.href, selector):
        yield from (part for part in _APART.split(identifier.casefold()) if any(c.isdigit() for c in part))


def _identities(anchor: Anchor) -> Iterator[str]:
    if anchor.identity_template is None:
        yield from (cell.shown for cell in proof_of(anchor).cells)
    yield from (anchor.structured_identity or {}).values()


def _own_words(workflow: Workflow) -> Iterator[str]:
    """Labels, captions and heads of columns of what is acted on: the program says them, whatever the record is."""
    for step in workflow.steps:
        yield step.field_label or ""
    for anchor in anchors_of(workflow):
        locator = anchor.structural
        if not anchor.says_who:
            yield from (anchor.ocr_text or "", locator.name if locator else "", locator.label if locator else "")
        if locator is not None:
            yield from (locator.column, locator.placeholder)


def _may_name(text: str) -> bool:
    """Whether a text of some row is a number, a date, or a name of several words; reasons and states are not."""
    said = text.split()
    return is_number(text) or (1 < len(said) <= _NAMES and all(word[:1].isupper() for word in said))


def _words(text: str) -> set[str]:
    """Words, and numbers inside of them, that are long enough to name somebody."""
    whole = tokens(text)
    parts = (part for word in whole for part in _APART.split(word) if sum(c.isdigit() for c in part) >= _LEAST_INSIDE)
    return {word for word in (*whole, *parts) if len(word) >= LEAST and not _is_year(word)}


def _naming_words(text: str) -> set[str]:
    """The words by which `text` names somebody; of a word of letters its parts, too: Smith-Jones, O'Brien, Müller."""
    return _words(text).union(*(_parted(word) for word in text.split() if not _has_figures(word)))


def _parted(text: str) -> set[str]:
    """All words of `text`, their parts between marks, and both without marks and accents."""
    found = set(_words(text))
    for word in tokens(text):
        found |= {part for part in (*_APART.split(word), _APART.sub("", word)) if len(part) >= LEAST}
    return {word for one in found for word in (one, _unaccented(one)) if not _is_year(word)}


def _unaccented(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def _bare(text: str) -> str:
    """`text` in small letters, without accents, spaces and marks."""
    return _unaccented(_APART.sub("", text).casefold())


def _is_short(text: str) -> bool:
    """Whether `text` is a name that no word of it tells: of words too short for that, or of a script without spaces."""
    said = tokens(text)
    if _has_figures(text) or not any(c.isalpha() for c in text):
        return False
    return bool(_UNSPACED.search(text)) or (len(said) > 1 and not _words(text))


def _has_figures(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _is_year(word: str) -> bool:
    """A year alone names nobody, and stands in every date of the program."""
    return word.isdigit() and len(word) == 4 and 1900 <= int(word) <= date.max.year and word[:2] in ("19", "20")
