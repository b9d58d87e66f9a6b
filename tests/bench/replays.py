"""Replays of the demonstration, timed from the first look to the last check."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from studio.demo.mockmed import serve
from studio.engine.compiler import compile_recording
from studio.engine.model.results import RunReport
from studio.recorder.triage import record_triage_demo
from tests.bench.child import measured

NOTE = "Referral reviewed; patient feels well, call back in two weeks."


@dataclass(frozen=True)
class Material:
    """One recording and its two bundles."""

    recording: Path
    bundle: Path
    bundle_vision: Path


def make_material(folder: Path) -> Material:
    """Record and compile once for all measurements."""
    with serve() as clinic:
        recording = record_triage_demo(clinic.url, folder / "recording", note_text=NOTE, headless=True)
    compile_recording(recording, folder / "bundle", name="bench")
    compile_recording(recording, folder / "bundle-vision", name="bench", structure=False)
    return Material(recording, folder / "bundle", folder / "bundle-vision")


def replay(bundle: Path, *, structure: bool, drift: str = "") -> RunReport:
    """One replay by the command, in a process of its own as in real life, on a fresh clinic."""
    with serve() as clinic, tempfile.TemporaryDirectory() as runs:
        run_dir = Path(runs) / "run"
        arm = [] if structure else ["--no-structure"]
        url = f"{clinic.url}?drift={drift}" if drift else clinic.url
        measured("replay", str(bundle), "--url", url, "--run-dir", str(run_dir), "--json", *arm)
        return RunReport.model_validate_json((run_dir / "report.json").read_bytes())
