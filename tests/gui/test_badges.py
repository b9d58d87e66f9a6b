"""The numbers on the rail follow the library."""

from __future__ import annotations

import json
from pathlib import Path

from pytestqt.qtbot import QtBot

from studio.engine.model.halts import HaltCode
from studio.ui.shell.rail import RailButton
from studio.ui.shell.window import Window
from studio.ui.widgets.outcome import HALT_WORDS


def halted_run(library: Path) -> None:
    (library / "workflows" / "letters" / "v1").mkdir(parents=True)
    (library / "workflows" / "letters" / "v1" / "workflow.json").write_text('{"name": "Letters", "steps": []}')
    run = library / "runs" / "letters" / "20260101-000000"
    run.mkdir(parents=True)
    halt = {"sentence": "Could not find “Save”.", "code": "target_not_found", "picture": None}
    told = {"run_id": "a", "outcome": "halted", "started_at": "2026-01-01T00:00:00+00:00", "halt": halt, "heals": []}
    (run / "report.json").write_text(json.dumps(told))


def test_a_halt_that_waits_is_counted_on_the_rail(window: Window, qtbot: QtBot, own_home: Path) -> None:
    def needs() -> str:
        buttons = window.rail.findChildren(RailButton)
        return next(b.accessibleDescription() for b in buttons if b.accessibleName() == "Needs you")

    assert needs() == ""
    halted_run(own_home / "library")
    window.studio.library_changed.emit()
    qtbot.waitUntil(lambda: needs() == "1 waiting")


def test_every_halt_has_its_words() -> None:
    assert set(HALT_WORDS) == {code.value for code in HaltCode}
