"""The composition root of the window: one application, one theme, one window."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def main(paths: Sequence[str] = ()) -> int:
    """Open the window on a path (or on Home) and run until it is closed."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from studio.ui.services.settings import SettingsStore
    from studio.ui.shell.opening import open_path
    from studio.ui.shell.window import Window
    from studio.ui.theme import theme
    from studio.ui.words import use_language

    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Waymark Studio")
    app.setDesktopFileName("waymark-studio")
    settings = SettingsStore()
    use_language(settings.value.language)
    theme.install(app, settings.value.theme)
    theme.reduced_motion = settings.value.reduced_motion
    window = Window(settings)
    window.go("home")
    window.show()
    if paths:
        QTimer.singleShot(0, window, lambda: open_path(window.studio, Path(paths[0])))
    return app.exec()
