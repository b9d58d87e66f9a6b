"""Message boxes: a button that only takes note of what was said (`Referral 1 is saved.` OK) stores nothing.

The same words answer a question as well (`Delete the record?` Yes). What tells the two apart is the box around the
button, as structure showed it before and without it afterwards: a box that asks has another button to say no with, a
field, or says so in words.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from studio.engine.compiler.risk_words import Reading, closes, folded_words, read_label, tables, takes_note
from studio.engine.compiler.words import tells_success
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.text import squash

_BEHIND = frozenset({"statictext", "text", "img", "image", "heading", "paragraph", "separator", "titlebar"})
"""Roles of what stands in a box to be looked at only."""

_SENTENCE = re.compile(r"(?<=[.!…])\s+")
_QUESTION = re.compile(r"[?¿？]")


@dataclass(frozen=True, slots=True)
class Message:
    """What a box said before it was closed; `of_success`: that something was written before."""

    text: str
    of_success: bool


def message_closed(
    label: str | None, button: Element | None, before: StructureSnapshot | None, after: StructureSnapshot | None
) -> Message | None:
    """The message that pressing `button` closed; None for a box that asks something, and where it is not known."""
    if button is None or before is None or after is None or not _only_takes_note(label, button):
        return None
    box = button.section
    if not box or before.truncated or before.unspoken or before.dialogs.count(box) <= after.dialogs.count(box):
        return None
    mates = _mates(button, before, after)
    if any(_offers_more(mate) for mate in mates if _key(mate) != _key(button)):
        return None
    text = _gone(before, after, mates)
    return Message(text, tells_success(text)) if text and not asks(text) else None


def asks(text: str) -> bool:
    """Whether a text asks or announces something, or names what would be written: `The order will be deleted.`"""
    if _QUESTION.search(text):
        return True
    words = " ".join(folded_words(text))
    if any(f" {phrase} " in f" {words} " for table in tables() for phrase in table.asks):
        return True
    return any(_orders(sentence) for sentence in _SENTENCE.split(text))


def _orders(sentence: str) -> bool:
    """Whether a sentence that tells of nothing that is over holds a word that writes, or begins with one that fails."""
    if tells_success(sentence):
        return False
    words = folded_words(sentence)
    failed = any(table.failed.intersection(words) for table in tables())
    return any(_is_write(word) for word in (words[:1] if failed else words))


def _is_write(word: str) -> bool:
    return not takes_note(word) and any(word in table.writes for table in tables())


def _only_takes_note(label: str | None, button: Element) -> bool:
    names = [name for name in (button.name, button.text) if folded_words(name)]
    told = bool(names) and all(takes_note(name) for name in names)
    return told and (takes_note(label) or read_label(label)[0] is not Reading.WRITES)


def _offers_more(mate: Element) -> bool:
    """Whether a control of the box leaves a choice: all but a cross that closes it and what only stands there."""
    if mate.role in _BEHIND and not mate.editable:
        return False
    words = mate.name or mate.text
    return mate.editable or not (closes(words) or words.strip() in ("×", "✕", "✖"))


def _mates(button: Element, before: StructureSnapshot, after: StructureSnapshot) -> list[Element]:
    """What stands in the box: under its title, and all that went with it, whatever part of it that stood in."""
    left = Counter(_key(element) for element in after.elements)
    went: list[Element] = []
    for element in before.elements:
        if left[_key(element)] > 0:
            left[_key(element)] -= 1
            if (element.section, element.frame) != (button.section, button.frame):
                continue
        went.append(element)
    return went


def _key(element: Element) -> tuple[object, ...]:
    return element.role, element.name, element.element_id, element.section, element.frame


def _gone(before: StructureSnapshot, after: StructureSnapshot, mates: list[Element]) -> str:
    """The texts that went with the box, in reading order, without those on its buttons."""
    left = Counter(squash(run.text) for run in after.texts)
    gone: list[str] = []
    for run in before.texts:
        if any(mate.region.contains(run.region.center) for mate in mates if mate.role not in _BEHIND):
            continue
        if left[squash(run.text)] > 0:
            left[squash(run.text)] -= 1
        else:
            gone.append(run.text)
    return " ".join(gone)
