"""Which live elements carry which traits of a recorded locator. Pure comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterable

from studio.engine.model.anchor import StructuralLocator
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.text import normalise

_GENERATED = re.compile(r"(^|[-_:])(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{6,}$|\d{4,}|^[:_]|^[a-z0-9]{12,}$", re.I)


def looks_generated(identifier: str) -> bool:
    """Whether an id looks made by a program for one load: long digits, hashes, framework prefixes."""
    return bool(_GENERATED.search(identifier))


_PLACES = re.compile(r"\[\d+\]")

DESKTOP = "desktop:"
"""How the address of a snapshot of a whole desktop begins; the first of an element's frames is then its program."""


def of_program(locator: StructuralLocator, snapshot: StructureSnapshot) -> tuple[Element, ...]:
    """On a desktop, the elements of the recorded program: what another one shows is never meant."""
    if not snapshot.url.startswith(DESKTOP) or not locator.frame:
        return snapshot.elements
    return tuple(e for e in snapshot.elements if e.frame[:1] == locator.frame[:1])


def nameless(locator: StructuralLocator, elements: Iterable[Element]) -> Element | None:
    """The only control of its kind that nothing names in its part of the window: the page of an editor.

    It must stand at the recorded place of its program's tree, and no other nameless one in the same branch.
    """
    if not locator.selector or _named(locator):
        return None
    kind = (e for e in elements if same_kind(locator, e) and e.frame == locator.frame and not _named(e))
    alike = [e for e in kind if _branch(e.selector) == _branch(locator.selector)]
    return alike[0] if len(alike) == 1 and alike[0].selector == locator.selector else None


def _branch(selector: str) -> str:
    return _PLACES.sub("", selector)


def _named(one: StructuralLocator | Element) -> bool:
    return any((one.name, one.label, one.element_id, one.test_id, one.name_attr, one.placeholder))


def same(a: str, b: str) -> bool:
    """Equal as a person reads them; empty never equals."""
    return bool(a) and normalise(a) == normalise(b)


def same_kind(locator: StructuralLocator, element: Element) -> bool:
    """Whether the element is of the recorded role (or, without roles, of the same tag and input type)."""
    if locator.role or element.role:
        return locator.role == element.role
    return locator.tag == element.tag and locator.input_type == element.input_type


def by_label(locator: StructuralLocator, elements: Iterable[Element]) -> tuple[Element, ...]:
    """Elements of the same kind whose name (or field label) is the recorded one."""
    return tuple(e for e in elements if same_kind(locator, e) and carries_label(locator, e))


def carries_label(locator: StructuralLocator, element: Element) -> bool:
    """Whether the element says what the recorded one said."""
    return same(locator.name, element.name) or (not locator.name and same(locator.label, element.label))


_PRESSED = frozenset({"button", "link", "menuitem", "tab"})
"""Roles that a redesign gives to the same thing: a button becomes a link, a link a tab."""


def retyped(locator: StructuralLocator, elements: Iterable[Element]) -> tuple[Element, ...]:
    """Elements that say what the recorded one said and are pressed as it was, though by another role."""
    if locator.role not in _PRESSED or not locator.name:
        return ()
    return tuple(e for e in elements if e.role in _PRESSED and e.role != locator.role and carries_label(locator, e))


def by_identifier(locator: StructuralLocator, elements: Iterable[Element]) -> tuple[Element, ...]:
    """Elements that carry the recorded test id, or stable id, or form name, the strongest that matches any."""
    pool = tuple(elements)
    for trait in ("test_id", "element_id", "name_attr"):
        wanted = getattr(locator, trait)
        if not wanted or (trait == "element_id" and looks_generated(wanted)):
            continue
        hits = tuple(e for e in pool if getattr(e, trait) == wanted)
        if hits:
            return hits
    return ()


def same_id(locator: StructuralLocator, element: Element) -> bool:
    """Whether the element carries the recorded id, which a page gives once."""
    return bool(locator.element_id) and element.element_id == locator.element_id


def in_column(locator: StructuralLocator, elements: Iterable[Element]) -> tuple[Element, ...]:
    """The cells of the recorded column, where nothing but row and column says which cell is meant."""
    if locator.role != "gridcell" or not locator.column or _named(locator):
        return ()
    return tuple(e for e in elements if same_kind(locator, e) and same(e.column, locator.column))


_PLACE = ("frame", "section", "column", "href")


def narrowed(
    locator: StructuralLocator, elements: tuple[Element, ...], *, by_position: bool = True
) -> tuple[Element, ...]:
    """Of several alike, those that also share frame, section, column, link and (`by_position`) selector; a trait
    that no candidate shares tells nothing and is passed over. Of two rows that say the same a position tells nothing.
    """
    left = elements
    for trait in (*_PLACE, "selector") if by_position else _PLACE:
        wanted = getattr(locator, trait)
        hits = tuple(e for e in left if wanted and getattr(e, trait) == wanted)
        left = hits or left
        if len(left) == 1:
            break
    return left


def standing_where_recorded(locator: StructuralLocator, elements: Iterable[Element]) -> tuple[Element, ...]:
    """Those that share every recorded trait of place; the selector only where there was no other."""
    wanted = {trait: value for trait in _PLACE if (value := getattr(locator, trait))}
    wanted = wanted or {"selector": locator.selector}
    return tuple(e for e in elements if all(getattr(e, trait) == value for trait, value in wanted.items()))
