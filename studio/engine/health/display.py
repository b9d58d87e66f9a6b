"""Checks of the display: whether it can be grabbed, its input watched, and input sent to it."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from studio.engine.health.finding import Finding

_ALONE = "Web pages replay headless. For all else start from a desktop session (X11) or under xvfb-run."
_PATIENCE_S = 3.0
_FIRST = "Mend the display first."
_UNPROVEN = "is written for this system, but nobody has proven it here"
_ALLOW = {
    "darwin": "Allow this program in System Settings, Privacy & Security: Accessibility, Input Monitoring and "
    "Screen Recording.",
    "win32": "Programs that run as administrator are only seen and worked by a studio that does, too.",
}


def session() -> Finding:
    """Somewhere to show a window at all: X11, Wayland, or the system's own display."""
    if sys.platform != "linux":
        return Finding("session", "ok", "Windows are shown by the system itself.")
    if os.environ.get("WAYLAND_DISPLAY"):
        return Finding("session", "ok", "A Wayland session.")
    if display().state == "ok":
        return Finding("session", "ok", "An X11 session.")
    return Finding("session", "warning", "There is no display on which a window could be shown.", _ALONE)


def display() -> Finding:
    """A display whose programs may be watched and worked: X11 that answers."""
    if sys.platform != "linux":
        return Finding("display", "ok", "The system's own display is used.")
    from studio.engine.backends.protocols import EnvironmentUnable

    try:
        connection = _opened()
    except EnvironmentUnable as error:
        return Finding("display", "warning", str(error), _ALONE)
    with suppress(Exception):  # it has answered: how it takes leave says nothing
        connection.close()
    return Finding("display", "ok", f"X11 display {os.environ['DISPLAY']} answers.")


def screen() -> Finding:
    """A grab of every monitor, and how they lie."""
    from studio.engine.backends.desktop.grab import ScreenGrabber
    from studio.engine.backends.protocols import EnvironmentUnable, SurfaceLost

    mend = _ALLOW.get(sys.platform, "Check that this user may use the display (xhost, XAUTHORITY).")
    if (absent := _absent("screen")) is not None:
        return absent
    try:
        grabber = ScreenGrabber()
    except EnvironmentUnable as error:
        return Finding("screen", "warning", str(error), mend)
    try:
        monitors = [f"{m.region.w}×{m.region.h} at {m.region.x},{m.region.y}" for m in grabber.monitors]
        grabber.grab()
    except SurfaceLost as error:
        return Finding("screen", "warning", str(error), mend)
    finally:
        grabber.close()
    many = "1 monitor" if len(monitors) == 1 else f"{len(monitors)} monitors"
    return Finding("screen", "ok", f"{many} can be grabbed: {'; '.join(monitors)}.")


def hooks() -> Finding:
    """Watching mouse and keyboard, which recording needs."""
    what, mend = "Watching mouse and keyboard", 'Turn on the X server\'s RECORD extension (Xorg: Load "record").'
    return _extension("hooks", "RECORD", what, mend, "recording the desktop")


def sending() -> Finding:
    """Sending input, which replay needs."""
    what, mend = "Sending mouse and keyboard input", "Turn on the X server's XTEST extension."
    return _extension("sending", "XTEST", what, mend, "replaying on the desktop")


def damage() -> Finding:
    """Hearing what is drawn: without it the screen is grabbed again and again, which costs more of the processor."""
    what, mend = "Hearing what is drawn", "Turn on the X server's DAMAGE extension; without it grabbing costs more."
    return _extension("damage", "DAMAGE", what, mend, "cheap grabbing")


def _extension(name: str, extension: str, what: str, mend: str, use: str) -> Finding:
    if sys.platform != "linux":
        return Finding(
            name, "warning", f"{what} {_UNPROVEN}.", _ALLOW.get(sys.platform, "Try it with a short recording.")
        )
    if (absent := _absent(name)) is not None:
        return absent
    if _asked(lambda connection: connection.query_extension(extension)):
        return Finding(name, "ok", f"{what} works ({extension}).")
    return Finding(name, "warning", f"The display lacks {extension}, which {use} needs.", mend)


def _absent(name: str) -> Finding | None:
    """The finding where there is no display to look at."""
    there = display()
    return None if there.state == "ok" else Finding(name, "warning", "Not looked at, for want of a display.", _FIRST)


def _asked(question: Callable[[Any], Any]) -> Any:
    connection = _opened()
    try:
        return question(connection)
    finally:
        connection.close()


def _opened() -> Any:
    """A connection to the X server. Raises EnvironmentUnable in one sentence, also for Wayland."""
    from studio.engine.backends.desktop.x11 import open_display, refuse_without_display
    from studio.engine.backends.protocols import EnvironmentUnable

    refuse_without_display()
    name = os.environ["DISPLAY"]
    if not display_answers(name):  # asked first, since python-xlib leaves its sockets open where nobody answers
        raise EnvironmentUnable(f"The display {name} does not answer: set DISPLAY to one that runs.")
    return open_display()


def display_answers(name: str) -> bool:
    """Whether something listens for that display: on its socket, or over TCP where a host is named."""
    host, _, number = name.rpartition(":")
    digits = number.split(".")[0]
    if not digits.isdigit():
        return False
    if host not in ("", "unix"):
        return _connects(socket.AF_INET, (host, 6000 + int(digits)))
    path = f"/tmp/.X11-unix/X{digits}"
    return _connects(socket.AF_UNIX, path) or _connects(socket.AF_UNIX, f"\0{path}")


def _connects(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    with socket.socket(family) as line:
        line.settimeout(_PATIENCE_S)
        try:
            return line.connect_ex(address) == 0
        except OSError:  # no such host, or no such kind of address here
            return False
