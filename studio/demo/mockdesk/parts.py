"""Names on widgets: how the program calls a part, and how it is read aloud."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QWidget

Part = TypeVar("Part", bound=QWidget)


def named(part: Part, name: str, spoken: str = "") -> Part:
    """The part itself, with an object name and, where its own text does not do, an accessible name."""
    part.setObjectName(name)
    if spoken:
        part.setAccessibleName(spoken)
    return part
