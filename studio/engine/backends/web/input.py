"""Real mouse and keyboard events for the page in front."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal, cast

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from studio.engine.backends.keys import MODIFIERS, chord
from studio.engine.backends.protocols import SurfaceLost, Waypoint
from studio.engine.backends.web.errors import surface
from studio.engine.backends.web.pages import Pages
from studio.engine.model.geometry import Point

_Button = Literal["left", "middle", "right"]
_DATE_TYPES = frozenset({"date", "time", "datetime-local", "month", "week"})
_DRAG_STEPS = 8
JUST_STILL_MS = 8
"""How old the last change must be where a later look at the page confirms that it is quiet."""


class WebInput:
    """Sends input and remembers what is held, so that it can be let go of whatever happens."""

    def __init__(self, pages: Pages, scale: float) -> None:
        """`scale`: physical px of the frame per logical px."""
        self._pages = pages
        self._scale = scale
        self._buttons: set[_Button] = set()
        self._keys: set[str] = set()
        self._pointer: Point | None = None

    def _at(self, point: Point) -> tuple[float, float]:
        return point.x / self._scale, point.y / self._scale

    @contextmanager
    def _acting(self) -> Iterator[Page]:
        """The page to act on. On an error everything that is held is let go of.

        A page that closed itself because of the input is no error while another is open.
        """
        tab = self._pages.acting()
        with surface():
            try:
                yield tab.page
            except PlaywrightError:
                if not self._pages.is_leaving(tab):
                    self.release_all()
                    raise
                self._buttons.clear()
                self._keys.clear()
            except BaseException:
                self.release_all()
                raise

    def move(self, point: Point) -> None:
        """Move the pointer to `point`. Raises SurfaceLost."""
        with self._acting() as page:
            page.mouse.move(*self._at(point))
        self._pointer = point

    def click(self, point: Point, *, button: str = "left", count: int = 1) -> None:
        """Move to `point`, press and release `count` times; the driver sends it as one. Raises SurfaceLost."""
        held = cast(_Button, button)
        with self._acting() as page:
            self._buttons.add(held)
            page.mouse.click(*self._at(point), button=held, click_count=count)
            self._buttons.discard(held)
        self._pointer = point

    def drag(self, start: Point, end: Point, path: tuple[Waypoint, ...] = ()) -> None:
        """Press at `start`, move along `path` at its pace or straight, release at `end`. Raises SurfaceLost."""
        with self._acting() as page:
            page.mouse.move(*self._at(start))
            self._buttons.add("left")
            page.mouse.down()
            if path:
                self._follow(page, path)
            page.mouse.move(*self._at(end), steps=1 if path else _DRAG_STEPS)
            page.mouse.up()
            self._buttons.discard("left")
        self._pointer = end

    def _follow(self, page: Page, path: tuple[Waypoint, ...]) -> None:
        pressed = time.monotonic()
        for point, at_s in path:
            early_ms = 1000 * (pressed + at_s - time.monotonic())
            if early_ms >= 1:
                page.wait_for_timeout(early_ms)
            page.mouse.move(*self._at(point))

    @contextmanager
    def holding(self, modifiers: tuple[str, ...]) -> Iterator[None]:
        """While it lasts, these keys are down. Raises SurfaceLost, ValueError for a key that does not exist."""
        with _known("+".join(modifiers)), self._acting() as page:
            for key in modifiers:
                self._keys.add(key)
                page.keyboard.down(key)
        yield
        with self._acting() as page:  # on an error whoever acts lets go of everything
            for key in reversed(modifiers):
                page.keyboard.up(key)
                self._keys.discard(key)

    def type_text(self, text: str) -> None:
        """Type by key events, and insert the characters that no key makes. Raises SurfaceLost.

        A line feed is Enter. Digits for a date or time field begin at its first part.
        """
        if not text:
            return
        is_dated = text[0].isdigit() and self._pages.front.world.ask("focusedType") in _DATE_TYPES
        with self._acting() as page:
            if is_dated:
                for _ in range(6):
                    page.keyboard.press("ArrowLeft")
            page.keyboard.type(text.replace("\r\n", "\n"))

    def insert_text(self, text: str) -> None:
        """Put the text in at once, without keys. Raises SurfaceLost."""
        with self._acting() as page:
            page.keyboard.insert_text(text.replace("\r\n", "\n"))

    def press(self, key: str) -> None:
        """Press and release a key or a chord. Raises SurfaceLost, ValueError for a key that does not exist."""
        keys = chord(key)
        with _known(key), self._acting() as page:
            for held in keys:
                self._keys.add(held)
                page.keyboard.down(held)
            for held in reversed(keys):
                page.keyboard.up(held)
                self._keys.discard(held)

    def press_all(self, keys: list[str]) -> None:
        """Press several keys or chords one after the other."""
        for key in keys:
            self.press(key)

    def scroll(self, dx: int, dy: int, at: Point | None = None) -> None:
        """One wheel gesture in logical px; the page moves some frames later. Raises SurfaceLost."""
        if at is not None and at != self._pointer:
            self.move(at)
        with self._acting() as page:
            page.mouse.wheel(dx, dy)

    def release_all(self) -> None:
        """Let go of every button and key that is still down. Never raises."""
        buttons, keys = tuple(self._buttons), (*self._keys, *MODIFIERS)
        self._keys.clear()
        for button in buttons:
            with suppress(Exception):
                self._pages.front.page.mouse.up(button=button)
                self._buttons.discard(button)
        for key in keys:
            with suppress(Exception):
                self._pages.front.page.keyboard.up(key)


@contextmanager
def _known(key: str) -> Iterator[None]:
    """A key that the driver does not know is the caller's fault, not a lost page."""
    try:
        yield
    except SurfaceLost as lost:
        if "Unknown key" in str(lost):
            raise ValueError(f"There is no key “{key}”.") from lost
        raise
