"""Which entry was picked: the text by which people call it, and what kind of text that is. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.texts import readable, varies
from studio.engine.compiler.words import is_own_verb
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import ActionKind
from studio.engine.vision.text import squash

PICKED = frozenset({ActionKind.CLICK, ActionKind.DOUBLE_CLICK, ActionKind.RIGHT_CLICK})
CHOICES = frozenset({"option", "treeitem", "menuitemradio", "radio"})
"""Roles of what is one of several by what it says, wherever it stands."""
CELLS = frozenset({"row", "cell", "gridcell", "listitem", "tablecell"})
"""Roles of what shows data; so does a link on a name."""

_SAME_COLUMN_PX = 12
_FIGURES = 3
_CODE = re.compile(r"[^\s.,]*\d[^\s.,]*")
_DATE = re.compile(r"\d{1,4}([-./])\d{1,2}\1\d{1,4}")


@dataclass(frozen=True, slots=True)
class Entry:
    """The text by which an entry is picked. `cell`: its place among the texts of the row; None: the target says it."""

    text: str
    cell: int | None = None


def picked_entry(draft: StepDraft, snapshot: StructureSnapshot | None) -> Entry | None:
    """The entry that the step picks; None where it works a control that is no entry of a list, tree, grid or group."""
    if draft.led_to:
        return Entry(draft.led_to) if _is_key(draft.led_to) else None
    if draft.action not in PICKED or draft.target is None:
        return None
    anchor, role = draft.target.anchor, draft.element.role if draft.element else ""
    label, identity = draft.label or "", draft.target.identity
    if not _is_key(label) or is_own_verb(label):
        label = ""
    if label and (role in CHOICES or identity.own_label or (role in CELLS and not anchor.row_texts)):
        return Entry(label)
    if not identity.armed:
        return None
    return _key_of(anchor, label if role in CELLS else "", snapshot)


def entry_in(anchor: Anchor, cell: int | None) -> str:
    """The text of an entry that was proposed: of that cell of the row, or what the target says; empty without it."""
    if cell is None:
        return anchor.ocr_text or ""
    return anchor.row_texts[cell] if cell < len(anchor.row_texts) else ""


def head_of(draft: StepDraft, entry: Entry, snapshot: StructureSnapshot | None) -> str:
    """What the column of the entry is called; empty where that is not known."""
    if draft.element is not None and entry.cell is None and draft.element.column:
        return draft.element.column
    if snapshot is None or draft.target is None:
        return ""
    place = draft.target.anchor.target
    runs = [r for r in snapshot.texts if squash(r.text) == squash(entry.text)]
    at = min((r.region for r in runs), key=lambda r: abs(r.center.y - place.center.y), default=None)
    return _head_above(at, snapshot) if at is not None else ""


def _head_above(cell: Region, snapshot: StructureSnapshot) -> str:
    """The first text of the list, where it stands in the cell's own column."""
    around = [entry.region for entry in snapshot.lists if entry.region.contains(cell.center)]
    table = min(around, key=lambda region: region.area, default=None)
    if table is None:
        return ""
    column = [
        r
        for r in snapshot.texts
        if table.contains(r.region.center) and abs(r.region.x - cell.x) <= _SAME_COLUMN_PX and r.region.y < cell.y
    ]
    head = min(column, key=lambda run: run.region.y, default=None)
    if head is None or any(c.isdigit() for c in head.text) or not readable(head.text):
        return ""
    first_row = [r for r in snapshot.texts if table.contains(r.region.center)]
    top = min(r.region.y for r in first_row)
    return head.text if head.region.y - top <= head.region.h else ""


def _key_of(anchor: Anchor, own: str, snapshot: StructureSnapshot | None) -> Entry | None:
    """Of the texts of the row the one that people would look for: a number or code that stands there once, else the
    first text that does."""
    proven = {squash(cell.text) for cell in anchor.identity_cells}
    cells = [Entry(text, n) for n, text in enumerate(anchor.row_texts) if _is_key(text)]
    found = [*([Entry(own)] if own else []), *cells]
    alone = [entry for entry in found if _times(entry.text, snapshot) <= 1]
    shown = [entry for entry in alone if not proven or squash(entry.text) in proven or entry.cell is None] or alone
    codes = [entry for entry in shown if _is_code(entry.text)]
    return next(iter((*codes, *shown)), None)


def _is_key(text: str) -> bool:
    """Whether a row can be called by the text: it can be read, is no date, amount or count, and no sentence."""
    words = text.split()
    if len(squash(text)) < 2 or not readable(text) or len(words) > 8:
        return False
    return _is_code(text) or (not all(varies(word) for word in words) and any(c.isalpha() for c in text))


def _is_code(text: str) -> bool:
    """Whether it is one word with the figures of a number, and no decimals, date or time."""
    if not _CODE.fullmatch(text) or _DATE.fullmatch(text):
        return False
    return sum(c.isdigit() for c in text) >= _FIGURES and not set(text) & set(":/%€$£")


def _times(text: str, snapshot: StructureSnapshot | None) -> int:
    texts: Sequence[str] = [run.text for run in snapshot.texts] if snapshot is not None else ()
    return sum(squash(other) == squash(text) for other in texts)
