"""The problems by a policy: the same findings as `studio lint`, certified and signed from the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle, seal_bundle
from studio.engine.bundle.dates import today
from studio.engine.bundle.trust import own_key, public_half, trust
from studio.engine.policy import Mend, lint
from studio.ui.editing.problems import mend_words
from studio.ui.pages.workflow import WorkflowPage
from studio.ui.run.readiness import notice_of
from studio.ui.shell.window import Window

Opened = Callable[[str], WorkflowPage]


@pytest.fixture(autouse=True)
def signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_SIGNING_KEY", "ab" * 32)


@pytest.fixture
def answer() -> int:
    return 0


def choose(page: WorkflowPage, policy: str) -> None:
    box = page.problems.bar.box
    box.setCurrentIndex(box.findData(policy))
    box.activated.emit(box.currentIndex())


def shown(page: WorkflowPage) -> list[tuple[str, str | None]]:
    return [(row.finding.code, row.finding.step_id) for row in page.problems.rows]


def test_every_mend_has_a_word_in_the_window(window: Window) -> None:
    assert set(mend_words()) == set(Mend)


def test_the_window_finds_what_lint_finds_and_one_click_mends(opened: Opened, qtbot: QtBot) -> None:
    page = opened("unchecked")
    assert page.document is not None
    assert shown(page) == [("unchecked_write", "step_002")]
    choose(page, "clinical-write")
    found = lint(page.document.bundle, "clinical-write")
    told = [(f.code, f.step_id) for f in found if f.severity != "note"]
    assert sorted(shown(page), key=str) == sorted(told, key=str)
    assert page.problems.rows[0].finding.reason == "An entry that was not saved is missing when it is needed."
    assert not page.problems.bar.certify.isVisible()
    choose(page, "permissive")
    assert shown(page) == []
    assert page.problems.bar.certify.isVisible()
    assert page.studio.settings.value.policy == "permissive"
    sign = next(f for f in found if f.code == "unsigned")
    page.problems.mend_asked.emit(sign)
    qtbot.waitUntil(lambda: page.trust.text() == "Signed, key unknown")
    key = own_key()
    assert key is not None
    trust(public_half(key, "Ann"))
    page.judge.changed.emit()
    assert page.trust.text() == "Signed: Ann"


def test_a_person_certifies_a_version_and_an_edit_ends_that(opened: Opened, qtbot: QtBot) -> None:
    page = opened("checked")
    document = page.document
    assert document is not None
    choose(page, "clinical-write")
    qtbot.mouseClick(page.problems.bar.certify, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.problems.bar.certified.isVisible)
    (told,) = load_bundle(document.bundle.dir).certifications
    assert (told.policy, told.by) == ("clinical-write", page.studio.person)
    assert told.expires is not None
    assert told.expires > today()
    assert "Certified by the policy clinical-write" in page.trust.toolTip()
    assert not page.problems.bar.certify.isVisible()
    assert "no_expiry" not in [code for code, _ in shown(page)]
    document.edit_step("Note", "step_000", comment="Look first.")
    assert not page.problems.bar.certified.isVisible()
    assert not page.problems.bar.certify.isVisible()
    with qtbot.waitActive(page.window()):
        page.window().activateWindow()
    QTest.keyClick(page.graph, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.problems.bar.certified.isVisible()
    choose(page, "standard")
    assert not page.problems.bar.certified.isVisible()


def test_a_run_that_requires_a_policy_is_refused_with_its_mend(opened: Opened, own_home: Path, qtbot: QtBot) -> None:
    page = opened("checked")
    document = page.document
    assert document is not None
    assert notice_of(document) is None
    notice = notice_of(document, "clinical-write")
    assert notice is not None
    assert notice.blocks
    assert "clinical-write" in notice.why
    page.studio.go("workflow", policy="clinical-write")
    assert page.problems.bar.box.currentData() == "clinical-write"
    page.judge.certify()
    qtbot.waitUntil(page.problems.bar.certified.isVisible)
    assert notice_of(document, "clinical-write") is None
    assert notice_of(document, "no-such-policy") is not None
    past = load_bundle(seal_bundle(document.bundle.dir, own_home / "past", expires=today().replace(year=2020, day=1)))
    page.studio.open_bundle(past.dir)
    assert page.trust.text() == "Out of date"
    assert page.document is not None
    late = notice_of(page.document)
    assert late is not None
    assert late.blocks
