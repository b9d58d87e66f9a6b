"""What people do wrong in the window: it neither freezes nor loses anything, and says in plain words what to do."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.form_recording import form_recording
from helpers.graphs import long_workflow
from helpers.healed_notes import make_library
from helpers.noted_bundle import noted_bundle
from helpers.notes_run import Notes
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle, save_bundle
from studio.engine.recording import load_recording
from studio.engine.review.run_source import SOURCE
from studio.ui.pages.cleanup import CleanupPage
from studio.ui.pages.heals import HealsPage
from studio.ui.pages.run import RunPage
from studio.ui.pages.workflow import WorkflowPage
from studio.ui.review.board import ACCEPTED
from studio.ui.run.model import Stage
from studio.ui.services.settings import SettingsStore
from studio.ui.shell.opening import open_path
from studio.ui.shell.window import Window

LONG = 120_000
MANY = 10_000


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library: a workflow, one with a run that has heals, a recording."""
    root = tmp_path_factory.mktemp("made") / "library"
    make_library(root)
    shutil.rmtree(root / "made", ignore_errors=True)
    noted_bundle(root / "workflows" / "checked")
    form = Notes(root.parent).bundle(app_url="http://notes.example")
    shutil.copytree(form, root / "workflows" / "form" / "v1")
    form_recording(root / "recordings" / "20260708-164800-a-note")
    return root


def link_pictures(source: str, target: str) -> object:
    """Pictures are never written in place: a link does."""
    return os.link(source, target) if source.endswith(".png") else shutil.copy2(source, target)


@pytest.fixture
def library(made: Path, own_home: Path) -> Path:
    target = own_home / "library"
    shutil.copytree(made, target, copy_function=link_pictures)
    source = target / "runs" / "notes" / "20260720-161218" / SOURCE
    source.write_text(json.dumps({"v": 1, "bundle": str(target / "workflows" / "notes" / "v1")}))
    return target


@pytest.fixture
def asked(window: Window, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the window asked in a box; the safe answer is given."""
    found: list[str] = []

    def ask(title: str, sentence: str, _choices: tuple[str, ...], safe: int = 0) -> int:
        found.append(f"{title}: {sentence}")
        return safe

    monkeypatch.setattr(window, "ask", ask)
    return found


@pytest.fixture
def told(window: Window, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the window said in its status bar."""
    found: list[str] = []
    monkeypatch.setattr(window, "say", lambda sentence, *_: found.append(sentence))
    return found


@pytest.fixture(autouse=True)
def ended(window: Window, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No job and no worker outlives a test."""
    yield
    window.studio.close_document()
    for page in window._made.values():
        page.close_down()


def workflow_page(window: Window, bundle: Path, qtbot: QtBot) -> WorkflowPage:
    window.studio.open_bundle(bundle)
    window.go("workflow")
    page = window.page
    assert isinstance(page, WorkflowPage)
    qtbot.waitUntil(lambda: page.current is not None, timeout=LONG)
    return page


def run_page(window: Window, bundle: Path) -> RunPage:
    window.studio.open_bundle(bundle)
    window.go("run")
    assert isinstance(window.page, RunPage)
    return window.page


def cleanup_page(window: Window, recording: Path) -> CleanupPage:
    window.go("cleanup", recording=recording)
    assert isinstance(window.page, CleanupPage)
    return window.page


def rename(page: WorkflowPage, name: str) -> None:
    assert page.editor is not None
    page.editor.apply("rename", lambda w: w.model_copy(update={"name": name}))


def words(page: QWidget) -> str:
    return " | ".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


# Running


def test_a_run_started_twice_runs_once_and_says_so(
    window: Window, library: Path, qtbot: QtBot, told: list[str], saved: Callable[[], list[str]]
) -> None:
    page = run_page(window, library / "workflows" / "form" / "v1")
    page.form.rows[0].set_value("once")
    page.primary.click()
    page.start()
    qtbot.waitUntil(lambda: page.live is not None, timeout=LONG)
    page.start()
    assert told == ["A run goes on: wait for its end or stop it before you start another one."]
    qtbot.waitUntil(lambda: page.live is not None and not page.live.going, timeout=LONG)
    assert saved() == ["once"]
    assert len(list((library / "runs" / "form").iterdir())) == 1


def test_a_child_killed_in_the_middle_is_told_and_nothing_half_done_stays(
    window: Window, library: Path, qtbot: QtBot, saved: object
) -> None:
    page = run_page(window, library / "workflows" / "form" / "v1")
    assert window.studio.document is not None
    window.studio.document.toggle_breakpoint("step_002")
    page.form.rows[0].set_value("half")
    page.start()
    qtbot.waitUntil(lambda: page.live is not None and page.live.model.stage is Stage.PAUSED, timeout=LONG)
    assert page.live is not None
    os.kill(page.live.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: page.live is not None and page.live.model.stage is Stage.LOST, timeout=LONG)
    assert "The run broke off in the middle." in words(page)
    assert "look in the program before you run it again" in words(page)

    cleanup = cleanup_page(window, library / "recordings" / "20260708-164800-a-note")
    qtbot.waitUntil(lambda: cleanup.draft is not None, timeout=LONG)
    cleanup.compile.begin("Half")
    job = cleanup.compile._run._job if cleanup.compile._run else None
    assert job is not None
    qtbot.waitUntil(lambda: job.pid > 0, timeout=LONG)
    os.kill(job.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: not cleanup.compile.running, timeout=LONG)
    said = "Compiling stopped unexpectedly. Nothing was compiled: compile again."
    assert cleanup.cards.cards[-1].sentence.text() == said
    assert cleanup.compile_button.isEnabled()
    assert not (library / "workflows" / "half").exists()


# What is gone


def test_a_bundle_deleted_behind_the_window_loses_no_edit_and_is_named(
    window: Window, library: Path, qtbot: QtBot, asked: list[str], saved: object
) -> None:
    bundle = library / "workflows" / "checked" / "v1"
    page = workflow_page(window, bundle, qtbot)
    rename(page, "mine")
    shutil.rmtree(library / "workflows" / "checked")
    for step in ("step_002", "step_001", "step_003"):
        page.graph.select_step(step)
        assert page.current is not None
        assert page.current.id == step
    qtbot.wait(300)
    page.save()
    qtbot.waitUntil(lambda: page.notice.sentence not in ("",), timeout=LONG)
    assert "is missing: the folder is not complete." in words(page.inspector)
    assert str(bundle) in page.notice.sentence
    assert page.isEnabled()
    assert page.document is not None
    assert page.document.is_edited
    page.document.keep_safe()
    page.document.stack.undo()
    form = library / "workflows" / "form" / "v1"
    run = run_page(window, form)
    shutil.rmtree(form)
    run.form.rows[0].set_value("never")
    run.start()
    qtbot.waitUntil(lambda: bool(asked), timeout=LONG)
    assert asked[0].startswith("This workflow cannot run as it is: ")
    assert str(form) in asked[0]
    assert run.live is None


def test_heals_of_a_deleted_bundle_can_be_looked_at_but_not_decided(
    window: Window, library: Path, qtbot: QtBot
) -> None:
    run = library / "runs" / "notes" / "20260720-161218"
    window.go("heals", run=run)
    page = window.page
    assert isinstance(page, HealsPage)
    qtbot.waitUntil(lambda: page.current is not None, timeout=LONG)
    shutil.rmtree(library / "workflows" / "notes")
    page.decide(ACCEPTED)
    page.next_thing()
    page.enter(run=run)
    qtbot.waitUntil(lambda: "not where it was" in page.notice.sentence, timeout=LONG)
    assert not page.can_decide()


def test_every_page_of_a_deleted_bundle_can_be_gone_to(
    window: Window, library: Path, qtbot: QtBot, asked: list[str]
) -> None:
    window.studio.open_bundle(library / "workflows" / "checked" / "v1")
    shutil.rmtree(library / "workflows" / "checked")
    for page in ("workflow", "ladder", "parameters", "home"):
        window.go(page, **({"step": "step_002"} if page == "ladder" else {}))
        qtbot.wait(400)
        assert window.page is not None
        assert window.page.key == page


# What cannot be opened


def test_what_cannot_be_opened_is_said_in_a_sentence_and_what_is_open_stays(
    window: Window, library: Path, qtbot: QtBot, asked: list[str]
) -> None:
    bundle = library / "workflows" / "checked" / "v1"
    page = workflow_page(window, bundle, qtbot)
    open_now = window.studio.document
    cases = {
        "broken": lambda text: text[: len(text) // 2],
        "newer": lambda text: json.dumps({**json.loads(text), "schema_version": 99}),
        "tampered": lambda text: text.replace("type ⟨note⟩", "type ⟨nothing⟩"),
    }
    expected = {"broken": "workflow.json", "newer": "was written by a newer program", "tampered": "changed after"}
    for name, change in cases.items():
        other = library / "workflows" / name / "v1"
        shutil.copytree(bundle, other)
        file = other / "workflow.json"
        before = file.read_text(encoding="utf-8")
        file.write_text(change(before), encoding="utf-8")
        assert file.read_text(encoding="utf-8") != before
        asked.clear()
        open_path(window.studio, other)
        qtbot.waitUntil(lambda: bool(asked), timeout=LONG)
        assert expected[name] in asked[-1]
        assert "Traceback" not in asked[-1]
    asked.clear()
    assert not open_path(window.studio, library / "nothing")
    assert "is no workflow, recording or run of Waymark Studio" in asked[-1]
    assert window.studio.document is open_now
    assert window.page is page


def test_an_unsealed_bundle_opens_and_its_run_waits_for_a_look(window: Window, library: Path, qtbot: QtBot) -> None:
    bundle = library / "workflows" / "checked" / "v1"
    (bundle / "manifest.json").unlink()
    told = json.loads((bundle / "workflow.json").read_text(encoding="utf-8"))
    (bundle / "workflow.json").write_text(json.dumps({**told, "manifest": None}), encoding="utf-8")
    assert open_path(window.studio, bundle)
    qtbot.waitUntil(lambda: window.studio.document is not None, timeout=LONG)
    window.go("run")
    assert isinstance(window.page, RunPage)
    assert not window.page.primary.isEnabled()
    assert "This workflow is not sealed" in words(window.page)


def test_a_recording_cut_short_is_recovered_and_a_broken_one_is_named(
    window: Window, library: Path, qtbot: QtBot
) -> None:
    short = form_recording(library / "recordings" / "short", finished=False)
    page = cleanup_page(window, short)
    qtbot.waitUntil(lambda: "This recording was cut short" in words(page), timeout=LONG)
    next(b for b in page.findChildren(QAbstractButton) if b.text().strip() == "Recover it").click()
    qtbot.waitUntil(lambda: page.draft is not None, timeout=LONG)
    assert len(load_recording(short).events) == 6

    broken = library / "recordings" / "broken"
    shutil.copytree(library / "recordings" / "20260708-164800-a-note", broken)
    (broken / "events.jsonl").write_text('{"i": 0, "kind": \n')
    page.enter(recording=broken)
    qtbot.waitUntil(lambda: "This recording cannot be opened" in words(page), timeout=LONG)
    assert "events.jsonl" in words(page)
    assert not page.compile_button.isEnabled()
    assert page.draft is None
    page.enter(recording=short)
    qtbot.waitUntil(lambda: page.draft is not None, timeout=LONG)


# Folders that cannot be used


def test_without_a_library_that_can_be_written_nothing_is_lost_and_each_page_says_why(
    window: Window, library: Path, own_home: Path, qtbot: QtBot, asked: list[str], saved: object
) -> None:
    kept = own_home / "elsewhere"
    shutil.move(library, kept)
    library.write_text("a file stands where the library was")
    window.go("home")
    qtbot.waitUntil(lambda: "No workflow yet" in words(window), timeout=LONG)

    run = run_page(window, kept / "workflows" / "form" / "v1")
    run.form.rows[0].set_value("nowhere")
    run.start()
    qtbot.waitUntil(lambda: run.live is not None and run.live.model.stage is Stage.LOST, timeout=LONG)
    assert "The run could not start. Nothing was done in the program." in words(run)
    assert str(library) in words(run)

    page = cleanup_page(window, kept / "recordings" / "20260708-164800-a-note")
    qtbot.waitUntil(lambda: page.draft is not None, timeout=LONG)
    for edits in (False, True):
        if edits:
            page.list.choose(0)
            page.tools.delete()
        page.compile.begin("Nowhere")
        qtbot.waitUntil(lambda: not page.compile.running, timeout=LONG)
        assert str(library) in page.cards.cards[-1].sentence.text()
    assert page.draft is not None
    assert page.draft.is_edited

    assert asked == []


def test_edits_stay_on_the_screen_where_they_cannot_be_kept_on_disk(
    window: Window, library: Path, own_home: Path, qtbot: QtBot, asked: list[str]
) -> None:
    page = workflow_page(window, library / "workflows" / "checked" / "v1", qtbot)
    shutil.rmtree(own_home / "config", ignore_errors=True)
    (own_home / "config").write_text("a file stands where the settings were")
    rename(page, "mine")
    assert page.document is not None
    page.document.keep_safe()
    assert page.document.workflow.name == "mine"
    page.save()
    qtbot.waitUntil(lambda: not page.document.is_edited, timeout=LONG)  # type: ignore[union-attr]
    assert load_bundle(library / "workflows" / "checked" / "v2").workflow.name == "mine"


def test_two_windows_on_one_bundle_save_two_versions(
    window: Window, library: Path, qtbot: QtBot, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = library / "workflows" / "checked" / "v1"
    other = Window(SettingsStore())
    monkeypatch.setattr(other, "ask", window.ask)
    qtbot.addWidget(other)
    other.show()
    pages = [workflow_page(each, bundle, qtbot) for each in (window, other)]
    for number, page in enumerate(pages):
        rename(page, f"of window {number}")
    for page in pages:
        page.save()
    qtbot.waitUntil(lambda: all(p.isEnabled() and not p._saving.busy for p in pages), timeout=LONG)
    assert [p.notice.sentence for p in pages] == ["", ""]
    names = {load_bundle(bundle.with_name(f"v{n}")).workflow.name for n in (2, 3)}
    assert names == {"of window 0", "of window 1"}
    other.studio.close_document()
    for page in other._made.values():
        page.close_down()


# Large things


class Pulse:
    """Counts the turns of the event loop."""

    def __init__(self) -> None:
        self.turns = 0
        self._timer = QTimer()
        self._timer.setInterval(5)
        self._timer.timeout.connect(self._turn)
        self._timer.start()

    def _turn(self) -> None:
        self.turns += 1


def test_ten_thousand_actions_and_a_thousand_steps_open_while_the_window_goes_on(
    window: Window, library: Path, qtbot: QtBot
) -> None:
    pulse = Pulse()
    page = cleanup_page(window, many_actions(library))
    at = pulse.turns
    qtbot.waitUntil(lambda: page.draft is not None, timeout=LONG)
    assert pulse.turns - at > 20
    assert len(page.list.rows.rows) == MANY + 1
    page.list.choose(MANY)
    page.tools.delete()
    assert len(page.list.rows.rows) == MANY
    bundle = save_bundle(long_workflow(1000), {}, library / "workflows" / "long" / "v1")
    at = pulse.turns
    shown = workflow_page(window, bundle, qtbot)
    assert len(shown.graph.plan.model.nodes) >= 1000
    assert pulse.turns > at
    shown.graph.select_step("s1000")
    qtbot.waitUntil(lambda: shown.current is not None and shown.current.id == "s1000", timeout=LONG)


def many_actions(library: Path) -> Path:
    """The recording with its first click again and again; its pictures are links."""
    source, target = library / "recordings" / "20260708-164800-a-note", library / "recordings" / "many"
    shutil.copytree(source, target)
    one = json.loads((source / "events.jsonl").read_text(encoding="utf-8").splitlines()[0])
    lines = [json.dumps({**one, "i": n, "t": 1.0 + n}) for n in range(MANY)]
    (target / "events.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for n in range(1, MANY):
        for each in ("frames/{}_before.png", "frames/{}_after.png"):
            file = target / each.format(f"{n:04}")
            file.unlink(missing_ok=True)
            os.link(target / each.format("0000"), file)
    shutil.rmtree(target / "structure")
    return target
