"""English words by which the compiler judges labels and texts. Data: extend the tables, not the code."""

from __future__ import annotations

from studio.engine.vision.text import tokens


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


WRITES = _set("""
    add apply approve archive assign authorise authorize bill book buy cancel charge checkout commit complete confirm
    create deactivate decline delete deny disable discharge dispatch dispense dispose enrol enroll erase file finalise
    finalize finish generate import issue merge ok okay order overwrite pay post prescribe proceed process publish
    purchase refund register reject release remove renew replace reset revoke save schedule send settle sign submit
    transfer unassign update upload void withdraw write yes
""")
"""Verbs that change a record, when a label begins with one of them; the last word of a question (ok, yes) too."""

READS = _set("""
    back browse calendar choose clear close collapse continue dashboard details edit expand filter find go help
    history home inbox list load login logout lookup menu more new next open previous preview query refresh
    search select settings show signin sort start tab view visit zoom
""")
"""Words that navigate, look up or open a form: nothing is written yet."""

ALONE = _set("add bill book cancel create file import issue order print reset schedule start")
"""Words that alone on a control open something or go back; with an object behind them they write."""

KEEPS = _set("cancel print reset start")
"""Of these the ones that store nothing, even where they send a form."""

SIGN_IN = ("sign in", "log in", "log on", "sign on", "sign out", "log out", "log off", "sign up")
"""Phrases about the session: no record changes."""

OPENS_FORM = ("add new", "create new")
"""Openings of labels that lead to an empty form: the write comes with its save button."""

DONE = _set("success successful successfully sent paid done stored recorded changed edited modified admitted")
"""Words of a message that says that a write has happened, beside those that WRITES ends in -ed for."""

FAILED = _set("not no never failed failure error errors invalid cannot unable denied rejected refused required missing")
"""Words of a message that says that it has not."""

CALENDAR = _set("""
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
    today yesterday tomorrow now ago am pm
""")
"""Words of dates and times: they differ on the next day."""

TRANSIENT = _set("loading saving processing searching connecting wait sending updating")
"""A text with such a word goes away by itself."""

EMPTY = _set("no none nothing empty null 0")
"""A text that begins or ends so tells of missing data: it is gone when there is some."""


def is_own_verb(label: str) -> bool:
    """Whether a label is one of the program's own verbs alone (Open, Save): a typed text can equal it by chance."""
    words = tokens(label)
    return len(words) == 1 and words[0] in WRITES | READS | ALONE


def tells_success(text: str) -> bool:
    """Whether a sentence says that something has been written: `The patient was added successfully`."""
    words = tokens(text)
    done = any(word in DONE or _participle_of_write(word) for word in words)
    return len(words) >= 2 and done and not FAILED.intersection(words)


def _participle_of_write(word: str) -> bool:
    """saved, added, submitted, applied."""
    stems = (word[:-1], word[:-2], word[:-3], word[:-3] + "y") if word.endswith("ed") else ()
    return any(stem in WRITES for stem in stems)
