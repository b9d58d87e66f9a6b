"""A private desktop: display, window manager, session bus, accessibility; what runs on it ends with it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tests.field import cache
from tests.field.desktop_reader import Reader
from tests.field.model import Running
from tests.helpers.virtual_desktop import VirtualDesktop, virtual_desktop

T = TypeVar("T")
SIZE = (1280, 800)


class NotFound(AssertionError):
    """The person looked for something in vain."""


def wait_until(look: Callable[[], T | None], what: str, timeout_s: float = 30.0) -> T:
    """What `look` gives once it gives something. Raises NotFound."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        with suppress(subprocess.CalledProcessError):
            if found := look():
                return found
        time.sleep(0.15)
    raise NotFound(f"{what} did not come within {timeout_s:.0f} s")


@dataclass
class Desk:
    """A private display with a window manager, a session bus and accessibility; `env` is that of its programs."""

    inner: VirtualDesktop
    env: dict[str, str]
    programs: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *command: str, title: str, timeout_s: float = 90.0, cwd: Path | None = None) -> None:
        """Start a program and wait for its window, whose title contains `title` (a regular expression)."""
        with Path(self.env["HOME"], ".field-program.log").open("ab") as log:
            program = subprocess.Popen(
                command, env=self.env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self.programs.append(program)
        self.window(title, timeout_s)

    def xdo(self, *arguments: str) -> str:
        """One call of xdotool: real input through XTest."""
        done = subprocess.run(("xdotool", *arguments), env=self.env, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def window(self, title: str, timeout_s: float = 30.0) -> str:
        """The X id of the visible window whose name contains `title` (a regular expression)."""
        found = wait_until(
            lambda: self.xdo("search", "--onlyvisible", "--name", title), f"the window {title!r}", timeout_s
        )
        return found.splitlines()[-1]

    def place(self, title: str, x: int, y: int, w: int, h: int) -> None:
        """Put a window where a person left it the last time (before anything is recorded), and give it the keyboard."""
        window = self.window(title)
        self.xdo("windowsize", window, str(w), str(h))
        self.xdo("windowmove", window, str(x), str(y))
        self.xdo("windowactivate", window)
        time.sleep(1)

    def close_windows(self) -> None:
        """End all programs as the end of a session does; what has not ended after a while is killed."""
        for program in reversed(self.programs):
            _signal(program, signal.SIGTERM)
        deadline = time.monotonic() + 6
        while time.monotonic() < deadline and any(p.poll() is None for p in self.programs):
            time.sleep(0.1)
        for program in self.programs:
            _signal(program, signal.SIGKILL)
            program.wait(5)
        self.programs.clear()


def _signal(program: subprocess.Popen[bytes], number: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(program.pid, number)


def open_desk(
    workdir: Path, window: str, size: tuple[int, int] = SIZE, env: Mapping[str, str] | None = None
) -> tuple[Desk, Running]:
    """A fresh desktop whose programs have `workdir`/data as their home. `window`: part of the title of the main one.

    The desktop ends with `Running.stop`; whoever starts a program on it and fails has to call that, too.
    """
    stack = ExitStack()
    inner = stack.enter_context(virtual_desktop(size))
    own = {"HOME": str(workdir / "data"), "GSETTINGS_BACKEND": "keyfile", "LANG": "C.UTF-8", "TZ": "UTC"}
    desk = Desk(inner, inner.env | own | dict(env or {}))
    desk.env.pop("LC_ALL", None)
    _wake_registry(desk.env["DBUS_SESSION_BUS_ADDRESS"])
    stack.callback(desk.close_windows)
    running = Running(workdir, display=inner.display, window=window, environment=desk.env, then=stack.close)
    return desk, running


def _wake_registry(session: str) -> None:
    """As on any desktop, accessibility's registry is there before programs: one that finds none may never sign on."""
    reader = Reader(session)
    list(reader.controls())
    reader.close()


def language(code: str, country: str) -> dict[str, str]:
    """The environment in which programs speak that language, such as ("de", "DE")."""
    name, folder = f"{code}_{country}", cache.root() / "locales"
    if not (folder / f"{name}.UTF-8").exists():
        folder.mkdir(parents=True, exist_ok=True)
        made = folder / f".{name}.{os.getpid()}"
        subprocess.run(("localedef", "-i", name, "-f", "UTF-8", str(made)), capture_output=True, check=False)
        with suppress(OSError):
            made.rename(folder / f"{name}.UTF-8")
        shutil.rmtree(made, ignore_errors=True)
    return {"LOCPATH": str(folder), "LANG": f"{name}.UTF-8", "LANGUAGE": code}
