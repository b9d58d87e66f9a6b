"""`studio doctor`: each finding has a sentence, and a mend where something is wrong."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pytest

from studio.__main__ import main
from studio.cli import doctor_checks
from studio.cli.doctor_checks import Finding, examine


def test_everything_is_looked_at() -> None:
    findings = examine()
    assert [f.name for f in findings] == ["python", "browser", "fonts", "reading", "display", "disk"]
    assert all(f.sentence.endswith((".", ")")) for f in findings)
    assert all(f.mend for f in findings if f.state != "ok")


def test_a_check_that_breaks_is_a_finding() -> None:
    def strange() -> Finding:
        raise RuntimeError("odd")

    assert examine([strange]) == (
        Finding("strange", "warning", "Could not be looked at (odd).", "Run studio doctor again."),
    )


def test_a_missing_browser_is_named_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_BROWSER", "no-such-browser")
    found = doctor_checks.browser()
    assert found.state == "missing"
    assert "no-such-browser" in found.sentence
    assert found.mend


def test_a_display_that_does_not_answer_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":4242")
    assert doctor_checks.display().state == "warning"
    monkeypatch.delenv("DISPLAY")
    assert "headless" in doctor_checks.display().mend


@pytest.mark.parametrize(("free", "state"), [(10, "missing"), (900, "warning"), (90_000, "ok")])
def test_the_disk_is_judged_by_what_is_free(monkeypatch: pytest.MonkeyPatch, free: int, state: str) -> None:
    usage = shutil.disk_usage(".")._replace(free=free * 1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    assert doctor_checks.disk().state == state


def one(finding: Finding) -> Callable[[], tuple[Finding, ...]]:
    return lambda: (finding,)


def test_what_is_missing_decides_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor_checks, "examine", one(Finding("display", "warning", "None.", "Start one.")))
    assert main(["doctor"]) == 0
    assert "Start one." in capsys.readouterr().out
    monkeypatch.setattr(doctor_checks, "examine", one(Finding("browser", "missing", "None.", "Install one.")))
    assert main(["doctor", "--json"]) == 3
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is False
    assert said["findings"][0]["mend"] == "Install one."
