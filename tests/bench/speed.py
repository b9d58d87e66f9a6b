"""Runs all measurements of the main job and prints one table; `--json FILE` keeps them for comparison."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from studio.demo.mockmed import serve
from tests.bench.child import measured
from tests.bench.graph import graph_rows
from tests.bench.heals import heal_rows
from tests.bench.replays import NOTE, Material, make_material, replay
from tests.bench.rungs import rung_ms
from tests.bench.script import script_ms
from tests.bench.table import Row, print_table
from tests.bench.window import window_rows

OPENEMR = Path(__file__).resolve().parents[3] / "shared" / "data" / "openemr" / "recording"


def main(arguments: list[str]) -> int:
    """Measure, print, and return 1 where a target is missed."""
    parser = argparse.ArgumentParser(prog="./dev bench")
    parser.add_argument("--runs", type=int, default=3, help="repetitions of each replay (the median counts)")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        material = make_material(Path(folder))
        rows = [
            *_replays(material, options.runs),
            *_compiles(material, Path(folder)),
            *_rungs(material),
            *_memory(material, Path(folder)),
            _help(),
            *graph_rows(),
            *heal_rows(),
            *window_rows(),
        ]
    print_table(rows)
    if options.json:
        options.json.write_text(json.dumps([row.__dict__ for row in rows], indent=1))
    return 0 if all(row.reached for row in rows) else 1


def _replays(material: Material, runs: int) -> list[Row]:
    script, healthy, vision, theme = [], [], [], []
    for _ in range(runs):
        with serve() as clinic:
            script.append(script_ms(clinic.url, NOTE))
        healthy.append(replay(material.bundle, structure=True))
        vision.append(replay(material.bundle_vision, structure=False))
        theme.append(replay(material.bundle_vision, structure=False, drift="theme"))
    base = median(script)
    rows = [Row("plain script, ms", base)]
    for name, reports, most in (("healthy", healthy, 1.5), ("vision", vision, 2.5), ("vision, theme", theme, 8.0)):
        assert all(r.succeeded for r in reports), f"{name}: {reports[0].halt}"
        rows.append(Row(f"{name} replay / script", median(r.total_ms for r in reports) / base, most))
    rows.append(Row("healthy replay: OCR calls", max(r.ocr_calls for r in healthy), 0))
    rows.append(Row("vision replay: OCR calls", max(r.ocr_calls for r in vision)))
    rows.append(Row("vision replay: whole frames read", max(r.ocr_full_frames for r in vision), 0))
    rows.append(Row("vision, theme: whole frames read", max(r.ocr_full_frames for r in theme)))
    return rows


def _compiles(material: Material, folder: Path) -> list[Row]:
    seconds, _, _said = measured(
        "compile", str(material.recording), "--out", str(folder / "c1"), "--name", "c", "--json"
    )
    rows = [Row("compile with structure, cold, s", seconds, 6.0)]
    seconds, _, _said = measured(
        "compile", str(material.recording), "--out", str(folder / "c2"), "--name", "c", "--no-structure", "--json"
    )
    rows.append(Row("compile vision only, cold, s", seconds))
    if OPENEMR.is_dir():
        seconds, _, _said = measured("compile", str(OPENEMR), "--out", str(folder / "c3"), "--name", "c", "--json")
        rows.append(Row("compile OpenEMR (pixels only), cold, s", seconds))
    return rows


def _rungs(material: Material) -> list[Row]:
    ms = rung_ms(material.bundle_vision)
    return [
        Row("local template rung, ms", ms["local"], 5),
        Row("the same with its look counted in the frame, ms", ms["template"]),
        Row("local label rung, ms", ms["label"], 300),
    ]


def _memory(material: Material, folder: Path) -> list[Row]:
    with serve() as clinic:
        run = ["--url", clinic.url, "--json"]
        healthy = measured("replay", str(material.bundle), *run, "--run-dir", str(folder / "m1"))[1]
        whole = ["--url", f"{clinic.url}?zoom=125", "--no-structure", "--json", "--run-dir", str(folder / "m2")]
        read = measured("replay", str(material.bundle_vision), *whole)[1]
    return [Row("peak memory healthy replay, MB", healthy, 400), Row("peak memory whole frame read, MB", read, 800)]


def _help() -> Row:
    times = []
    for _ in range(5):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "studio", "--help"], capture_output=True, check=True)
        times.append(time.perf_counter() - started)
    return Row("studio --help, s", median(times), 0.4)
