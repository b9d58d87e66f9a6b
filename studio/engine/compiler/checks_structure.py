"""Postconditions from snapshots: new texts, changed states, grown lists; for writes only fresh evidence counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from studio.engine.compiler.history import Past, last_of_screen, last_with_list, last_with_text, times
from studio.engine.compiler.locators import locator_of, same_element
from studio.engine.compiler.row_structure import row_cells
from studio.engine.compiler.snapshot_texts import is_field, program_texts
from studio.engine.compiler.texts import goes_on, letters, tells_of_nothing
from studio.engine.compiler.values import Variables, constant_part, telling_part
from studio.engine.compiler.words import is_own_verb, tells_success
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot, no_longer_unsaved
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.vision.text import squash
from studio.engine.vision.whole_text import says

MOST_TEXTS = 2
STATES = ("checked", "pressed", "selected", "expanded")

LOW = 0.5
"""Part of the frame's height below which a text is out of sight at a zoom of 150 to 200 %."""

SHORT = 6
"""Letters below which a text is found too easily inside of others."""

MOST_MESSAGES = 3
"""Rows up to which a list may be one of messages; a longer one holds data."""

LEAST_VALUE = 4
"""Letters of a typed value that may prove a write; a shorter one is found by chance."""

LEAST_NAMED = 2
"""Letters of a typed value that, as whole words of a text that came up, tells whose record was written: a pulse."""

NEAR_PX = 8
"""A text belongs to a dialog where it stands on the line of one of its controls."""

LONGEST = 60
"""Letters of an asserted text that count as a gain; a longer one is a paragraph, which wraps and is reworded."""


@dataclass(frozen=True, slots=True)
class Expectable:
    """A text that may be asserted: its constant part, the text it was cut from, and what speaks against it.

    It is a `cell` of a row, stands `in_list`, was `seen` at an earlier moment, stands `low` on the screen (at a larger
    zoom it would be out of sight), or is the label of something to `act` on, which may be renamed. It is an `outcome`
    where it says that something was written, and does not stand among data.
    """

    text: str
    source: str
    region: Region
    cell: bool = False
    in_list: bool = False
    seen: bool = False
    low: bool = False
    act: bool = False
    outcome: bool = False

    @property
    def rank(self) -> tuple[bool | int, ...]:
        """Smallest for the best: what is least likely to differ in another run."""
        return (*self.doubts, letters(self.text) < SHORT, self.act, -letters(self.text))

    @property
    def doubts(self) -> tuple[bool, ...]:
        """What makes it a poor check, the worst first."""
        empty, paragraph = tells_of_nothing(self.source), len(self.text) > LONGEST
        return self.cell, self.in_list, empty, paragraph, self.seen, self.text != self.source, self.low


def expectable(
    shown: StructureSnapshot,
    size: tuple[int, int],
    past: Sequence[Past],
    variables: Variables,
    labels: frozenset[str],
) -> list[Expectable]:
    """Texts of a snapshot that may be asserted, best first. `past` are the moments before the step."""
    found: dict[str, Expectable] = {}
    cells, actions = row_cells(shown), [e.region for e in shown.elements if not is_field(e)]
    data = [entry.region for entry in shown.lists if entry.rows > MOST_MESSAGES]
    for run in program_texts(shown, size):
        part = telling_part(run.text, variables)
        if part and letters(part) >= 3 and squash(part) not in labels:
            entry = Expectable(
                part,
                run.text,
                run.region,
                cell=squash(run.text) in cells,
                in_list=any(entry.region.contains(run.region.center) for entry in shown.lists),
                seen=last_with_text(past, squash(part)) is not None,
                low=run.region.center.y > LOW * size[1],
                act=any(region.contains(run.region.center) for region in actions),
                outcome=tells_success(run.text) and not any(region.contains(run.region.center) for region in data),
            )
            found.setdefault(squash(part), entry)
    return sorted(found.values(), key=lambda entry: entry.rank)


def new_texts(after: Iterable[Expectable], before: Past) -> tuple[Postcondition, ...]:
    """`text_present` for the best text that did not stand there just before, not even inside another.

    A second one is added only where nothing speaks against it. The cells of rows are data and left out.
    """
    fresh = [e for e in after if not e.cell and not any(squash(e.text) in key for key in before.counts)]
    return _present_all(fresh)


def lasting(after: Iterable[Expectable], decided: StructureSnapshot | None) -> list[Expectable]:
    """Texts that may be asserted of a step that can be undone: each a line of its own, with nothing in it that varies,
    which still stood there when the person went on (`decided`, where that was seen)."""
    whole = [entry for entry in after if entry.text == entry.source and not goes_on(entry.source)]
    if decided is None:
        return whole
    left = {squash(run.text) for run in decided.texts}
    return [entry for entry in whole if squash(entry.source) in left]


def brings_up(before: StructureSnapshot, target: Element) -> bool:
    """Whether the control stood nowhere on the screen before, by its role or its words: whoever finds it then knows
    that the step in between has worked."""
    said = squash(target.name or target.label or target.text)
    texts = {squash(run.text) for run in before.texts}
    return bool(said) and said not in texts and not any(_is_called(e, target, said) for e in before.elements)


def _is_called(element: Element, target: Element, said: str) -> bool:
    names = {squash(element.name), squash(element.label), squash(element.text)}
    return said in names or (bool(target.element_id) and element.element_id == target.element_id)


def closes_menu(before: StructureSnapshot, after: StructureSnapshot) -> bool:
    """Whether something that lay over a program's controls is gone: what had been beneath it is no news."""
    return before.of_desktop and _covered(before) > _covered(after)


def _covered(shown: StructureSnapshot) -> int:
    return len(shown.unspoken) + sum(bool(e.covered_by) for e in shown.elements)


def stood_before(entry: Expectable, past: Sequence[Past]) -> bool:
    """Whether the text was shown at any earlier moment."""
    return any(squash(entry.text) in key for moment in past for key in moment.counts)


def fresh_texts(after: Sequence[Expectable], past: Sequence[Past]) -> tuple[Postcondition, ...]:
    """For a write: texts that no earlier moment showed, best one that says that it was written (messages may be a
    list). Other content of lists counts only where nothing else does."""
    fresh = [e for e in after if last_with_text(past, squash(e.text)) is None]
    said = [e for e in fresh if e.outcome]
    outside = [e for e in fresh if not (e.in_list or e.cell)]
    return _present_all(said or outside or fresh)


def added_texts(
    after: Sequence[Expectable], now: Past, past: Sequence[Past], entered: frozenset[str]
) -> tuple[Postcondition, ...]:
    """For a write: what was `entered` and stands there more often than when the same screen was last seen."""
    last = last_of_screen(past, now.screen)
    for entry in after if last else ():
        flat = squash(entry.text)
        if flat not in entered:
            continue
        growth = times(now, flat) - times(last, flat) if last and entry.text == entry.source else 0
        if growth > 0 and last:
            return (Postcondition(kind=CheckKind.TEXT_ADDED, text=entry.text, since=last.since, by=growth),)
    return ()


def added_values(values: Mapping[str, str], now: Past, past: Sequence[Past]) -> tuple[Postcondition, ...]:
    """The value that was typed (the newest first, each with its parameter) and now stands on the screen outside of any
    field, more often than when the same screen was last seen, or than just before where it never was."""
    last = last_of_screen(past, now.screen) or past[0]
    for value, name in values.items():
        flat = squash(value)
        growth = times(now, flat) - times(last, flat)
        if len(flat) >= LEAST_VALUE and growth > 0:
            return (Postcondition(kind=CheckKind.TEXT_ADDED, text=value, param=name, since=last.since),)
    return ()


def left_field(
    shown: tuple[Postcondition, ...], element: Element | None, before: StructureSnapshot, after: StructureSnapshot
) -> tuple[Postcondition, ...]:
    """For a write in the midst of a page: the `shown` value, where no field holds it any more.

    Where the button that was pressed is gone with its form or dialog, that must be so as well: a dialog that stays open
    may show what was put together in it. Nothing where the value stood neither in a field nor in such a form.
    """
    values = [squash(check.text or "") for check in shown]
    if not values or any(_holds(e, value) for e in after.elements for value in values):
        return ()
    label = (element.text or element.name) if element is not None else ""
    gone = bool(label) and _says(before, label) and not _says(after, label)
    if gone:
        return (*shown, Postcondition(kind=CheckKind.TEXT_ABSENT, text=label))
    return shown if all(any(_holds(e, value) for e in before.elements) for value in values) else ()


def _holds(element: Element, value: str) -> bool:
    return element.editable and value in squash(element.value or "")


def _says(shown: StructureSnapshot, label: str) -> bool:
    return any(says(run.text, label) for run in shown.texts)


def named_values(
    values: Mapping[str, str], after: Sequence[Expectable], past: Sequence[Past]
) -> tuple[Postcondition, ...]:
    """The parameter (the newest first) whose value stands in a text that came up with this step. It may have stood
    elsewhere before: it tells whose record was written, not whether."""
    fresh = [e.source for e in after if last_with_text(past, squash(e.text)) is None]
    for value, name in values.items():
        if len(squash(value)) >= LEAST_NAMED and any(says(source, value) for source in fresh):
            return (Postcondition(kind=CheckKind.TEXT_PRESENT, text=value, param=name),)
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


def closed_dialog(
    element: Element | None, before: StructureSnapshot, after: StructureSnapshot, variables: Variables
) -> tuple[Postcondition, ...]:
    """For a write in a dialog of the desktop that then closed, and no other came up: what stood in it is gone.

    A program that refuses keeps its dialog open, or asks in another, and then the run halts. In a page it proves
    nothing: a form may vanish whatever came of it.
    """
    if element is None or not before.of_desktop or len(after.dialogs) >= len(before.dialogs):
        return ()
    if any(other.frame == element.frame for other in after.elements):
        return ()
    inside = [e.region for e in before.elements if e.frame == element.frame]
    left = {squash(run.text) for run in after.texts}
    gone = [
        run.text
        for run in before.texts
        if any(run.region.y >= region.y - NEAR_PX and run.region.bottom <= region.bottom + NEAR_PX for region in inside)
        and constant_part(run.text, variables) == run.text
        and letters(run.text) >= LEAST_VALUE
        and not any(squash(run.text) in text for text in left)
    ]
    best = max(gone, key=letters, default=None)
    return (Postcondition(kind=CheckKind.TEXT_ABSENT, text=best),) if best else ()


def saved_mark(before: StructureSnapshot, after: StructureSnapshot) -> tuple[Postcondition, ...]:
    """For a write: a window of the desktop that is still there marked unsaved changes just before and does no more."""
    saved = no_longer_unsaved(before, after)
    return (Postcondition(kind=CheckKind.SAVED, text=saved[0]),) if saved else ()


def greyed_again(
    acted: Element | None, before: StructureSnapshot, after: StructureSnapshot, earlier: Iterable[StructureSnapshot]
) -> tuple[Postcondition, ...]:
    """For a write on the desktop: the control that was pressed (by a key: one that writes) cannot be used any more, as
    before anything was changed. Of a page that tells nothing: it may only be sending.
    """
    if not before.of_desktop:
        return ()
    candidates = [acted] if acted is not None and not is_field(acted) else [e for e in before.elements if _writes(e)]
    past = tuple(earlier)
    for element in candidates:
        now = same_element(element, after)
        if element.disabled or now is None or not now.disabled:
            continue
        if any((was := same_element(element, shown)) is not None and was.disabled for shown in past):
            return (_state(element, after, "disabled", True),)
    return ()


def _writes(element: Element) -> bool:
    return element.role in ("button", "menuitem") and is_own_verb(element.name)


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
    """After a key that moves on: which field has the keyboard now. Of one that nothing names, what is read back of it
    tells."""
    focused = after.focused
    if focused is None or not is_field(focused) or not (focused.name or focused.label or focused.element_id):
        return ()
    return (_state(focused, after, "focused", True),)


def _state(element: Element, snapshot: StructureSnapshot, name: str, value: bool) -> Postcondition:
    locator = locator_of(element, snapshot)
    return Postcondition(kind=CheckKind.STATE, locator=locator, attribute=name, value=str(value).lower())


def _present_all(best: Sequence[Expectable]) -> tuple[Postcondition, ...]:
    """The best text, and the next that nothing speaks against."""
    more = [entry for entry in best[1:] if not any(entry.doubts)]
    return tuple(_present(entry.text) for entry in (*best[:1], *more)[:MOST_TEXTS])


def _present(text: str) -> Postcondition:
    return Postcondition(kind=CheckKind.TEXT_PRESENT, text=text)
