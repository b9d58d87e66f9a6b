"""What the system must bring: a browser, a virtual display, fonts, the libraries of Qt's xcb platform.

On Debian and its kin, missing packages are installed where that needs no password. Elsewhere one sentence
says what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from environment import SetUpFailed, say

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = (
    "chromium",
    "xvfb",
    "xdotool",
    "fonts-dejavu-core",
    "fonts-liberation",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-render-util0",
    "libxcb-shape0",
    "libxkbcommon-x11-0",
    "libegl1",
    "libgl1",
    "libglib2.0-0",
)
TEST_PACKAGES = (
    *("openbox", "dbus-daemon", "dbus-bin", "at-spi2-core", "x11-utils", "x11-xserver-utils", "gnome-keyring"),
    *("mousepad", "galculator", "featherpad", "zenity", "idle"),
)
"""Only for tests: a desktop of their own and programs on it that we did not write."""


def ensure_system(*, needs_browser: bool, tests: bool = False) -> None:
    """Install what is missing, or say what to install. Raises SetUpFailed where work cannot start without it."""
    wanted = (*PACKAGES, *TEST_PACKAGES) if tests else PACKAGES
    missing = _missing(wanted)
    if not missing:
        return
    can = _privilege()
    if can is not None:
        say(f"Installing {len(missing)} system packages: {', '.join(missing)}.")
        _install(can, missing)
        missing = _missing(wanted)
    if not missing:
        return
    sentence = f"this machine lacks {', '.join(missing)}: {_advice(missing)}, then call ./dev again."
    if needs_browser and "chromium" in missing:
        raise SetUpFailed(sentence)
    say(sentence)


def _missing(wanted: tuple[str, ...]) -> list[str]:
    """Names of Debian packages that are not there; elsewhere only the browser can be looked for."""
    browser = any(shutil.which(name) for name in BROWSERS)
    if not shutil.which("dpkg-query"):
        return [] if browser else ["chromium"]
    there = _installed(wanted)
    return [p for p in wanted if not (p in there or (p == "chromium" and browser))]


def _installed(wanted: tuple[str, ...]) -> set[str]:
    names = [n for p in wanted for n in (p, f"{p}t64")]
    command = ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Package}\n", *names]
    out = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return {line[2:].strip().removesuffix("t64") for line in out.splitlines() if line.startswith("ii")}


def _privilege() -> list[str] | None:
    """What to put before apt-get: nothing for root, sudo where it asks no password, None where neither is there."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    asked = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    return ["sudo", "-n"] if asked.returncode == 0 else None


def _install(can: list[str], names: list[str]) -> None:
    environ = [*can, "env", "DEBIAN_FRONTEND=noninteractive"]
    install = [*environ, "apt-get", "install", "-y", "-q", "--no-install-recommends", *names]
    if not _quietly(install):
        _quietly([*environ, "apt-get", "update", "-q"])
        _quietly(install)


def _quietly(command: list[str]) -> bool:
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0


def _advice(missing: list[str]) -> str:
    if shutil.which("apt-get"):
        return f"ask an administrator to run apt-get install {' '.join(missing)}"
    if sys.platform == "darwin":
        return "install Google Chrome or Chromium (brew install --cask chromium)"
    return "install Chromium or Google Chrome with your system's package manager"
