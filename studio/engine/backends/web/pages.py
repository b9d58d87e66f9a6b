"""The pages of one browser session: which is in front, what each has under way, which dialogs it showed."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Any

from playwright.sync_api import CDPSession, Dialog, Page, Request
from playwright.sync_api import Error as PlaywrightError

from studio.engine.backends.protocols import SurfaceLost
from studio.engine.backends.web.errors import surface
from studio.engine.backends.web.traffic import Traffic
from studio.engine.backends.web.world import World
from studio.engine.model.dialogs import DialogAnswer

_CLOSING_MS = 500


class Tab:
    """One page with its debugging session, its scripts and its traffic."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.traffic = Traffic()
        self._listeners: list[tuple[Any, Any]] = [
            ("request", self._began),
            ("requestfinished", self.traffic.ended),
            ("requestfailed", self.traffic.ended),
        ]
        for event, listener in self._listeners:
            page.on(event, listener)

    def detach(self) -> None:
        """Stop listening: the page may go on without us."""
        for event, listener in self._listeners:
            with suppress(PlaywrightError, KeyError, ValueError):
                self.page.remove_listener(event, listener)

    def _began(self, request: Request) -> None:
        self.traffic.began(request, request.resource_type)

    @cached_property
    def session(self) -> CDPSession:
        """A debugging session of the page. Raises SurfaceLost."""
        with surface():
            session = self.page.context.new_cdp_session(self.page)
            session.on("Page.windowOpen", self._window_opening)
            session.send("Page.enable")
            self._share_scale(session)
        return session

    def _share_scale(self, session: CDPSession) -> None:
        """Grabs of a second session ignore the driver's emulated scale unless that session is told it too."""
        size = self.page.viewport_size
        if size is not None:
            ratio = self.page.evaluate("devicePixelRatio")
            metrics = {"width": size["width"], "height": size["height"], "deviceScaleFactor": ratio, "mobile": False}
            session.send("Emulation.setDeviceMetricsOverride", metrics)

    @cached_property
    def world(self) -> World:
        """The program's own scripts in this page."""
        return World(self.session)

    def _window_opening(self, _: dict[str, Any]) -> None:
        self.traffic.window_opening()

    def send(self, method: str, **params: object) -> dict[str, Any]:
        """One command of the debugging protocol. Raises SurfaceLost."""
        session = self.session
        with surface():
            answer: dict[str, Any] = session.send(method, params)
        return answer


class Pages:
    """All pages of a session in the order in which they opened; the last one that is open is in front.

    Dialogs of scripts (alert, confirm, prompt) that nobody expects are dismissed, never accepted, and their texts kept.
    """

    def __init__(self, page: Page) -> None:
        self._tabs = [Tab(page)]
        self._context = page.context
        self._dialogs: list[str] = []
        self._expected: list[DialogAnswer] = []
        self._numbered = list(self._tabs)
        self._kept: Tab | None = None
        self._wanted = 1
        self.opened: list[str] = []
        """Addresses of pages that opened by themselves since the start (as far as known when they opened)."""
        self._context.on("page", self._on_page)
        self._context.on("dialog", self._on_dialog)

    def _on_page(self, page: Page) -> None:
        for tab in self._tabs:
            tab.traffic.window_opened()
        self.opened.append(page.url)
        self._tabs.append(Tab(page))
        self._numbered.append(self._tabs[-1])

    def _on_dialog(self, dialog: Dialog) -> None:
        expected = self._expected[0] if self._expected else None
        with suppress(PlaywrightError):
            if expected is None or not expected.answers(dialog.message):
                self._dialogs.append(dialog.message)
                dialog.dismiss()
                return
            del self._expected[0]
            if expected.accepted:
                dialog.accept(expected.text or "")
            else:
                dialog.dismiss()

    def expect_dialogs(self, answers: tuple[DialogAnswer, ...]) -> None:
        """Answer these dialogs, each once and in order, until the next call."""
        self._expected = list(answers)

    def switch_to(self, number: int) -> None:
        """Bring the page that opened as `number` (from 1) to the front. Raises LookupError where it is not open."""
        tab = self._numbered[number - 1] if 0 < number <= len(self._numbered) else None
        if tab is None or tab.page.is_closed():
            raise LookupError(f"Page {number} is not open: {len(self._numbered)} were opened in this run.")
        if tab in self._tabs:
            self._tabs.remove(tab)
        self._tabs.append(tab)
        self._kept = tab if self._kept is not None else None
        with surface():
            tab.page.bring_to_front()

    def keep_to(self, number: int) -> bool:
        """See PageKeeper. Raises SurfaceLost."""
        tab = self._numbered[number - 1] if number <= len(self._numbered) else None
        if tab is None or tab.page.is_closed():
            return False
        if number > self._wanted and len(self._numbered) > number:
            return False
        self._wanted, self._kept = max(self._wanted, number), tab
        if self._tabs[-1] is not tab:
            self.switch_to(number)
        return True

    @property
    def front(self) -> Tab:
        """The page that is kept to, else the one that a person would see. Raises SurfaceLost where all are closed."""
        if self._kept is not None and not self._kept.page.is_closed():
            return self._kept
        while self._tabs and self._tabs[-1].page.is_closed():
            self._tabs.pop()
        if not self._tabs:
            raise SurfaceLost("The page was closed.")
        return self._tabs[-1]

    @property
    def urls(self) -> tuple[str, ...]:
        """Addresses of all open pages; the last one is in front."""
        return tuple(tab.page.url for tab in self._tabs if not tab.page.is_closed())

    def is_leaving(self, tab: Tab) -> bool:
        """Whether a page that stopped answering has closed itself in front of another that is still open."""
        if len(self._tabs) < 2:
            return False
        if not tab.page.is_closed():
            with suppress(PlaywrightError):
                tab.page.wait_for_event("close", timeout=_CLOSING_MS)
        return tab.page.is_closed() and any(not other.page.is_closed() for other in self._tabs)

    def acting(self) -> Tab:
        """The page in front, told that input is about to be sent."""
        tab = self.front
        tab.traffic.acted()
        return tab

    def take_dialogs(self) -> tuple[str, ...]:
        """Texts of the dialogs that were dismissed since the last call."""
        texts = tuple(self._dialogs)
        self._dialogs.clear()
        return texts

    def detach(self) -> None:
        """Stop listening: the session may go on without us."""
        for tab in self._tabs:
            tab.detach()
        with suppress(PlaywrightError, KeyError, ValueError):
            self._context.remove_listener("page", self._on_page)
            self._context.remove_listener("dialog", self._on_dialog)
