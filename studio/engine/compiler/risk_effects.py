"""What a recorded step led to: whether the screen afterwards says that something was stored."""

from __future__ import annotations

from studio.engine.compiler.history import list_rows, screen_of
from studio.engine.compiler.words import tells_success
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.text import squash

_MESSAGES = 3
"""Rows up to which a list may be one of messages; a longer one holds data."""


def effect(before: StructureSnapshot | None, after: StructureSnapshot | None, *, filled: bool) -> str | None:
    """A sentence on what shows that the step stored something; None where nothing does.

    `filled`: something was typed or chosen just before.
    """
    if before is None or after is None:
        return None
    return _message(before, after) or _grown(before, after, filled) or (_emptied(before, after) if filled else None)


def _message(before: StructureSnapshot, after: StructureSnapshot) -> str | None:
    known = {squash(run.text) for run in before.texts}
    known |= {squash(entry.name) for entry in after.lists}  # `Saved referrals` is what a list is called
    data = [entry.region for entry in after.lists if entry.rows > _MESSAGES]
    for run in after.texts:
        new = squash(run.text) not in known and not any(region.contains(run.region.center) for region in data)
        if new and tells_success(run.text):
            return f"After it the program said “{run.text}”."
    return None


def _grown(before: StructureSnapshot, after: StructureSnapshot, filled: bool) -> str | None:
    """One row more on the same screen after something was filled in; several may have been unfolded or loaded."""
    if not filled or screen_of(before) != screen_of(after):
        return None
    then, now = list_rows(before.lists), list_rows(after.lists)
    grown = next((name for name, rows in now.items() if name in then and rows == then[name] + 1), None)
    return f"After it the list “{grown}” had one entry more." if grown else None


def _emptied(before: StructureSnapshot, after: StructureSnapshot) -> str | None:
    """The fields that held something are empty again, on the same screen."""
    if screen_of(before) != screen_of(after):
        return None
    full = {_field(e): e for e in before.elements if e.editable and e.value}
    left = {_field(e): e for e in after.elements if e.editable and e.value is not None}
    shared = full.keys() & left.keys()
    if shared and len(shared) == len(full) and not any(left[name].value for name in shared):
        return "After it the form was empty again, as after something was taken."
    return None


def _field(element: Element) -> tuple[str, ...]:
    return element.element_id, element.name_attr, element.label, element.section
