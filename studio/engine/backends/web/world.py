"""The program's own scripts inside a page, in a JavaScript world that the page can neither see nor break."""

from __future__ import annotations

import json
import secrets
from functools import lru_cache
from typing import Any, Protocol

from playwright.sync_api import Error as PlaywrightError

from studio.engine.backends.protocols import SurfaceLost
from studio.engine.backends.web.errors import is_lost, is_replaced
from studio.engine.streams import answer_of
from studio.resource_files import resource

PARTS = ("base", "stable", "names", "context", "describe", "hit", "texts", "walk", "quiet", "guard", "api")
"""Files of the in-page script, in the order in which they are joined; the last one answers calls."""

_WORLD = "waymark"
_ATTEMPTS = 20


class Debugger(Protocol):
    """A debugging session of one page or frame. Raises the driver's error."""

    def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """One command and its answer."""


class Replaced(Exception):
    """The document was replaced by another while it was asked."""


@lru_cache(maxsize=1)
def page_script() -> str:
    """All parts of the in-page script, joined into the body of one strict function."""
    parts = [resource(f"web/{part}.js").read_text(encoding="utf-8") for part in PARTS]
    return "\n".join(['"use strict";', *parts])


class World:
    """Calls the in-page functions of one page, or of one frame that lives in another process.

    Installed on demand after each navigation. Functions answer with JSON text.
    """

    def __init__(self, session: Debugger, frame_id: str | None = None) -> None:
        """`frame_id`: the frame to work in; the session's main frame by default."""
        self._session = session
        self._given_frame = frame_id
        self._context: int | None = None
        self._key = f"__{secrets.token_hex(8)}"

    def ask(self, function: str, *args: object) -> Any:
        """Call `function` in the document of this moment and wait for its value. Raises SurfaceLost."""
        for _ in range(_ATTEMPTS):
            try:
                return self.ask_once(function, *args)
            except Replaced:
                continue
        raise SurfaceLost("The page replaces itself again and again and never answers.")

    def ask_once(self, function: str, *args: object) -> Any:
        """Like `ask`, but raises Replaced where the document went away meanwhile."""
        call = f"({', '.join(json.dumps(arg) for arg in args)})"
        answer = self._call(function, call)
        try:
            return answer_of(answer) if isinstance(answer, str) else answer
        except ValueError as error:
            raise SurfaceLost(f"The page gives {error}.") from error

    def _call(self, function: str, call: str) -> Any:
        try:
            if self._context is None:
                self._install()
            answer = self._evaluate(f"globalThis.{self._key}?.{function}{call}")
        except PlaywrightError as error:
            self._context = None
            if is_lost(error) or not is_replaced(error):
                raise SurfaceLost(f"The page does not answer any more: {error.message.splitlines()[0]}") from error
            raise Replaced from error
        if answer is None:
            # Context numbers are used again in a new process: this one is not ours.
            self._context = None
            raise Replaced
        return answer

    def _install(self) -> None:
        self._context = self._session.send(
            "Page.createIsolatedWorld",
            {"frameId": self._frame_id(), "worldName": _WORLD, "grantUniveralAccess": True},
        )["executionContextId"]
        self._evaluate(f"globalThis.{self._key} ??= (() => {{ {page_script()} }})(); true")

    def _frame_id(self) -> str:
        if self._given_frame is not None:
            return self._given_frame
        tree = self._session.send("Page.getFrameTree")
        return str(tree["frameTree"]["frame"]["id"])

    def _evaluate(self, expression: str) -> Any:
        answer = self._session.send(
            "Runtime.evaluate",
            {"expression": expression, "contextId": self._context, "returnByValue": True, "awaitPromise": True},
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(f"The in-page script failed: {_reason(answer['exceptionDetails'])}")
        return answer["result"].get("value")


def _reason(details: dict[str, Any]) -> str:
    exception = details.get("exception", {})
    return str(exception.get("description") or details.get("text"))
