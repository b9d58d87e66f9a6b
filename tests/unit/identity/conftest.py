"""What the tests of identities share."""

from __future__ import annotations

import pytest

from studio.engine.vision.ocr import warm_up


@pytest.fixture(scope="session", autouse=True)
def models() -> None:
    """Load the OCR models once: the runtime library leaves a session file behind when it starts."""
    warm_up()
