"""A person's hand in a browser that is being recorded: real mouse and keyboard input of a second client."""

from __future__ import annotations

from helpers.by_hand import pause
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page

_WHEEL = 200
_MOST_TURNS = 20
_MARGIN = 10
_PAUSE_MS = 200
_SHORT_MS = 60
_READING_MS = 1000


class Hand:
    """Finds things by looking at `page`, acts on them at human pace. Targets are Playwright's locators."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def click(self, target: Locator) -> None:
        """Bring it into view by the wheel and click in its middle."""
        x, y = self._in_view(target)
        self.page.mouse.move(x, y)
        pause(self.page, _SHORT_MS)
        self.page.mouse.down()
        self.page.mouse.up()
        pause(self.page, _PAUSE_MS)

    def type(self, text: str) -> None:
        """Type into what has the keyboard."""
        self.page.keyboard.type(text)
        pause(self.page, _PAUSE_MS)

    def fill(self, field: Locator, text: str) -> None:
        """Click a field and type."""
        self.click(field)
        self.type(text)

    def read(self, message: str) -> None:
        """Wait for a message and read it."""
        self.page.get_by_text(message).first.wait_for()
        pause(self.page, _READING_MS)

    def choose(self, field: Locator, label: str) -> None:
        """Choose from a native list as one does by keyboard: its first letters."""
        field.focus()
        self.page.keyboard.type(label[:4])
        pause(self.page, _PAUSE_MS)

    def press(self, key: str) -> None:
        """One key or chord."""
        self.page.keyboard.press(key)
        pause(self.page, _PAUSE_MS)

    def _in_view(self, target: Locator) -> tuple[float, float]:
        for _ in range(_MOST_TURNS):
            seen = self._seen(target)
            if seen is not None:
                (x, y), (width, height) = seen
                if _MARGIN <= y < height - _MARGIN:
                    return x, y
                self.page.mouse.move(width / 2, height / 2)
                self.page.mouse.wheel(0, _WHEEL if y > 0 else -_WHEEL)
            pause(self.page, _SHORT_MS)
        raise AssertionError(f"{target} did not come into view")

    def _seen(self, target: Locator) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """The middle of the target and the size of the view; None while another page comes."""
        target.wait_for()
        try:
            box, size = target.bounding_box(), self.page.evaluate("[innerWidth, innerHeight]")
        except PlaywrightError:
            return None
        return ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), size) if box else None
