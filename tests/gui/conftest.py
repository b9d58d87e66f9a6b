"""What window tests share: offscreen, our theme, a library and settings of the test's own."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from helpers.noted_bundle import noted_bundle
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.ui.pages.workflow import WorkflowPage
from studio.ui.services.background import close_pool
from studio.ui.services.jobs import Job
from studio.ui.services.settings import SettingsStore
from studio.ui.shell.window import Window
from studio.ui.theme import theme

CHILD = Path(__file__).parents[1] / "helpers" / "form_child.py"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[Path]:
    """Settings and library in the test's folder, the light theme, and no thread left behind."""
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("STUDIO_LIBRARY", str(tmp_path / "library"))
    if _worn(qapp) != _WORN:  # to dress all widgets of former tests anew takes seconds
        theme.install(qapp, "light")
        _WORN[:] = _worn(qapp)
    yield tmp_path
    close_pool()


_WORN: list[object] = []
"""What the application wears in the light theme."""


def _worn(app: QApplication) -> list[object]:
    return [theme.choice, theme.unit, app.font().toString(), app.styleSheet()]


@pytest.fixture
def window(qtbot: QtBot, own_home: Path) -> Window:
    """A window on an empty library, shown."""
    made = Window(SettingsStore())
    qtbot.addWidget(made)
    made.go("home")
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture(scope="session")
def noted_bundles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two bundles: one whose writing step is checked, one where it is not."""
    folder = tmp_path_factory.mktemp("bundles")
    noted_bundle(folder / "checked")
    noted_bundle(folder / "unchecked", checked=False)
    return folder


@pytest.fixture
def answer() -> int:
    """Which choice a person takes when the window asks; what becomes of edits: they stay unsaved."""
    return 1


@pytest.fixture
def opened(
    window: Window, noted_bundles: Path, own_home: Path, qtbot: QtBot, answer: int
) -> Iterator[Callable[..., WorkflowPage]]:
    """Opens a copy of one of those bundles and waits for its graph."""
    window.ask = lambda *_asked, **_named: answer  # type: ignore[method-assign]

    def open_it(kind: str = "checked") -> WorkflowPage:
        target = own_home / "library" / "workflows" / kind
        if not target.exists():
            shutil.copytree(noted_bundles / kind, target)
        window.studio.open_bundle(target / "v1")
        window.go("workflow")
        page = window.page
        assert isinstance(page, WorkflowPage)
        qtbot.waitUntil(lambda: page.current is not None)
        return page

    yield open_it
    window.studio.close_document()
    for each in window._made.values():
        each.close_down()


@pytest.fixture
def saved(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Jobs act on the drawn form; gives what it holds once the child is gone."""
    file = own_home / "saved.json"
    monkeypatch.setenv("FORM_OUT", str(file))

    def start(job: Job) -> None:
        job._process.start(sys.executable, [str(CHILD), *job.arguments])

    monkeypatch.setattr(Job, "start", start)
    return lambda: list(json.loads(file.read_text()))
