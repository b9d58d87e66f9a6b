"""German is complete: nothing missing, nothing left over, the same names in braces. `tests/helpers/translations.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import refusals, translations, word_tables
from helpers.formats import write_bundle
from helpers.graphs import full_workflow
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle
from studio.graphview.layout.live import Live
from studio.ui.services.settings import SettingsStore
from studio.ui.shell.window import Window
from studio.ui.widgets.workflow_graph import WorkflowGraph
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


def test_what_a_refusal_says_is_told_in_the_language_of_the_window() -> None:
    """Every text that is made of an exception goes through `told`, or to what tells it."""
    untold = [
        f"{name}:{line}"
        for name, tree in translations.sources()
        for line, callers in refusals.texts_of_exceptions(tree)
        if not callers & refusals.TELLING and name not in refusals.LATER
    ]
    assert untold == []


def test_the_graph_speaks_the_language_of_the_window(german: None, qtbot: QtBot, tmp_path: Path) -> None:
    graph = WorkflowGraph()
    qtbot.addWidget(graph)
    with qtbot.waitSignal(graph.shown):
        graph.show_workflow(full_workflow(), load_bundle(write_bundle(tmp_path / "b")))
    nodes = graph.plan.model.by_id
    assert nodes["s1"].hint == "nur der Ort"
    assert nodes["rows"].text == "Für jede Zeile von recalls.csv"
    assert "im Datensatz geprüft" in nodes["rows/s10"].description
    assert {"zeigt „1 of 1“", "sonst", "Prüfung gescheitert"} <= {edge.label for edge in graph.plan.model.edges}
    assert graph.legend.accessibleName() == "Legende"
    assert "kann nicht zurückgenommen werden" in graph.legend.accessibleDescription()
    assert graph.minimap.accessibleName() == "Übersicht"
    graph.set_live({"s1": Live.SKIPPED})
    graph.select_step("s1")
    assert "übergangen" in graph.accessibleDescription()
    graph.close_workers()


def test_the_window_speaks_the_language_that_is_chosen(german: None, qtbot: QtBot, own_home: object) -> None:
    window = Window(SettingsStore())
    qtbot.addWidget(window)
    window.go("health", tab="settings")
    window.show()
    said = {label.text() for label in window.findChildren(QLabel)}
    assert {"Einstellungen", "Sprache", "Nur lokal: nichts verlässt diesen Rechner"} <= said
    assert tr("{n} things to mend", n=3) == "3 Dinge zu beheben"
    assert window.rail.findChildren(type(window.rail._buttons["home"]))[0].accessibleName() == "Start"
