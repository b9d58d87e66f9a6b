"""A person at a browser that is being recorded: the recorder is a real child process, the person a second client."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from studio.engine.recording import Recording, load_recording
from studio.recorder.web import browser_with_port

WAIT_S = 60.0
PAUSE_MS = 350
"""A person looks at what happened before the next action."""


class HandRecording:
    """A running `studio record --backend web --cdp … --events`."""

    def __init__(self, endpoint: str, out: Path, url: str | None) -> None:
        self.out = out
        self.events: list[dict[str, Any]] = []
        self._new: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        where = ["--url", url] if url else []
        command = [sys.executable, "-m", "studio", "record", "--backend", "web", "--cdp", endpoint, *where]
        self.process = subprocess.Popen(
            [*command, "--out", str(out), "--events"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.wait_for("ready")

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._new.put(json.loads(line))
        self._new.put(None)

    def wait_for(self, kind: str, count: int = 1) -> dict[str, Any]:
        """The event of that type once there are `count` of them in all."""
        deadline = time.monotonic() + WAIT_S
        while len(found := [event for event in self.events if event["type"] == kind]) < count:
            try:
                event = self._new.get(timeout=max(0.01, deadline - time.monotonic()))
            except Empty:
                raise AssertionError(f"no {kind} came; {self.events[-3:]}") from None
            assert event is not None, f"the recorder ended: {self._complaint()}"
            self.events.append(event)
        return found[count - 1]

    def _complaint(self) -> str:
        return self.process.stderr.read() if self.process.stderr else ""

    def command(self, name: str, **more: str) -> None:
        """One command on stdin."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"command": name, **more}) + "\n")
        self.process.stdin.flush()

    def finish(self) -> Recording:
        """End it well and open the recording."""
        self.command("finish")
        self.wait_for("finished")
        assert self.process.wait(WAIT_S) == 0, self._complaint()
        self.close()
        return load_recording(self.out)

    def close(self) -> None:
        """Nothing stays behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(WAIT_S)
        self._reader.join(WAIT_S)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


@contextmanager
def hand_recording(endpoint: str, out: Path, url: str | None = None) -> Iterator[HandRecording]:
    """A recorder attached to the browser at `endpoint`; with `url` in a page of its own. Ready when it comes."""
    recording = HandRecording(endpoint, out, url)
    try:
        yield recording
    finally:
        recording.close()


class PersonsBrowser:
    """A browser with a debugging port. `endpoint` is for the recorder, `browser` the person's own connection."""

    def __init__(self, endpoint: str, browser: Browser) -> None:
        self.endpoint = endpoint
        self.browser = browser

    @property
    def pages(self) -> list[Page]:
        """All open pages, in the order in which they opened."""
        return [page for context in self.browser.contexts for page in context.pages]

    def page_at(self, url: str) -> Page:
        """The page that shows an address beginning so, once it is there. It is asked itself: who joins a page that is
        being loaded may never hear that it was."""
        deadline = time.monotonic() + WAIT_S
        while time.monotonic() < deadline:
            self.pages[0].wait_for_timeout(150)  # hear of pages that have only just opened
            for page in reversed(self.pages):
                if page.url.startswith(url):
                    page.wait_for_function("document.readyState === 'complete'", polling=50)
                    return page
        raise AssertionError(f"no page at {url}: {[page.url for page in self.pages]}")


@contextmanager
def persons_browser(scale: float = 1.0) -> Iterator[PersonsBrowser]:
    """A browser of its own, without a window, and a person in it."""
    with browser_with_port(headless=True, scale=scale) as endpoint, sync_playwright() as driver:
        port = endpoint.split(":")[2].split("/")[0]
        browser = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        try:
            yield PersonsBrowser(f"127.0.0.1:{port}", browser)
        finally:
            browser.close()


def pause(page: Page, milliseconds: int = PAUSE_MS) -> None:
    """What a person does between two actions: look."""
    page.wait_for_timeout(milliseconds)
