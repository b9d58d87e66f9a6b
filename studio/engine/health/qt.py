"""The check of what the window needs of the system. Qt itself only names the first guess and ends the process."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from studio.engine.health.finding import Finding
from studio.engine.health.programs import output

PACKAGES = {
    "libxcb-cursor": "libxcb-cursor0",
    "libxcb-icccm": "libxcb-icccm4",
    "libxcb-image": "libxcb-image0",
    "libxcb-keysyms": "libxcb-keysyms1",
    "libxcb-render-util": "libxcb-render-util0",
    "libxcb-shape": "libxcb-shape0",
    "libxcb-util": "libxcb-util1",
    "libxcb-xkb": "libxcb-xkb1",
    "libxkbcommon-x11": "libxkbcommon-x11-0",
    "libxkbcommon": "libxkbcommon0",
    "libEGL": "libegl1",
    "libGL": "libgl1",
    "libfontconfig": "libfontconfig1",
    "libdbus-1": "libdbus-1-3",
    "libglib-2.0": "libglib2.0-0",
    "libgthread-2.0": "libglib2.0-0",
}
"""Which package of Debian brings a library."""


def window() -> Finding:
    """The libraries of Qt's X11 platform, by name."""
    spec = find_spec("PySide6")
    if spec is None or spec.origin is None:
        return Finding(
            "window", "warning", "PySide6 is not installed, so no window opens.", "Install the program again."
        )
    if sys.platform != "linux":
        return Finding("window", "ok", "The window needs nothing more of this system.")
    plugin = Path(spec.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    if not plugin.is_file() or not shutil.which("ldd"):
        return Finding("window", "warning", "What the window needs of this system could not be listed.", "Install ldd.")
    return judged(output(["ldd", str(plugin)]))


def judged(listing: str) -> Finding:
    """The finding from what `ldd` listed."""
    missing = sorted(set(re.findall(r"^\s*(\S+) => not found", listing, re.MULTILINE)))
    if not listing:
        return Finding("window", "warning", "What the window needs of this system could not be listed.", "Install ldd.")
    if not missing:
        return Finding("window", "ok", "All libraries that the window needs are there.")
    packages = sorted({PACKAGES.get(name.split(".so")[0], name) for name in missing})
    mend = f"Install them (Debian: apt-get install {' '.join(packages)})."
    return Finding("window", "warning", f"No window opens: {', '.join(missing)} is missing.", mend)
