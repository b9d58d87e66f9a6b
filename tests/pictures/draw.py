"""Draws the pages of one theme at one scale; a process of its own (`tests.pictures`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.app import dress
from studio.ui.services.background import Background, close_pool
from studio.ui.services.imports import import_packages_first
from studio.ui.services.settings import SettingsStore
from studio.ui.shell.window import Window
from studio.ui.theme import theme
from studio.ui.words import use_language

USUAL = "1440x900"
_LONG = {"ladder": 9000, "health": 9000, "workflow": 9000}
"""Pages that work a while before all is there, in ms."""


def main(chosen: str, scale: str, size: str, language: str, out: Path, pages: list[str]) -> int:
    """Draw each page once its work is done."""
    import_packages_first()
    app = QApplication(sys.argv[:1])
    settings = SettingsStore()
    dress(app, settings.value)
    use_language(language)
    theme.choose(chosen)  # type: ignore[arg-type]
    window = Window(settings)
    width, height = (int(part) for part in size.split("x"))
    window.resize(width, height)
    window.go("home")
    window.show()
    QTest.qWait(1500)
    library = window.studio.library.root
    window.studio.open_bundle(library / "workflows" / "triage-a-referral" / "v1")
    for page, asked in wanted(library).items():
        if pages and page not in pages:
            continue
        window.go(page, **asked)
        QTest.qWait(_LONG.get(page, 2500))
        _until_quiet(window)
        name = [page, chosen, str(round(float(scale) * 100)), *([language] if language != "en" else [])]
        name += [size] if size != USUAL else []
        window.grab().save(str(out / f"{'-'.join(name)}.png"))
    window.close()
    close_pool()
    return 0


def _until_quiet(window: Window) -> None:
    """Wait for what is still read beside the window: on a busy machine that takes its time."""
    for _ in range(300):
        if not any(work.busy for work in window.findChildren(Background)):
            break
        QTest.qWait(200)
    QTest.qWait(500)


def wanted(library: Path) -> dict[str, dict[str, Any]]:
    """Every page with what it is asked to show."""
    runs = library / "runs" / "triage-a-referral"
    recording = next((library / "recordings").glob("*triage*"))
    return {
        "home": {},
        "record": {},
        "cleanup": {"recording": recording},
        "workflow": {},
        "ladder": {"step": "step_007"},
        "parameters": {},
        "run": {},
        "result": {"run": runs / "20261130-090200"},
        "heals": {"run": runs / "20261130-090200"},
        "needs": {},
        "health": {},
    }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5], Path(sys.argv[5]), sys.argv[6:]))
