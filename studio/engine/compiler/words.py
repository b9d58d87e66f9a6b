"""English words by which the compiler judges texts. Verbs of labels, in many languages: `risk_words.py`."""

from __future__ import annotations

from studio.engine.compiler.risk_words import folded_words, is_verb, shipped
from studio.engine.vision.text import tokens


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


CALENDAR = _set("""
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
    today yesterday tomorrow now ago am pm
""")
"""Words of dates and times: they differ on the next day."""

RELATIVE = _set("today yesterday tomorrow now just")
"""Words that alone tell a time from the moment on at which they are read."""

TRANSIENT = _set("loading saving processing searching connecting wait sending updating")
"""A text with such a word goes away by itself."""

_NEGATIONS = _set("not never cannot")

EMPTY = _set("no none nothing empty null 0")
"""A text that begins or ends so tells of missing data: it is gone when there is some."""


def is_own_verb(label: str) -> bool:
    """Whether a label is one of a program's own verbs alone (Open, Save): a typed text can equal it by chance."""
    return len(tokens(label)) == 1 and is_verb(label)


def tells_success(text: str) -> bool:
    """Whether a sentence says that something has been written: `The patient was added successfully`."""
    words, plain = tokens(text), folded_words(text)
    if len(words) < 2:
        return False
    english, *others = shipped().values()
    done = bool(english.done.intersection(words)) or any(_participle_of_write(word, english.writes) for word in words)
    if done and not english.failed.intersection(words):
        return True
    failed = any(table.failed.intersection(plain) for table in shipped().values())  # languages share many words
    return not failed and any(table.done.intersection(plain) for table in others)


def reports_success(text: str) -> bool:
    """Whether it is a message that says so of something (`The filter was applied`), not what a list is called
    (`Completed visits`)."""
    words = text.split()
    return tells_success(text) and not tells_success(f"it {words[0]}")


def tells_failure(text: str) -> bool:
    """Whether a message says that what was begun was not done: `Not sent`, `Saving failed. Try again`."""
    words, plain = tokens(text), folded_words(text)
    said = f" {' '.join(plain)} "
    english, *others = shipped().values()
    if any(f" {phrase} " in said for table in (english, *others) for phrase in table.fails):
        return True
    done = any(word in english.done or _participle_of_write(word, english.writes) for word in words)
    if done and _NEGATIONS.intersection(words):
        return True
    return any(table.done.intersection(plain) and table.failed.intersection(plain) for table in others)


def _participle_of_write(word: str, writes: frozenset[str]) -> bool:
    """saved, added, submitted, applied."""
    stems = (word[:-1], word[:-2], word[:-3], word[:-3] + "y") if word.endswith("ed") else ()
    return any(stem in writes for stem in stems)
