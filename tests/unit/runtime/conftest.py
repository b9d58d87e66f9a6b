"""Tests of the runtime tell what stands in a frame: nothing is read by OCR unless a test asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.drawn_form import DrawnForm
from helpers.notes_run import Notes

from studio.engine.runtime import keyboard, observation, step_runner


@pytest.fixture(autouse=True)
def nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where structure tells no text there is none."""
    monkeypatch.setattr(observation, "ocr", lambda *_, **__: [])


@pytest.fixture
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The form answers at once: nothing has to be waited for."""
    monkeypatch.setattr(step_runner, "_READBACK_S", 0.0)
    monkeypatch.setattr(keyboard, "FOCUS_S", 0.0)


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    """The bundle of one note in the test's folder."""
    return Notes(tmp_path)


@pytest.fixture
def form() -> DrawnForm:
    """The program in which notes are written."""
    return DrawnForm()
