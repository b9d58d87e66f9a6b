"""The window: first paint of a cold process, a large workflow opened, how it answers while jobs run, its memory.

Each figure comes from a process of its own on a virtual display; `paint`, `gaps` and `memory` name what one measures.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.child import peak_mb
from tests.bench.qt_loop import rest, until
from tests.bench.table import Row

STEPS, ACTIONS, STARTS = 1000, 200, 3
_TICK_S = 0.005
_SIZE = (1920, 1080)


def window_rows() -> list[Row]:
    """The figures; the first paint is the median of some starts, each a process of its own."""
    from helpers.virtual_desktop import virtual_desktop

    with virtual_desktop((1600, 1000), accessible=False) as desktop, tempfile.TemporaryDirectory() as folder:
        _make_library(Path(folder) / "library")
        env = {**os.environ, **desktop.env, "STUDIO_LIBRARY": f"{folder}/library", "STUDIO_CONFIG": f"{folder}/config"}
        paints = [_child("paint", env)["painted"] for _ in range(STARTS)]
        found = {**_child("gaps", env), **_child("memory", env)}
    return [
        Row("window: first paint, s", median(paints), 1.5),
        Row("window: workflow of 1,000 steps opened, s", found["opened"], 1.0),
        Row("window: event-loop gap in a replay, p99, ms", found["replay"], 50.0),
        Row("window: event-loop gap in a compile, p99, ms", found["compile"], 50.0),
        Row("window: longest gap in either, ms", found["longest"]),
        Row("window: the worse p99 by the clock, ms", found["late"]),
        Row("window: memory, recording of 200 steps open, MB", found["memory"], 350.0),
    ]


def _child(what: str, env: dict[str, str]) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.window", what, repr(time.time())]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _make_library(root: Path) -> None:
    """A workflow of 1,000 steps, one that runs, a recording of 200 actions with large noisy pictures."""
    import numpy as np
    from helpers.form_recording import form_recording
    from helpers.graphs import long_workflow
    from helpers.notes_run import Notes

    from studio.engine.bundle import save_bundle
    from studio.engine.model.geometry import Point
    from studio.engine.model.workflow import ActionKind
    from studio.engine.recording import RecordedEvent, RecordingWriter
    from studio.engine.vision.frame import Frame

    save_bundle(long_workflow(STEPS), {}, root / "workflows" / "long" / "v1")
    shutil.copytree(Notes(root / "made").bundle(app_url="http://notes.example"), root / "workflows" / "form" / "v1")
    shutil.rmtree(root / "made")
    form_recording(root / "recordings" / "20260708-164800-a-note")
    noise = np.random.default_rng(7)
    shape = (_SIZE[1] // 12, _SIZE[0] // 12, 3)
    pictures = [
        Frame(bgr=np.kron(noise.integers(0, 256, shape, np.uint8), np.ones((12, 12, 1), np.uint8))) for _ in range(6)
    ]
    at = Point(400, 300)
    with RecordingWriter(root / "recordings" / "long", app_url="http://notes.example/", viewport=_SIZE) as writer:
        for n in range(ACTIONS):
            event = RecordedEvent(kind=ActionKind.CLICK, t=1.0 + n, x=at.x, y=at.y)
            writer.append(event, pictures[n % 6], pictures[(n + 1) % 6])
        writer.finish()


# In the child


def _window() -> tuple[Any, Any]:
    from PySide6.QtWidgets import QApplication

    from studio.app import dress
    from studio.ui.services.settings import SettingsStore
    from studio.ui.shell.window import Window

    app = QApplication([])
    settings = SettingsStore()
    dress(app, settings.value)
    return app, Window(settings)


def _paint(began: float) -> dict[str, float]:
    """Seconds from the start of the process until the page of the mapped window has been painted."""
    from PySide6.QtCore import QEvent, QObject

    app, window = _window()
    painted: list[float] = []

    class Watch(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if event.type() is QEvent.Type.Paint and window.windowHandle().isExposed():
                painted.append(time.time())
            return False

    window.go("home")
    watch = Watch()
    window.page.installEventFilter(watch)
    window.show()
    until(app, lambda: bool(painted))
    app.processEvents()
    took = time.time() - began
    _end(window)
    return {"painted": took}


def _gaps() -> dict[str, float]:
    """A large workflow opened; then the turns of the event loop while a replay and a compile run as children."""
    from studio.ui.services.jobs import Job

    library = Path(os.environ["STUDIO_LIBRARY"])
    app, window = _window()
    window.go("home")
    window.show()
    rest(app, 1.0)
    began = time.perf_counter()
    window.studio.open_soon(library / "workflows" / "long" / "v1", lambda: window.go("workflow"))
    until(app, lambda: window.studio.document is not None)
    page: Any = window.page
    until(app, lambda: page.current is not None or len(page.graph.plan.model.nodes) >= STEPS)
    page.graph.viewport().repaint()
    opened = time.perf_counter() - began

    child = str(Path(__file__).resolve().parents[1] / "helpers" / "form_child.py")
    os.environ["FORM_OUT"] = str(library / "saved.json")
    usual = Job.start
    Job.start = lambda job: job._process.start(sys.executable, [child, *job.arguments])  # type: ignore[method-assign]
    window.studio.open_bundle(library / "workflows" / "form" / "v1")
    window.go("run")
    run: Any = window.page
    run.form.rows[0].set_value("called back")
    rest(app, 0.5)
    replay = _watched(app, run.start, lambda: run.live is not None and not run.live.going)
    assert run.live.model.outcome == "passed", run.live.model.outcome
    Job.start = usual  # type: ignore[method-assign]
    window.go("cleanup", recording=library / "recordings" / "20260708-164800-a-note")
    clean: Any = window.page
    until(app, lambda: clean.draft is not None)
    rest(app, 1.0)
    compiled = _watched(app, lambda: clean.compile.begin("Again"), lambda: not clean.compile.running)
    _end(window)
    return {
        "opened": opened,
        "replay": _p99(replay[0]),
        "compile": _p99(compiled[0]),
        "longest": max(*replay[0], *compiled[0]),
        "late": max(_p99(replay[1]), _p99(compiled[1])),
    }


def _watched(app: Any, begin: Callable[[], object], done: Callable[[], bool]) -> tuple[list[float], list[float]]:
    """For each turn of a timer of 5 ms, from `begin` until `done`: how many ms the GUI thread worked since the last
    one, and how many ms late it came by the clock (which also counts what other processes take of the machine)."""
    from PySide6.QtCore import Qt, QTimer

    own: list[float] = []
    late: list[float] = []
    last = time.thread_time(), time.perf_counter()

    def turn() -> None:
        nonlocal last
        now = time.thread_time(), time.perf_counter()
        own.append((now[0] - last[0]) * 1e3)
        late.append(max(now[1] - last[1] - _TICK_S, 0.0) * 1e3)
        last = now

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(round(_TICK_S * 1e3))
    timer.timeout.connect(turn)
    timer.timeout.connect(lambda: app.quit() if done() else None)
    timer.start()
    begin()
    app.exec()
    timer.stop()
    return own, late


def _p99(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]


def _memory() -> dict[str, float]:
    """The most memory of a window that goes through a recording of 200 actions."""
    library = Path(os.environ["STUDIO_LIBRARY"])
    app, window = _window()
    window.show()
    window.go("cleanup", recording=library / "recordings" / "long")
    page: Any = window.page
    until(app, lambda: page.draft is not None)
    for place in range(0, ACTIONS, 10):
        page.list.choose(place)
        rest(app, 0.1)
    peak = peak_mb()
    _end(window)
    return {"memory": peak}


def _end(window: Any) -> None:
    from studio.ui.services.background import close_pool

    window.studio.close_document()
    window.close()
    close_pool()


if __name__ == "__main__":
    _, asked, started = sys.argv
    measure = {"paint": lambda: _paint(float(started)), "gaps": _gaps, "memory": _memory}
    print(json.dumps(measure[asked]()))
