"""What a desktop's accessibility can be asked, on whatever system. All points are physical px of the whole desktop."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot


@dataclass(frozen=True, slots=True)
class FocusChanged:
    """The keyboard went to `element`. `t` is `time.monotonic()` when it was told."""

    element: Element
    t: float


@dataclass(frozen=True, slots=True)
class TextCommitted:
    """`text` was put into `element`, by keys, an input method or the program itself. `t` as above.

    `at` is the offset of its first character in the field. Of a secret field it is told that something was put in,
    never what: `text` is empty and `element.secret` is set. `element` is None where the field could not be asked.
    """

    text: str
    element: Element | None
    t: float
    at: int = 0


AccessibilityEvent = FocusChanged | TextCommitted
Sink = Callable[[AccessibilityEvent], None]


class Accessibility(Protocol):
    """The structure that running programs tell of themselves. May be called from several threads.

    A program that does not answer is passed over (a snapshot then says `truncated`), and asked again once it does.
    """

    def element_at(self, point: Point) -> Element | None:
        """The control that a click at `point` would work: innermost, of the topmost window there. Its index is -1."""

    def focused(self) -> Element | None:
        """The control that has the keyboard. Its index is -1."""

    def snapshot(self, region: Region | None = None, *, pids: Collection[int] | None = None) -> StructureSnapshot:
        """What all programs (or those of `pids`) show now; with `region` only what lies in it, at least in part."""

    def reveal(self, element: Element) -> bool:
        """Ask the program to scroll a control of the last snapshot into view. False where it cannot."""

    def watch(self, sink: Sink) -> Callable[[], None]:
        """From now on tell `sink`, from a thread of its own, of focus and of text. Returns what ends it."""

    def close(self) -> None:
        """Let go of everything. Never raises."""
