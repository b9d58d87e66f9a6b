"""Keys of the browser itself: back, forward, reload. A page without a window cannot take them as input."""

from __future__ import annotations

from studio.engine.backends.web.errors import surface
from studio.engine.backends.web.pages import Tab

COMMIT_S = 10.0
"""A page that has not begun to show within this time does not."""

_KEYS = ("BrowserBack", "BrowserForward", "BrowserRefresh")


def is_browsing(key: str) -> bool:
    """Whether the browser, not the page, acts on that key."""
    return key in _KEYS


def browse(tab: Tab, key: str) -> None:
    """Walk the history of a page, until the other document has begun to show.

    Raises LookupError where there is nothing to go to, SurfaceLost.
    """
    with surface():
        if key == "BrowserRefresh":
            tab.page.reload(wait_until="commit", timeout=COMMIT_S * 1000)
            return
        history = tab.session.send("Page.getNavigationHistory")
        index = history["currentIndex"] + (1 if key == "BrowserForward" else -1)
        if not 0 <= index < len(history["entries"]):
            where = "forward" if key == "BrowserForward" else "back"
            raise LookupError(f"There is no page to go {where} to.")
        walk = tab.page.go_forward if key == "BrowserForward" else tab.page.go_back
        walk(wait_until="commit", timeout=COMMIT_S * 1000)
