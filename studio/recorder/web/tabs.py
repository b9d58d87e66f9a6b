"""What happens to pages beside what a person does in them: they open, close, navigate, load, and ask with dialogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from studio.engine.model.dialogs import DialogAnswer
from studio.recorder.actions import Marker
from studio.recorder.web.fronts import Fronts
from studio.recorder.web.protocol import Params, ProtocolError
from studio.recorder.web.signals import Navigated, Replaced, Signal
from studio.recorder.web.targets import Target, Targets

CAUSED_S = 1.5
"""A navigation or a closing this soon after an action in the page comes of it."""

WRITTEN_S = 0.2
"""So long after a navigation the browser's history says where it went …"""
WRITTEN_LATE_S = 3.0
"""… or so long, where the machine is slow."""

_BY_PERSON = frozenset({"typed", "address_bar", "auto_bookmark", "generated", "keyword", "keyword_generated", "other"})
_UNUSED = ("about:blank", "chrome://new-tab-page/", "chrome://newtab/", "")


@dataclass(frozen=True, slots=True)
class Answered:
    """A dialog of a script was answered at `t`."""

    t: float
    page: str
    answer: DialogAnswer


Told = Signal | Marker | Answered


@dataclass(frozen=True, slots=True)
class _Walk:
    """A navigation at `t`; `navigation` is the browser's word for it, "" where the document stayed."""

    page: Target
    t: float
    by_hand: bool
    navigation: str
    url: str


class Tabs:
    """Follows the pages of one recording. `now` gives seconds of the recording."""

    def __init__(self, targets: Targets, now: Callable[[], float]) -> None:
        self._targets = targets
        self._now = now
        self._acted: dict[str, float] = {}
        self._dialogs: dict[str, str] = {}
        self._walks: dict[str, _Walk] = {}
        self.fronts: Fronts | None = None
        self.awaited = True
        """A navigation of our own is under way."""

    def begin(self, page: Target) -> None:
        """The recording begins in `page`."""
        self.fronts = Fronts(page.id)
        self._walk(page, anew=False)

    def acted(self, page: str, t: float) -> None:
        """A person did something in a page."""
        self._acted[page] = t

    def has_dialog(self, page: str) -> bool:
        """Whether a dialog of a script stands before the page: then it does not answer."""
        return page in self._dialogs

    def attached(self, target: Target) -> None:
        """A page has come; one that another page opened is opened by a replay too."""
        if target.kind == "page" and self.fronts is not None and self.fronts.number(target.opener) is not None:
            self.fronts.opened(target.id, self._now())

    def detached(self, target: Target) -> None:
        """A page is gone."""
        if target.kind == "page" and self.fronts is not None:
            self._dialogs.pop(target.id, None)
            self.fronts.closed(target.id)

    def heard(self, target: Target, method: str, params: Params) -> list[Told]:
        """One event of the debugging protocol."""
        page = self._targets.page_of(target)
        if params.get("frameId") == page.id and method == "Page.frameRequestedNavigation":
            page.asked = True
        if params.get("frameId") == page.id and method == "Page.frameStartedNavigating":
            page.navigation = str(params.get("navigationType", ""))
        if method == "Page.frameNavigated":
            return self._navigated(target, page, params["frame"])
        if method == "Page.navigatedWithinDocument" and target is page and params.get("frameId") == page.id:
            page.url = str(params.get("url", page.url))
            return self._walk(page, anew=False)
        if method == "Page.javascriptDialogOpening":
            self._dialogs[page.id] = str(params.get("message", ""))
        if method == "Page.javascriptDialogClosed":
            return self._answered(page, params)
        if method == "Page.downloadWillBegin" or method == "Browser.downloadWillBegin":
            return [Marker(self._now(), "A file was downloaded: where it goes was not recorded.")]
        return self._traffic(page, method, params)

    def _navigated(self, target: Target, page: Target, frame: dict[str, Any]) -> list[Told]:
        if frame.get("parentId") or target is not page:
            if frame["id"] == target.id:
                target.url = frame["url"]
            return []
        target.url = frame["url"] + frame.get("urlFragment", "")
        return [*self._walk(page, anew=True), Replaced(self._now(), page.id)]

    def _walk(self, page: Target, *, anew: bool) -> list[Told]:
        """Somebody went elsewhere: what the history says of it is asked for a little later, when it is up to date."""
        told = self._walked(page.id, hurry=True)
        asked, page.asked = page.asked, False
        by_hand = not (self.awaited or asked or self._is_caused(page))
        self._walks[page.id] = _Walk(page, self._now(), by_hand, page.navigation if anew else "", page.url)
        return told

    @property
    def is_waiting(self) -> bool:
        """Whether a page went somewhere and its history does not tell yet how."""
        return bool(self._walks)

    def tick(self) -> list[Told]:
        """What has become clear by now."""
        due = [name for name, walk in self._walks.items() if self._now() - walk.t > WRITTEN_S]
        return [told for name in due for told in self._walked(name)]

    def _walked(self, name: str, *, hurry: bool = False) -> list[Told]:
        walk = self._walks.pop(name, None)
        if walk is None:
            return []
        page = walk.page
        try:
            told = page.session.send("Page.getNavigationHistory")
        except ProtocolError:
            return []
        entries, index = told["entries"], int(told["currentIndex"])
        if entries[index]["url"] != walk.url and not hurry and self._now() - walk.t < WRITTEN_LATE_S:
            self._walks[name] = walk  # not up to date yet
            return []
        former, page.history = page.history, (index, tuple(int(entry["id"]) for entry in entries))
        if not walk.by_hand:
            return []
        if walk.navigation.startswith("reload"):
            how = "reload"
        else:
            how = _how(former, page.history, entries[index], anew=bool(walk.navigation))
        return [Navigated(walk.t, page.id, how)] if how else []

    def _is_caused(self, page: Target) -> bool:
        number = self.fronts.number(page.id) if self.fronts else None
        return number is None or self._now() - self._acted.get(page.id, -9.0) < CAUSED_S

    def _answered(self, page: Target, params: Params) -> list[Told]:
        asked = self._dialogs.pop(page.id, "")
        answer = DialogAnswer(
            message=asked, accepted=bool(params.get("result")), text=str(params.get("userInput") or "") or None
        )
        return [Answered(self._now(), page.id, answer)]

    def _traffic(self, page: Target, method: str, params: Params) -> list[Told]:
        if method == "Network.requestWillBeSent":
            page.traffic.began(params["requestId"], str(params.get("type", "")).casefold())
        elif method in ("Network.loadingFinished", "Network.loadingFailed"):
            page.traffic.ended(params["requestId"])  # of a frame: told by another session than its beginning
        return []


def _how(
    former: tuple[int, tuple[int, ...]], now: tuple[int, tuple[int, ...]], entry: dict[str, Any], *, anew: bool
) -> str:
    """`back`, `forward`, `elsewhere`, or "" where the page itself did it."""
    (was, before), (is_now, after) = former, now
    known = (
        was < len(before) and is_now < len(after) and before[: min(was, is_now) + 1] == after[: min(was, is_now) + 1]
    )
    if known and is_now < was:
        return "back"
    if known and is_now > was and is_now < len(before) and before[is_now] == after[is_now]:
        return "forward"
    kind = entry.get("transitionType", "link")
    return "elsewhere" if anew and kind in _BY_PERSON and entry.get("url") not in _UNUSED else ""
