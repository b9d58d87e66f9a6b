"""A person's hand on a page: finds things by looking at the page, acts on them through a recorder."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page

from studio.engine.model.geometry import Point
from studio.recorder.driven import DrivenRecorder

_WHEEL = 300
_MOST_GESTURES = 12


class Hand(Protocol):
    """What a demonstration needs. Targets are Playwright's locators of `page`."""

    page: Page

    def click(self, target: Locator) -> None:
        """Bring into view by the wheel and click in the middle."""

    def type(self, text: str, *, param: str | None = None, secret: bool = False, typed_as: str | None = None) -> None:
        """Type into what has the focus; `param` says what it is an example of."""

    def choose(self, target: Locator, label: str) -> None:
        """Choose from a native list."""

    def press(self, key: str) -> None:
        """One key or chord."""


class DrivenHand:
    """Acts by a DrivenRecorder."""

    def __init__(self, page: Page, recorder: DrivenRecorder) -> None:
        self.page = page
        self._recorder = recorder

    def click(self, target: Locator) -> None:
        self._recorder.click(self._in_view(target))

    def type(self, text: str, *, param: str | None = None, secret: bool = False, typed_as: str | None = None) -> None:
        self._recorder.type_text(text, param=param, secret=secret, typed_as=typed_as)

    def choose(self, target: Locator, label: str) -> None:
        self._recorder.select(self._in_view(target), label)

    def press(self, key: str) -> None:
        self._recorder.press(key)

    def _in_view(self, target: Locator) -> Point:
        size = self.page.viewport_size
        assert size is not None
        for _ in range(_MOST_GESTURES):
            point = middle(target)
            if 0 <= point.y < size["height"] - 20:
                return point
            self._recorder.scroll(0, _WHEEL if point.y > 0 else -_WHEEL, Point(size["width"] // 2, size["height"] // 2))
        raise AssertionError(f"{target} did not come into view")


def middle(target: Locator) -> Point:
    """The middle of what the locator names, px of the view."""
    box = target.bounding_box()
    assert box is not None, f"{target} is not shown"
    return Point(round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2))
