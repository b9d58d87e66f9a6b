"""The web surface: a Chromium-like browser, driven by real input and read through its pixels and its structure."""

from studio.engine.backends.web.backend import WebBackend, open_web
from studio.engine.backends.web.browser import find_browser, open_browser, open_page
from studio.engine.backends.web.lists import NoSuchOption

__all__ = ["NoSuchOption", "WebBackend", "find_browser", "open_browser", "open_page", "open_web"]
