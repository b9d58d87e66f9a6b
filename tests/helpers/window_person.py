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
_SLOW_S = 45.0
"""So long a busy machine may take for one thing."""


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

    @property
    def library(self) -> Path:
        """Where recordings, workflows and runs go."""
        return self.home / "library"

    def start(self, *arguments: str) -> None:
        """Start the program and wait for its window."""
        own = {"STUDIO_LIBRARY": str(self.library), "STUDIO_CONFIG": str(self.home / "config")}
        command = (sys.executable, "-m", "studio", *arguments)
        self.running.append(self.desktop.start(*command, title="Waymark Studio", PYTHONPATH=str(ROOT), **own))
        self.desktop.xdo("windowactivate", "--sync", self.desktop.window("Waymark Studio"))

    def quit(self) -> int:
        """Quit it by its key; its exit code."""
        self.key("ctrl+q")
        return self.running.pop().wait(_SLOW_S)

    def seen(self, name: str, *, part: bool = False, of: str = "") -> list[Spoken]:
        """What is called so now; `part`: whose name contains it; `of`: below a widget of that class."""
        said = spoken(self.desktop.env, self.program)
        fits = (s for s in said if (name in s.name if part else name == s.name))
        return [s for s in fits if of in s.identifier]

    def sees(self, name: str, *, part: bool = False, of: str = "", timeout_s: float = _SLOW_S) -> Spoken:
        """Wait until it is there."""
        try:
            return wait_for(lambda: self.seen(name, part=part, of=of), f"{name!r} in {of or 'the window'}", timeout_s)[
                -1
            ]
        except AssertionError as problem:
            shown = " | ".join(s.name for s in spoken(self.desktop.env, self.program))
            raise AssertionError(f"{problem}; shown: {shown}") from None

    def click(self, name: str, *, part: bool = False, of: str = "", times: int = 1) -> None:
        """Click it, once it stands still."""
        place = self.sees(name, part=part, of=of)
        while (now := self.sees(name, part=part, of=of)) != place:
            place = now
        self.desktop.xdo("mousemove", str(place.x), str(place.y))
        time.sleep(self.rests_s)
        self.desktop.xdo("click", "--repeat", str(times), "--delay", "60", "1")

    def fill(self, name: str, value: str, *, of: str = "QLineEdit") -> None:
        """Click the field and type, in place of what stands there."""
        time.sleep(0.3)
        self.click(name, of=of)
        time.sleep(0.2)
        self.type(value)

    def key(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.desktop.xdo("key", "--clearmodifiers", key)
            time.sleep(0.15)

    def type(self, text: str) -> None:
        """Type, in place of what stands in the field that has the focus."""
        self.desktop.xdo("key", "ctrl+a")
        self.desktop.xdo("type", "--delay", "12", text)
