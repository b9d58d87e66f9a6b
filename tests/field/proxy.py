"""A user's own browser settings, which a replay's browser cannot be given: a proxy puts them into each page.

What a person would have set before (a larger font for all pages, a theme that the program keeps in the browser)
is put at the head of every page as a style or a script; everything else passes as it is, web sockets too.
"""

from __future__ import annotations

import http.client
import re
import select
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "accept-encoding", "proxy-connection"}


class Settings(ThreadingHTTPServer):
    """Serves on `self.port` what `port` serves, with `head` in each page and `headers` in each request."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port: int, head: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Pass)
        self.upstream, self.head, self.headers = port, head, dict(headers or {})
        self.port: int = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away is no news."""

    def end(self) -> None:
        """Serve no more."""
        self.shutdown()
        self.server_close()


class _Pass(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Settings

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        if "upgrade" in self.headers.get("Connection", "").lower():
            self._tunnel()
        else:
            self._forward()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_HEAD = do_GET

    def _forward(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        given = {k: v for k, v in self.headers.items() if k.lower() not in HOP} | self.server.headers
        if body is not None:
            given["Content-Length"] = str(length)
        there = http.client.HTTPConnection("127.0.0.1", self.server.upstream, timeout=300)
        there.request(self.command, self.path, body, {**given, "Accept-Encoding": "identity"})
        answer = there.getresponse()
        page = "text/html" in answer.getheader("Content-Type", "") and self.command == "GET"
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in HOP and not (page and name.lower().startswith("content-security")):
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.close_connection = True
        if page:
            text = self._with_head(answer.read())
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
        else:
            self.end_headers()
            while part := answer.read1(65536):
                self.wfile.write(part)
                self.wfile.flush()
        there.close()

    def _with_head(self, page: bytes) -> bytes:
        head = self.server.head.encode()
        return re.sub(rb"(<head[^>]*>)", lambda found: found.group(1) + head, page, count=1)

    def _tunnel(self) -> None:
        """A web socket: bytes are passed both ways."""
        self.close_connection = True
        with socket.create_connection(("127.0.0.1", self.server.upstream)) as there:
            lines = [f"{self.command} {self.path} HTTP/1.1", *(f"{k}: {v}" for k, v in self.headers.items())]
            there.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
            ends = {self.connection: there, there: self.connection}
            with suppress(OSError):
                while True:
                    for one in select.select(list(ends), [], [])[0]:
                        if not (part := one.recv(65536)):
                            return
                        ends[one].sendall(part)


LARGER = "<style>html { font-size: 118% }</style>"
"""A larger font for all pages."""
LETTERS = "<style>body, body * { font-size: 15px !important }</style>"
"""No letters below 15 px, for programs that count in px: a setting of browsers."""


def stored(**items: str) -> str:
    """What a program keeps in the browser."""
    lines = "".join(f"localStorage.getItem({k!r}) ?? localStorage.setItem({k!r}, {v!r});" for k, v in items.items())
    return f"<script>{lines}</script>"
