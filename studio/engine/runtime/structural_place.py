"""Of several elements that say the same: which one stands in the recorded place. Pure comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterable

from studio.engine.model.anchor import Anchor, StructuralLocator
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.text import squash

_FIGURES = re.compile(r"\d+")
_PLACE = ("frame", "section", "column", "href")


def narrowed(
    locator: StructuralLocator, elements: tuple[Element, ...], *, in_row: bool = False, more: bool = False
) -> tuple[Element, ...]:
    """Of several alike, those that also share frame, section, column, link and what comes before; a trait that no
    candidate shares tells nothing and is passed over.

    Where that leaves several, the recorded selector or number among its likes tells, but not where other things come
    before all of them than when it was recorded. `in_row`: they stand in rows that say the same, of which no place
    tells anything. `more`: there are more of them than when it was recorded; the one too many may be a copy.
    """
    left = elements
    for trait in _PLACE:
        wanted = getattr(locator, trait)
        left = tuple(e for e in left if wanted and getattr(e, trait) == wanted) or left
    if len(left) == 1 or in_row:
        return left
    if more:  # where its name was the only one, nobody has ever told it from another by what comes before it
        return _apart(locator, left) if locator.count > 1 else left
    behind = _behind_the_same(locator, left)
    left = behind or left
    if len(left) == 1 or behind == ():
        return left
    selected = tuple(e for e in left if locator.selector and e.selector == locator.selector)
    return selected if len(selected) == 1 else _by_order(locator, elements, left)


def _apart(locator: StructuralLocator, elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """The one that alone stands behind what the recorded one stood behind, where no other stands right behind a text of
    its own name: there it was made once more."""
    wanted, own = _told(locator.before)[:1], squash(locator.name or locator.label)
    near = tuple(e for e in elements if wanted and _told(e.before)[:1] == wanted)
    copied = any(_told(e.before)[:1] == (own,) != wanted for e in elements)
    return near if len(near) == 1 and not copied else elements


def _behind_the_same(locator: StructuralLocator, elements: tuple[Element, ...]) -> tuple[Element, ...] | None:
    """Those with the same before them: all of it, or the nearest or the next of it where these do not disagree. None
    where that is not known."""
    wanted = _told(locator.before)
    before = {e.index: _told(e.before) for e in elements}
    if not wanted or not any(before.values()):
        return None
    exact = tuple(e for e in elements if before[e.index] == wanted)
    if exact:
        return exact
    near, next_ = (
        tuple(e for e in elements if before[e.index][at : at + 1] == wanted[at : at + 1] != ()) for at in (0, 1)
    )
    if near and next_:
        return tuple(e for e in near if e in next_)
    return near or next_


def _told(before: tuple[str, ...]) -> tuple[str, ...]:
    """What comes before, as it is compared: counts and dates in it change from day to day."""
    return tuple(_FIGURES.sub("#", squash(text)) for text in before)


def _by_order(
    locator: StructuralLocator, elements: tuple[Element, ...], left: tuple[Element, ...]
) -> tuple[Element, ...]:
    """The one that is the recorded number among as many likes in its place; else those that are `left`."""
    likes = sorted((e for e in elements if _stands(locator, e)), key=lambda e: e.index)
    if not locator.order < len(likes) == locator.among or likes[locator.order] not in left:
        return left
    return (likes[locator.order],)


def _stands(locator: StructuralLocator, element: Element) -> bool:
    return (element.frame, element.section) == (locator.frame, locator.section)


def standing_where_recorded(locator: StructuralLocator, elements: Iterable[Element]) -> tuple[Element, ...]:
    """Those that share every recorded trait of place; the selector only where there was no other."""
    wanted = {trait: value for trait in _PLACE if (value := getattr(locator, trait))}
    wanted = wanted or {"selector": locator.selector}
    there = tuple(e for e in elements if all(getattr(e, trait) == value for trait, value in wanted.items()))
    behind = _behind_the_same(locator, there)
    return there if behind is None else behind


_SURROUNDINGS = 0.5
"""Part of the recorded texts around a target that must still be there for its identifier alone to name it."""


def same_surroundings(anchor: Anchor, element: Element, snapshot: StructureSnapshot) -> bool:
    """Whether an element that is only known by its identifier stands where the recorded one stood: under the same
    heading, among most of the texts that were around it. A form with the same identifiers may be another form."""
    recorded = anchor.structural.section if anchor.structural else ""
    section = not recorded or not element.section or squash(recorded) == squash(element.section)
    marks = [squash(mark.ocr_text) for mark in anchor.landmarks] or [squash(text) for text in anchor.nearby_texts]
    if not marks:
        return section
    live = {squash(run.text) for run in snapshot.texts}
    live |= {squash(said) for e in snapshot.elements for said in (e.name, e.label, e.placeholder)}
    there = sum(mark in live for mark in marks) / len(marks)
    return there == 1.0 or (section and there >= _SURROUNDINGS)


_COUNT = re.compile(r"(\d{1,3}) (?=\D)")
"""How many there are of what the words after it say: “4 Pages”. Numbers that name a record are longer or come last."""


def counted(locator: StructuralLocator, elements: Iterable[Element]) -> Element | None:
    """The one link of its place that says the same but for how many there are, and leads where the recorded one led.

    Where it leads is a second kind of evidence: of “12 Main Street” and “14 Main Street” the links differ.
    """
    wanted = _parted(locator.name)
    if wanted is None or not locator.href or locator.href.startswith(("#", "javascript:")):
        return None
    alike = [e for e in elements if e.role == locator.role and _stands(locator, e) and _says(e, wanted[1])]
    if len(alike) != 1 or _leads_to(alike[0].href, alike[0].name) != _leads_to(locator.href, locator.name):
        return None
    return alike[0]


def _parted(name: str) -> tuple[str, str] | None:
    """The count at the beginning of a name, and its words."""
    found = _COUNT.match(name)
    return (found[1], squash(name[found.end() :])) if found else None


def _says(element: Element, words: str) -> bool:
    parted = _parted(element.name)
    return parted is not None and parted[1] == words


def _leads_to(href: str, name: str) -> str:
    """The address without what only repeats the count."""
    parted = _parted(name)
    return re.sub(rf"(?<==){parted[0]}(?=&|#|$)", "", href) if parted else href
