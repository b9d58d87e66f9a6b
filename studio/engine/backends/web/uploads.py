"""Choosers of files: they are windows of the system, so the driver takes their place."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import FileChooser
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from studio.engine.backends.web.errors import surface
from studio.engine.backends.web.pages import Tab

CHOOSER_S = 5.0
"""A chooser that has not opened this long after the click does not open."""


def upload(tab: Tab, click: Callable[[], None], path: str) -> None:
    """`click`, and give the chooser that opens the file at `path`. Raises LookupError where none opens, SurfaceLost."""
    page = tab.page
    page.on("filechooser", _seen)
    try:
        with surface():
            page.evaluate("1")  # by the time of its answer the browser hands choosers to us
        with page.expect_file_chooser(timeout=CHOOSER_S * 1000) as opened:
            click()
        with surface():
            opened.value.set_files(path)
    except PlaywrightTimeout as error:
        raise LookupError("No chooser of files opened.") from error
    finally:
        page.remove_listener("filechooser", _seen)


def _seen(_chooser: FileChooser) -> None:
    """While somebody listens, the browser opens no window of its own."""
