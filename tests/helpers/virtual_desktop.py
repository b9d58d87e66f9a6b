"""A desktop of its own for a test: a virtual display, a window manager, a session bus with accessibility awake."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

T = TypeVar("T")
_SESSION = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE")
_OTHERS = ("AT_SPI_BUS_ADDRESS", "WAYLAND_DISPLAY")
_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
_ENABLE = (
    *("dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"),
    *("org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", "string:IsEnabled", "variant:boolean:true"),
)


def wait_for(look: Callable[[], T | None], what: str, timeout_s: float = 20.0, pause_s: float = 0.05) -> T:
    """What `look` gives once it gives something. Raises AssertionError naming `what`."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        with suppress(subprocess.CalledProcessError):
            if found := look():
                return found
        time.sleep(pause_s)
    raise AssertionError(f"{what} did not come within {timeout_s:.0f} s")


@dataclass
class VirtualDesktop:
    """`env` is the environment in which programs of this desktop run; `home` is a home directory of its own."""

    env: dict[str, str]
    home: Path
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def display(self) -> str:
        """Such as `:7`."""
        return self.env["DISPLAY"]

    def start(self, *command: str, title: str | None = None, **more: str) -> subprocess.Popen[bytes]:
        """Start a program; with `title` wait until a window whose name contains it is shown. `more` is environment."""
        log = (self.home / f"program-{len(self.started)}.log").open("wb")
        with log:
            program = subprocess.Popen(command, env=self.env | more, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        self.started.append(program)
        if title is not None:
            self.window(title)
        return program

    @contextmanager
    def running(self, *command: str, title: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
        """A program that ends with the block, whatever happens in it."""
        program = self.start(*command, title=title, **more)
        try:
            yield program
        finally:
            program.send_signal(signal.SIGCONT)  # one that was halted cannot obey
            stop(program)

    def window(self, title: str, timeout_s: float = 30.0) -> str:
        """The X id of the visible window whose name contains `title`."""
        found: str = wait_for(lambda: self.xdo("search", "--onlyvisible", "--name", title), title, timeout_s)
        return found.splitlines()[-1]

    def xdo(self, *arguments: str) -> str:
        """One call of xdotool: real input through XTest."""
        done = subprocess.run(("xdotool", *arguments), env=self.env, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def start_accessibility(self) -> subprocess.Popen[bytes]:
        """Start the accessibility bus and wake it."""
        launcher = next(p for p in _LAUNCHERS if Path(p).exists())
        started = self.start(launcher, "--launch-immediately")
        wait_for(lambda: started.poll() is None and _sent(_ENABLE, self.env), "the accessibility bus")
        return started

    def stop(self, program: subprocess.Popen[bytes]) -> None:
        """End a program and wait for it."""
        stop(program)


@contextmanager
def joined(desktop: VirtualDesktop) -> Iterator[VirtualDesktop]:
    """Meanwhile this process is one of that desktop."""
    with patch.dict(os.environ, {name: desktop.env[name] for name in _SESSION}):
        for name in _OTHERS:
            os.environ.pop(name, None)
        yield desktop


def stop(program: subprocess.Popen[bytes]) -> None:
    """End a process, by force where it does not obey."""
    if program.poll() is None:
        program.terminate()
        try:
            program.wait(5)
        except subprocess.TimeoutExpired:
            program.kill()
    program.wait(5)


@contextmanager
def virtual_desktop(
    size: tuple[int, int] = (1280, 800), *, manager: str | None = "openbox", accessible: bool = True
) -> Iterator[VirtualDesktop]:
    """A fresh desktop; everything that was started on it ends with it."""
    with ExitStack() as stack:
        home = Path(tempfile.mkdtemp(prefix="desktop-"))
        stack.callback(shutil.rmtree, home, ignore_errors=True)
        env = _environment(home)
        env["DISPLAY"] = stack.enter_context(_display(size, env))
        env["DBUS_SESSION_BUS_ADDRESS"] = stack.enter_context(_session_bus(env))
        desktop = VirtualDesktop(env, home)
        stack.callback(lambda: [stop(p) for p in reversed(desktop.started)])
        if accessible:
            desktop.start_accessibility()
        if manager is not None:
            desktop.start(manager)
            wait_for(lambda: _managed(env), "the window manager")
        yield desktop


def _environment(home: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV")}
    runtime = home / "run"
    runtime.mkdir(mode=0o700)
    more = {
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_SESSION_TYPE": "x11",
        "GTK_MODULES": "gail:atk-bridge",
        "NO_AT_BRIDGE": "0",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "QT_QPA_PLATFORM": "xcb",
        "GSETTINGS_BACKEND": "memory",
        "LANG": kept.get("LANG", "C.UTF-8"),
    }
    return kept | more


@contextmanager
def _display(size: tuple[int, int], env: dict[str, str]) -> Iterator[str]:
    """A virtual display that finds its own free number."""
    read, write = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    more = ("-noreset", "-nolisten", "tcp", "-dpi", "96", "-r")  # -r: a key that a busy machine lets go of late is one
    command = ("Xvfb", "-displayfd", str(write), "-screen", "0", screen, *more)
    server = subprocess.Popen(command, pass_fds=(write,), env=env, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        stop(server)


@contextmanager
def _session_bus(env: dict[str, str]) -> Iterator[str]:
    command = ("dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1")
    daemon = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert daemon.stdout is not None
    try:
        yield daemon.stdout.readline().strip()
    finally:
        stop(daemon)  # type: ignore[arg-type]
        daemon.stdout.close()


def _sent(command: tuple[str, ...], env: dict[str, str]) -> bool:
    return subprocess.run(command, env=env, capture_output=True, check=False).returncode == 0


def _managed(env: dict[str, str]) -> bool:
    done = subprocess.run(
        ("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), env=env, capture_output=True, text=True, check=False
    )
    return "window id" in done.stdout
