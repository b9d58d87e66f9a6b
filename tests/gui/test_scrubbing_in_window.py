"""A copy that names nobody, made in the window: what it hides is shown first, and the original stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.patients import Patient, observed, recorded
from helpers.steps import step, workflow
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle, save_bundle
from studio.engine.identity import keys, scrubbed_bundle
from studio.engine.identity.scrubbed_bundle import Preview
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.secrets.keyrings import KeyringLocked
from studio.engine.vision.frame import Frame
from studio.ui.pages.workflow import WorkflowPage
from studio.ui.shell.scrubbing import ScrubForm
from studio.ui.shell.window import Window

JANE: Patient = ("Jane Sample", "1951-12-03", "MM-100234")
OMAR: Patient = ("Omar Example", "1960-01-17", "MM-200111")


def of_jane(folder: Path, *more: Step) -> Path:
    """A bundle that opens Jane's row."""
    draft = recorded(JANE, OMAR, at=0, structure=True)
    paths = {"template": draft.anchor.template, "identifier": draft.anchor.identifier_crop}
    assets: dict[str, Frame | bytes] = {path: draft.crops[name] for name, path in paths.items() if path}
    assets["frames/a_before.png"] = observed(JANE, OMAR).frame
    first = step("a", anchor=draft.anchor, identity_armed=True, before_frame="frames/a_before.png")
    return save_bundle(workflow(first, *more), assets, folder)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[ScrubForm]:
    """The dialogs that were shown; each is answered: without a key."""
    shown: list[ScrubForm] = []

    def answer(form: ScrubForm) -> int:
        shown.append(form)
        form.plain.setChecked(True)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(ScrubForm, "exec", answer)
    return shown


def test_what_would_be_hidden_is_shown_and_the_copy_opens_beside_the_original(
    window: Window, own_home: Path, qtbot: QtBot, asked: list[ScrubForm], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = of_jane(own_home / "source")
    texts: list[str] = []
    monkeypatch.setattr(ScrubForm, "deleteLater", lambda form: texts.append(form.hidden.toPlainText()))
    digest = load_bundle(source).digest
    window.studio.open_bundle(source)
    window.go("workflow")
    page = window.page
    assert isinstance(page, WorkflowPage)
    assert page.commands.by_id["workflow.scrub"].perform()
    qtbot.waitUntil(
        lambda: window.studio.document is not None and window.studio.document.workflow.phi_scrubbed, timeout=30_000
    )
    assert window.studio.document is not None
    copy = window.studio.document.bundle
    assert copy.dir.is_relative_to(own_home / "library" / "workflows")
    assert len(asked) == 1
    assert set(JANE) <= set("\n".join(texts).replace(", ", "\n").splitlines())
    assert "Jane" not in (copy.dir / "workflow.json").read_text("utf-8")
    assert load_bundle(source).digest == digest
    asked[0].close()


def test_edits_that_are_not_saved_and_names_that_a_run_needs_are_said(
    window: Window, own_home: Path, qtbot: QtBot, asked: list[ScrubForm], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(window, "ask", lambda _title, sentence, *_: told.append(sentence) or 0)
    window.studio.open_bundle(of_jane(own_home / "source", step("b", ActionKind.TYPE, text="Jane Sample")))
    window.go("workflow")
    page = window.page
    assert isinstance(page, WorkflowPage)
    page.commands.by_id["workflow.scrub"].perform()
    qtbot.waitUntil(lambda: bool(told), timeout=30_000)
    assert "make it a parameter" in told[0]
    assert window.studio.document is not None
    assert window.studio.document.edit("rename", lambda w: w.model_copy(update={"name": "other"}))
    page.commands.by_id["workflow.scrub"].perform()
    assert not page.notice.isHidden()
    assert asked == []
    assert not (own_home / "library").exists()
    window.studio.document.stack.clear()


def test_the_dialog_says_what_is_hidden_and_left_out(qtbot: QtBot) -> None:
    form = ScrubForm("Triage", Preview(("Jane Sample", "MM-100234"), 3, ("Step 2: a check was taken out.",)))
    qtbot.addWidget(form)
    assert form.hidden.toPlainText() == "Jane Sample\nMM-100234"
    assert form.with_key.isChecked()
    empty = ScrubForm("Triage", Preview((), 0, ()))
    qtbot.addWidget(empty)
    assert empty.hidden.toPlainText()


def test_a_keyring_that_cannot_be_asked_is_said_and_nothing_goes_on_being_written(
    window: Window, own_home: Path, qtbot: QtBot, asked: list[ScrubForm], monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object, **__: object) -> None:
        raise KeyringLocked

    told: list[str] = []
    monkeypatch.setattr(scrubbed_bundle, "scrub_bundle", locked)
    monkeypatch.setattr(window, "ask", lambda _title, sentence, *_: told.append(sentence) or 0)
    window.studio.open_bundle(of_jane(own_home / "source"))
    window.go("workflow")
    assert isinstance(window.page, WorkflowPage)
    assert window.page.commands.by_id["workflow.scrub"].perform()
    qtbot.waitUntil(lambda: bool(told), timeout=30_000)
    assert told == [str(KeyringLocked())]
    assert len(asked) == 1


def test_where_no_key_can_be_kept_it_says_what_can_be_done_in_the_window(
    window: Window, own_home: Path, qtbot: QtBot, asked: list[ScrubForm], monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_kept(*_: object) -> None:
        raise KeyringLocked

    told: list[str] = []
    monkeypatch.delenv(keys.ENVIRONMENT, raising=False)
    monkeypatch.setattr(keys, "read_key", lambda _: None)
    monkeypatch.setattr(keys, "store_key", not_kept)
    monkeypatch.setattr(ScrubForm, "exec", lambda _: QDialog.DialogCode.Accepted)  # with a key, as is proposed
    monkeypatch.setattr(window, "ask", lambda _title, sentence, *_: told.append(sentence) or 0)
    window.studio.open_bundle(of_jane(own_home / "source"))
    window.go("workflow")
    assert isinstance(window.page, WorkflowPage)
    assert window.page.commands.by_id["workflow.scrub"].perform()
    qtbot.waitUntil(lambda: bool(told), timeout=30_000)
    assert keys.ENVIRONMENT in told[0]
    assert "without a key" in told[0]
    assert "--salt-only" not in told[0]
    assert not (own_home / "library").exists()
