"""Which texts of a row name its record: its name, its numbers and dates. Pure, the same for structure and pixels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from studio.engine.compiler.words import CALENDAR, RELATIVE, is_own_verb
from studio.engine.vision.reading import letters
from studio.engine.vision.text import tokens

LEAST_DIGITS = 4
"""Figures of a record's number or date; a single word needs three, or letters beside figures. Fewer are counts."""

NO_ROW = "It stands alone: not in a row, a list or a card among others."
NO_TEXT = "No other text stands in its row."
UNREAD = "No other text can be read in its row."
TWINS = "Another row shows the same texts, so they do not tell it apart."

_AMOUNT = re.compile(r"[$€£¥%]|^-?\d[\d',. ]*[.,]\d\d(\s*[A-Z]{3})?$")
_COUNT = re.compile(r"\d{1,3} (of|von|de|sur|di|van|av|af|z) \d{1,3}", re.IGNORECASE)
_MANY = re.compile(r"\d{1,3} ([^\W\d_]+)")
_DECIMAL = re.compile(r"\d+[.,]\d\d")
_DATE = re.compile(r"\d{1,4}[-/.:]\s?\d{1,2}([-/.:]\s?\d{1,4})?\b")


def identifying(cells: Sequence[str], shared: Sequence[AbstractSet[int]]) -> tuple[int, ...] | None:
    """The indices of the cells by which the record is known. None where another row shows all of them.

    `shared` holds, for each other row, the indices of the cells that it shows too. What most others show may be a word
    of the program or the date of today. Reasons and states can be unique by chance and change: they count only where
    nothing else tells two rows apart.
    """
    shown = Counter(i for row in shared for i in row)
    common = {i for i, times in shown.items() if 2 * times > len(shared) > 1}
    numbers = [i for i, cell in enumerate(cells) if is_number(cell) and not (i in common and _is_date(cell))]
    names = [i for i, cell in enumerate(cells) if _is_name(cell)]
    named = [i for i in names if i not in common] or names
    chosen = sorted({*numbers, *(_name(cells, named) if numbers else named[:2])})
    for row in shared:
        if row >= set(chosen):
            telling = next((i for i in range(len(cells)) if i not in row), None)
            if telling is None:
                return None
            chosen = sorted({*chosen, telling})
    return tuple(chosen)


def is_number(cell: str) -> bool:
    """Whether a text is a number or a date that can name a record: not a count, an age or an amount of money."""
    figures = sum(c.isdigit() for c in cell)
    if (_AMOUNT.search(cell) or _COUNT.fullmatch(cell)) and (_DECIMAL.fullmatch(cell) or not _is_date(cell)):
        return False  # two figures after a point are cents, also where they could be a month: a price changes
    alone = len(cell.split()) == 1 and (figures >= 3 or (figures >= 2 and letters(cell) >= 1))
    return figures >= LEAST_DIGITS or alone


def _is_date(cell: str) -> bool:
    return _DATE.fullmatch(cell.split()[0]) is not None or any(word in CALENDAR for word in tokens(cell))


def _is_name(cell: str) -> bool:
    """Readers take an O for a 0: a few figures among letters make no number of a name."""
    figures = sum(c.isdigit() for c in cell)
    named = letters(cell) >= 2 and letters(cell) > 2 * figures and not _is_many(cell)
    return named and not is_number(cell) and not is_own_verb(cell)


def is_many(cell: str) -> bool:
    """Whether a text that is a control's own says how many there are of something: a number, then one word.

    A place may be called so too (“4 West”): where it stands beside a control it is taken for a name.
    """
    return _MANY.fullmatch(cell) is not None and not _is_date(cell)


def is_relative_time(cell: str) -> bool:
    """Whether a text says how long ago something was (“26 minutes ago”, “yesterday”): later it reads differently, so it
    tells no row apart."""
    words = tokens(cell)
    return "ago" in words or (bool(words) and RELATIVE.issuperset(words))


def _is_many(cell: str) -> bool:
    """Whether a text says how many there are of something: “2 open”, “9 present”, but no “3 March” and no “4 West”."""
    many = _MANY.fullmatch(cell)
    return many is not None and many.group(1).islower() and not _is_date(cell)


def _name(cells: Sequence[str], named: Sequence[int]) -> Sequence[int]:
    """The first text that is a name; of a single word (a family name) also the next one, beside it."""
    if not named:
        return ()
    first = named[0]
    alone = len(cells[first].split()) == 1
    return named[:2] if alone and named[1:2] == [first + 1] else [first]
