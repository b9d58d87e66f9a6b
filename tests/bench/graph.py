"""The graph at 2,000 nodes: layout, and frames of panning and zooming. A process of its own prints them as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.table import Row

NODES = 2000
_ZOOMS = (1.5, 1.0, 0.61, 0.45, 0.35, 0.25, 0.15, 0.06)


def graph_rows() -> list[Row]:
    """The figures: the median over all frames of the worse of a long line and a branching program."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.bench.graph"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    found: dict[str, dict[str, float]] = json.loads(done.stdout)

    def worst(key: str) -> float:
        return max(figures[key] for figures in found.values())

    return [
        Row("graph of 2,000 nodes: layout, s", worst("layout"), 1.0),
        Row("graph of 2,000 nodes: shown anew, ms", worst("shown"), 50.0),
        Row("graph of 2,000 nodes: pan, median frame, ms", worst("pan"), 16.0),
        Row("graph of 2,000 nodes: zoom, median frame, ms", worst("zoom"), 16.0),
    ]


def _measure() -> dict[str, dict[str, float]]:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from helpers.graphs import branching_workflow, long_workflow
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    workflows = {"line": long_workflow(NODES), "branching": branching_workflow(NODES)}
    return {name: _figures(app, workflow) for name, workflow in workflows.items()}


def _figures(app: Any, workflow: Any) -> dict[str, float]:
    from PySide6.QtCore import QPoint

    from studio.graphview.layout import graph_model, planned
    from studio.graphview.view import GraphView

    started = time.perf_counter()
    plan = planned(graph_model(workflow))
    layout = time.perf_counter() - started
    view = GraphView()
    view.camera.motion = False
    view.resize(1400, 860)
    view.show()
    view.set_graph(plan)
    shown = _ms(lambda: view.set_graph(plan))
    pans, zooms = [], []
    for zoom in _ZOOMS:
        view.set_zoom(zoom)
        view.center_on(view.whole().width() / 3, view.whole().height() / 3)
        _rest(app)
        pans += [_frame(view, lambda: view.scroll_by(QPoint(14, 9))) for _ in range(25)]
    view.set_zoom(1.5)
    for factor in (1 / 1.1, 1.1):
        for _ in range(30):
            zooms.append(_frame(view, lambda by=factor: view.zoom_by(by)))
            app.processEvents()
    view.close_workers()
    view.close()
    return {"layout": layout, "shown": shown, "pan": median(pans), "zoom": median(zooms)}


def _frame(view: Any, move: Callable[[], object]) -> float:
    def work() -> None:
        move()
        view.viewport().repaint()

    return _ms(work)


def _ms(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1e3


def _rest(app: Any) -> None:
    """Let cards be drawn sharp before panning begins."""
    until = time.perf_counter() + 0.5
    while time.perf_counter() < until:
        app.processEvents()
        time.sleep(0.002)


if __name__ == "__main__":
    print(json.dumps(_measure()))
