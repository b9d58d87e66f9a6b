"""Finds a browser on this machine, starts it with settings that make frames repeatable, and always closes it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.secrets.environment import without_secrets

VIEWPORT = (1280, 800)
"""Size of the page in logical px unless told otherwise."""

REACH_S = 5.0
"""An address that has not answered within this time cannot be reached."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "msedge", "chrome")
_ELSEWHERE = {
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    "win32": (
        r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
        r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
    ),
}
_ARGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-lcd-text",
    "--disable-smooth-scrolling",
    "--disable-sync",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--lang=en-US",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
)
_INSTALL = "No browser was found: install Chromium, Google Chrome or Microsoft Edge, or name one in STUDIO_BROWSER."


def find_browser(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The system's browser: STUDIO_BROWSER first, then the usual names and places; None where there is none.

    Raises EnvironmentUnable where STUDIO_BROWSER names something that is not there.
    """
    named = environ.get("STUDIO_BROWSER")
    if named:
        found = shutil.which(named)
        if found is None:
            raise EnvironmentUnable(f"STUDIO_BROWSER names {named}, which is not a program on this machine.")
        return Path(found)
    on_path = (shutil.which(name, path=environ.get("PATH")) for name in NAMES)
    return next((Path(found) for found in on_path if found), None) or _installed_elsewhere()


def _installed_elsewhere() -> Path | None:
    places = (Path(os.path.expandvars(place)) for place in _ELSEWHERE.get(sys.platform, ()))
    return next((place for place in places if place.exists()), None)


def _own_browser(playwright: Playwright) -> Path | None:
    path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None


def launch_args() -> list[str]:
    """Arguments for the browser. The sandbox is given up only where root would not be let in otherwise."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*_ARGS, *(["--no-sandbox"] if is_root else [])]


def _launch(playwright: Playwright, headless: bool, port: int | None) -> Browser:
    executable = find_browser() or _own_browser(playwright)
    if executable is None:
        raise EnvironmentUnable(_INSTALL)
    args = launch_args() + ([f"--remote-debugging-port={port}"] if port else [])
    try:
        # Scroll bars take room in a window; without them a headless page would be laid out differently.
        return playwright.chromium.launch(
            executable_path=executable,
            headless=headless,
            args=args,
            ignore_default_args=["--hide-scrollbars"],
            env={**without_secrets()},
        )
    except PlaywrightError as error:
        reason = str(error.message).strip().splitlines()[0]
        raise EnvironmentUnable(f"The browser {executable.name} did not start: {reason}") from error


@contextmanager
def open_browser(*, headless: bool = True, debugging_port: int | None = None) -> Iterator[Browser]:
    """A running browser; it and its driver are closed at the end, also on error. At `debugging_port` programs of this
    machine may join it, a recorder above all. Raises EnvironmentUnable."""
    with sync_playwright() as playwright:
        browser = _launch(playwright, headless, debugging_port)
        try:
            yield browser
        finally:
            with suppress(PlaywrightError):
                browser.close()


@contextmanager
def open_page(browser: Browser, *, viewport: tuple[int, int] = VIEWPORT, scale: float = 1.0) -> Iterator[Page]:
    """A page in a fresh session of its own (no cookies), `scale` physical px per logical px."""
    context = new_context(browser, viewport=viewport, scale=scale)
    try:
        yield context.new_page()
    finally:
        with suppress(PlaywrightError):
            context.close()


def new_context(browser: Browser, *, viewport: tuple[int, int], scale: float) -> BrowserContext:
    """A fresh session with a fixed viewport in logical px and en-US as its language."""
    width, height = viewport
    return browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, locale="en-US", color_scheme="light"
    )
