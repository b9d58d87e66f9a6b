"""Postconditions from snapshots: new texts, changed states, grown lists; for writes only fresh evidence counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from studio.engine.compiler.history import Past, last_of_screen, last_with_list, last_with_text, times
from studio.engine.compiler.locators import locator_of, same_element
from studio.engine.compiler.row_structure import row_cells
from studio.engine.compiler.snapshot_texts import is_field, program_texts
from studio.engine.compiler.texts import letters, tells_of_nothing
from studio.engine.compiler.values import Variables, constant_part
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.vision.text import squash

MOST_TEXTS = 2
STATES = ("checked", "pressed", "selected", "expanded")

LONGEST = 60
"""Letters of an asserted text that count as a gain; a longer one is a paragraph, which wraps and is reworded."""


@dataclass(frozen=True, slots=True)
class Expectable:
    """A text that may be asserted: its constant part, and the text it was cut from."""

    text: str
    source: str
    in_list: bool = False
    seen: bool = False
    cell: bool = False

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, bool, bool, int]:
        """No cell, outside of lists, not of missing data, no paragraph, not seen earlier, whole, longest."""
        empty = tells_of_nothing(self.source)
        paragraph = len(self.text) > LONGEST
        return self.cell, self.in_list, empty, paragraph, self.seen, self.text != self.source, -letters(self.text)


def expectable(
    shown: StructureSnapshot,
    size: tuple[int, int],
    past: Sequence[Past],
    variables: Variables,
    labels: frozenset[str],
) -> list[Expectable]:
    """Texts of a snapshot that may be asserted, best first. `past` are the moments before the step."""
    found: dict[str, Expectable] = {}
    cells = row_cells(shown)
    for run in program_texts(shown, size):
        part = constant_part(run.text, variables)
        if part and letters(part) >= 3 and squash(part) not in labels:
            in_list = any(entry.region.contains(run.region.center) for entry in shown.lists)
            seen = last_with_text(past, squash(part)) is not None
            found.setdefault(squash(part), Expectable(part, run.text, in_list, seen, squash(run.text) in cells))
    return sorted(found.values(), key=lambda entry: entry.rank)


def new_texts(after: Iterable[Expectable], before: Past) -> tuple[Postcondition, ...]:
    """`text_present` for the best texts that did not stand there just before, not even inside another.

    The cells of rows are data and left out.
    """
    fresh = [e for e in after if not e.cell and not any(squash(e.text) in key for key in before.counts)]
    return tuple(_present(e.text) for e in fresh[:MOST_TEXTS])


def fresh_texts(after: Sequence[Expectable], past: Sequence[Past]) -> tuple[Postcondition, ...]:
    """For a write: texts that no earlier moment showed. Content of lists counts only where nothing else does."""
    fresh = [e for e in after if last_with_text(past, squash(e.text)) is None]
    outside = [e for e in fresh if not (e.in_list or e.cell)]
    return tuple(_present(e.text) for e in (outside or fresh)[:MOST_TEXTS])


def added_texts(after: Sequence[Expectable], now: Past, past: Sequence[Past]) -> tuple[Postcondition, ...]:
    """For a write: the text that stands there more often than when the same screen was last seen."""
    last = last_of_screen(past, now.screen)
    for entry in after if last else ():
        flat = squash(entry.text)
        growth = times(now, flat) - times(last, flat) if last and entry.text == entry.source else 0
        if growth > 0 and last:
            return (Postcondition(kind=CheckKind.TEXT_ADDED, text=entry.text, since=last.since, by=growth),)
    return ()


def grown_lists(now: Past, past: Sequence[Past]) -> tuple[Postcondition, ...]:
    """`rows_added` for each list that has more rows than when it was last shown."""
    checks = []
    for name, rows in now.lists.items():
        last = last_with_list(past, name)
        if last and last.nameable and rows > last.lists[name]:
            by = rows - last.lists[name]
            checks.append(Postcondition(kind=CheckKind.ROWS_ADDED, text=name, since=last.since, by=by))
    return tuple(checks)


def state_checks(element: Element, after: StructureSnapshot) -> tuple[Postcondition, ...]:
    """The states of the acted element that changed; for a field that it now has the keyboard."""
    now = same_element(element, after)
    if now is None:
        return ()
    changed = [s for s in STATES if getattr(now, s) is not None and getattr(now, s) != getattr(element, s)]
    if not changed and is_field(now) and now.focused:
        changed = ["focused"]
    return tuple(_state(element, after, name, getattr(now, name)) for name in changed)


def focus_check(after: StructureSnapshot) -> tuple[Postcondition, ...]:
    """After a key that moves on: which field has the keyboard now."""
    focused = after.focused
    return (_state(focused, after, "focused", True),) if focused and is_field(focused) else ()


def _state(element: Element, snapshot: StructureSnapshot, name: str, value: bool) -> Postcondition:
    locator = locator_of(element, snapshot)
    return Postcondition(kind=CheckKind.STATE, locator=locator, attribute=name, value=str(value).lower())


def _present(text: str) -> Postcondition:
    return Postcondition(kind=CheckKind.TEXT_PRESENT, text=text)
