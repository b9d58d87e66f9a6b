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
from helpers.virtual_desktop import VirtualDesktop, wait_for

from studio.engine.backends.desktop.accessibility import Accessibility
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element

ROOT = Path(__file__).resolve().parents[2]
_READING_S = 0.4
"""A person sees what has come up before going on."""
_WORDS_PX = 60


@dataclass
class Person:
    """Finds by what programs tell, and otherwise has eyes; `watched` is who records."""

    desktop: VirtualDesktop
    told: Accessibility
    watched: RecorderChild
    done: int = 0

    def where(self, name: str, role: str = "", identifier: str = "") -> Point:
        """The middle of the part that is called so; `identifier` is the end of the program's own name of it."""

        def look() -> Point | None:
            shown = self.told.snapshot().elements
            fits = (e for e in shown if e.name == name and role in (e.role, "") and e.element_id.endswith(identifier))
            found = next((e for e in fits if e.in_view and not e.covered_by), None)
            return _where_one_points(found) if found is not None else None

        return wait_for(look, f"{name!r} on the screen")

    def reads(self, text: str) -> None:
        """Until that text is shown."""
        wait_for(lambda: any(text in run.text for run in self.told.snapshot().texts), f"the text {text!r}")
        time.sleep(_READING_S)

    def click(self, target: str | tuple[int, int], role: str = "", *, times: int = 1, button: int = 1) -> None:
        """Click the part of that name, or at that point of the screen."""
        x, y = self.where(target, role) if isinstance(target, str) else target
        self.desktop.xdo("mousemove", str(x), str(y))
        self._reads_what_came_up()
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
        self._reads_what_came_up()

    def _reads_what_came_up(self) -> None:
        """A person is slower than programs are in telling what they show, however busy the machine is."""
        time.sleep(_READING_S)
        self.told.snapshot()
        time.sleep(_READING_S / 2)

    def _look(self) -> None:
        self.done += 1
        self.watched.wait("action", self.done)


def _where_one_points(element: Element) -> Point:
    """The middle, or the words of an entry of a menu."""
    middle = element.region.center
    return Point(element.region.x + min(element.region.w // 2, _WORDS_PX), middle.y)


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
