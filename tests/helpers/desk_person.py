"""A person at the desktop that is being recorded: real mouse and keyboard, at the pace at which things come up."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helpers.recorder_child import RecorderChild
from helpers.spoken import Spoken, spoken
from helpers.virtual_desktop import VirtualDesktop, wait_for

ROOT = Path(__file__).resolve().parents[2]
_READING_S = 0.4
"""A person sees what has come up before going on."""


@dataclass
class Person:
    """Works one program, whose name on the accessibility bus contains `program`; `watched` is who records it."""

    desktop: VirtualDesktop
    program: str
    watched: RecorderChild
    done: int = 0

    def part(self, name: str, identifier: str = "") -> Spoken:
        """The shown part of that name; `identifier` is the end of the program's own name of it."""

        def look() -> Spoken | None:
            parts = spoken(self.desktop.env, self.program)
            return next((p for p in parts if p.name == name and p.identifier.endswith(identifier)), None)

        return wait_for(look, f"{name!r} on the screen")

    def click(self, target: str | tuple[int, int], identifier: str = "", *, times: int = 1, button: int = 1) -> None:
        """Click the part of that name, or at that point of the screen."""
        if isinstance(target, str):
            part = self.part(target, identifier)
            target = (part.x, part.y)
        self.desktop.xdo("mousemove", str(target[0]), str(target[1]))
        time.sleep(_READING_S)
        self.desktop.xdo("click", "--repeat", str(times), "--delay", "60", str(button))
        self._look()

    def key(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.desktop.xdo("key", key)
            self._look()

    def type(self, text: str, *, param: str | None = None) -> None:
        """Type; `param` is said to the recorder before, as the name of what varies."""
        if param is not None:
            self.watched.send("param_next", name=param)
            time.sleep(_READING_S)
        self.desktop.xdo("type", "--delay", "25", text)
        self.done += 1
        time.sleep(2 * _READING_S)

    def sees(self, title: str) -> None:
        """Until the window whose title contains `title` has the keyboard."""
        look = ("getactivewindow", "getwindowname")
        wait_for(lambda: title in self.desktop.xdo(*look), f"the window {title!r}")
        time.sleep(_READING_S)

    def _look(self) -> None:
        self.done += 1
        self.watched.wait("action", self.done)


def studio(desktop: VirtualDesktop, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line on that desktop, run to its end."""
    command = [sys.executable, "-m", "studio", *arguments]
    return subprocess.run(command, env=desktop.env, cwd=ROOT, capture_output=True, text=True, check=False)


@dataclass(frozen=True)
class Replayed:
    """How a replay ended, and its report."""

    code: int
    said: str
    report: dict[str, Any]

    @property
    def rungs(self) -> list[str]:
        """How each target was found, in order."""
        return [step["rung"] for step in self.report["steps"] if step["rung"]]

    @property
    def halt(self) -> str:
        """The code of the halt; empty where there is none."""
        return str((self.report.get("halt") or {}).get("code") or "")


def replay(desktop: VirtualDesktop, bundle: Path, run_dir: Path, params: Mapping[str, str], *more: str) -> Replayed:
    """`studio replay --backend desktop` with other values, as a process of its own."""
    given = [word for name, value in params.items() for word in ("--param", f"{name}={value}")]
    done = studio(desktop, "replay", str(bundle), "--backend", "desktop", "--run-dir", str(run_dir), *given, *more)
    report = run_dir / "report.json"
    told = json.loads(report.read_text()) if report.is_file() else {"steps": []}
    return Replayed(done.returncode, done.stdout + done.stderr, told)
