"""The running practice clinic: a threaded server on the loopback address and its database."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import ExitStack, suppress
from http.server import ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import TracebackType
from typing import Any, Self

from studio.demo.mockmed.handler import Handler
from studio.demo.mockmed.store import Store

_LOOPBACK = "127.0.0.1"


class _Server(ThreadingHTTPServer):
    """Closes idle connections itself, so that closing it leaves no thread behind."""

    # On Windows this option would let two servers share one port.
    allow_reuse_address = os.name == "posix"
    daemon_threads = False
    request_queue_size = 64

    def __init__(self, port: int, store: Store) -> None:
        self._open: set[socket.socket] = set()
        super().__init__((_LOOPBACK, port), type("BoundHandler", (Handler,), {"store": store}))

    def get_request(self) -> tuple[socket.socket, Any]:
        request, address = super().get_request()
        self._open.add(request)
        return request, address

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        for request in list(self._open):
            with suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)
        super().server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report a bug; a browser that hangs up in the middle of an answer is none."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class MockMed:
    """A running practice clinic; a context manager that closes it. `url` ends with a slash."""

    def __init__(self, port: int = 0, db: Path | None = None) -> None:
        """Start serving; raises OSError for a port that cannot be had, sqlite3.Error for a bad `db`."""
        with ExitStack() as stack:
            if db is None:
                db = Path(stack.enter_context(TemporaryDirectory(prefix="mockmed-"))) / "mockmed.sqlite3"
            self.db_path = db
            store = Store(db)
            stack.callback(store.close)
            self._serve(port, store, stack)
            self._stack = stack.pop_all()

    def _serve(self, port: int, store: Store, stack: ExitStack) -> None:
        server = _Server(port, store)
        thread = Thread(target=server.serve_forever, args=(0.05,), name="mockmed", daemon=True)
        stack.callback(thread.join)
        stack.callback(server.server_close)
        thread.start()
        stack.callback(server.shutdown)
        self.url = f"http://{_LOOPBACK}:{server.server_port}/"

    def close(self) -> None:
        """Stop serving; a database of its own is removed. May be called twice."""
        self._stack.close()

    def __enter__(self) -> Self:
        """The running clinic itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


def serve(port: int = 0, db: Path | None = None) -> MockMed:
    """Start the practice clinic on loopback (`port` 0: any free one); see MockMed."""
    return MockMed(port, db)
