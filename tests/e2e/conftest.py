"""What the end-to-end tests share: one recording for a worker's whole session, and desktops."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.virtual_desktop import VirtualDesktop, joined, virtual_desktop

from studio.engine.backends.desktop.accessibility import Accessibility, open_accessibility, why_not
from tests.helpers.triage_loop import TriageLoop


@pytest.fixture(scope="session")
def loop(tmp_path_factory: pytest.TempPathFactory) -> TriageLoop:
    """The main job, recorded once."""
    return TriageLoop(tmp_path_factory.mktemp("triage"))


@pytest.fixture(scope="module")
def desktop(own_temp_dir: Path) -> Iterator[VirtualDesktop]:
    """A desktop of the module's own, which this process is part of."""
    with virtual_desktop() as made, joined(made):
        yield made


@pytest.fixture(scope="module")
def told(desktop: VirtualDesktop) -> Iterator[Accessibility]:
    """What programs on that desktop tell of themselves."""
    opened = open_accessibility()
    assert opened is not None, why_not()
    yield opened
    opened.close()
