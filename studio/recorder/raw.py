"""Raw input as it came from the system: one line of raw.jsonl, and what the normaliser reads."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from studio.engine.model.base import Value

RawKind = Literal[
    "key_down",
    "key_up",
    "pointer_down",
    "pointer_up",
    "pointer_move",
    "wheel",
    "text",
    "focus",
    "masked",
    "command",
    "pause",
    "resume",
]
Pixel = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]


UNDONE = "undone"
"""The name of a `masked` that stands for a plain text that was taken back."""


class RawEvent(Value):
    """One raw event. `t` is seconds since the recording began. Points are physical px of the whole desktop (a
    monitor may lie at negative coordinates). `dx`, `dy` are wheel notches, positive right and down.

    `key` and `button` are named as pynput names them. `char` is the character that the layout of that very moment
    makes of the key, `dead` whether it only waits for the next one. `text` was committed by an input method or the
    page. `focus` tells a field by `label` (with `secret` where it hides what is typed); `masked` stands where a
    secret was, or (`name` is undone) a text that was taken back, and never carries a value. `command` names one of
    ours in `name`: pause, resume, undo_last, note, secret_next, param_next, finish; its argument is in `text`.
    """

    t: float = Field(ge=0, le=1e9)
    kind: RawKind
    key: Annotated[str, Field(max_length=100)] | None = None
    char: Annotated[str, Field(max_length=16)] | None = None
    dead: bool = False
    button: Annotated[str, Field(max_length=20)] | None = None
    x: Pixel | None = None
    y: Pixel | None = None
    dx: int = Field(default=0, ge=-100_000, le=100_000)
    dy: int = Field(default=0, ge=-100_000, le=100_000)
    injected: bool = False
    monitor: int | None = None
    text: Annotated[str, Field(max_length=1_000_000)] | None = None
    label: Annotated[str, Field(max_length=10_000)] | None = None
    name: Annotated[str, Field(max_length=200)] | None = None
    secret: bool = False
