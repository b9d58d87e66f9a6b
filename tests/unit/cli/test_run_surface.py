"""Which surface a run acts on: as recorded, or as the caller says."""

from __future__ import annotations

import argparse

import pytest

from studio.cli.parsing import WrongUsage
from studio.cli.run_surface import SurfaceChoice, chosen
from studio.engine.model.workflow import Workflow


def options(**given: object) -> argparse.Namespace:
    plain = {"backend": None, "url": None, "headless": True, "window": None, "program": None, "debugging_port": None}
    return argparse.Namespace(**(plain | given))


def workflow(**fields: object) -> Workflow:
    return Workflow.model_validate({"name": "w", "viewport": (40, 30), "steps": (), **fields})


def test_the_address_is_given_or_recorded() -> None:
    page = workflow(app_url="http://b/")
    assert chosen(options(url="http://a/", headless=False), page) == SurfaceChoice("web", "http://a/", headless=False)
    assert chosen(options(), page).url == "http://b/"
    with pytest.raises(WrongUsage, match="--url"):
        chosen(options(), workflow())


def test_the_desktop_comes_from_the_bundle_or_the_caller() -> None:
    recorded = workflow(backend="desktop", window="Editor")
    assert chosen(options(), recorded) == SurfaceChoice("desktop", window="Editor")
    asked = chosen(options(window="Other", program="editor 'my letter.txt'"), recorded)
    assert asked == SurfaceChoice("desktop", window="Other", program=("editor", "my letter.txt"))
    assert chosen(options(backend="desktop"), workflow(app_url="http://b/")).backend == "desktop"


@pytest.mark.parametrize(
    ("given", "fields", "said"),
    [
        ({"window": "Editor"}, {"app_url": "http://b/"}, "--window is for the desktop"),
        ({"program": "editor"}, {"app_url": "http://b/"}, "--program is for the desktop"),
        ({"url": "http://a/"}, {"backend": "desktop"}, "--url is for web pages"),
        ({"headless": False}, {"backend": "desktop"}, "--headed is for web pages"),
        ({"debugging_port": 9222}, {"backend": "desktop"}, "--debugging-port is for web pages"),
        ({"program": "editor 'letter"}, {"backend": "desktop"}, "check its quotes"),
        ({"program": " "}, {"backend": "desktop"}, "names no program"),
        ({}, {"backend": "remote"}, "cannot replay"),
    ],
)
def test_what_does_not_fit_together_is_refused(given: dict[str, object], fields: dict[str, object], said: str) -> None:
    with pytest.raises(WrongUsage, match=said):
        chosen(options(**given), workflow(**fields))
