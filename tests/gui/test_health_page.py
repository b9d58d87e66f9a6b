"""Health: findings of the doctor's child, settings that are kept and refused, every key, and what the program is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.keyrings import MemoryKeyring
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.engine.health import Finding
from studio.engine.privacy.own import own_patterns
from studio.engine.privacy.retention import Rule
from studio.engine.secrets import SecretStore
from studio.engine.secrets.locks import Lock
from studio.ui.health.about import used_packages
from studio.ui.health.own_keys import wrong_with
from studio.ui.health.privacy import HiddenTextsRow, KeptSecretsRow
from studio.ui.pages.health import HealthPage
from studio.ui.services.doctor import Doctor
from studio.ui.services.settings import Settings
from studio.ui.services.tidying import rule_of, tidy_at_start
from studio.ui.shell.window import Window
from studio.ui.theme import Tone, theme

FOUND = (
    Finding("python", "ok", "Python 3.11."),
    Finding("disk", "ok", "9 GB are free here."),
    Finding("display", "ok", "X11 answers."),
    Finding("accessibility", "warning", "The bus is turned off.", "Turn it on: gsettings set x true"),
)


@pytest.fixture
def page(window: Window) -> HealthPage:
    """The page with findings that are known."""
    window.studio.doctor.findings = FOUND
    window.go("health")
    assert isinstance(window.page, HealthPage)
    window.studio.doctor.changed.emit()
    return window.page


def words(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]


def test_the_finding_that_is_amiss_is_explained_first(page: HealthPage, window: Window, qtbot: QtBot) -> None:
    assert page.findings.chosen == FOUND[3]
    assert {"The bus is turned off.", "Turn it on: gsettings set x true", "3 fine", "1 to mend"} <= set(words(page))
    assert page.head.subtitle.text() == ""
    page.findings.copy()
    assert "to mend  accessibility: The bus is turned off." in QGuiApplication.clipboard().text()
    qtbot.keyClick(page.findings.list, Qt.Key.Key_Up)
    assert page.findings.chosen == FOUND[2]
    assert "Turn it on: gsettings set x true" not in words(page)
    assert window.studio.doctor.in_a_word() == ("1 thing to mend", Tone.HEALED)


def test_one_finding_is_looked_at_again_in_a_child(page: HealthPage, window: Window, qtbot: QtBot) -> None:
    doctor = window.studio.doctor
    page.findings.list.setCurrentRow(0)
    page.findings.look_again()
    assert doctor.looks_at("python")
    assert not doctor.looks_at("disk")
    qtbot.waitUntil(lambda: not doctor.looking, timeout=60_000)
    assert doctor.findings[1:] == FOUND[1:]
    assert doctor.findings[0].sentence.count(".") == 3
    assert page.head.subtitle.text().startswith("3 of 4 are fine, looked at")
    doctor.look("nonsense")
    qtbot.waitUntil(lambda: not doctor.looking, timeout=60_000)
    assert "nonsense" in doctor.problem
    doctor.close_down()
    doctor.look()
    assert not doctor.looking  # the window closes: nothing new begins


def test_what_is_missing_is_said_before_what_could_be_mended() -> None:
    doctor = Doctor()
    assert doctor.in_a_word()[1] is Tone.UNKNOWN
    doctor.findings = (*FOUND, Finding("browser", "missing", "None.", "Install one."))
    assert doctor.in_a_word()[1] is Tone.FAILED
    doctor.findings = FOUND[:3]
    assert doctor.in_a_word() == ("Ready to record and replay", Tone.PASSED)


def test_settings_are_kept_at_once_and_wrong_ones_refused(page: HealthPage, window: Window, own_home: Path) -> None:
    window.go("health", tab="settings")
    rows, kept = page.settings.rows, window.studio.settings
    assert [r.control.accessibleName() for r in rows.values() if not r.control.accessibleName()] == []
    box = rows["theme"].control
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("dark"))
    box.activated.emit(box.currentIndex())
    assert (kept.value.theme, theme.colours.dark) == ("dark", True)
    field = rows["library"].control
    assert isinstance(field, QLineEdit)
    (own_home / "file").write_text("x")
    for typed, why in (("relative", "whole path"), (str(own_home / "file"), "is a file")):
        field.setText(typed)
        field.editingFinished.emit()
        assert why in rows["library"].problem
        assert kept.value.library == ""
    field.setText(str(own_home / "other"))
    field.editingFinished.emit()
    assert rows["library"].problem == ""
    assert window.studio.library.root == own_home / "other"
    page.settings._set_key("key_pause", kept.value.key_finish)
    assert "same" in rows["key_pause"].problem
    page.settings._set_key("key_pause", "Ctrl+Alt+1")
    assert json.loads(kept.file.read_text())["key_pause"] == "Ctrl+Alt+1"


def test_keys_that_would_be_taken_from_programs_are_refused() -> None:
    for pause in ("", "P", "Shift+P", "Ctrl+Alt+F", "Ctrl+Alt+U", "Ctrl+K, Ctrl+P", "Ctrl+Alt+Space"):
        assert wrong_with(pause, "Ctrl+Alt+F"), pause
    assert wrong_with("Ctrl+Alt+P", "Ctrl+F9") == ""


def test_older_runs_go_only_by_ones_word(page: HealthPage, window: Window, qtbot: QtBot, monkeypatch: Any) -> None:
    root = window.studio.library.root
    for number in range(3):
        folder = root / "runs" / "w" / f"2026-0{number}"
        folder.mkdir(parents=True)
        told = {"outcome": "passed", "heals": [], "started_at": f"2026-01-0{number + 1}T00:00:00+00:00"}
        (folder / "report.json").write_text(json.dumps(told))
    answers, said = [0, 1], []
    monkeypatch.setattr(window, "ask", lambda _title, sentence, *_: said.append(sentence) or answers.pop(0))
    page.settings._change(keep_runs=1)
    tidy = page.settings._look_for_old_runs
    tidy()
    qtbot.waitUntil(lambda: len(said) == 1)
    assert "2 runs are older" in said[0]
    assert len(list((root / "runs" / "w").iterdir())) == 3
    tidy()
    qtbot.waitUntil(lambda: len(list((root / "runs" / "w").iterdir())) == 1)
    assert len((root / "purge.jsonl").read_text().splitlines()) == 2


def test_old_runs_go_by_themselves_only_where_that_is_switched_on(own_home: Path, qtbot: QtBot) -> None:
    run = own_home / "lib" / "runs" / "w" / "2026-01"
    run.mkdir(parents=True)
    (run / "report.json").write_text('{"outcome": "passed", "started_at": "2026-01-01T00:00:00+00:00"}')
    owner, said = QObject(), []
    tidy_at_start(owner, own_home / "lib", Settings(purge_days=30), said.append)
    assert owner.children() == []
    pictures = Settings(purge_at_start=True, purge_days=30, keep_runs=1)
    assert rule_of(pictures) == Rule(1, 30, False)
    (run.parent / "2026-11").mkdir()
    (run.parent / "2026-11" / "report.json").write_text(
        '{"outcome": "passed", "started_at": "2026-11-01T00:00:00+00:00"}'
    )
    tidy_at_start(owner, own_home / "lib", pictures, said.append)
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["One old run was removed; purge.jsonl in the library names it."]
    assert not run.exists()


def test_hidden_texts_are_kept_or_refused_where_they_are_written(page: HealthPage, qtbot: QtBot) -> None:
    row = page.settings.rows["hide"]
    assert isinstance(row, HiddenTextsRow)
    row._edit.setPlainText("date\n\nregex:MRN(")
    row._use.click()
    assert "a group is not closed" in row.problem
    assert own_patterns().names == ()
    row._edit.setPlainText("date\n regex:MRN\\d+ ")
    row._use.click()
    assert row.problem == ""
    assert own_patterns().names == ("date", "regex:MRN\\d+")


def test_secrets_of_the_keyring_are_named_and_forgotten(window: Window, qtbot: QtBot, monkeypatch: Any) -> None:
    ring = MemoryKeyring()
    store = SecretStore(lambda: ring, {})
    store.store("pin", "4711", "Sign in")
    row = KeptSecretsRow(window.studio, store)
    qtbot.addWidget(row)
    row.look()
    qtbot.waitUntil(lambda: row._box.currentText() == "pin, only for Sign in")
    monkeypatch.setattr(window, "ask", lambda *_: 1)
    row._button.click()
    qtbot.waitUntil(lambda: row._box.currentText() == "none")
    assert not row._button.isEnabled()
    assert store.names() == ()


def test_a_locked_keyring_is_said_and_unlocked_by_its_button_alone(window: Window, qtbot: QtBot) -> None:
    ring = MemoryKeyring()
    store = SecretStore(lambda: ring, {}, lock=lambda _ring: Lock.LOCKED)
    store.store("pin", "4711")
    row = KeptSecretsRow(window.studio, store)
    qtbot.addWidget(row)
    row.look()
    qtbot.waitUntil(lambda: row._box.currentText() == "locked")
    assert "unlock it" in row.problem
    row._unlock.click()
    qtbot.waitUntil(lambda: row._box.currentText() == "pin")
    assert (row.problem, row._unlock.isVisibleTo(row)) == ("", False)


def test_every_key_is_listed_and_found(page: HealthPage, window: Window, qtbot: QtBot) -> None:
    window.go("health", tab="keys")
    qtbot.waitUntil(lambda: page.keys.complete, timeout=60_000)
    wanted = {"Everywhere", "Home", "Health", "Try the practice clinic", "Quit"}
    qtbot.waitUntil(lambda: wanted <= set(words(page.keys)))
    page.keys.search.setText("practice clin")
    qtbot.waitUntil(lambda: "Try the practice clinic" in words(page.keys))
    assert "Quit" not in words(page.keys)


def test_about_names_versions_and_licences(page: HealthPage, window: Window) -> None:
    window.go("health", tab="about")
    packages = {name: licence for name, _, licence in used_packages()}
    assert "LGPL" in packages["pyside6-essentials"]
    assert all(licence not in ("", "?") for licence in packages.values())
    page.about.copy()
    assert "Waymark Studio 0." in QGuiApplication.clipboard().text()
