"""The checks of `studio doctor`. Each looks at one thing, changes nothing, and knows a mend."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from studio.engine.backends.protocols import EnvironmentUnable

_NEEDED_MB, _ROOMY_MB = 200, 2000
_FAMILIES = ("DejaVu", "Liberation", "Noto", "Arial", "Helvetica")


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `missing` keeps work from being done, `warning` only some of it."""

    name: str
    state: Literal["ok", "warning", "missing"]
    sentence: str
    mend: str = ""

    def as_dict(self) -> dict[str, str]:
        """For JSON."""
        return asdict(self)


def examine(checks: Iterable[Callable[[], Finding]] | None = None) -> tuple[Finding, ...]:
    """All findings. A check that breaks down is a finding, too."""
    return tuple(_made(check) for check in checks or (python, browser, fonts, reading, display, disk))


def _made(check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except Exception as error:
        name = check.__name__
        return Finding(name, "warning", f"Could not be looked at ({error}).", "Run studio doctor again.")


def python() -> Finding:
    """The interpreter."""
    version = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info[:2] <= (3, 12):
        return Finding("python", "ok", f"Python {version}.")
    return Finding("python", "missing", f"Python {version} is not supported.", "Install Python 3.11 or 3.12.")


def browser() -> Finding:
    """A browser that starts and says its version."""
    from studio.engine.backends.web.browser import find_browser

    mend = "Install Chromium (Debian: apt-get install chromium) or Google Chrome, or name one in STUDIO_BROWSER."
    try:
        found = find_browser()
    except EnvironmentUnable as error:
        return Finding("browser", "missing", str(error), mend)
    if found is None:
        return Finding("browser", "missing", "No browser was found.", mend)
    version = _output([str(found), "--version"])
    if not version:
        return Finding("browser", "missing", f"{found} does not start.", mend)
    return Finding("browser", "ok", f"{version} ({found}).")


def fonts() -> Finding:
    """Fonts, without which pages show boxes and no text can be read."""
    mend = "Install fonts (Debian: apt-get install fonts-dejavu-core fonts-liberation)."
    if not shutil.which("fc-list"):
        known = sys.platform != "linux"
        return Finding("fonts", "ok" if known else "warning", "Fonts of the system are used.", "" if known else mend)
    families = {line.split(",")[0].strip() for line in _output(["fc-list", ":", "family"]).splitlines()}
    usual = sorted(f for f in families if f.startswith(_FAMILIES))
    if usual:
        return Finding("fonts", "ok", f"{len(families)} families, {usual[0]} among them.")
    return Finding("fonts", "warning", "None of the usual fonts is installed.", mend)


def reading() -> Finding:
    """The package that reads text from pictures, with its models."""
    mend = "Install the program again: pip install rapidocr-onnxruntime==1.4.4."
    spec = find_spec("rapidocr_onnxruntime")
    if spec is None or spec.origin is None:
        return Finding("reading", "missing", "The package that reads text from pictures is not installed.", mend)
    models = sorted(p.name for p in Path(spec.origin).parent.glob("models/*.onnx"))
    if not models:
        return Finding("reading", "missing", "The models that read text are not in their package.", mend)
    return Finding("reading", "ok", f"Reads text from pictures on this machine ({len(models)} models).")


def display() -> Finding:
    """A display, which recording and a visible replay need; without it work goes on headless."""
    if sys.platform != "linux":
        return Finding("display", "ok", "The system's own display is used.")
    name = os.environ.get("DISPLAY")
    if not name:
        mend = "Replays run headless. To see them, start from a desktop session or under xvfb-run."
        wayland = "Only Wayland is there, without X." if os.environ.get("WAYLAND_DISPLAY") else "There is no display."
        return Finding("display", "warning", wayland, mend)
    if _answers(name):
        return Finding("display", "ok", f"X display {name} answers.")
    return Finding("display", "warning", f"X display {name} does not answer.", "Set DISPLAY to a display that runs.")


def _answers(name: str) -> bool:
    """Whether something listens for that display: on its socket file, or over TCP where a host is named."""
    host, _, number = name.rpartition(":")
    screen = number.split(".")[0]
    local = host in ("", "unix")
    address: str | tuple[str, int] = f"/tmp/.X11-unix/X{screen}" if local else (host, 6000 + int(screen))
    with socket.socket(socket.AF_UNIX if local else socket.AF_INET) as line:
        line.settimeout(2)
        return line.connect_ex(address) == 0


def disk() -> Finding:
    """Room for recordings and runs, in the folder where the command was called."""
    free = shutil.disk_usage(Path.cwd()).free // 1_000_000
    mend = "Free some space: a recording takes a few hundred MB an hour."
    if free < _NEEDED_MB:
        return Finding("disk", "missing", f"Only {free} MB are free here.", mend)
    if free < _ROOMY_MB:
        return Finding("disk", "warning", f"{free} MB are free here.", mend)
    return Finding("disk", "ok", f"{free / 1000:.0f} GB are free here.")


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
