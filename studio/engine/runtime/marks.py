"""The entry of a list or menu that is marked while keys walk through it: it is the one that Enter takes. Pure."""

from __future__ import annotations

from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.text import spelled

TAKES = frozenset({"Enter", "Tab", "Space", " "})
"""Keys that take the marked entry."""
_ROLES = frozenset({"option", "menuitem", "menuitemradio", "menuitemcheckbox"})


def marked_entry(shown: StructureSnapshot) -> Element | None:
    """The one entry that is marked; None where none is, or more than one could be it."""
    entries = entries_of(shown)
    focused = shown.focused
    opened = focused is not None and (focused.role == "combobox" or focused.expanded is True)
    for mark in ("active", "focused", *(("selected",) if opened else ())):
        marked = [e for e in entries if getattr(e, mark)]
        if marked:
            return marked[0] if len(marked) == 1 else None
    return None


def says(entry: Element) -> str:
    """What the entry says, for comparing."""
    return spelled(entry.name or entry.text)


def entries_of(shown: StructureSnapshot) -> list[Element]:
    """The entries of all lists and menus that are open."""
    return [e for e in shown.elements if e.role in _ROLES]
