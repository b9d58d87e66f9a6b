"""What the tests of the web surface share: one browser a module, a fresh page a test, a server for small pages."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from studio.engine.backends.web import WebBackend, open_browser, open_page
from studio.engine.model.structure import Element

Show = Callable[..., WebBackend]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as running:
        with open_page(running) as page:  # its long-lived helpers start now
            page.set_content("<p>warm</p>")
            page.screenshot()
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with open_page(browser) as fresh:
        yield fresh


@contextmanager
def looking_at(page: Page) -> Iterator[WebBackend]:
    """The surface of a page."""
    backend = WebBackend(page)
    yield backend
    backend.close()


@pytest.fixture
def web(page: Page) -> Iterator[WebBackend]:
    with looking_at(page) as backend:
        yield backend


@pytest.fixture
def show(page: Page, web: WebBackend) -> Show:
    """Puts HTML on the page and waits until it is quiet."""

    def put(body: str) -> WebBackend:
        page.set_content(f"<!doctype html><html><head><title>Test</title></head><body>{body}</body></html>")
        web.wait_quiet(3)
        return web

    return put


class Site:
    """A server of small pages: path to HTML, or to (seconds to wait, HTML)."""

    def __init__(self, pages: dict[str, Any], port: int) -> None:
        self.pages, self.port = pages, port

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"


@contextmanager
def serving(pages: dict[str, Any]) -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 0.5  # a connection that the browser opened in advance

        def do_GET(self) -> None:
            entry = pages.get(self.path.split("?")[0])
            wait_s, body = entry if isinstance(entry, tuple) else (0, entry)
            time.sleep(wait_s)
            data = (body or "").encode()
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a browser that hangs up
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield Site(pages, server.server_port)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def named(web: WebBackend, name: str) -> Element:
    """The one element of that name."""
    found = [e for e in web.snapshot().elements if e.name == name]
    assert len(found) == 1, f"{name}: {[(e.role, e.name) for e in web.snapshot().elements]}"
    return found[0]


def by_id(web: WebBackend, element_id: str) -> Element:
    found = [e for e in web.snapshot().elements if e.element_id == element_id]
    assert len(found) == 1, f"{element_id}: {[e.element_id for e in web.snapshot().elements]}"
    return found[0]


def texts(web: WebBackend) -> list[str]:
    return [run.text for run in web.snapshot().texts]
