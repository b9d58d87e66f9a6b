"""The texts of a snapshot that belong to the program: visible in the frame, and nobody typed them."""

from __future__ import annotations

from studio.engine.compiler.texts import clean, readable
from studio.engine.model.structure import Element, StructureSnapshot, TextRun

_FIELD_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "listbox"})
_BUTTON_TYPES = frozenset({"submit", "button", "reset", "image"})
_BOX_TYPES = frozenset({"checkbox", "radio"})
_BOX_ROLES = frozenset({"checkbox", "radio", "switch"})


def is_box(element: Element) -> bool:
    """Whether it is a check box, radio button or switch."""
    return element.role in _BOX_ROLES or element.input_type in _BOX_TYPES


def is_button_input(element: Element) -> bool:
    """Whether it is an `<input>` that shows its name as a button."""
    return element.input_type in _BUTTON_TYPES


def is_field(element: Element) -> bool:
    """Whether one types into it or chooses from it."""
    if is_button_input(element) or is_box(element):
        return False
    return element.editable or element.role in _FIELD_ROLES or element.tag in ("input", "textarea", "select")


def program_texts(snapshot: StructureSnapshot, size: tuple[int, int]) -> tuple[TextRun, ...]:
    """Readable texts inside a frame of `size` px; what stands in a field is left out."""
    fields = [e.region for e in snapshot.elements if is_field(e)]
    return tuple(
        TextRun(clean(run.text), run.region.clamped(size))
        for run in snapshot.texts
        if run.region.clamped(size).area > 0
        and readable(run.text)
        and not any(field.contains(run.region.center) for field in fields)
    )
