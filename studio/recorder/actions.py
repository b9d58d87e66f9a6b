"""What raw input means: one action of a person, before its frames and its element are added."""

from __future__ import annotations

from dataclasses import dataclass

from studio.engine.model.geometry import Point
from studio.engine.model.workflow import ActionKind, Modifier


@dataclass(frozen=True, slots=True)
class Action:
    """One action. `began` and `ended` are seconds since the recording began, of its first and its last raw event.

    `point` and `end` are physical px of the whole desktop. `dx`, `dy` are logical px of a wheel gesture. `key` is
    a key or chord as in the recording format (`Enter`, `Control+A`). A `secret` carries no text. `param` names
    the parameter that `text` is an example of. `note` is what a person said about it. `path` is the way of a drag (see
    `path_of`); `modifiers` were held while it was clicked or dragged.
    """

    kind: ActionKind
    began: float
    ended: float
    point: Point | None = None
    end: Point | None = None
    text: str | None = None
    key: str | None = None
    dx: int = 0
    dy: int = 0
    field_label: str | None = None
    param: str | None = None
    secret: bool = False
    note: str | None = None
    path: tuple[tuple[int, int, int], ...] = ()
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Marker:
    """Something that happened and could not be followed: shown to the person, never left out in silence."""

    at: float
    sentence: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A person took back the last action."""

    at: float


Normalised = Action | Marker | TakenBack
