"""Serves tests/fixtures/hand: a page for each kind of thing that recorders are reported to get wrong."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_FOLDER = Path(__file__).parent.parent / "fixtures" / "hand"


class _Handler(BaseHTTPRequestHandler):
    timeout = 1  # a browser opens connections that it may never use

    def do_GET(self) -> None:
        """One of the pages; `{other}` in it becomes this server by another name, which is another site."""
        name = self.path.strip("/").split("?")[0]
        page = _FOLDER / f"{name}.html"
        self.send_response(200 if page.exists() else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        other = f"http://localhost:{self.server.server_address[1]}"  # type: ignore[attr-defined]
        body = page.read_text().replace("{other}", other) if page.exists() else ""
        self.wfile.write(f"<!doctype html><title>{name.title()}</title>{body}".encode())

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def hand_pages() -> Iterator[str]:
    """Serves the pages; their address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
