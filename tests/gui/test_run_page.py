"""Run, Result and Needs you on a real runner in a child process; judged by what the program then holds."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.notes_run import Notes
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.engine.model.results import RunReport
from studio.ui.pages.needs import NeedsPage
from studio.ui.pages.result import ResultPage
from studio.ui.pages.run import SOON, RunPage
from studio.ui.pages.run_form import NoticeCard
from studio.ui.record.practice import PORT
from studio.ui.run.form import Speed
from studio.ui.run.model import Stage, State
from studio.ui.run.readiness import Mend
from studio.ui.run.waiting import read_answer
from studio.ui.services.settings import SettingsStore
from studio.ui.shell.window import Window

LONG = 30_000


@pytest.fixture(scope="session")
def notes_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sealed workflow: click the field, type the note, save."""
    return Notes(tmp_path_factory.mktemp("notes")).bundle(app_url="http://notes.example")


@pytest.fixture
def bundle(notes_bundle: Path, own_home: Path) -> Path:
    target = own_home / "library" / "workflows" / "notes" / "v1"
    shutil.copytree(notes_bundle, target)
    return target


@pytest.fixture
def page(window: Window, bundle: Path, saved: object) -> Iterator[RunPage]:
    """The Run page with the workflow open."""
    window.studio.open_bundle(bundle)
    window.go("run")
    assert isinstance(window.page, RunPage)
    made = window.page
    yield made
    if made.live is not None:
        made.live._job.kill()
    window.close()


def ended(page: RunPage) -> bool:
    return page.live is not None and not page.live.going


def words(page: object) -> str:
    return " | ".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())  # type: ignore[attr-defined]


def test_typed_values_are_run_before_ones_eyes_and_the_result_says_no_more_than_it_knows(
    page: RunPage, window: Window, qtbot: QtBot, saved: Callable[[], list[str]]
) -> None:
    frames: list[str] = []
    page.form.rows[0].set_value("called back")
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.live is not None, timeout=LONG)
    assert page.live is not None
    page.live.framed.connect(lambda picture, _: frames.append(picture))
    qtbot.waitUntil(lambda: window.page is not None and window.page.key == "result", timeout=LONG)
    result = window.page
    assert isinstance(result, ResultPage)
    qtbot.waitUntil(lambda: result.data is not None, timeout=LONG)
    assert saved() == ["called back"]
    assert [s.state for s in page.live.model.steps.values()] == [State.PASSED] * 3
    assert frames
    assert all((page.live.run_dir / f).is_file() for f in frames)
    assert "Passed on screen, not checked in the record." in words(result)
    assert [result.table.steps.index(n, 1).data() for n in range(3)][1] == "Do step_001"
    went: list[tuple[str, object]] = []
    window.studio.go = lambda key, **asked: bool(went.append((key, asked.get("step"))))  # type: ignore[method-assign]
    result.table.select(2)
    qtbot.keyClick(result.table, Qt.Key.Key_Return)
    result.run_again()
    assert went == [("ladder", "step_002"), ("run", None)]


def test_it_pauses_at_a_breakpoint_goes_one_step_and_refuses_a_second_run(
    page: RunPage, window: Window, qtbot: QtBot, saved: Callable[[], list[str]]
) -> None:
    assert window.studio.document is not None
    window.studio.document.toggle_breakpoint("step_001")
    page.start()
    qtbot.waitUntil(lambda: page.live is not None and page.live.model.stage is Stage.PAUSED, timeout=LONG)
    live = page.live
    assert live is not None
    assert (live.model.paused_at, live.model.done) == ("step_001", 1)
    page.enter(values={"note": "another"})
    page.start()
    assert page.live is live
    assert page.tools.pause.text().strip() == "Go on"
    qtbot.keyClick(page, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: live.model.paused_at == "step_002", timeout=LONG)
    page.view.steps.select("step_002")
    page.set_speed(Speed.EACH)
    qtbot.keyClick(page, Qt.Key.Key_B)
    assert "step_002" in live.breakpoints
    qtbot.keyClick(page, Qt.Key.Key_Escape, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: ended(page), timeout=LONG)
    assert (live.model.outcome, saved()) == ("stopped", [])


def test_a_killed_child_is_told_and_what_it_did_is_kept(page: RunPage, window: Window, qtbot: QtBot) -> None:
    assert window.studio.document is not None
    window.studio.document.toggle_breakpoint("step_002")
    page.start()
    qtbot.waitUntil(lambda: page.live is not None and page.live.model.stage is Stage.PAUSED, timeout=LONG)
    assert page.live is not None
    os.kill(page.live.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: page.live is not None and page.live.model.stage is Stage.LOST, timeout=LONG)
    assert window.page is page
    assert "The run broke off in the middle." in words(page)
    report = RunReport.model_validate_json((page.live.run_dir / "report.json").read_bytes())
    assert (report.outcome, len(report.steps)) == ("failed", 2)


def test_nothing_is_chosen_on_a_halt_and_it_survives_the_window(
    page: RunPage, window: Window, qtbot: QtBot, saved: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORM", "duplicate")
    page.start()
    qtbot.waitUntil(lambda: page.live is not None and page.live.model.stage is Stage.HALTED, timeout=LONG)
    live = page.live
    assert live is not None
    assert page.view.halt.choices.chosen is None
    assert not page.primary.isEnabled()
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    first = live.model.halt
    assert first is not None
    assert len(first.look_alikes) == 2
    qtbot.keyClick(page, Qt.Key.Key_A)
    assert page.view.halt.choices.chosen == "retry"
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: live.model.halt is not None and live.model.halt.id != first.id, timeout=LONG)
    qtbot.waitUntil(lambda: page.view.halt.choices.chosen is None)
    assert window.close()
    assert (saved(), ended(page)) == ([], True)
    assert RunReport.model_validate_json((live.run_dir / "report.json").read_bytes()).outcome == "halted"

    again = Window(SettingsStore())
    qtbot.addWidget(again)
    again.show()
    again.go("needs")
    needs = again.page
    assert isinstance(needs, NeedsPage)
    qtbot.waitUntil(lambda: needs.current is not None, timeout=LONG)
    qtbot.waitUntil(lambda: not needs.view.is_empty, timeout=LONG)
    assert needs.current is not None
    assert needs.current.dir == live.run_dir.resolve() or needs.current.dir == live.run_dir
    assert needs.panel.choices.chosen is None
    qtbot.keyClick(needs, Qt.Key.Key_D)
    qtbot.keyClick(needs, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: needs.current is None, timeout=LONG)
    said = read_answer(live.run_dir)
    assert said is not None
    assert (said.choice, said.by) == ("dismissed", again.studio.person)
    needs._tab(1)
    needs.put_back()
    qtbot.waitUntil(lambda: needs.current is not None and needs.current.answer is None, timeout=LONG)
    again.close()


def test_a_bundle_without_a_seal_says_so_and_is_mended_by_a_word(
    window: Window, bundle: Path, qtbot: QtBot, saved: object
) -> None:
    (bundle / "manifest.json").unlink()
    workflow = json.loads((bundle / "workflow.json").read_text())
    workflow.pop("manifest", None)
    (bundle / "workflow.json").write_text(json.dumps(workflow))
    window.studio.open_bundle(bundle)
    window.go("run")
    page = window.page
    assert isinstance(page, RunPage)
    assert not page.primary.isEnabled()
    page.start()
    assert page.live is None
    assert "This workflow is not sealed" in words(page)
    page.form.findChildren(NoticeCard)[0].mended.emit(Mend.SEAL)
    assert window.studio.document is not None
    assert (window.studio.document.bundle.dir.name, window.studio.document.bundle.sealed) == ("v2", True)
    assert page.primary.isEnabled()
    window.close()


def test_a_bundle_that_changed_on_disk_does_not_run(
    page: RunPage, window: Window, bundle: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(window, "ask", lambda _title, said, *_, **__: asked.append(said) or 0)
    file = bundle / "workflow.json"
    file.write_text(file.read_text().replace("do step_001", "do something else"))
    page.start()
    qtbot.waitUntil(lambda: bool(asked), timeout=LONG)
    assert page.live is None
    assert "changed" in asked[0]


def test_a_workflow_of_the_practice_clinic_finds_it_served_another_day(
    window: Window, qtbot: QtBot, own_home: Path
) -> None:
    made = Notes(own_home / "made").bundle(app_url=f"http://127.0.0.1:{PORT}/")
    target = Path(shutil.copytree(made, own_home / "library" / "workflows" / "practised" / "v1"))
    window.studio.open_bundle(target)
    window.go("run")
    clinic = window.studio.clinic
    qtbot.waitUntil(lambda: clinic.address.startswith("http://127.0.0.1:"), timeout=LONG)
    window.close()
    assert clinic.address == ""


@pytest.mark.parametrize("asks", [f"load_ahead(*{SOON!r})", "import studio.ui.run.cut_off"], ids=["ahead", "lists"])
def test_what_a_thread_loads_brings_no_qt(asks: str) -> None:
    """Qt that is loaded in a thread ends the process now and then."""
    told = "print([name for name in sys.modules if name.startswith(('PySide6', 'pyqtgraph'))])"
    code = f"import sys\nfrom studio.ui.services.ahead import load_ahead\n{asks}\n{told}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_result_is_made_ready_while_the_form_is_filled_in_and_not_while_a_run_goes_on(
    page: RunPage, window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(window, "make_ready", made.append)
    qtbot.waitUntil(lambda: made == ["result"], timeout=LONG)
    page.live = SimpleNamespace(going=True)  # type: ignore[assignment]
    page._make_result()
    page.live = None
    assert len(made) == 1
