"""A browser for a recording: one of our own with an empty profile, or the one that a person has open already."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.backends.web.browser import VIEWPORT, find_browser, launch_args
from studio.engine.limits import MAX_HEAD_BYTES
from studio.engine.rights import private
from studio.engine.secrets.environment import without_secrets
from studio.recorder.web.profiles import new_profile, remove_left_profiles
from studio.recorder.web.websocket import ConnectionLost
from studio.recorder.web.wire import PipeWire, Wire

START_S = 30.0
"""A browser that does not answer after this time did not start."""

_END_S = 5.0
_GREETING = 2**30
"""The number of the first command: far from those of a connection."""
_QUIET = (
    "--disable-features=Translate,MediaRouter,OptimizationHints",
    "--disable-back-forward-cache",
    "--disable-search-engine-choice-screen",
    "--disable-session-crashed-bubble",
    "--disable-save-password-bubble",
    "--password-store=basic",
    "--use-mock-keychain",
)


def has_display() -> bool:
    """Whether a window can be shown."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@contextmanager
def own_browser(*, headless: bool) -> Iterator[str | Wire]:
    """Start a browser with a profile of its own; a wire to it that nobody else can reach. It ends with the context.

    On Windows the address of its endpoint, on a port of this computer. Raises EnvironmentUnable.
    """
    if os.name != "posix":
        with browser_with_port(headless=headless) as endpoint:
            yield endpoint
        return
    with _own_profile() as (executable, profile):
        wire = PipeWire()
        try:
            process = _start(executable, profile, headless, 1.0, wire)
            wire.started()
            try:
                _greet(wire, profile)
                yield wire
            finally:
                wire.close()
                _end(process)
        finally:
            wire.end()


@contextmanager
def browser_with_port(*, headless: bool, scale: float = 1.0) -> Iterator[str]:
    """Start a browser as `own_browser`; its debugging endpoint, to which every program of this computer can connect.

    `scale`: physical px per logical px, where the display itself has no say. Raises EnvironmentUnable.
    """
    with _own_profile() as (executable, profile):
        process = _start(executable, profile, headless, scale, None)
        try:
            yield _endpoint(profile, process)
        finally:
            _end(process)


@contextmanager
def _own_profile() -> Iterator[tuple[Path, Path]]:
    executable = find_browser()
    if executable is None:
        raise EnvironmentUnable("No browser was found: install Chromium, or name one in STUDIO_BROWSER.")
    remove_left_profiles()
    with new_profile() as profile:
        yield executable, profile


def _start(
    executable: Path, profile: Path, headless: bool, scale: float, wire: PipeWire | None
) -> subprocess.Popen[bytes]:
    size = f"--window-size={VIEWPORT[0]},{VIEWPORT[1] + (0 if headless else 90)}"
    shown = ["--headless=new", "--mute-audio"] if headless else []
    shown += [f"--force-device-scale-factor={scale:g}"] if scale != 1.0 else []
    by = "--remote-debugging-port=0" if wire is None else "--remote-debugging-pipe"
    flags = [*launch_args(), *_QUIET, by, *shown, size, f"--user-data-dir={profile}"]
    command = [str(executable), *flags, "about:blank"]
    own = without_secrets() | {"TMPDIR": str(profile)}  # what it leaves beside its profile goes with it
    with open(profile / "browser.log", "wb", opener=private) as log:
        return subprocess.Popen(
            command if wire is None else wire.command(command),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=os.name == "posix",
            env=own,
            pass_fds=() if wire is None else wire.theirs,
        )


def _greet(wire: PipeWire, profile: Path) -> None:
    """Wait for its first answer. Raises EnvironmentUnable."""
    try:
        wire.send(json.dumps({"id": _GREETING, "method": "Browser.getVersion"}))
        if wire.answers(START_S):
            wire.receive()
            return
    except ConnectionLost:
        pass
    raise _not_started(profile)


def _not_started(profile: Path) -> EnvironmentUnable:
    log = (profile / "browser.log").read_text(errors="replace").strip().splitlines()
    return EnvironmentUnable(f"The browser did not start: {log[-1] if log else 'it gave no reason'}.")


def _endpoint(profile: Path, process: subprocess.Popen[bytes]) -> str:
    told = profile / "DevToolsActivePort"
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        with suppress(OSError, ValueError):
            port, path = told.read_text().split("\n")[:2]
            return f"ws://127.0.0.1:{int(port)}{path}"
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise _not_started(profile)


def _end(process: subprocess.Popen[bytes]) -> None:
    """The browser and all its helpers."""
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(_END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(_END_S)
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, 9)


def endpoint_of(given: str) -> str:
    """The debugging endpoint behind `given` (http://host:port, host:port, a port, or ws://…).

    Raises EnvironmentUnable where nothing answers there.
    """
    if given.startswith(("ws://", "wss://")):
        return given
    base = f"127.0.0.1:{given}" if given.isdigit() else given
    base = base if "://" in base else f"http://{base}"
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"{base.rstrip('/')}/json/version", timeout=5) as answer:
            return str(json.loads(answer.read(MAX_HEAD_BYTES))["webSocketDebuggerUrl"])
    except (urllib.error.URLError, OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise EnvironmentUnable(
            f"No browser answers at {given}: start it with --remote-debugging-port=9222 and give that address."
        ) from error
