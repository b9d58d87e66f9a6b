"""One browser for many tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser

from studio.engine.backends.web import open_browser, open_page


@contextmanager
def warm_browser() -> Iterator[Browser]:
    """A browser whose long-lived helpers run already, so that no test seems to leave them behind."""
    with open_browser() as running:
        with open_page(running) as page:
            page.set_content("<p>warm</p>")
            page.screenshot()
        yield running
