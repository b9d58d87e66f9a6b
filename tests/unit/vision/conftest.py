"""Pages and frames that the tests of vision look at."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from vision_pages import Page

from studio.engine.model.geometry import Region
from studio.engine.vision import Frame

PAGES = Path(__file__).parents[2] / "fixtures" / "vision"
RECORDED = Path(__file__).parents[3].parent / "shared" / "data" / "openemr" / "recording"


@pytest.fixture(scope="session")
def page() -> Callable[[str], Page]:
    def load(name: str) -> Page:
        listed = json.loads((PAGES / f"{name}.json").read_text())
        elements = {key: (Region(*box), Region(*text)) for key, (box, text) in listed.items()}
        return Page(Frame.of(PAGES / f"{name}.png"), elements)

    return load


@pytest.fixture(scope="session")
def recorded() -> Callable[[str], Frame]:
    def load(name: str) -> Frame:
        path = RECORDED / "frames" / f"{name}.png"
        if not path.exists():
            pytest.skip("the recording of a real program is not beside the project")
        return Frame.of(path)

    return load
