"""German is complete: nothing missing, nothing left over, the same names in braces. `tests/helpers/translations.py`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers import translations, word_tables
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.ui.services.settings import SettingsStore
from studio.ui.shell.window import Window
from studio.ui.words import languages, tr, use_language

CODES = [code for code in languages() if code != "en"]


@pytest.fixture
def german() -> Iterator[None]:
    assert use_language("de")
    yield
    use_language("en")


def test_there_is_a_second_language() -> None:
    assert CODES == ["de"]


@pytest.mark.parametrize("code", CODES)
def test_every_string_of_the_window_is_translated_and_nothing_else(code: str) -> None:
    known, said = translations.language(code), translations.wanted()
    assert word_tables.missing(known, said) == {}, (
        "fill in what `python -m tests.helpers.translations --missing` prints"
    )
    assert word_tables.unused(known, said) == []


@pytest.mark.parametrize("code", CODES)
def test_names_in_braces_and_lines_are_the_same(code: str) -> None:
    known = translations.language(code)
    assert len(known) > 500
    for text, said in known.items():
        assert said.strip(), text
        assert translations.fields(text) == translations.fields(said), text
        assert text.count("\n") == said.count("\n"), text
        assert (text[:1] == " ", text[-1:] == " ") == (said[:1] == " ", said[-1:] == " "), text


def test_words_of_tables_are_all_known_to_the_tool() -> None:
    assert translations.files_with_tables() == set(translations.TABLES)
    assert {"Halted", "Home", "Verified in the record", "Side by side"} <= set(translations.table_words())


def test_the_window_speaks_the_language_that_is_chosen(german: None, qtbot: QtBot, own_home: object) -> None:
    window = Window(SettingsStore())
    qtbot.addWidget(window)
    window.go("health", tab="settings")
    window.show()
    said = {label.text() for label in window.findChildren(QLabel)}
    assert {"Einstellungen", "Sprache", "Nur lokal: nichts verlässt diesen Rechner"} <= said
    assert tr("{n} things to mend", n=3) == "3 Dinge zu beheben"
    assert window.rail.findChildren(type(window.rail._buttons["home"]))[0].accessibleName() == "Start"
