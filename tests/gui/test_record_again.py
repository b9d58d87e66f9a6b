"""Recording a step again from the window: what is asked, the run that leads there, and one edit that can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from helpers.form_recording import SAID, form_recording, part_recording
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle
from studio.engine.compiler import compile_recording
from studio.engine.model.workflow import ActionKind, Risk
from studio.ui.document import Document, with_step
from studio.ui.pages.record import RecordPage
from studio.ui.pages.record_again import like_before
from studio.ui.pages.workflow import WorkflowPage
from studio.ui.record import run_up
from studio.ui.record.run_up import Stand
from studio.ui.record.session import Ended
from studio.ui.record.targets import Kind
from studio.ui.shell.window import Window

LONG = 20_000


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workflow of six steps, and the recording of its last one alone."""
    folder = tmp_path_factory.mktemp("made")
    compile_recording(form_recording(folder / "rec"), folder / "notes" / "v1", name="notes", accept_params=("note",))
    part_recording(folder / "part", filled=True)
    part_recording(folder / "typed", said="all of it")
    return folder


@pytest.fixture
def page(window: Window, made: Path, qtbot: QtBot) -> Iterator[WorkflowPage]:
    window.studio.open_bundle(made / "notes" / "v1")
    window.go("workflow")
    shown = window.page
    assert isinstance(shown, WorkflowPage)
    qtbot.waitUntil(lambda: shown.current is not None, timeout=LONG)
    yield shown
    window.studio.close_document()
    for each in window._made.values():
        each.close_down()


def asked(window: Window, page: WorkflowPage, step: str, action: str) -> RecordPage:
    page.graph.select_step(step)
    page.commands.by_id[action].perform()
    assert isinstance(window.page, RecordPage)
    return window.page


def document_of(window: Window) -> Document:
    return cast(Document, window.studio.document)


def test_one_step_is_recorded_again_as_one_edit_that_can_be_undone(
    window: Window, page: WorkflowPage, made: Path, qtbot: QtBot
) -> None:
    document = document_of(window)
    before = document.workflow
    last = before.steps[-1]
    record = asked(window, page, last.id, "step.again")
    assert record.again.card.isVisible()
    assert record.again.card.accessibleName().startswith("Record step 6 again. Bring the program to the point")
    assert "note = Code 4711-0815" in record.again.card.accessibleName()
    assert (record.target.kind, record.target.address) == (Kind.PAGE, "http://notes.example/")
    record._over(Ended(made / "part", whole=True, kept=True))
    assert not record.start_button.isEnabled()
    qtbot.waitUntil(lambda: window.page is page, timeout=LONG)
    now = document.workflow
    assert now.steps[:-1] == before.steps[:-1]
    assert (now.steps[-1].id, now.steps[-1].risk) == (last.id, last.risk)
    assert now.steps[-1] != last
    assert document.picture(now.steps[-1].before_frame) is not None
    assert page.notice.sentence.startswith("It is recorded again.")
    qtbot.waitUntil(lambda: page.current is not None and page.current.id == last.id, timeout=LONG)
    assert not record.again.card.isVisible()
    document.stack.undo()
    assert document.workflow == before
    document.stack.redo()
    saved = load_bundle(document.save())
    assert saved.workflow.steps[-1].anchor == now.steps[-1].anchor


def test_from_a_step_on_the_new_steps_keep_the_parameter_and_a_refusal_changes_nothing(
    window: Window, page: WorkflowPage, made: Path, qtbot: QtBot
) -> None:
    document = document_of(window)
    before = document.workflow
    typing = next(step.id for step in before.steps if step.action is ActionKind.TYPE)
    record = asked(window, page, typing, "step.again")
    record._over(Ended(made / "part", whole=True, kept=True))
    qtbot.waitUntil(lambda: "puts a value in" in record.again.card.told.text(), timeout=LONG)
    assert "Nothing was changed; the recording is kept." in record.again.card.told.text()
    assert document.workflow == before
    assert window.page is record
    record = asked(window, page, before.steps[0].id, "step.again_from")
    assert not record.again.card.run_up.isVisible()
    record._over(Ended(made / "typed", whole=True, kept=True))
    qtbot.waitUntil(lambda: window.page is page, timeout=LONG)
    assert [step.param for step in document.workflow.steps] == [None, "note", None]
    assert document.workflow.params == {"note": SAID[0]}
    qtbot.waitUntil(lambda: page.current is not None and page.current is document.workflow.steps[0], timeout=LONG)
    document.stack.undo()
    assert document.workflow == before


def test_a_run_brings_the_program_there_and_its_browser_is_what_is_recorded(
    window: Window, page: WorkflowPage, qtbot: QtBot, saved: object
) -> None:
    steps = document_of(window).workflow.steps
    record = asked(window, page, steps[2].id, "step.again")
    qtbot.mouseClick(record.again.card.run_up, Qt.MouseButton.LeftButton)
    assert not record.start_button.isEnabled()
    run = record.again.run_up
    assert run is not None
    qtbot.waitUntil(lambda: run.stand is Stand.THERE, timeout=LONG)
    assert run.done == 1
    assert record.again.card.told.text().startswith("The program stands just before the step.")
    assert (record.target.kind, record.target.endpoint) == (Kind.TAB, run.endpoint)
    record.again.cancel()
    qtbot.waitUntil(lambda: not run._job.running, timeout=LONG)
    assert not run._dir.exists()
    assert record._naming_card.isVisible()


def test_what_cannot_be_undone_on_the_way_is_asked_and_another_document_ends_it(
    window: Window, page: WorkflowPage, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_of(window)
    first = document.workflow.steps[0].model_copy(update={"risk": Risk.IRREVERSIBLE})
    risky = with_step(document.workflow, first)
    assert run_up.never_undone(risky, risky.steps[2].id) == ("click the field ‘Note’",)
    said: list[str] = []
    monkeypatch.setattr(window, "ask", lambda _title, sentence, _choices, safe=0: said.append(sentence) or safe)
    monkeypatch.setattr("studio.ui.pages.record_again.never_undone", lambda *_: ("click ‘Send’",))
    record = asked(window, page, risky.steps[2].id, "step.again")
    record.again.bring_there()
    assert record.again.run_up is None
    assert said == ["On its way the run does what cannot be undone: click ‘Send’."]
    window.studio.open_bundle(made / "notes" / "v1")
    assert record.again.asked is None
    assert not record.again.card.isVisible()
    assert record.findChild(QPushButton) is not None


def test_the_run_that_leads_there_uses_what_was_recorded_and_no_secret(made: Path) -> None:
    workflow = load_bundle(made / "notes" / "v1").workflow
    secret = workflow.model_copy(update={"secret_params": ("pin",), "params": {**workflow.params, "pin": "1"}})
    line = run_up.arguments(Path("b"), Path("r"), secret, "step_003", "9333")
    assert line[line.index("--pause-at") + 1] == "step_003"
    assert [line[n + 1] for n, word in enumerate(line) if word == "--param"] == [f"note={SAID[0]}"]
    assert line[-3:] == ["--headed", "--debugging-port", "9333"]
    assert "--headed" not in run_up.arguments(Path("b"), Path("r"), secret, "step_003", "")
    assert like_before(workflow) == ()
    blind = workflow.model_copy(update={"structure": False, "hide": ("[0-9]{9}",)})
    assert like_before(blind) == ("--no-structure", "--hide", "[0-9]{9}")
