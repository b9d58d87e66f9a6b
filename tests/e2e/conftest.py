"""What the end-to-end tests share: one recording for a worker's whole session."""

from __future__ import annotations

import pytest

from tests.helpers.triage_loop import TriageLoop


@pytest.fixture(scope="session")
def loop(tmp_path_factory: pytest.TempPathFactory) -> TriageLoop:
    """The main job, recorded once."""
    return TriageLoop(tmp_path_factory.mktemp("triage"))
