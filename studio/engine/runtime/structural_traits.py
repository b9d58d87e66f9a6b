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


def in_frame(locator: StructuralLocator, elements: Iterable[Element], *, scrubbed: bool) -> tuple[Element, ...]:
    """The elements in the recorded frame of a page: a frame of another name is another place, whatever it shows.

    The parts of the path that were recorded must come in that order; of a `scrubbed` locator all may be left out.
    """
    wanted = [_frame_part(part) for part in locator.frame]
    if not wanted and not scrubbed:
        return tuple(e for e in elements if not e.frame)
    return tuple(e for e in elements if _in_order(wanted, [_frame_part(part) for part in e.frame]))


_ORIGIN = re.compile(r"^[a-z][a-z0-9+.-]*://[^/]*", re.I)
_NUMBERED = re.compile(r"^\[\d+\]$")


def _frame_part(part: str) -> str:
    """A part of a frame's path without what differs between two hosts; frames that only have a number are alike."""
    return "[]" if _NUMBERED.match(part) else _ORIGIN.sub("", part)


def _in_order(wanted: list[str], path: list[str]) -> bool:
    rest = iter(path)
    return all(part in rest for part in wanted)


def nameless(locator: StructuralLocator, elements: Iterable[Element], *, typed: bool) -> Element | None:
    """The only control of its kind that nothing names in its part of the window: the page of an editor.

    By what stands there: the only one of its kind in its section, or in the window, then and now; or the one with the
    recorded text before it. Only what is `typed` into is found so: of the nameless things that are pressed, the
    picture tells which one it is. Else it must stand at the recorded place of its program's tree, and no other
    nameless one in the same branch.
    """
    if is_named(locator):
        return None
    kind = [e for e in elements if same_kind(locator, e) and e.tag == locator.tag and not is_named(e)]
    framed = [e for e in kind if e.frame == locator.frame]
    alike = [e for e in framed if _branch(e.selector) == _branch(locator.selector)]
    if locator.selector and len(alike) == 1 and alike[0].selector == locator.selector:
        return alike[0]
    in_tree = [e for e in framed or kind if not e.selector or _branch(e.selector) == _branch(locator.selector)]
    return _alone(locator, in_tree) if typed else None


def _alone(locator: StructuralLocator, kind: list[Element]) -> Element | None:
    there = [e for e in kind if e.section == locator.section]
    if locator.among == 1 and len(there) == 1:
        return there[0]
    if locator.among <= 1 and locator.count == 1 and len(kind) == 1:
        return kind[0]
    behind = [e for e in there or kind if locator.before and e.before[:1] == locator.before[:1]]
    return behind[0] if len(behind) == 1 else None


def _branch(selector: str) -> str:
    return _PLACES.sub("", selector)


def is_named(one: StructuralLocator | Element) -> bool:
    """Whether its program gives it a name or identifier; a text that stands near is a guess, and no name."""
    said = () if one.guessed else (one.name, one.label)
    stable = "" if looks_generated(one.element_id) else one.element_id
    return any((*said, stable, one.test_id, one.name_attr, one.placeholder))


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
    if locator.role != "gridcell" or not locator.column or is_named(locator):
        return ()
    return tuple(e for e in elements if same_kind(locator, e) and same(e.column, locator.column))
