"""Pages and foreign frames of the browser: each gets the listening script and shows its pictures, none is disturbed."""

from __future__ import annotations

import base64
import json
import threading
import time
from dataclasses import dataclass, field
from queue import Queue
from typing import Any

from studio.engine.backends.web.traffic import Traffic
from studio.engine.backends.web.world import World
from studio.recorder.web.protocol import Connection, DebugSession, Params
from studio.recorder.web.ring import Ring, Shot
from studio.recorder.web.script import BINDING, WORLD, listener_script

SHOWN_EVERY_S = 0.08
"""A page that moves all the time is shown this often at most."""

_KINDS = [{"type": "page"}, {"type": "iframe"}]
_ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True, "filter": _KINDS}
_NOT_PAGES = ("devtools://", "chrome-extension://", "chrome-untrusted://")


@dataclass
class Target:
    """One page, or one frame that lives in another process (`parent` is then the session that holds it)."""

    session: DebugSession
    id: str
    kind: str
    url: str
    opener: str = ""
    parent: str = ""
    ring: Ring = field(default_factory=Ring)
    traffic: Traffic = field(default_factory=Traffic)
    history: tuple[int, tuple[int, ...]] = (0, ())
    shown_at: float = 0.0
    changed_at: float = 0.0
    asked: bool = False
    navigation: str = ""

    def __post_init__(self) -> None:
        self.world = World(self.session)


class Pacer:
    """Asks for the next picture a little later where the last one has only just come."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._due: Queue[tuple[float, str, int] | None] = Queue()
        self._thread = threading.Thread(target=self._work, name="screencast", daemon=True)
        self._thread.start()

    def ask(self, session: str, number: int, at: float) -> None:
        """Take the picture `number` of `session` as seen, once the monotonic clock shows `at`."""
        self._due.put((at, session, number))

    def close(self) -> None:
        """Stop."""
        self._due.put(None)
        self._thread.join(5)

    def _work(self) -> None:
        while (due := self._due.get()) is not None:
            at, session, number = due
            if (left := at - time.monotonic()) > 0:
                time.sleep(min(left, SHOWN_EVERY_S))
            self._connection.post("Page.screencastFrameAck", {"sessionId": number}, session)


class Targets:
    """All targets by session. `heard` is called in the reading thread, which never waits."""

    def __init__(self) -> None:
        self._by_session: dict[str, Target] = {}
        self._connection: Connection | None = None
        self._pacer: Pacer | None = None
        self._lock = threading.Lock()
        self.viewport: tuple[int, int] | None = None
        """Size in logical px that is laid upon pages without a window of their own."""

    def begin(self, connection: Connection) -> None:
        """Attach to all pages that there are and will be."""
        self._connection = connection
        self._pacer = Pacer(connection)
        connection.send("Target.setAutoAttach", _ATTACH)

    def close(self) -> None:
        """Stop listening; the browser goes on."""
        if self._pacer is not None:
            self._pacer.close()

    def get(self, session: str) -> Target | None:
        """The target of a session."""
        with self._lock:
            return self._by_session.get(session)

    @property
    def pages(self) -> list[Target]:
        """All pages, in the order in which they came."""
        with self._lock:
            return [target for target in self._by_session.values() if target.kind == "page"]

    @property
    def has_pages(self) -> bool:
        """Whether a person still has a page open."""
        return bool(self.pages)

    def page(self, name: str) -> Target | None:
        """The page of that target id."""
        return next((page for page in self.pages if page.id == name), None)

    def share_scale(self, page: Target) -> None:
        """Pictures of ours do not heed a scale that another client laid upon a page, unless we lay it there too."""
        expression = "JSON.stringify([innerWidth, innerHeight, devicePixelRatio])"
        answer = page.session.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        width, height, ratio = json.loads(answer["result"]["value"])
        page.session.send("Emulation.setDeviceMetricsOverride", _metrics(width, height, ratio))

    def give_up(self, session: str) -> None:
        """A page does not answer while a dialog stands before it: whoever waits is told so."""
        if self._connection is not None:
            self._connection.give_up(session)

    def page_of(self, target: Target) -> Target:
        """The page that holds a foreign frame; a page itself."""
        holder = self.get(target.parent) if target.parent else None
        return self.page_of(holder) if holder is not None else target

    def frames_in(self, session: str) -> list[Target]:
        """Foreign frames that are held by a session directly."""
        with self._lock:
            return [target for target in self._by_session.values() if target.parent == session]

    def attached(self, parent: str, params: Params) -> Target | None:
        """A target has come: let it be watched from its first moment on. None for what is no page of a person's."""
        connection = self._connection
        info = params["targetInfo"]
        name = params["sessionId"]
        if connection is None:
            return None
        session = connection.session(name)
        if info["url"].startswith(_NOT_PAGES):
            session.post("Runtime.runIfWaitingForDebugger")
            connection.post("Target.detachFromTarget", {"sessionId": name})
            return None
        holder = parent if info["type"] == "iframe" else ""
        target = Target(session, info["targetId"], info["type"], info["url"], info.get("openerId", ""), holder)
        with self._lock:
            self._by_session[name] = target
        self._watch(target)
        return target

    def detached(self, session: str) -> Target | None:
        """A target is gone."""
        with self._lock:
            return self._by_session.pop(session, None)

    def picture(self, target: Target, params: Params) -> None:
        """The browser shows what the page looks like now."""
        told = params["metadata"].get("timestamp") or time.time()
        target.ring.add(Shot(float(told), base64.b64decode(params["data"])))
        now = target.changed_at = time.monotonic()
        due = target.shown_at + SHOWN_EVERY_S
        target.shown_at = max(now, due)
        if self._pacer is not None:
            self._pacer.ask(target.session.name, int(params["sessionId"]), due)

    def _watch(self, target: Target) -> None:
        """Posted in this order and answered in this order; the target waits until the last."""
        session = target.session
        commands: list[tuple[str, dict[str, Any]]] = [
            ("Page.enable", {}),
            ("Runtime.enable", {}),
            ("Runtime.addBinding", {"name": BINDING, "executionContextName": WORLD}),
            ("Page.addScriptToEvaluateOnNewDocument", _script()),
            ("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}),
            ("Target.setAutoAttach", _ATTACH),
        ]
        if target.kind == "page" and self.viewport is not None:
            commands.append(("Emulation.setDeviceMetricsOverride", _metrics(*self.viewport, 1.0)))
        if target.kind == "page":
            commands.append(("Page.startScreencast", {"format": "png", "everyNthFrame": 1}))
        commands.append(("Runtime.runIfWaitingForDebugger", {}))
        for method, params in commands:
            session.post(method, params)


def _metrics(width: int, height: int, ratio: float) -> dict[str, Any]:
    return {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False}


def _script() -> dict[str, Any]:
    return {"source": listener_script(), "worldName": WORLD, "runImmediately": True}
