"""A demonstration that saves two encounters of one patient, for the question whether the second save happened."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from studio.engine.backends.web import WebBackend, open_web
from studio.engine.model.geometry import Point
from studio.recorder.driven import DrivenRecorder

NOTE = "Seen today, all well."


def record_two_saves(url: str, out_dir: Path, browser: Browser | None = None) -> Path:
    """Sign in, open the first patient, save the same encounter twice."""
    with open_web(url, browser=browser) as backend, DrivenRecorder(backend, out_dir, app_url=url) as recorder:
        recorder.click(_at(backend, "Username"))
        recorder.type_text("nurse.sample")
        recorder.click(_at(backend, "Sign In"))
        recorder.click(_at(backend, "Open"))
        for _ in range(2):
            recorder.click(_at(backend, "New Encounter"))
            recorder.click(_at(backend, "Triage"))
            recorder.click(_at(backend, "Note"))
            recorder.type_text(NOTE)
            recorder.click(_at(backend, "Save Encounter"))
        return recorder.finish()


def _at(backend: WebBackend, name: str) -> Point:
    for _ in range(50):
        found = [e for e in backend.snapshot().elements if e.name == name]
        if found:
            return found[0].region.center
        backend.wait_quiet(0.5)
    raise AssertionError(f"no {name} on the page")
