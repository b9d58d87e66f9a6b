"""One recorded action: a line of events.jsonl."""

from __future__ import annotations

import json
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from studio.engine.model.base import Value
from studio.engine.model.dialogs import DialogAnswer
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element
from studio.engine.model.structure_json import element_from_json
from studio.engine.model.workflow import POINTED, ActionKind, DragPath, Modifier

_KEY_ORDER = (
    "i kind x y end_x end_y path modifiers text pasted param secret key dx dy t typed_as field_label label crop checks "  # noqa: SIM905
    "note answers settled scale monitor window page element".split()
)


def _rounded(value: Any) -> Any:
    """Whole pixels: other tools of the lineage may write fractions."""
    return round(value) if isinstance(value, float) and abs(value) < 1e9 else value


def _rectangle(value: Any) -> Any:
    """`[x, y, width, height]` in whole pixels, as JSON has it."""
    whole = isinstance(value, list | tuple) and len(value) == 4 and all(type(n) is int for n in value)
    return Region(*value) if whole and all(abs(n) <= 1_000_000 for n in value) else value


Pixels = Annotated[int, BeforeValidator(_rounded), Field(ge=-1_000_000, le=1_000_000)]
Rectangle = Annotated[Region, BeforeValidator(_rectangle)]
Text = Annotated[str, Field(max_length=1_000_000)]


class AskedCheck(Value):
    """A text that a person asked to be (or not to be) on the screen after an action; `region` is where it was seen."""

    text: Annotated[str, Field(min_length=1, max_length=1000)]
    region: Rectangle | None = None
    present: bool = True


class RecordedEvent(Value):
    """One action of the demonstration, in the order it happened. `t` is seconds since the recording began.

    `x`, `y` and `end_x`, `end_y` are physical px of the before-frame; `dx`, `dy` are logical px of a wheel
    gesture. `path` is the way of a drag: dx, dy in physical px from (`x`, `y`), ms since the button went down.
    `modifiers` are the keys that were held while it was clicked. `pasted`: lines of text came at once, not by keys.
    `param` names the parameter that `text` is an example of. A `secret` never carries text.
    `typed_as` is the strptime form in which a date field took its digits; text is then the ISO date.
    `settled` is False where the surface was still changing when the after-frame was taken. `element` is the
    element under the point or with the focus, as by `element_to_json`. `note` is what a person said about it.
    When it was cleaned up, a person may have said what the target is called (`label`), which rectangle of the
    before-frame shows it (`crop`), and what must be seen afterwards (`checks`).
    `scale` (physical px per logical px) and `monitor` (index of the display) are told where they are not those of
    the whole recording; `window` is the title of the window that took the input. `answers` are
    dialogs of scripts that the action brought up, with what was said to them. `page` is the number of the page that
    took the input, from 1 in the order in which they opened.
    """

    model_config = ConfigDict(strict=True)

    i: int = Field(default=0, ge=0)
    kind: Annotated[ActionKind, Field(strict=False)]
    x: Pixels | None = None
    y: Pixels | None = None
    t: float = Field(default=0.0, ge=0, le=1e9)
    text: Text | None = None
    param: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    secret: bool = False
    key: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    dx: Pixels | None = None
    dy: Pixels | None = None
    end_x: Pixels | None = None
    end_y: Pixels | None = None
    path: DragPath = ()
    modifiers: Annotated[tuple[Modifier, ...], Field(strict=False, max_length=4)] = ()
    pasted: bool = False
    typed_as: Annotated[str, Field(max_length=200)] | None = None
    field_label: Text | None = None
    label: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    crop: Rectangle | None = None
    checks: Annotated[tuple[AskedCheck, ...], Field(strict=False, max_length=100)] = ()
    note: Text | None = None
    answers: Annotated[tuple[DialogAnswer, ...], Field(strict=False, max_length=100)] = ()
    settled: bool = True
    scale: Annotated[float, Field(gt=0, le=16)] | None = None
    monitor: Annotated[int, Field(ge=0, le=1000)] | None = None
    window: Text | None = None
    page: Annotated[int, Field(ge=1, le=1000)] | None = None
    element: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        missing = [name for name in _needs(self) if getattr(self, name) is None]
        if missing:
            raise ValueError(f"a {self.kind} needs {' and '.join(missing)}")
        if self.secret and self.text is not None:
            raise ValueError("a secret must not carry its text")
        if self.element is not None:
            element_from_json(self.element)
        return self

    @property
    def point(self) -> Point | None:
        """Where the action took place, in px of the before-frame."""
        return None if self.x is None or self.y is None else Point(self.x, self.y)

    @property
    def end_point(self) -> Point | None:
        """Where a drag ended."""
        return None if self.end_x is None or self.end_y is None else Point(self.end_x, self.end_y)

    @property
    def target(self) -> Element | None:
        """The recorded element, where the surface told it."""
        return None if self.element is None else element_from_json(self.element)

    def to_json(self) -> dict[str, Any]:
        """Only the fields that are set, in the order in which the format has them."""
        plain = self.model_dump(mode="json", exclude_defaults=True)
        plain |= {"i": self.i, "t": self.t}
        return {name: plain[name] for name in _KEY_ORDER if name in plain}

    def to_line(self) -> bytes:
        """The line of events.jsonl, with its line feed."""
        return json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False).encode() + b"\n"

    def without_secret(self) -> RecordedEvent:
        """This event as it may be written: the element of a secret keeps no value either."""
        if not self.secret or not self.element or "value" not in self.element:
            return self
        return self.model_copy(update={"element": {k: v for k, v in self.element.items() if k != "value"}})


def _needs(event: RecordedEvent) -> tuple[str, ...]:
    """Fields without which an event of its kind cannot be followed."""
    if event.kind is ActionKind.DRAG:
        return ("x", "y", "end_x", "end_y")
    if event.kind in POINTED:
        return ("x", "y")
    if event.kind is ActionKind.KEY:
        return ("key",)
    typed = event.kind is ActionKind.TYPE and event.param is None and not event.secret
    return ("text",) if typed else ()
