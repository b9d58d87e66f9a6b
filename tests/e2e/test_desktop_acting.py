"""A program that tells accessibility nothing: text is typed into it and a path is drawn on it as recorded."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.virtual_desktop import VirtualDesktop, wait_for

from studio.engine.backends.desktop.accessible import open_desktop
from studio.engine.compiler import compile_recording
from studio.engine.model.geometry import Point
from studio.engine.model.results import Outcome
from studio.engine.model.workflow import FieldTells
from studio.engine.runtime import Replayer
from studio.recorder.driven import DrivenRecorder

PAD = Path(__file__).resolve().parents[1] / "helpers" / "sketch_pad.py"
FIELD, KEEP, BEGIN = (210, 232), (210, 262), (78, 50)
"""Places in the window, px."""
V_SHAPE = tuple((4 * step, 90 - abs(90 - 4 * step), 8 * step) for step in range(1, 46))


@contextmanager
def pad(desktop: VirtualDesktop, kept: Path) -> Iterator[None]:
    with desktop.running(sys.executable, str(PAD), str(kept), title="Sketch pad"):
        desktop.xdo("windowactivate", "--sync", desktop.window("Sketch pad"))
        yield


def place(desktop: VirtualDesktop, inside: tuple[int, int]) -> Point:
    told = desktop.xdo("getwindowgeometry", "--shell", desktop.window("Sketch pad"))
    corner = dict(line.split("=", 1) for line in told.splitlines())
    return Point(int(corner["X"]), int(corner["Y"])).moved(*inside)


def read(kept: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(wait_for(lambda: kept.read_text() if kept.exists() else None, "what was kept"))
    return found


def test_it_is_worked_again_without_a_word_of_accessibility(desktop: VirtualDesktop, tmp_path: Path) -> None:
    first, again = tmp_path / "first.json", tmp_path / "again.json"
    with pad(desktop, first), open_desktop(window="Sketch pad") as surface:
        begin, field, keep = (place(desktop, at) for at in (BEGIN, FIELD, KEEP))
        with DrivenRecorder(surface, tmp_path / "recording", window="Sketch pad") as recorder:
            recorder.drag(begin, begin.moved(*V_SHAPE[-1][:2]), V_SHAPE)
            recorder.click(field)
            recorder.type_text("ward seven")
            recorder.click(keep)
            recorder.finish()
        recorded = read(first)
    workflow = compile_recording(tmp_path / "recording", tmp_path / "bundle", name="Sketch")
    assert [s.field_tells for s in workflow.steps if s.text] == [FieldTells.NOTHING]
    with pad(desktop, again), open_desktop(window="Sketch pad") as surface:
        run = Replayer(surface).run(bundle_dir=tmp_path / "bundle", run_dir=tmp_path / "run")
        assert run.outcome is not Outcome.HALTED or again.exists(), run.halt
        kept = read(again)
    assert recorded["text"] == kept["text"] == "ward seven"
    lowest = max(y for _, y in recorded["strokes"])
    assert lowest - min(y for _, y in recorded["strokes"]) > 80  # down and up again, no straight line
    assert max(y for _, y in kept["strokes"]) == lowest
    assert kept["strokes"][-1] == recorded["strokes"][-1]
