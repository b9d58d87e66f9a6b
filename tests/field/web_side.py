"""How the person and the product meet a web program: a browser with a DevTools port, and an address."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from tests.field.model import Program, Running, Values, end

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "--headless=new",
    "--remote-debugging-port=0",
    "--no-first-run",
    "--no-default-browser-check",
    "--window-size=1280,900",
    "--disable-background-networking",
    "--password-store=basic",
)


class Recording(Protocol):
    """A recorder that runs."""

    def finish(self) -> int | None: ...


Start = Callable[[Sequence[str], Mapping[str, str]], Recording]
"""Starts the recorder with these options and this environment."""


def work(program: Program, running: Running, values: Values, start: Start | None) -> tuple[str, int | None]:
    """The person does the workflow, recorded where `start` is given.

    Returns what went wrong (“”) and the recorder's exit code.
    """
    with _browser(running.url) as endpoint:
        time.sleep(2)
        recorder = start(["--backend", "web", "--cdp", endpoint], {}) if start else None
        try:
            told = {**os.environ, "FIELD_TROUBLE": str(running.workdir / "person.png")}
            command = [sys.executable, "-m", "tests.field.web_person", program.name, endpoint, json.dumps(dict(values))]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False, env=told)
            trouble = done.stderr[done.stderr.rfind("programs/") :][:1500] if done.returncode else ""
        finally:
            code = recorder.finish() if recorder else 0
    return trouble, code


def where(running: Running) -> tuple[list[str], dict[str, str]]:
    """The options and environment of a replay."""
    return ["--backend", "web", "--url", running.url, "--headless"], {}


@contextmanager
def _browser(url: str) -> Iterator[str]:
    """Yields the DevTools endpoint of a headless Chromium that shows `url`, on a throw-away profile."""
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), "chromium")
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="field-", ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [browser, *FLAGS, *root, f"--user-data-dir={profile}", url],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield _endpoint(Path(profile, "DevToolsActivePort"))
        finally:
            end(process)


def _endpoint(port_file: Path, patience: float = 60) -> str:
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if port_file.exists() and (lines := port_file.read_text().splitlines()):
            return f"http://127.0.0.1:{lines[0]}"
        time.sleep(0.05)
    raise RuntimeError("chromium opened no DevTools port")
