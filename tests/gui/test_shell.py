"""The frame of the window: pages, palette, keys, settings, work in the background."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from studio.ui.pages import PAGES
from studio.ui.services.background import Background
from studio.ui.services.settings import Settings, SettingsStore
from studio.ui.shell.command_palette import CommandPalette
from studio.ui.shell.window import Window
from studio.ui.theme import DARK, LIGHT, Colours, Tone, theme
from studio.ui.theme.colours import MARK_IDENTITY, MARK_LANDMARK, MARK_TARGET
from studio.ui.theme.icons import icon_pixmap
from studio.ui.words import resource_folder


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_pair_of_text_and_ground_can_be_read(colours: Colours) -> None:
    grounds = (colours.bg, colours.surface, colours.sunken, colours.rail, colours.canvas, colours.select)
    pairs = [(t, g) for t in (colours.text, colours.text2, colours.accent) for g in grounds]
    pairs += [(colours.on_accent, colours.accent)]
    pairs += [(colours.tone(tone), colours.tint(tone)) for tone in Tone]
    pairs += [(colours.tone(tone), g) for tone in Tone for g in (colours.bg, colours.surface)]
    assert [(a, b, contrast(a, b)) for a, b in pairs if contrast(a, b) < 4.5] == []
    assert all(contrast(m, "#FFFFFF") > 4.5 for m in (MARK_TARGET, MARK_LANDMARK, MARK_IDENTITY))


def test_every_icon_is_drawn_in_the_colour_that_is_asked_for() -> None:
    names = sorted(p.stem for p in (resource_folder() / "icons").glob("*.svg"))
    assert len(names) > 80
    for name in names:
        image = icon_pixmap(name, "#ff0000").toImage()
        inked = [image.pixelColor(x, y) for x in range(20) for y in range(20) if image.pixelColor(x, y).alpha() > 200]
        assert inked, name
        assert all(c.red() > 200 and c.green() < 60 for c in inked), name


def test_ctrl_k_finds_an_action_by_a_part_of_its_words_and_runs_it(window: Window, qtbot: QtBot) -> None:
    went: list[str] = []
    actions = [a for a in window.actions_everywhere if not a.hidden]
    palette = CommandPalette(actions, window)
    qtbot.addWidget(palette)
    palette.field.setText("go home")
    assert palette.list.count() == 1
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.chosen is not None
    palette.chosen.perform()
    went.append(window.page.key if window.page else "")
    assert went == ["home"]


def test_settings_are_kept_and_a_broken_file_is_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "own" / "settings.json"
    store = SettingsStore(file)
    store.change(theme="dark", recents=("a",))
    store.remember(Path("b"))
    assert SettingsStore(file).value == Settings(theme="dark", recents=("b", "a"))
    with pytest.raises(ValueError, match="countdown_s"):
        store.change(countdown_s=99)
    file.write_text('{"theme": "pink"}')
    broken = SettingsStore(file)
    assert broken.value == Settings()
    assert "settings.json.broken" in broken.warning
    assert (file.parent / "settings.json.broken").read_text() == '{"theme": "pink"}'


def test_what_was_set_aside_before_stays_and_a_pipe_in_its_place_holds_nobody_up(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    for text in ("first", "second"):
        file.write_text(text)
        SettingsStore(file)
    kept = [file.with_name(f"settings.json.broken{number}").read_text() for number in ("", "-2")]
    assert kept == ["first", "second"]
    for make in (os.mkfifo, os.mkdir):
        make(file)
        store = SettingsStore(file)
        assert store.value == Settings()
        assert store.warning.count("settings.json cannot be read, it is no file") == 1
        store.change(theme="dark")
        assert SettingsStore(file).value.theme == "dark"
        file.unlink()


def test_settings_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"version": 99, "theme": "dark"}')
    store = SettingsStore(file)
    store.change(theme="light")
    assert file.read_text() == '{"version": 99, "theme": "dark"}'
    assert "newer" in store.warning


def test_only_the_newest_answer_is_heard_and_nothing_after_the_owner_is_gone(qtbot: QtBot) -> None:
    owner = QObject()
    work: Background[str] = Background(owner)
    heard: list[str] = []
    work.start(lambda: time.sleep(0.05) or "old", heard.append)  # type: ignore[func-returns-value]
    work.start(lambda: "new", heard.append)
    qtbot.waitUntil(lambda: heard == ["new"])
    qtbot.wait(120)
    assert heard == ["new"]
    failures: list[Exception] = []
    work.start(lambda: 1 // 0 and "", heard.append, failures.append)
    qtbot.waitUntil(lambda: bool(failures))
    assert isinstance(failures[0], ZeroDivisionError)
    work.start(lambda: time.sleep(0.05) or "late", heard.append)  # type: ignore[func-returns-value]
    del work, owner
    qtbot.wait(150)
    assert heard == ["new"]


def test_home_of_an_empty_library_says_what_comes_first(window: Window, qtbot: QtBot) -> None:
    def words() -> list[str]:
        return [label.text() for label in window.findChildren(QLabel) if label.isVisible()]

    qtbot.waitUntil(lambda: "No workflow yet" in words())
    assert "First time here? Try the practice clinic." in words()


def test_a_page_off_the_rail_marks_the_page_that_it_belongs_to(window: Window) -> None:
    window.go("record")
    window.go("needs")
    assert {bool(entry.under) for entry in PAGES} == {True, False}
    for entry in PAGES:
        assert entry.on_rail != bool(entry.under)
        window.go(entry.key)
        marked = [b.accessibleName() for b in window.rail.findChildren(QPushButton) if b.isChecked()]
        belongs = next(e for e in PAGES if e.key == (entry.under or entry.key))
        assert marked == [belongs.word]


def test_a_number_can_be_read_in_its_field(qtbot: QtBot) -> None:
    box = QSpinBox()
    qtbot.addWidget(box)
    box.setFixedWidth(theme.px(72))
    box.show()
    assert box.lineEdit().width() > 60
