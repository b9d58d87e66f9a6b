"""Where a recording begins: the page that is opened for it, or the one that a person has in front."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from studio.engine.backends.protocols import EnvironmentUnable
from studio.recorder.web.evidence import Eyes, Look
from studio.recorder.web.protocol import Connection, Params, ProtocolError
from studio.recorder.web.targets import Target, Targets

REACH_S = 10.0
"""An address that has not answered within this time cannot be reached."""
LOAD_S = 15.0
"""How long the first page may take until it is quiet; after that it is taken as it is."""

_POLL_S = 0.05
_EMPTY = ("", "about:blank", "chrome://newtab/", "chrome://new-tab-page/")
_SEEN = "JSON.stringify([document.hasFocus(), document.visibilityState === 'visible'])"
_WINDOW = "JSON.stringify([innerWidth, innerHeight, devicePixelRatio])"


def first_page(connection: Connection, targets: Targets, url: str | None, drain: Callable[[], None]) -> Target:
    """The page to begin in, showing `url` where given. Raises EnvironmentUnable, ProtocolError."""
    if url is None:
        page = _in_front(targets)
        if page is None:
            raise EnvironmentUnable("The browser has no page open that can be recorded: open one, or add --url URL.")
        return page
    page = _blank(targets)
    if page is None:
        page = _new(connection, targets, url)
        _reached(page, url, drain)
    else:
        answer = page.session.send("Page.navigate", {"url": url}, REACH_S)
        _refuse(url, answer.get("errorText"))
    drain()
    return page


def _reached(page: Target, url: str, drain: Callable[[], None]) -> None:
    """Wait until the page shows a document of its own. Raises EnvironmentUnable."""
    deadline = time.monotonic() + REACH_S
    while time.monotonic() < deadline:
        frame = page.session.send("Page.getFrameTree")["frameTree"]["frame"]
        _refuse(url, "no answer" if frame.get("unreachableUrl") else None)
        if frame["url"] not in ("", "about:blank") or url == "about:blank":
            return
        drain()
        time.sleep(_POLL_S)
    _refuse(url, f"no answer within {REACH_S:g} s")


def _refuse(url: str, reason: str | None) -> None:
    if reason:
        raise EnvironmentUnable(f"The page {url} cannot be reached ({reason.removeprefix('net::')}).")


def first_look(eyes: Eyes, targets: Targets, page: Target, drain: Callable[[], None]) -> Look | None:
    """The page at rest, in the size in which a person sees it."""
    deadline = time.monotonic() + LOAD_S
    while time.monotonic() < deadline:
        drain()
        if not page.traffic.busy and (look := eyes.rest(page)) is not None:
            if _fits(page, look):
                return look
            targets.share_scale(page)
        time.sleep(_POLL_S)
    drain()
    return eyes.rest(page, insist=True)


def _fits(page: Target, look: Look) -> bool:
    """Whether the picture has the size of the window: another client may have laid a scale upon the page."""
    answer = page.session.send("Runtime.evaluate", {"expression": _WINDOW, "returnByValue": True})
    width, height, ratio = map(float, json.loads(answer["result"]["value"]))
    return abs(look.frame.size[0] - width * ratio) < 2 and abs(look.frame.size[1] - height * ratio) < 2


def _in_front(targets: Targets) -> Target | None:
    """The page that has the focus, else one that can be seen, else any; an empty one only where there is no other."""
    pages = targets.pages
    return max(pages, key=lambda page: (page.url not in _EMPTY, *_seen(page)), default=None)


def _seen(page: Target) -> tuple[bool, bool]:
    params: Params = {"expression": _SEEN, "returnByValue": True}
    try:
        focused, visible = json.loads(page.session.send("Runtime.evaluate", params)["result"]["value"])
    except (ProtocolError, KeyError, ValueError, TypeError):
        return False, False
    return bool(focused), bool(visible)


def _blank(targets: Targets) -> Target | None:
    """A page of a browser that was only just started."""
    pages = targets.pages
    return pages[0] if len(pages) == 1 and pages[0].url in _EMPTY else None


def _new(connection: Connection, targets: Targets, url: str) -> Target:
    """A new page that goes to `url` by itself: one that is sent there too early may wait forever for another client."""
    name = connection.send("Target.createTarget", {"url": url})["targetId"]
    deadline = time.monotonic() + REACH_S
    while time.monotonic() < deadline:
        if (page := targets.page(name)) is not None:
            return page
        time.sleep(_POLL_S)
    raise EnvironmentUnable("The browser opens no page.")
