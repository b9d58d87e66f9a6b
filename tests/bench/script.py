"""The yardstick: a plain Playwright script of the demonstration's actions, one fast frame after each."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

from playwright.sync_api import Page

from studio.engine.backends.web import open_browser, open_page


def script_ms(url: str, note: str) -> float:
    """Milliseconds of the whole script once its page is open, in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "tests.bench.script", url, note], capture_output=True, check=True)
    return float(done.stdout)


def _timed(url: str, note: str) -> float:
    with open_browser(headless=True) as browser, open_page(browser) as page:
        page.goto(url)
        page.get_by_label("Username", exact=True).wait_for()
        session = page.context.new_cdp_session(page)
        actions = _actions(page, note)
        started = time.perf_counter()
        for action in actions:
            action()
            session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        page.get_by_text("Encounter saved").wait_for()
        return (time.perf_counter() - started) * 1000


def _actions(page: Page, note: str) -> list[Callable[[], object]]:
    button = lambda name: page.get_by_role("button", name=name, exact=True)  # noqa: E731
    wheel = lambda: page.mouse.wheel(0, 300)  # noqa: E731
    return [
        lambda: page.get_by_label("Username", exact=True).click(),
        lambda: page.keyboard.type("nurse.sample"),
        lambda: button("Sign In").click(),
        wheel,
        wheel,
        wheel,
        lambda: page.get_by_role("row", name="Terri Template").get_by_role("button", name="Open").click(),
        lambda: button("New Encounter").click(),
        lambda: button("Triage").click(),
        lambda: page.get_by_label("Visit", exact=True).select_option("Video"),
        lambda: page.get_by_label("Date", exact=True).click(),
        lambda: page.keyboard.type("11302026"),
        lambda: page.get_by_label("Note", exact=True).click(),
        lambda: page.keyboard.type(note),
        lambda: page.get_by_label("Patient agreed to the visit summary").click(),
        lambda: button("Save Encounter").click(),
    ]


if __name__ == "__main__":
    print(_timed(*sys.argv[1:3]))
