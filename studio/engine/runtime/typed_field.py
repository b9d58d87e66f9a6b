"""The field that was typed into: which one it was, and what it holds now, wherever the focus went since. Pure."""

from __future__ import annotations

import unicodedata

from studio.engine.compiler.locators import same_element
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.runtime.observation import Observation


def field_typed_into(before: Observation | None) -> Element | None:
    """The field that had the keyboard just before, where the program says so."""
    focused = before.structure.focused if before is not None and before.structure is not None else None
    return focused if focused is not None and focused.editable else None


def as_it_is_now(field: Element, snapshot: StructureSnapshot) -> Element | None:
    """`field` at a later moment; None where it is gone or another one could be it as well."""
    now = same_element(field, snapshot)
    if now is not None or not field.selector:
        return now
    there = [e for e in snapshot.elements if (e.selector, e.frame, e.tag) == (field.selector, field.frame, field.tag)]
    return there[0] if len(there) == 1 else None


def plain(text: str) -> str:
    """A text as a field may give it back: line feeds alone, composed letters, nothing around it."""
    return _composed(text).strip()


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n"))


def inserted(was: str, text: str, value: str) -> bool:
    """Whether `value` is what was there (`was`) with `text` put in at one place."""
    was, text, value = plain(was), _composed(text), _composed(value)
    places = (at for at in range(len(value) - len(text) + 1) if value.startswith(text, at))
    return bool(text) and any(plain(value[:at] + value[at + len(text) :]) == was for at in places)


def spread(text: str, field: Element, snapshot: StructureSnapshot) -> bool:
    """Whether `text` stands in that field and those after it, up to the one that has the keyboard now: boxes that each
    take a part and pass the focus on."""
    last = snapshot.focused
    if last is None or not last.editable or last.frame != field.frame or field.index >= last.index:
        return False
    boxes = [e for e in snapshot.elements if field.index <= e.index <= last.index and e.editable]
    return plain("".join(e.value or "" for e in boxes)) == plain(text)
