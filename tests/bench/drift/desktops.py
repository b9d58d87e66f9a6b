"""Programs of a desktop under other themes, font sizes and windows: MockDesk and three that we did not write.

Here the truth is what the program itself tells of the control of that role and name, asked by a reader that has nothing
in common with the engine's (desktop_truth.py). Each program is drawn on a virtual display of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from studio.engine.backends.desktop.accessible import open_desktop
from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.model.geometry import Region
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.structure_json import snapshot_to_json
from tests.bench.drift.corpus import HERE, Look, recorded
from tests.bench.drift.desktop_truth import told_places
from tests.bench.drift.store import FOLDER, folder_of

PLACE, BIG = (60, 40), (900, 620)
"""Where the window stands and how large it is when it is recorded, px."""
LARGEST = 12
"""Targets of one program at most."""


@dataclass(frozen=True)
class Program:
    """How a program is started, what its window's title holds, and its looks: kind, framework's name, what differs."""

    name: str
    command: tuple[str, ...]
    title: str
    themes: tuple[tuple[str, ...], ...]
    fonts: tuple[tuple[str, ...], ...]
    sizes: tuple[tuple[int, int], ...]


_GTK = (("GTK_THEME=Adwaita:dark",), ("GTK_THEME=HighContrast",), ("GTK_THEME=Raleigh",))
_GTK_FONTS = (("GDK_DPI_SCALE=0.9",), ("GDK_DPI_SCALE=1.25",), ("GDK_DPI_SCALE=1.5",))
_QT_FONTS = (("QT_FONT_DPI=84",), ("QT_FONT_DPI=120",), ("QT_FONT_DPI=144",))
_SIZES = ((760, 520), (1100, 700))
_OURS = (sys.executable, "-m", "studio.demo.mockdesk")
PROGRAMS = {
    p.name: p
    for p in (
        Program("galculator", ("galculator",), "galculator", _GTK, _GTK_FONTS, ((520, 480), (1100, 700))),
        Program("mousepad", ("mousepad", "{note}"), "note.txt", _GTK, _GTK_FONTS, _SIZES),
        Program("featherpad", ("featherpad", "{note}"), "note.txt", (("-style windows",),), _QT_FONTS, _SIZES),
        Program(
            "mockdesk",
            _OURS,
            "MockDesk",
            (("--theme dark",), ("--theme contrast",)),
            (("--font-scale 0.9",), ("--font-scale 1.25",), ("--font-scale 1.5",)),
            ((1000, 640), (1200, 740)),
        ),
    )
}


def desktop_looks(name: str) -> Iterator[Look]:
    """The looks of one program, the recorded one first. `framework` holds how it is started otherwise."""
    one = PROGRAMS[name]
    base = recorded(name)
    yield base
    for theme in one.themes:
        yield replace(base, kind="desktop theme", framework=" ".join(theme))
    for font in one.fonts:
        yield replace(base, kind="desktop font size", framework=" ".join(font))
    for width, height in one.sizes:
        yield replace(base, kind="desktop window", width=width, text=float(height))
    yield replace(base, kind="desktop moved", font="moved")
    for remote in ("jpeg 40", "jpeg 60", "16 bit", "blur"):
        yield replace(base, kind="desktop remote", remote=remote)


def draw_desktop(name: str, root: Path = FOLDER) -> int:
    """Draw what is not kept of one program; how many looks that were."""
    missing = [look for look in desktop_looks(name) if not (folder_of(look, root) / "truth.json").exists()]
    if not missing:
        return 0
    sys.path.insert(0, str(HERE.parents[1]))
    from helpers.virtual_desktop import virtual_desktop

    if absent := [tool for tool in ("Xvfb", "openbox", "xdotool", PROGRAMS[name].command[0]) if not shutil.which(tool)]:
        raise EnvironmentUnable(f"{name} cannot be drawn: install {', '.join(absent)}, or leave it out (--pages).")
    with virtual_desktop() as desktop, patch.dict(os.environ, desktop.env):
        note = desktop.home / "note.txt"
        note.write_text("Bring the list.\nCall the ward.\n")
        for look in {folder_of(look, root): look for look in missing}.values():
            _draw(desktop, PROGRAMS[name], look, note, root)
    return len(missing)


def _draw(desktop: Any, one: Program, look: Look, note: Path, root: Path) -> None:
    env = dict(part.split("=", 1) for part in look.framework.split() if "=" in part)
    more = () if env else tuple(look.framework.split())
    command = tuple(str(note) if part == "{note}" else part for part in one.command)
    program = desktop.start(*command, *more, title=one.title, **env)
    try:
        window = desktop.window(one.title)
        x, y = (170, 90) if look.font else PLACE
        desktop.xdo("windowsize", window, str(look.width), str(int(look.text) if look.text > 10 else BIG[1]))
        desktop.xdo("windowmove", window, str(x), str(y))
        desktop.xdo("mousemove", "1270", "790")
        with open_desktop() as backend:
            snapshot, png, places = _at_rest(backend)
        folder = folder_of(look, root)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "0.png").write_bytes(png)
        (folder / "0.json").write_text(json.dumps(snapshot_to_json(snapshot)))
        (folder / "truth.json").write_text(json.dumps([_truth(places)]))
    finally:
        desktop.stop(program)


def _at_rest(backend: Any) -> tuple[StructureSnapshot, bytes, dict[str, Region]]:
    """What engine, screen and program tell once none of them tells anything else than just before."""
    deadline, last = time.monotonic() + 60, None
    while time.monotonic() < deadline:
        backend.wait_quiet(3.0)
        frame = backend.frame()
        now = (backend.snapshot(), frame.png, told_places(frame.size))
        if last is not None and now == last and now[2]:
            return now
        last = now
        time.sleep(0.3)
    raise AssertionError("the program does not come to rest")


def _truth(told: dict[str, Region]) -> dict[str, Any]:
    places = {name: {"at": list(region), "reached": True, "label": None} for name, region in told.items()}
    facts = {name: {"tag": "input" if name.startswith("textbox") else "button", "type": "text"} for name in places}
    return {"places": places, "scale": 1.0, "facts": facts}


def targets(facts: Iterable[str]) -> list[str]:
    """So many targets of a program as are run, spread over all that it shows."""
    names = sorted(facts)
    cells = [name for name in names if name.startswith("gridcell")]
    other = [name for name in names if name not in cells]
    step = max(1, len(other) // (LARGEST - 3))
    return [*other[::step][: LARGEST - 3], *cells[:: max(1, len(cells) // 3)][:3]]
