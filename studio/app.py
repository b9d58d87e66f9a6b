"""The composition root of the window: one application, one theme, one window."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from studio.ui.services.settings import Settings
    from studio.ui.shell.window import Window


def main(paths: Sequence[str] = ()) -> int:
    """Open the window on a path (or on Home) and run until it is closed. Raises EnvironmentUnable without a display."""
    _refuse_without_display()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from studio.cli.failures import write_trace
    from studio.ui.services.imports import import_packages_first
    from studio.ui.services.settings import SettingsStore
    from studio.ui.services.tidying import tidy_at_start
    from studio.ui.shell.interrupt import quit_on_interrupt
    from studio.ui.shell.mishaps import tell_of_mishaps
    from studio.ui.shell.opening import open_path
    from studio.ui.shell.window import Window

    undo_imports = import_packages_first()
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    settings = SettingsStore()
    dress(app, settings.value)
    window = Window(settings)
    restore = quit_on_interrupt(window), tell_of_mishaps(window, write_trace), undo_imports
    window.go("home")
    window.show()
    if settings.warning:
        window.say(settings.warning)
    if paths:
        QTimer.singleShot(0, window, lambda: open_path(window.studio, Path(paths[0])))
    tidy_at_start(window, window.studio.library.root, settings.value, window.say)
    window.watch_readiness()
    try:
        return app.exec()
    finally:
        _end(window)
        for undo in restore:
            undo()


def dress(app: QApplication, settings: Settings) -> None:
    """Name, language, theme and motion of the application, and how it takes memory."""
    from studio.ui.services.memory import give_back_large_blocks
    from studio.ui.theme import theme
    from studio.ui.words import use_language

    give_back_large_blocks()
    app.setApplicationName("Waymark Studio")
    app.setDesktopFileName("waymark-studio")
    use_language(settings.language)
    _use_words_of_qt(app, settings.language)
    theme.install(app, settings.theme)
    theme.reduced_motion = settings.reduced_motion


def _use_words_of_qt(app: QApplication, language: str) -> None:
    """Months, and the buttons of Qt's own dialogs, in that language."""
    from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

    QLocale.setDefault(QLocale(language))
    words = QTranslator(app)
    if words.load(QLocale(language), "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(words)


def _end(window: Window) -> None:
    """Nothing of the window outlives it: what waits in the background is awaited."""
    from studio.ui.services.background import close_pool

    window.deleteLater()
    close_pool()


def _refuse_without_display() -> None:
    """Qt ends the process where it finds no display or lacks a library; a sentence is said before that happens."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM", "xcb").split(":")[0] not in ("xcb", "wayland"):
        return
    from studio.engine.backends.protocols import EnvironmentUnable

    if not (os.environ.get("WAYLAND_DISPLAY") or _x11_answers()):
        raise EnvironmentUnable(
            "There is no display on which a window could be shown: start this from a desktop session. "
            "All commands work without one; studio --help lists them."
        )
    if not _platform_loads():
        from studio.engine.health.qt import window

        found = window()
        if found.state != "ok":
            raise EnvironmentUnable(f"{found.sentence} {found.mend}")


def _x11_answers() -> bool:
    from studio.engine.health.display import display_answers

    return display_answers(os.environ.get("DISPLAY", ""))


def _platform_loads() -> bool:
    """Whether the libraries of Qt's X11 platform are there: they are loaded, which costs nothing twice."""
    import ctypes
    from importlib.util import find_spec

    spec = find_spec("PySide6")
    plugin = Path(str(spec and spec.origin)).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    try:
        ctypes.CDLL(str(plugin))
    except OSError:
        return False
    return True
