"""Sharing in the window, and what makes a double click open the window."""

from __future__ import annotations

import configparser
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from helpers.formats import write_bundle, write_recording
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle
from studio.engine.sharing import pack
from studio.ui.shell.sharing import ShareForm, with_suffix, write_shared
from studio.ui.shell.window import Window

ROOT = Path(__file__).resolve().parents[2]


def drop(window: Window, file: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys))


def test_a_file_that_is_shared_and_dropped_opens_as_the_same_workflow(
    window: Window, own_home: Path, qtbot: QtBot
) -> None:
    source = write_bundle(own_home / "source")
    target = with_suffix(str(own_home / "sent"))
    target.write_text("the file dialog asked before it is replaced")
    write_shared(window.studio, source, target, frames=True)
    qtbot.waitUntil(lambda: target.stat().st_size > 100)
    drop(window, target)
    qtbot.waitUntil(lambda: window.studio.document is not None)
    assert window.studio.document is not None
    opened = window.studio.document.bundle
    assert opened.digest == load_bundle(source).digest
    assert opened.dir.is_relative_to(own_home / "library" / "workflows")
    assert opened.dir.name == "v1"
    assert [p.name for p in own_home.iterdir() if p.name.startswith(".")] == []


def test_a_file_that_must_not_be_opened_is_refused_in_words(
    window: Window, own_home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(window, "ask", lambda _title, sentence, *_: told.append(sentence) or 0)
    file = own_home / "evil.waymark.zip"
    pack(write_recording(own_home / "rec"), file)
    file.write_bytes(file.read_bytes()[:-40])
    drop(window, file)
    qtbot.waitUntil(lambda: bool(told))
    assert "evil.waymark.zip" in told[0]
    assert not list((own_home / "library").rglob("*.json"))


def test_what_stays_behind_is_said_before_it_is_written(qtbot: QtBot) -> None:
    for recording, words in ((True, "the actions alone"), (False, "the small pictures")):
        form = ShareForm("Visit", recording=recording)
        qtbot.addWidget(form)
        assert form.with_frames.isChecked()
        assert words in form.without.text()


def test_a_double_click_finds_the_window() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(ROOT / "packaging" / "waymark-studio.desktop", encoding="utf-8")
    told = entry["Desktop Entry"]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    command, what = told["Exec"].split()
    assert command in settings["project"]["scripts"]
    assert what == "%f"
    names = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    kind = ElementTree.parse(ROOT / "packaging" / "waymark-studio-mime.xml").getroot().find("m:mime-type", names)
    assert kind is not None
    assert f"{kind.get('type')};" == told["MimeType"]
    pattern = kind.find("m:glob", names)
    assert pattern is not None
    assert pattern.get("pattern") == f"*{with_suffix('x').name[1:]}"
    shared = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert all((ROOT / source).is_file() for source in shared)
    assert f"{told['Icon']}.svg" in {Path(target).name for target in shared.values()}
