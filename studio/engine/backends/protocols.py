"""What the engine asks of a surface. Each is small; a backend offers those that it can honour."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol, runtime_checkable

from studio.engine.model.dialogs import DialogAnswer
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.frame import Frame


class SurfaceLost(RuntimeError):
    """The page, program or display is gone or does not answer."""


class EnvironmentUnable(RuntimeError):
    """This machine lacks what the surface needs (a browser, a display, a permission). The text says what to do."""


class Interfered(RuntimeError):
    """A person used mouse or keyboard in the middle of an action: the rest of it was not sent. The text says which."""


class Deflected(RuntimeError):
    """Something else than what was meant stood there when the press arrived, and got nothing of it.

    `now`: what stood there. `begun`: an earlier part of the action had reached what was meant.
    """

    def __init__(self, now: str, *, begun: bool) -> None:
        super().__init__(now)
        self.now, self.begun = now, begun


class Waypoint(NamedTuple):
    """A point on the path of a drag (physical px of the frame), and when the pointer is there: s since the press."""

    point: Point
    at_s: float


@runtime_checkable
class FrameSource(Protocol):
    """Shows what is on the surface now."""

    def frame(self) -> Frame:
        """A new grab, physical px. Raises SurfaceLost."""


@runtime_checkable
class InputSink(Protocol):
    """Sends real input. Points are physical px of the frame. All raise SurfaceLost."""

    def move(self, point: Point) -> None:
        """Move the pointer there."""

    def click(self, point: Point, *, button: str = "left", count: int = 1) -> None:
        """Press and release at `point`, `count` times. The button is up afterwards, also on error."""

    def drag(self, start: Point, end: Point, path: tuple[Waypoint, ...] = ()) -> None:
        """Press at `start`, move along `path` at its pace (straight in steps without one), release at `end`."""

    def holding(self, modifiers: tuple[str, ...]) -> AbstractContextManager[None]:
        """While it lasts, these keys (`Control`, `Shift`, …) are down."""

    def type_text(self, text: str) -> None:
        """Type `text` into whatever has the focus; a line feed is Shift-free Enter."""

    def press(self, key: str) -> None:
        """Press and release one key or a chord such as `Control+A`; names as in the recording format."""

    def scroll(self, dx: int, dy: int, at: Point | None = None) -> None:
        """One wheel gesture of (`dx`, `dy`) logical px at the pointer, or at `at`."""

    def release_all(self) -> None:
        """Let go of every button and key that is still down. Never raises."""


@runtime_checkable
class TextInserter(Protocol):
    """Puts a whole text into what has the focus at once, as a paste does."""

    def insert_text(self, text: str) -> None:
        """Insert it, line feeds too: no key is pressed, so that no program breaks or indents lines of its own. Raises
        SurfaceLost."""


@runtime_checkable
class StructureSource(Protocol):
    """Knows its elements, not only its pixels."""

    def snapshot(self) -> StructureSnapshot:
        """Elements, texts, lists and dialogs of this moment. Raises SurfaceLost."""

    def element_at(self, point: Point) -> Element | None:
        """The element that would receive a click there."""

    def reaches(self, point: Point, element: Element) -> bool:
        """Whether a click there would work that element of the last snapshot, saying what it said then."""

    def reveal(self, element: Element, at: Point | None = None) -> bool:
        """Scroll the element into view (per container), so that its point `at` can be seen where that can be chosen.

        False where it cannot be.
        """


@runtime_checkable
class PressGuard(Protocol):
    """Judges each press at the moment when it arrives, and keeps it from whatever else stands there by then."""

    def pressing(self, element: Element, *, arrives: bool = True) -> AbstractContextManager[None]:
        """While it lasts, presses reach that element of the last snapshot, saying what it said, or nothing.

        `arrives`: the action begins with a press on the page. Leaving raises Deflected, SurfaceLost.
        """

    def pressing_at(self, point: Point, *, arrives: bool = True) -> AbstractContextManager[None]:
        """The same for whatever stands at `point` now."""

    def striking(self, element: Element) -> AbstractContextManager[None]:
        """The same for keys: they reach that element, which has the keyboard, or nothing."""


@runtime_checkable
class QuietSource(Protocol):
    """Can say that nothing is going on: no request under way, no change of content."""

    def wait_quiet(self, timeout_s: float) -> bool:
        """Return True as soon as it is quiet; False where it was not within `timeout_s`."""


@runtime_checkable
class FrameQuietSource(Protocol):
    """Says cheaply that it looks quiet, and afterwards whether it stayed so: what was seen between the two holds."""

    def wait_quiet_frame(self, timeout_s: float) -> bool:
        """Return True after one frame without a change; False where there was none within `timeout_s`."""

    def still_quiet(self) -> bool:
        """Whether nothing has changed since."""


@runtime_checkable
class QuietWatch(FrameQuietSource, Protocol):
    """Notices every change by itself, so that a look during which none came shows a surface that is quiet."""

    def watch_quiet(self) -> bool:
        """Begin to notice; `still_quiet` tells of it. False where something is under way already."""


@runtime_checkable
class SelectSink(Protocol):
    """Works a native list whose popup cannot be seen."""

    def choose_option(self, point: Point, label: str) -> None:
        """Choose the option of that label in the list at `point`, by keyboard."""


@runtime_checkable
class DialogSource(Protocol):
    """Knows of dialogs that block the surface and are no part of its picture."""

    def pending_dialogs(self) -> tuple[str, ...]:
        """Texts of dialogs that came up, and were dismissed, since the last call."""


@runtime_checkable
class DialogSink(Protocol):
    """Can answer dialogs that block the surface as a person answered them."""

    def expect_dialogs(self, answers: tuple[DialogAnswer, ...]) -> None:
        """Answer these, each once and in order, from now until the next call; all others are dismissed and told."""


@runtime_checkable
class UploadSink(Protocol):
    """Works a chooser of files, which is no part of the surface's picture."""

    def upload(self, point: Point, path: str) -> None:
        """Click at `point` and give the chooser that opens the file at `path`. Raises LookupError where none opens."""


@runtime_checkable
class PageSwitcher(Protocol):
    """Has several pages or windows and acts on one of them."""

    def switch_surface(self, name: str) -> None:
        """Act on the page that opened as number `name` from now on. Raises LookupError where it is not open."""


@runtime_checkable
class PageKeeper(Protocol):
    """Has several pages and keeps to one of them, whatever else opens."""

    def keep_to(self, number: int) -> bool:
        """Act on the page that opened as `number` (from 1) until the next call, whatever else opens.

        False where it is not open, or where more pages had opened than that when it was first wanted: nobody can tell
        then which of them is meant.
        """


@runtime_checkable
class InterferenceSource(Protocol):
    """Shares mouse and keyboard with a person, and notices when that person uses them."""

    def touched(self) -> str | None:
        """A sentence on what a person did since the last call; None for nothing."""

    def on_panic(self, act: Callable[[], None]) -> None:
        """Call `act`, from whatever thread, as soon as the panic key is pressed."""


class Backend(FrameSource, InputSink, Protocol):
    """The least a surface must offer; structure, quietness and lists are asked for by `isinstance`."""

    name: str

    def close(self) -> None:
        """Let the surface go. Never raises."""
