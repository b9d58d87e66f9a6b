"""Replays of the demonstration, timed from the first step to the last check."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from studio.demo.mockmed import serve
from studio.engine.backends.web import open_web
from studio.engine.compiler import compile_recording
from studio.engine.model.results import RunReport
from studio.engine.runtime import Replayer
from studio.recorder.triage import record_triage_demo

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
    """One replay on a fresh clinic and a fresh page."""
    with serve() as clinic, tempfile.TemporaryDirectory() as runs:
        url = f"{clinic.url}?drift={drift}" if drift else clinic.url
        with open_web(url) as backend:
            return Replayer(backend, structure=structure).run(bundle_dir=bundle, run_dir=Path(runs) / "run")
