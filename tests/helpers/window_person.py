"""A person at the studio's window: finds what is written there through AT-SPI, acts by real mouse and keyboard."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from helpers.spoken import Spoken, spoken
from helpers.virtual_desktop import VirtualDesktop, wait_for

ROOT = Path(__file__).resolve().parents[2]
_SLOW_S = 180.0
"""So long a busy machine may take for one thing; a whole run is one."""
_LOOK_S = 0.2
"""Between two looks: each keeps the program from its work for a moment."""


@dataclass
class WindowPerson:
    """Looks only at programs whose name contains `program`; `home` holds library and settings.

    So long the pointer `rests_s` before it clicks: a person who is recorded sees what is under it.
    """

    desktop: VirtualDesktop
    home: Path
    program: str = "Waymark"
    rests_s: float = 0.0
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    acts: int = 0
    """Keys and clicks so far; a text that is typed counts as the click before it."""

    @property
    def library(self) -> Path:
        """Where recordings, workflows and runs go."""
        return self.home / "library"

    def start(self, *arguments: str) -> None:
        """Start the program and wait for its window."""
        own = {"STUDIO_LIBRARY": str(self.library), "STUDIO_CONFIG": str(self.home / "config")}
        own["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"  # this desktop's would ask for a password
        command = (sys.executable, "-m", "studio", *arguments)
        self.running.append(self.desktop.start(*command, title="Waymark Studio", PYTHONPATH=str(ROOT), **own))
        self.desktop.xdo("windowactivate", "--sync", self.desktop.window("Waymark Studio"))

    def quit(self) -> int:
        """Quit it by its key; its exit code."""
        self.key("ctrl+q")
        return self.running.pop().wait(_SLOW_S)

    def seen(self, name: str, *, part: bool = False, of: str = "") -> list[Spoken]:
        """What is called so now; `part`: whose name contains it; `of`: below a widget of that class."""
        said = spoken(self.desktop.env, self.program, lambda own: name in own if part else name == own)
        return [s for s in said if of in s.identifier]

    def sees(self, name: str, *, part: bool = False, of: str = "", timeout_s: float = _SLOW_S) -> Spoken:
        """Wait until it is there."""
        try:
            what = f"{name!r} in {of or 'the window'}"
            return wait_for(lambda: self.seen(name, part=part, of=of), what, timeout_s, _LOOK_S)[-1]
        except AssertionError as problem:
            shown = " | ".join(s.name for s in spoken(self.desktop.env, self.program))
            raise AssertionError(f"{problem}; shown: {shown}") from None

    def click(self, name: str, *, part: bool = False, of: str = "", times: int = 1) -> None:
        """Click it, once it stands still."""
        self.acts += 1
        place = self.sees(name, part=part, of=of)
        while (now := self.sees(name, part=part, of=of)) != place:
            place = now
        self.desktop.xdo("mousemove", str(place.x), str(place.y))
        time.sleep(self.rests_s)
        self.desktop.xdo("click", "--repeat", str(times), "--delay", "60", "1")

    def fill(self, name: str, value: str, *, of: str = "QLineEdit") -> None:
        """Click the field, scrolled to where need be, and type in place of what stands there."""
        time.sleep(0.3)
        acts = self.acts + 1
        self._scroll_to(name, of)
        for _ in range(20):  # what stands there may move on a busy machine, just before the click
            self.click(name, of=of)
            time.sleep(0.2)
            if self.sees(name, of=of).focused:
                break
        self.type(value)
        self.acts = acts

    def _scroll_to(self, name: str, of: str) -> None:
        """Turn the wheel until the field stands above the status bar, where there is one."""
        floor = min((s.y for s in self.seen("All actions")), default=100_000) - 40
        for _ in range(20):
            place = self.sees(name, of=of)
            if place.y < floor:
                return
            self.desktop.xdo("mousemove", str(place.x), str(floor - 80))
            self.desktop.xdo("click", "5")
            time.sleep(0.2)

    def key(self, *keys: str) -> None:
        """Press keys, one after the other."""
        self.acts += len(keys)
        for key in keys:
            self.desktop.xdo("key", "--clearmodifiers", key)
            time.sleep(0.15)

    def type(self, text: str) -> None:
        """Type, in place of what stands in the field that has the focus."""
        self.desktop.xdo("key", "ctrl+a")
        self.desktop.xdo("type", "--delay", "12", text)
