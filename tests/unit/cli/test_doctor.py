"""`studio doctor`: words and JSON, a mend for what is amiss, and the exit code."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from studio.__main__ import main
from studio.engine import health
from studio.engine.health import Check, Finding


def one(finding: Finding) -> Callable[[Sequence[Check]], tuple[Finding, ...]]:
    return lambda _checks: (finding,)


def test_what_is_missing_decides_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(health, "examine", one(Finding("display", "warning", "None.", "Start one.")))
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "Start one." in said
    assert "✕ Record the desktop: no, because: None." in said
    assert "✓ Replay on a web page: yes." in said
    monkeypatch.setattr(health, "examine", one(Finding("browser", "missing", "None.", "Install one.")))
    assert main(["doctor", "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert told["findings"] == [{"name": "browser", "state": "missing", "sentence": "None.", "mend": "Install one."}]
    assert told["abilities"][0] == {
        "name": "record_web",
        "title": "Record a web page",
        "able": "no",
        "because": "None.",
        "mend": "Install one.",
    }
