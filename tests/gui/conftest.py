"""What window tests share: offscreen, our theme, a library and settings of the test's own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.ui.services.background import close_pool
from studio.ui.services.settings import SettingsStore
from studio.ui.shell.window import Window
from studio.ui.theme import theme


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[Path]:
    """Settings and library in the test's folder, the light theme, and no thread left behind."""
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("STUDIO_LIBRARY", str(tmp_path / "library"))
    theme.install(qapp, "light")
    yield tmp_path
    close_pool()


@pytest.fixture
def window(qtbot: QtBot, own_home: Path) -> Window:
    """A window on an empty library, shown."""
    made = Window(SettingsStore())
    qtbot.addWidget(made)
    made.go("home")
    made.show()
    qtbot.waitExposed(made)
    return made
