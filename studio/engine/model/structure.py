"""What a surface tells of itself beside its pixels: elements, texts, lists and dialogs at one moment.

Plain slotted values, not pydantic: hundreds are made for every step of a run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from studio.engine.model.geometry import Point, Region


@dataclass(frozen=True, slots=True)
class Element:
    """One element that can be acted on (or that holds focus), with the traits by which it is found again.

    `region` is in physical px of the frame and may lie outside of it. `frame` is the path of
    frames from the top document, each by its most stable trait; `row` are the texts of the other cells
    of the table row, list item or card around the element. `value` is None for secret fields.
    `multiline` is told by programs of a desktop; of a page the tag says it. `form_method` is `post` or `get` where the
    form of a page's control says so. `before` are the last texts and captions of fields that come before it in the
    order of the document, the nearest first; they are not known where only a part of the screen was read. `shown` is
    the part of `region` that can be seen, where some of it is clipped away. `guessed`: name and label
    are a text that stands near, the program gives it none. `form` tells the forms of one document apart.
    `active` is the entry that keys act on while the field of its list has the focus.
    """

    index: int
    tag: str
    role: str
    name: str
    region: Region
    text: str = ""
    element_id: str = ""
    test_id: str = ""
    name_attr: str = ""
    input_type: str = ""
    placeholder: str = ""
    label: str = ""
    href: str = ""
    value: str | None = None
    section: str = ""
    row: tuple[str, ...] = ()
    column: str = ""
    frame: tuple[str, ...] = ()
    selector: str = ""
    options: tuple[str, ...] = ()
    checked: bool | None = None
    pressed: bool | None = None
    expanded: bool | None = None
    selected: bool | None = None
    focused: bool = False
    disabled: bool = False
    secret: bool = False
    in_view: bool = True
    covered_by: str = ""
    submits: bool = False
    editable: bool = False
    multiline: bool = False
    form_method: str = ""
    before: tuple[str, ...] = ()
    shown: Region | None = None
    guessed: bool = False
    form: str = ""
    active: bool = False

    def shows(self, point: Point) -> bool:
        """Whether `point` of the element can be seen, as far as what clips it tells."""
        return self.in_view if self.shown is None else self.shown.contains(point)


def whole_row(element: Element) -> tuple[str, ...]:
    """The texts of the row in which an element stands, its own with them where it is a cell of it. Every element of one
    row gives the same texts, in some order."""
    return (*element.row, element.name) if element.row and element.role == "gridcell" else element.row


@dataclass(frozen=True, slots=True)
class TextRun:
    """One visible line of text and where it stands (physical px)."""

    text: str
    region: Region


@dataclass(frozen=True, slots=True)
class RowList:
    """A table or list and how many rows of content it shows now."""

    name: str
    rows: int
    region: Region


@dataclass(frozen=True, slots=True)
class StructureSnapshot:
    """Everything that the surface's structure shows at one moment. Pure data, may be stored and resolved later.

    `unspoken` are places that something lies over of which the structure tells nothing (a menu that its program does
    not speak): what is there is known by its picture only. `unsaved` are windows (the last trait of the frame of their
    elements) whose title marks unsaved changes, as `*letter.txt` does; a page tells of none. `mute` are shown windows
    that have a title only: their programs have no accessibility data.
    """

    url: str
    title: str
    elements: tuple[Element, ...] = ()
    texts: tuple[TextRun, ...] = ()
    lists: tuple[RowList, ...] = ()
    dialogs: tuple[str, ...] = ()
    scale: float = 1.0
    truncated: bool = False
    scroll: tuple[int, int] = field(default=(0, 0))
    unspoken: tuple[Region, ...] = ()
    unsaved: tuple[str, ...] = ()
    mute: tuple[str, ...] = ()

    @property
    def of_desktop(self) -> bool:
        """Whether programs of a desktop told it, not a page."""
        return self.url.startswith("desktop:")

    @property
    def focused(self) -> Element | None:
        """The element that has the keyboard, where there is one; inside of a frame where the frame has it."""
        holder = next((e for e in self.elements if e.focused), None)
        if holder is None or holder.tag not in ("iframe", "frame"):
            return holder
        inner = (e for e in self.elements if e.focused and len(e.frame) > len(holder.frame))
        return max(inner, key=lambda e: len(e.frame), default=holder)


def innermost_at(elements: Iterable[Element], point: Point) -> Element | None:
    """The smallest element that shows at `point`, of those that nothing covers if there are any."""
    there = [e for e in elements if e.region.contains(point) and e.shows(point)]
    return min(there, key=lambda e: (bool(e.covered_by), e.region.area), default=None)


def no_longer_unsaved(before: StructureSnapshot, after: StructureSnapshot) -> tuple[str, ...]:
    """The windows that marked unsaved changes and do no more, though they are still there."""
    there = {*(element.frame[-1] for element in after.elements if element.frame), *after.mute}
    return tuple(name for name in (Counter(before.unsaved) - Counter(after.unsaved)) if name in there)
