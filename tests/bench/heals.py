"""Heal review: from the key to the next heal's pictures on the screen. A process of its own prints it as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.qt_loop import rest, until
from tests.bench.table import Row

HEALS = 40
SIZE = (1920, 1080)


def heal_rows() -> list[Row]:
    """The figures: the slowest of the ways to look, at the pace of a person and with the key held down."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.bench.heals"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return [
        Row("heal review: next heal's pictures, ms", found["paced"], 100.0),
        Row("heal review: next heal, key held down, ms", found["held"]),
        Row("heal review: a run of 40 heals opened, s", found["opened"]),
    ]


def _library(root: Path) -> Path:
    """The run of the tests, its heals told again and again with large noisy frames of their own."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import numpy as np
    from helpers.healed_notes import make_library

    from studio.engine.vision.frame import Frame

    run = make_library(root)
    told = json.loads((run / "report.json").read_bytes())
    noise = np.random.default_rng(7)
    heals = []
    for number in range(HEALS):
        heal = dict(told["heals"][number % len(told["heals"])], id=f"heal-{number}")
        for side in ("frame_before", "frame_after"):
            blocks = noise.integers(0, 256, (SIZE[1] // 12, SIZE[0] // 12, 3), np.uint8)
            heal[side] = f"heals/{number}_{side}.png"
            (run / heal[side]).write_bytes(Frame(bgr=np.kron(blocks, np.ones((12, 12, 1), np.uint8))).png)
        heals.append(heal)
    (run / "report.json").write_text(json.dumps({**told, "heals": heals}))
    return run


def _measure() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["STUDIO_LIBRARY"], os.environ["STUDIO_CONFIG"] = f"{folder}/library", f"{folder}/config"
        run = _library(Path(folder) / "library")
        return _figures(run)


def _figures(run: Path) -> dict[str, float]:
    from PySide6.QtWidgets import QApplication

    from studio.ui.review.modes import Mode
    from studio.ui.services.background import close_pool
    from studio.ui.services.settings import SettingsStore
    from studio.ui.shell.window import Window
    from studio.ui.theme import theme

    app = QApplication([])
    theme.install(app, "light")
    window = Window(SettingsStore())
    window.show()
    started = time.perf_counter()
    window.go("heals", run=run)
    page: Any = window.page
    until(app, lambda: page.current is not None and page.body.compare.shown == page.current.id)
    opened = time.perf_counter() - started
    paced, held = [], []
    for mode in (Mode.SIDE, Mode.SWIPE, Mode.ONION, Mode.BLINK):
        page.looking.show_mode(mode)
        page.body.list.choose(page.session.board.order[0])
        rest(app, 0.5)
        paced.append(median(_next(app, page, pause=0.25) for _ in range(12)))
        held.append(median(_next(app, page, pause=0.0) for _ in range(12)))
    window.close()
    close_pool()
    return {"opened": opened, "paced": max(paced), "held": max(held)}


def _next(app: Any, page: Any, pause: float) -> float:
    """ms from the key until the pictures are painted."""
    started = time.perf_counter()
    page.go_by(1)
    until(app, lambda: page.body.compare.shown == page.current.id)
    page.body.compare.repaint()
    took = time.perf_counter() - started
    rest(app, pause)
    return took * 1e3


if __name__ == "__main__":
    print(json.dumps(_measure()))
