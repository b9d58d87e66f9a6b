"""A person at a web page: real mouse and keyboard events over CDP at a human pace, places found without the product.

`python -m tests.field.web_person PROGRAM ENDPOINT VALUES-AS-JSON` does the workflow in the page that the browser shows.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error, Frame, FrameLocator, Locator, Page, sync_playwright

Place = Locator | str


class Person:
    """Finds places as a user does (a name, a label, a text), else by a selector, and points at them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frame: Page | Frame | FrameLocator = page
        page.set_default_timeout(20000)

    def button(self, name: str, exact: bool = True) -> Locator:
        return self.frame.get_by_role("button", name=name, exact=exact).locator("visible=true").first

    def link(self, name: str, exact: bool = True) -> Locator:
        return self.frame.get_by_role("link", name=name, exact=exact).locator("visible=true").first

    def label(self, name: str, exact: bool = True) -> Locator:
        return self.frame.get_by_label(name, exact=exact).locator("visible=true").first

    def text(self, text: str, exact: bool = True) -> Locator:
        return self.frame.get_by_text(text, exact=exact).locator("visible=true").first

    def css(self, selector: str) -> Locator:
        return self.frame.locator(selector).locator("visible=true").first

    def inside(self, selector: str | None) -> None:
        """Look for places in that frame from now on; in the page itself with None."""
        self.frame = self.page if selector is None else self.frame.frame_locator(selector)

    def point(self, place: Place, at: tuple[float, float] | None = None) -> tuple[float, float]:
        """Where a hand would go (px): the middle, but not far from the left end; or `at` px in it."""
        element = self.css(place) if isinstance(place, str) else place
        box = None
        for attempt in range(20):  # a page that is being drawn anew has other elements a moment later
            element.wait_for(state="visible")
            with suppress(Error):
                element.scroll_into_view_if_needed(timeout=2000)
                if box := element.bounding_box(timeout=2000):
                    break
            self.wait(0.1 + attempt / 20)
        assert box is not None
        if at:
            return box["x"] + at[0], box["y"] + at[1]
        return box["x"] + min(box["width"] / 2, 90), box["y"] + box["height"] / 2

    def go(self, place: Place, at: tuple[float, float] | None = None) -> tuple[float, float]:
        """Move the pointer there and rest a little."""
        x, y = self.point(place, at)
        self.page.mouse.move(x - 40, y + 25, steps=4)
        self.page.mouse.move(x, y, steps=6)
        self.page.wait_for_timeout(90)
        return x, y

    def click(
        self, place: Place, at: tuple[float, float] | None = None, button: str = "left", after: float = 0.45
    ) -> None:
        """Press and let go, then look for `after` s."""
        self.go(place, at)
        self.page.mouse.down(button="right" if button == "right" else "left")
        self.page.wait_for_timeout(70)
        self.page.mouse.up(button="right" if button == "right" else "left")
        self.wait(after)

    def double(self, place: Place, at: tuple[float, float] | None = None) -> None:
        """A double click."""
        x, y = self.go(place, at)
        self.page.mouse.dblclick(x, y, delay=40)
        self.wait(0.45)

    def drag(self, place: Place, end: Place, at: tuple[float, float] | None = None) -> None:
        """Drag one place onto another."""
        self.go(place)
        self.page.mouse.down()
        self.page.wait_for_timeout(150)
        self.page.mouse.move(*self.point(end, at), steps=20)
        self.page.wait_for_timeout(250)
        self.page.mouse.up()
        self.wait(0.5)

    def type(self, text: str) -> None:
        """Type into whatever has the keyboard."""
        self.page.keyboard.type(text, delay=45)
        self.wait(0.2)

    def key(self, name: str, times: int = 1) -> None:
        """Press a key or a combination of keys."""
        for _ in range(times):
            self.page.keyboard.press(name, delay=40)
            self.wait(0.15)

    def fill(self, place: Place, text: str, clear: bool = False) -> None:
        """Click into a field and type; `clear` selects what is there first."""
        self.click(place, after=0.25)
        if clear:
            self.key("Control+a")
        self.type(text)

    def choose(self, place: Place, option: str) -> None:
        """Choose an option of a native list by its first letters, as one does with the keyboard."""
        self.click(place, after=0.3)
        self.type(option)
        self.key("Enter")
        self.wait(0.3)

    def wheel(self, place: Place, by: int, times: int = 1) -> None:
        """Turn the wheel over a place, `times` times by `by` px."""
        self.go(place)
        for _ in range(times):
            self.page.mouse.wheel(0, by)
            self.page.wait_for_timeout(90)
        self.wait(0.5)

    def see(self, place: Place, timeout: float = 20) -> None:
        """Wait until it is there, then look a moment."""
        element = self.css(place) if isinstance(place, str) else place
        element.wait_for(state="visible", timeout=timeout * 1000)
        self.wait(0.4)

    def wait(self, seconds: float) -> None:
        """Look at the screen."""
        self.page.wait_for_timeout(seconds * 1000)

    def until(self, true: Callable[[], bool], timeout: float = 20) -> None:
        """Wait until something can be seen."""
        end = time.monotonic() + timeout
        while not true():
            if time.monotonic() > end:
                raise TimeoutError("what the person waits for does not come")
            self.wait(0.1)
        self.wait(0.4)


def main(name: str, endpoint: str, values: str) -> None:
    """Do the workflow of one program."""
    from tests.field.programs import load

    with sync_playwright() as play:
        page = play.chromium.connect_over_cdp(endpoint).contexts[0].pages[-1]
        page.wait_for_load_state()
        page.wait_for_timeout(600)
        try:
            load(name).person(Person(page), json.loads(values))
        except Exception:
            if "FIELD_TROUBLE" in os.environ:  # a picture of where the person stood
                page.screenshot(path=os.environ["FIELD_TROUBLE"])
            raise
        page.wait_for_timeout(900)


if __name__ == "__main__":
    main(*sys.argv[1:])
