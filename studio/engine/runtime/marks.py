"""The entry of a list, tree or menu that is marked while keys walk through it: it is the one that is acted on. Pure."""

from __future__ import annotations

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.text import spelled

TAKES = frozenset({"Enter", "Tab", "Space", " "})
"""Keys that take the marked entry."""
WALKS = frozenset({"ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "PageDown", "PageUp"})
"""Keys that mark another entry."""
_ROLES = frozenset({"option", "menuitem", "menuitemradio", "menuitemcheckbox"})
_ROWS = frozenset({"treeitem", "listitem", "row", "cell", "gridcell", "tablecell", "rowheader", "radio", "tab"})
_MARKS = ("active", "focused", "selected")


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


def newly_marked(before: StructureSnapshot, after: StructureSnapshot) -> tuple[str, Region] | None:
    """What the entry or row says that is marked now and was not before, and where it stands, px of the screen; None
    where that is none, or several."""
    former = _marked(before)
    now = [each for each in _marked(after).items() if each[0] not in former]
    return now[0] if len(now) == 1 else None


def entries_told(shown: StructureSnapshot) -> list[tuple[str, Region]]:
    """What the entries and rows say of all lists, and where they stand, px of the screen; a row with its cells once."""
    told = [(_row_said(e), e) for e in shown.elements if e.role in _ROLES | _ROWS and (says(e) or e.row)]
    return list(dict.fromkeys((said, e.region if e.role in _ROLES else _across(e)) for said, e in told))


def _across(entry: Element) -> Region:
    """The height of a row, so that its cells stand at one place."""
    return Region(0, entry.region.y, 1, entry.region.h)


def _marked(shown: StructureSnapshot) -> dict[str, Region]:
    entries = [e for e in shown.elements if e.role in _ROLES | _ROWS and (says(e) or e.row)]
    return {_row_said(e): e.region for e in entries if any(getattr(e, mark) for mark in _MARKS)}


def _row_said(entry: Element) -> str:
    return spelled(" ".join(entry.row)) if entry.role in _ROWS and entry.row else says(entry)


def says(entry: Element) -> str:
    """What the entry says, for comparing."""
    return spelled(entry.name or entry.text)


def entries_of(shown: StructureSnapshot) -> list[Element]:
    """The entries of all lists and menus that are open."""
    return [e for e in shown.elements if e.role in _ROLES]
