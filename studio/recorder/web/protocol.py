"""The browser's debugging protocol over one connection: commands with answers, and events of many sessions."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TimedOut
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error as DriverError

from studio.recorder.web.websocket import ConnectionLost, WebSocket
from studio.recorder.web.wire import Wire

ANSWER_S = 20.0
"""A command that has no answer after this time will not get one."""

Params = dict[str, Any]
Listener = Callable[[str, str, Params], None]
"""Called with session id ("" for the browser), event and its parameters, in the reading thread: never wait in it."""


class ProtocolError(DriverError):
    """The browser refused a command, or is gone. One of the driver's errors, so that the engine knows what to do."""


class Connection:
    """One connection to a browser. Commands may come from any thread but the listener's, which may only `post`."""

    def __init__(self, browser: str | Wire, listener: Listener, ended: Callable[[], None]) -> None:
        """Connect to a browser by the address of its endpoint, or by a wire. `ended` is called once when it is gone.

        Raises ConnectionLost.
        """
        self._wire: Wire = WebSocket(browser) if isinstance(browser, str) else browser
        self._listener = listener
        self._ended = ended
        self._lock = threading.Lock()
        self._number = 0
        self._waiting: dict[int, tuple[str, Future[Params]]] = {}
        self._open = True
        self._reader = threading.Thread(target=self._read, name="browser-events", daemon=True)
        self._reader.start()

    def send(self, method: str, params: Params | None = None, session: str = "", wait_s: float = ANSWER_S) -> Params:
        """One command and its answer. Raises ProtocolError."""
        answer: Future[Params] = Future()
        number = self._post(method, params, session, answer)
        try:
            return answer.result(wait_s)
        except TimedOut:
            raise ProtocolError(f"{method}: no answer within {wait_s:g} s") from None
        finally:
            with self._lock:
                self._waiting.pop(number, None)

    def post(self, method: str, params: Params | None = None, session: str = "") -> None:
        """One command whose answer nobody waits for. Never raises."""
        with suppress(ProtocolError):
            self._post(method, params, session, None)

    def give_up(self, session: str) -> None:
        """Whoever waits for an answer of `session` is told that none will come."""
        with self._lock:
            given_up = [number for number, (owner, _) in self._waiting.items() if owner == session]
            answers = [self._waiting.pop(number)[1] for number in given_up]
        for answer in answers:
            answer.set_exception(ProtocolError("The page does not answer while a dialog stands before it"))

    def session(self, name: str) -> DebugSession:
        """The session of one target."""
        return DebugSession(self, name)

    def close(self) -> None:
        """Let go; the browser goes on. Never raises."""
        self._open = False
        self._wire.close()
        self._reader.join(5)

    def _post(self, method: str, params: Params | None, session: str, answer: Future[Params] | None) -> int:
        with self._lock:
            self._number += 1
            number = self._number
            if answer is not None:
                self._waiting[number] = (session, answer)
        message: Params = {"id": number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        try:
            self._wire.send(json.dumps(message))
        except ConnectionLost as lost:
            raise ProtocolError(f"{method}: Connection closed") from lost
        return number

    def _read(self) -> None:
        with suppress(ConnectionLost):
            while self._open:
                self._take(json.loads(self._wire.receive()))
        self._open = False
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        for _, answer in waiting.values():
            answer.set_exception(ProtocolError("Connection closed"))
        self._ended()

    def _take(self, message: Params) -> None:
        if "id" not in message:
            self._listener(message.get("sessionId", ""), message["method"], message.get("params", {}))
            return
        with self._lock:
            _, answer = self._waiting.pop(message["id"], ("", None))
        if answer is None:
            return
        if "error" in message:
            answer.set_exception(ProtocolError(str(message["error"].get("message", "refused"))))
        else:
            answer.set_result(message.get("result", {}))


class DebugSession:
    """The debugging session of one page or foreign frame; answers as the engine's scripts in a page expect it."""

    def __init__(self, connection: Connection, name: str) -> None:
        self.name = name
        self._connection = connection

    def send(self, method: str, params: Params | None = None, wait_s: float = ANSWER_S) -> Params:
        """One command and its answer. Raises ProtocolError (a driver's error)."""
        return self._connection.send(method, params, self.name, wait_s)

    def post(self, method: str, params: Params | None = None) -> None:
        """One command without an answer. Never raises."""
        self._connection.post(method, params, self.name)
