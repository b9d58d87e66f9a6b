"""Tests of the runtime tell what stands in a frame: nothing is read by OCR unless a test asks for it."""

from __future__ import annotations

import pytest

from studio.engine.runtime import observation


@pytest.fixture(autouse=True)
def nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where structure tells no text there is none."""
    monkeypatch.setattr(observation, "ocr", lambda *_, **__: [])
