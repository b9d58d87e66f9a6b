"""The browser as a surface: frames, real input, structure, and a page that says when it is quiet."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from time import monotonic

from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError

from studio.engine.backends.protocols import Deflected, EnvironmentUnable, SurfaceLost, Waypoint
from studio.engine.backends.web.browser import REACH_S, VIEWPORT, open_browser, open_page
from studio.engine.backends.web.elements import WebStructure
from studio.engine.backends.web.errors import surface
from studio.engine.backends.web.history import browse, is_browsing
from studio.engine.backends.web.input import JUST_STILL_MS, WebInput
from studio.engine.backends.web.lists import NativeList, NoSuchOption, keys_to_choose
from studio.engine.backends.web.pages import Pages, Tab
from studio.engine.backends.web.uploads import upload
from studio.engine.backends.web.world import Replaced
from studio.engine.model.dialogs import DialogAnswer
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.frame import Frame

LOAD_S = 10.0
"""How long a page may take until it is quiet after it was opened."""
SCROLL_S = 0.4
"""How long a page may take to move after a wheel gesture."""


class WebBackend:
    """Acts on the page in front of a browser session. Points and regions are physical px of its frame.

    Not thread-safe: the driver belongs to the thread that made it.
    """

    name = "web"

    def __init__(self, page: Page, *, owned: ExitStack | None = None) -> None:
        """Work on `page`; `owned` is closed with the backend (a browser that was started for it)."""
        self._owned = owned or ExitStack()
        self._pages = Pages(page)
        with surface():
            self.scale = float(page.evaluate("devicePixelRatio"))
        self._input = WebInput(self._pages, self.scale)
        self._structure = WebStructure(self._pages)
        self._quiet_since = 0

    @classmethod
    def launch(
        cls,
        url: str | None = None,
        *,
        headless: bool = True,
        viewport: tuple[int, int] = VIEWPORT,
        scale: float = 1.0,
        browser: Browser | None = None,
        debugging_port: int | None = None,
    ) -> WebBackend:
        """Start a browser and open `url` in a fresh session. Raises EnvironmentUnable. Call `close` at the end.

        At `debugging_port` a recorder may join the browser that is started.

        A thread can have one driver only: a second backend beside the first shares its `browser`.
        """
        with ExitStack() as stack:
            own = open_browser(headless=headless, debugging_port=debugging_port)
            running = browser or stack.enter_context(own)
            page = stack.enter_context(open_page(running, viewport=viewport, scale=scale))
            backend = cls(page)
            if url is not None:
                backend.goto(url)
            backend._owned = stack.pop_all()
        return backend

    # Frames

    def frame(self) -> Frame:
        """A grab of the page in front (its PNG is decoded on demand). Raises SurfaceLost."""
        answer = self._pages.front.send("Page.captureScreenshot", format="png", optimizeForSpeed=True)
        return Frame(png=base64.b64decode(answer["data"]), scale=self.scale, time=monotonic())

    # Input

    def move(self, point: Point) -> None:
        """Move the pointer to `point`. Raises SurfaceLost."""
        self._input.move(point)

    def click(self, point: Point, *, button: str = "left", count: int = 1) -> None:
        """Press and release at `point`, `count` times. Raises SurfaceLost."""
        self._input.click(point, button=button, count=count)

    def drag(self, start: Point, end: Point, path: tuple[Waypoint, ...] = ()) -> None:
        """Press at `start`, move along `path` or straight, release at `end`. Raises SurfaceLost."""
        self._input.drag(start, end, path)

    def holding(self, modifiers: tuple[str, ...]) -> AbstractContextManager[None]:
        """While it lasts, these keys are down. Raises SurfaceLost, ValueError for an unknown key."""
        return self._input.holding(modifiers)

    def type_text(self, text: str) -> None:
        """Type into whatever has the focus; a line feed is Enter. Raises SurfaceLost."""
        self._input.type_text(text)

    def insert_text(self, text: str) -> None:
        """Put the text into whatever has the focus at once, as a paste does. Raises SurfaceLost."""
        self._input.insert_text(text)

    def press(self, key: str) -> None:
        """Press and release a key or chord; `BrowserBack` and its like walk the history.

        Raises SurfaceLost, ValueError for an unknown key, LookupError where the history has nothing there.
        """
        if is_browsing(key):
            browse(self._pages.acting(), key)
        else:
            self._input.press(key)

    def scroll(self, dx: int, dy: int, at: Point | None = None) -> None:
        """One wheel gesture in logical px at the pointer or at `at`, until the page has moved. Raises SurfaceLost."""
        self._input.scroll(dx, dy, at)
        self._wait(SCROLL_S, 1, JUST_STILL_MS)

    def release_all(self) -> None:
        """Let go of every button and key. Never raises."""
        self._input.release_all()

    def choose_option(self, point: Point, label: str) -> None:
        """Choose the option `label` of the native list at `point`; of anything else by click, typing and Enter.

        Raises NoSuchOption (a LookupError) where the list has it not, Deflected where another list stands there by now,
        SurfaceLost.
        """
        world = self._pages.front.world
        native = NativeList.of(world.ask("listAt", point.x, point.y))
        if native is None:
            self.choose_by_typing(point, label)
            return
        keys = keys_to_choose(native, label)
        if not world.ask("focusList", point.x, point.y):
            raise Deflected("", begun=False)
        self._input.press_all(keys)
        self._confirm_choice(point, label)

    def upload(self, point: Point, path: str) -> None:
        """Click at `point` and give the chooser of files that opens the file at `path`.

        Raises LookupError where no chooser opens, SurfaceLost.
        """
        upload(self._pages.acting(), lambda: self._input.click(point), path)

    def _confirm_choice(self, point: Point, label: str) -> None:
        now = NativeList.of(self._pages.front.world.ask("listAt", point.x, point.y))
        if now is not None and label in now.options and " ".join(label.split()) != now.chosen:
            raise NoSuchOption(f"The list shows “{now.chosen}” although “{label}” was chosen.")

    def choose_by_typing(self, point: Point, label: str) -> None:
        """Choose blindly: click the list, type the label, press Enter. Raises SurfaceLost."""
        self._input.click(point)
        self.wait_quiet(1.0)
        self._input.type_text(label)
        self._input.press("Enter")

    # Structure

    def snapshot(self) -> StructureSnapshot:
        """Elements, texts, lists and dialogs of this moment. Raises SurfaceLost."""
        return self._structure.snapshot()

    def element_at(self, point: Point) -> Element | None:
        """The element that would receive a click there, with a unique selector. Raises SurfaceLost."""
        return self._structure.element_at(point)

    def reaches(self, point: Point, element: Element) -> bool:
        """Whether a click there would work that element of the last snapshot. Raises SurfaceLost."""
        return self._structure.reaches(point, element)

    def pressing(self, element: Element, *, arrives: bool = True) -> AbstractContextManager[None]:
        """While it lasts, presses reach that element of the last snapshot, saying what it said then, or nothing.

        `arrives`: the action begins with a press. Leaving raises Deflected, SurfaceLost.
        """
        return self._structure.pressing(element, arrives=arrives)

    def pressing_at(self, point: Point, *, arrives: bool = True) -> AbstractContextManager[None]:
        """The same for whatever stands at `point` now."""
        return self._structure.pressing_at(point, arrives=arrives)

    def striking(self, element: Element) -> AbstractContextManager[None]:
        """The same for keys, which reach that element or nothing."""
        return self._structure.pressing(element, by_key=True)

    def reveal(self, element: Element, at: Point | None = None) -> bool:
        """Scroll an element of the last snapshot into view; False where it is gone. Raises SurfaceLost."""
        return self._structure.reveal(element, at)

    # Quiet

    def wait_quiet(self, timeout_s: float) -> bool:
        """True as soon as two frames passed without change, request or navigation under way. Raises SurfaceLost."""
        return self._wait(timeout_s)

    def wait_quiet_frame(self, timeout_s: float) -> bool:
        """True after one frame without change, request or navigation; to be confirmed by `still_quiet` once the
        page was looked at. Raises SurfaceLost."""
        return self._wait(timeout_s, 1, JUST_STILL_MS)

    def watch_quiet(self) -> bool:
        """Begin to watch for changes; False where a request or navigation is under way. Raises SurfaceLost."""
        tab = self._pages.front
        self._mark(tab)
        try:
            return bool(tab.world.ask_once("watchQuiet")) and not tab.traffic.busy
        except (Replaced, SurfaceLost):
            return False

    def still_quiet(self) -> bool:
        """Whether nothing has changed since the page was last quiet. Raises SurfaceLost."""
        tab = self._pages.front
        if not self._unchanged(tab, self._quiet_since):
            return False
        if self._structure.still is not None:
            return self._structure.still  # the snapshot that was taken since has told
        try:
            return bool(tab.world.ask_once("stillQuiet"))
        except Replaced:
            return False

    def _wait(self, timeout_s: float, *rules: int) -> bool:
        deadline = monotonic() + timeout_s
        while (left := deadline - monotonic()) > 0:
            if self._is_quiet(left, *rules):
                return True
        return False

    def _is_quiet(self, left_s: float, *rules: int) -> bool:
        tab = self._pages.front
        before = self._mark(tab)
        try:
            still = tab.world.ask_once("quiet", round(left_s * 1000), *rules)
        except Replaced:
            return False
        except SurfaceLost:
            if self._pages.is_leaving(tab):
                return False
            raise
        return bool(still) and self._unchanged(tab, before)

    def _mark(self, tab: Tab) -> int:
        """From here on `still_quiet` counts what changes."""
        self._quiet_since = tab.traffic.generation
        self._structure.still = None
        return self._quiet_since

    def _unchanged(self, tab: Tab, before: int) -> bool:
        traffic = tab.traffic
        return not traffic.busy and traffic.generation == before and self._pages.front is tab

    # The session

    def goto(self, url: str) -> None:
        """Open `url` and wait until it is quiet (LOAD_S). Raises EnvironmentUnable where it cannot be reached."""
        page = self._pages.acting().page
        try:
            page.goto(url, wait_until="commit", timeout=REACH_S * 1000)
        except PlaywrightError as error:
            raise EnvironmentUnable(f"The page {url} cannot be reached ({_reason(error)}).") from error
        self.wait_quiet(LOAD_S)

    def pending_dialogs(self) -> tuple[str, ...]:
        """Texts of alerts, confirmations and prompts that were dismissed since the last call."""
        return self._pages.take_dialogs()

    def expect_dialogs(self, answers: tuple[DialogAnswer, ...]) -> None:
        """Answer these dialogs, each once and in order, until the next call; others are dismissed and told."""
        self._pages.expect_dialogs(answers)

    def switch_surface(self, name: str) -> None:
        """Act on the page that opened as number `name` (from 1). Raises LookupError where it is not open."""
        if not name.isdecimal():
            raise LookupError(f"Pages have numbers; “{name}” is none.")
        self._pages.switch_to(int(name))

    def keep_to(self, number: int) -> bool:
        """See PageKeeper. Raises SurfaceLost."""
        return self._pages.keep_to(number)

    @property
    def pages(self) -> tuple[str, ...]:
        """Addresses of all open pages; the last one is in front and is acted on."""
        return self._pages.urls

    @property
    def opened_pages(self) -> tuple[str, ...]:
        """Addresses of pages that the application opened by itself."""
        return tuple(self._pages.opened)

    @property
    def viewport(self) -> tuple[int, int]:
        """Size of a frame in physical px."""
        return self.frame().size

    def close(self) -> None:
        """Let the surface go, and the browser where it was started for it. Never raises."""
        self.release_all()
        self._pages.detach()
        with suppress(Exception):
            self._owned.close()


@contextmanager
def open_web(
    url: str | None = None,
    *,
    headless: bool = True,
    viewport: tuple[int, int] = VIEWPORT,
    scale: float = 1.0,
    browser: Browser | None = None,
    debugging_port: int | None = None,
) -> Iterator[WebBackend]:
    """A WebBackend as by `launch`, closed at the end, its browser too unless given. Raises EnvironmentUnable."""
    backend = WebBackend.launch(
        url, headless=headless, viewport=viewport, scale=scale, browser=browser, debugging_port=debugging_port
    )
    try:
        yield backend
    finally:
        backend.close()


def _reason(error: PlaywrightError) -> str:
    text = error.message.strip().splitlines()[0]
    if "Timeout" in text:
        return f"no answer within {REACH_S:g} s"
    return text.split("net::")[-1].split(" at ")[0]
