"""HTTP for the practice clinic: static pages and JSON, one short-lived connection per request."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from studio.demo.mockmed import api
from studio.demo.mockmed.encounter import BadRequest
from studio.demo.mockmed.store import Store
from studio.resource_files import resource

_MAX_BODY = 64 * 1024
_MOST_DIGITS = 9
_SECONDS_TO_SPEAK = 10
_OWN_NAMES = ("127.0.0.1", "localhost")
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}


class Handler(BaseHTTPRequestHandler):
    """Answers one request. The server's subclass binds `store`."""

    store: Store
    timeout = _SECONDS_TO_SPEAK

    def do_GET(self) -> None:
        """Static file, or JSON below /api/."""
        if self.path.startswith("/api/") or not self._is_meant():
            self._answer(lambda: api.read(self.store, self.path))
        else:
            self._send_file(_static_file(self.path))

    def do_POST(self) -> None:
        """JSON in, JSON out."""
        self._answer(lambda: api.write(self.store, self.path, self._body()))

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: stdout carries the address only."""

    def _answer(self, work: Callable[[], api.Json]) -> None:
        try:
            if not self._is_meant():
                raise BadRequest("The practice clinic answers its own page alone.", status=403)
            self._send_json(200, work())
        except BadRequest as error:
            self._send_json(error.status, {"error": str(error)})

    def _is_meant(self) -> bool:
        """Whether it was asked by its own name, and by no page of another site: what was typed in it is the user's."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        name = host.rpartition(":")[0] or host
        return name in _OWN_NAMES and origin in (None, f"http://{host}")

    def _body(self) -> dict[str, Any]:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or len(length) > _MOST_DIGITS or int(length) > _MAX_BODY:
            raise BadRequest(f"A body of at most {_MAX_BODY} bytes is needed.")
        try:
            body = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            raise BadRequest("The body must be JSON.") from None
        if not isinstance(body, dict):
            raise BadRequest("The body must be a JSON object.")
        return body

    def _send_file(self, file: Path | None) -> None:
        if file is None:
            self._send_json(404, {"error": "There is no such page."})
        else:
            self._send(200, _TYPES[file.suffix], file.read_bytes())

    def _send_json(self, status: int, value: api.Json) -> None:
        self._send(status, "application/json; charset=utf-8", json.dumps(value).encode())

    def _send(self, status: int, content_type: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)


def _static_file(target: str) -> Path | None:
    root = resource("mockmed").resolve()
    try:
        file = (root / (unquote(urlsplit(target).path).lstrip("/") or "index.html")).resolve()
        return file if file.is_relative_to(root) and file.suffix in _TYPES and file.is_file() else None
    except (ValueError, OSError):  # no address, no name of a file, or a longer one than there can be
        return None
