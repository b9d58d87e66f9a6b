"""A key on a button that stands in each row is held to the record of its row, as a click is. In a real browser."""

# Fixtures are imported by name, so that they do not leak into other modules.
# ruff: noqa: F401, F811

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page
from web_pages import Show, browser, page, show, web

from studio.engine.compiler import compile_recording
from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome, RunReport
from studio.engine.runtime import Replayer, keyboard
from studio.recorder.driven import DrivenRecorder

PEOPLE = ["Ann Berg", "Bob Olsen", "Eva Lund"]


def people(*names: str) -> str:
    rows = "".join(f"<tr><td>{name}<td>{name[::-1]}<td><button>Open</button>" for name in names)
    return f"""<h1>Patients</h1><table><tr><th>Name<th>Code<th>Do{rows}</table><p id=out></p>
    <script>window.opened=[];addEventListener('click',e=>{{opened.push(e.target.closest('tr').cells[0].textContent);
    out.textContent='Record '+opened.length}})</script>"""


def test_it_goes_to_the_record_that_is_meant_or_to_nobody(
    show: Show, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "FOCUS_S", 0.5)
    web = show(people(*PEOPLE))
    with DrivenRecorder(web, tmp_path / "rec", app_url="about:blank") as recorder:
        for key in ("Tab", "Tab", "Enter"):
            recorder.press(key)
        recorder.finish()
    *_, opens = compile_recording(tmp_path / "rec", tmp_path / "bundle", name="Open").steps
    assert (opens.key, opens.field_label, opens.identity_armed) == ("Enter", "Open", True)
    assert opens.anchor is not None
    assert {cell.text for cell in opens.anchor.identity_cells} >= {"Bob Olsen"}

    def run(name: str, *rows: str, structure: bool = True) -> tuple[RunReport, list[str]]:
        show(people(*rows))
        replayer = Replayer(web, structure=structure)
        report = replayer.run(bundle_dir=tmp_path / "bundle", run_dir=tmp_path / name)
        return report, page.evaluate("opened")

    report, opened = run("same", *PEOPLE)
    assert (report.outcome, opened) == (Outcome.PASSED, ["Bob Olsen"])
    report, opened = run("sorted", *reversed(PEOPLE[:2]), PEOPLE[2])
    assert report.halt is not None
    assert (report.halt.code, opened) == (HaltCode.IDENTITY_MISMATCH, [])
    assert "Ann Berg" in report.halt.sentence
    report, opened = run("pixels", *PEOPLE, structure=False)
    assert report.halt is not None
    assert (report.halt.code, opened) == (HaltCode.NEEDS_CONFIRMATION, [])
