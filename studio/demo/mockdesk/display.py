"""Whether a window can be shown here. Qt ends the whole process where it cannot, so this looks first. Knows no Qt."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

_HINT = "start it from a desktop session or under xvfb-run"


def trouble(environ: Mapping[str, str] = os.environ) -> str | None:
    """One sentence that says why no window can be shown; None where nothing speaks against it."""
    if sys.platform != "linux" or environ.get("WAYLAND_DISPLAY"):
        return None
    name = environ.get("DISPLAY")
    if not name:
        return f"MockDesk needs a display, and there is none: {_HINT}."
    return None if _answers(name) else f"MockDesk needs a display, and {name} does not answer: {_HINT}."


def _answers(name: str) -> bool:
    """Whether an X server listens there (X11 display names: [host]:number[.screen])."""
    host, _, number = name.rpartition(":")
    digits = number.split(".")[0]
    if not digits.isdigit():
        return False
    if host in ("", "unix"):
        path = Path(f"/tmp/.X11-unix/X{digits}")
        return _connects(socket.AF_UNIX, str(path)) or _connects(socket.AF_UNIX, f"\0{path}")
    return _connects(socket.AF_INET, (host, 6000 + int(digits)))


def _connects(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    with socket.socket(family) as line:
        line.settimeout(3)
        try:
            return line.connect_ex(address) == 0
        except OSError:
            return False
