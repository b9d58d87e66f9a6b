"""Which words of a workflow name records, and which are the program's own. Pure."""

from __future__ import annotations

import re
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
from studio.engine.vision.text import tokens

LEAST = 3
"""Letters or figures of a word that can name somebody: `de` and `an` stand in every sentence."""
_LEAST_INSIDE = 4
"""The same where a word is looked for inside of an identifier (`row-mm970848`)."""
_NAMES = 5
"""Words of a person's name at most."""
_APART = re.compile(r"[^\w]+|_")


@dataclass(frozen=True)
class Naming:
    """`words` name records, `texts` are the identities as a whole, `program` are words that the program itself says."""

    words: frozenset[str]
    texts: tuple[str, ...]
    program: frozenset[str]

    def names(self, text: str | None) -> bool:
        """Whether `text` says a word that names a record, or a date of one in whatever form."""
        if not text:
            return False
        return bool(self.words.intersection(_words(text))) or any(shows_date(text, day) for day in self.texts)

    def inside(self, identifier: str) -> bool:
        """Whether an identifier, an address or a path of the program holds such a word."""
        bare = _APART.sub("", identifier).casefold()
        return any(len(word) >= _LEAST_INSIDE and _APART.sub("", word) in bare for word in self.words)

    def is_program(self, text: str) -> bool:
        """Whether every word of `text` is known to be the program's own."""
        said = _words(text)
        return bool(said) and all((word in self.program or is_verb(word)) and word not in self.words for word in said)

    def without(self, text: str) -> str:
        """`text` with … in place of each identity, and of each word that names one."""
        for whole in sorted(self.texts, key=len, reverse=True):
            text = re.sub(re.escape(whole), "…", text, flags=re.IGNORECASE)
        said = (("…" if self.words.intersection(_words(word)) else word) for word in text.split(" "))
        return re.sub(r"…( …)+", "…", " ".join(said))


def naming_of(workflow: Workflow, known: Iterable[str] = ()) -> Naming:
    """What names records in the workflow; `known` are texts of rows that its maker has seen (of other records, too)."""
    anchors = tuple(anchors_of(workflow))
    texts = {text for anchor in anchors for text in _identities(anchor)}
    texts |= {value for value in workflow.params.values() if any(required_by_row(value, a.row_texts) for a in anchors)}
    chosen = {step.identity_param for step in workflow.steps} - {None}
    texts |= {workflow.params[name] for name in chosen if name and workflow.params.get(name)}
    program = frozenset(word for text in _own_words(workflow) for word in _words(text))
    words = {word for text in texts for word in _words(text)}
    shown = (*known, *(text for anchor in anchors for text in anchor.row_texts))
    rows = {word for text in shown if _may_name(text) for word in _words(text)}
    return Naming(frozenset(words | (rows - program)), tuple(sorted(filter(None, texts))), program)


def anchors_of(workflow: Workflow) -> Iterator[Anchor]:
    """All anchors, in order."""
    for step in workflow.steps:
        yield from (anchor for anchor in (step.anchor, step.end_anchor) if anchor is not None)


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


def _is_year(word: str) -> bool:
    """A year alone names nobody, and stands in every date of the program."""
    return word.isdigit() and len(word) == 4 and 1900 <= int(word) <= date.max.year and word[:2] in ("19", "20")
