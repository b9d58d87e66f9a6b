"""What the script in the page tells, as values: one for each thing that a person did.

Times are seconds of the recording. Points are physical px of the page's frame. Pure.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element
from studio.recorder.drag_path import Way


@dataclass(frozen=True, slots=True)
class Moment:
    """What the page showed when something began. `element` is what it acted on; `evidence` is the session's own.

    `entered` is when the pointer came upon the element. `opaque`: it lies inside of what no script may look into.
    `hidden` is what secret fields held, each by the name of the field: for the mask only, written nowhere.
    """

    t: float
    element: Element | None = None
    entered: float = 0.0
    opaque: bool = False
    evidence: Any = None
    hidden: tuple[tuple[str, str], ...] = dataclasses.field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class FieldState:
    """A field and what it holds; `value` is None for a secret, which stands in `hidden`, for the mask only.

    `date_order` is the order of the keys of a date.
    """

    field: str
    value: str | None = ""
    empty: bool = True
    secret: bool = False
    many: bool = False
    tag: str = "input"
    at_end: bool = True
    date_type: str = ""
    date_order: str = ""
    half_days: bool = False
    hidden: str | None = dataclasses.field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that happened at `t` in the page `page`."""

    t: float
    page: str


@dataclass(frozen=True, slots=True)
class Hovered:
    """An element that was pointed at, at `t`, before what was pressed then could be seen."""

    t: float
    point: Point
    element: Element | None = None


@dataclass(frozen=True, slots=True)
class Down(Signal):
    """A button was pressed. `bar`: on a scroll bar. `tag` is of the field under the pointer."""

    point: Point
    moment: Moment
    button: int = 0
    held: tuple[str, ...] = ()
    bar: bool = False
    tag: str = ""
    hovers: tuple[Hovered, ...] = ()


@dataclass(frozen=True, slots=True)
class Up(Signal):
    """It was let go. `dx`, `dy` is what a scroll bar has moved; `selects`: text outside of a field is chosen now.

    `way` is where the pointer went while it was down, each place with its time.
    """

    point: Point
    dx: int = 0
    dy: int = 0
    selects: bool = False
    in_field: bool = False
    way: Way = ()


@dataclass(frozen=True, slots=True)
class BarMoved(Signal):
    """A scroll bar that is held has moved so far in all, in logical px."""

    dx: int
    dy: int


@dataclass(frozen=True, slots=True)
class Double(Signal):
    """The browser took the last two presses for a double click."""


@dataclass(frozen=True, slots=True)
class DragBegan(Signal):
    """The browser itself carries what was pressed."""


@dataclass(frozen=True, slots=True)
class Dropped(Signal):
    """It was let fall; `files` counts those that came from another program, `way` is as of `Up`."""

    point: Point
    files: int = 0
    way: Way = ()


@dataclass(frozen=True, slots=True)
class DragEnded(Signal):
    """Dragging is over; `dropped` where something took it."""

    dropped: bool


@dataclass(frozen=True, slots=True)
class Wheel(Signal):
    """The wheel turned by logical px; `moment` only where a gesture begins."""

    point: Point
    dx: int
    dy: int
    moment: Moment | None = None
    zooms: bool = False


@dataclass(frozen=True, slots=True)
class Begin(Signal):
    """A field is about to take its first input."""

    state: FieldState
    moment: Moment


@dataclass(frozen=True, slots=True)
class Edit(Signal):
    """A field holds something else now. `how` is the browser's word; "" where the program changed it afterwards."""

    state: FieldState
    how: str = ""


@dataclass(frozen=True, slots=True)
class Choose(Signal):
    """Options of a list are chosen now; `point` is its middle."""

    field: str
    labels: tuple[str, ...]
    point: Point
    many: bool = False


@dataclass(frozen=True, slots=True)
class Chooser(Signal):
    """A chooser of files opened."""


@dataclass(frozen=True, slots=True)
class Files(Signal):
    """Files were chosen."""

    names: tuple[str, ...]
    point: Point
    moment: Moment


@dataclass(frozen=True, slots=True)
class Unchosen(Signal):
    """The chooser was closed without a file."""


@dataclass(frozen=True, slots=True)
class Key(Signal):
    """A key went down. `text`: it makes a character. `state` is the field with the keyboard; `number` counts keys."""

    key: str
    number: int
    held: tuple[str, ...] = ()
    text: bool = False
    repeat: bool = False
    state: FieldState | None = None
    moment: Moment | None = None


@dataclass(frozen=True, slots=True)
class Judged(Signal):
    """What became of key `number`: `taken` by the program for itself; `stays`: the field still has the keyboard."""

    number: int
    taken: bool
    stays: bool = False
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Rested(Signal):
    """The page no longer changes by itself; it last did when its moment was `entered`."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class Filled(Signal):
    """Secret fields hold something else now, by whomever; for the mask only."""

    hidden: tuple[tuple[str, str], ...] = dataclasses.field(repr=False)


@dataclass(frozen=True, slots=True)
class Leave(Signal):
    """A field lost the keyboard."""

    field: str


@dataclass(frozen=True, slots=True)
class Unread(Signal):
    """Something was done of which the page could not tell what it was."""


@dataclass(frozen=True, slots=True)
class Copied(Signal):
    """Something was copied or cut."""


@dataclass(frozen=True, slots=True)
class Missed(Signal):
    """A field of a kind that no keys can fill was filled."""

    what: str


@dataclass(frozen=True, slots=True)
class HotKey(Signal):
    """One of our own hot keys."""

    name: str


@dataclass(frozen=True, slots=True)
class Navigated(Signal):
    """Another document, or another entry of the history, by hand: `back`, `forward`, `reload` or `elsewhere`."""

    how: str


@dataclass(frozen=True, slots=True)
class Replaced(Signal):
    """The document was replaced: what it had begun to tell will not be finished."""
