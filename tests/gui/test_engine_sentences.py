"""The engine's sentences in the window's language: known by their text, their values and quoted texts left alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from helpers import engine_sentences, word_tables
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.engine.compiler import intents
from studio.engine.model.anchor import Anchor, Landmark, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import Choice, Halt, HaltCode
from studio.engine.model.workflow import POINTED, ActionKind
from studio.ui.run.halt_panel import HaltPanel
from studio.ui.run.words import offers_of
from studio.ui.told import intent_words, told
from studio.ui.words import use_language

VALUE = re.compile(r"\{(\d+)\}")
TABLE = engine_sentences.table("de")
ENGLISH = set(re.findall(r"[a-z]{2,}", " ".join(engine_sentences.INTENTS))) - {"in"}


@pytest.fixture
def german() -> Iterator[None]:
    assert use_language("de")
    yield
    use_language("en")


def filled(template: str) -> str:
    return VALUE.sub(lambda m: f"<{m.group(1)}.x>", template)


def letters(template: str) -> int:
    return len(VALUE.sub("", template))


def test_a_sentence_is_known_by_its_text_and_keeps_its_values(german: None) -> None:
    wrong = []
    for template, said in TABLE.items():
        heard, wanted = told(filled(template)), filled(said)
        known = letters(template) < 12 or heard[:1].lower() + heard[1:] == wanted[:1].lower() + wanted[1:]
        if not known or set(VALUE.findall(template)) != set(VALUE.findall(said)):
            wrong.append(template)
    assert TABLE
    assert wrong == []


def test_sentences_that_follow_each_other_and_parts_inside_of_them(german: None) -> None:
    said = told(
        "“Click Save” was done, but “Saved. Thank you” did not appear. It is not repeated: look whether it took effect."
    )
    assert said == (
        "„Click Save“ wurde getan, aber „Saved. Thank you“ ist nicht erschienen. "
        "Es wird nicht wiederholt: Sehen Sie nach, ob es gewirkt hat."
    )
    assert told("Could not find the target. The same picture.\nThe run was interrupted.") == (
        "Das Ziel wurde nicht gefunden. Dasselbe Bild.\nDer Lauf wurde abgebrochen."
    )


@pytest.mark.parametrize("text", ["the target", "nothing has it", "The same picture.", "A” or “B", "{0}", ""])
def test_texts_of_the_program_are_never_translated(german: None, text: str) -> None:
    assert f"{text}" in told(f"“{text}” is covered by {text}x.")


@pytest.mark.parametrize(
    "text", ["first", "as recorded", "Save the record.", "Everything is fine", "", "“", "x" * 5000]
)
def test_what_is_not_known_stays_as_it_is(german: None, text: str) -> None:
    assert told(text) == text


def test_in_english_nothing_changes() -> None:
    assert [t for t in TABLE if told(filled(t)) != filled(t)] == []


def test_steps_are_called_in_german(german: None) -> None:
    """Every way in which the compiler calls a step, in words of our own outside of what the program says."""
    told_apart = {"drag": intents.pointed(ActionKind.DRAG, anchor(TargetKind.TEXT), anchor(TargetKind.BOX))}
    for kind in TargetKind:
        for row in ((), ("Anna Borg",)):
            for label in ("Save it", ""):
                made = anchor(kind, label, row)
                told_apart |= {f"{kind} {row} {label} {a}": intents.pointed(a, made) for a in POINTED}
                told_apart[f"{kind} {row} {label}"] = intents.chosen("Urgent", None, made)
    told_apart["near"] = intents.pointed(ActionKind.CLICK, anchor(TargetKind.ICON, ""))
    told_apart["types"] = intents.typed("Seen today", None, "Note of the day")
    told_apart["secret"] = intents.typed(None, "pass", "Password", secret=True)
    told_apart |= {f"{dx} {dy}": intents.scrolled(dx, dy) for dx in (-9, 0, 9) for dy in (-300, 0, 300) if dx or dy}
    told_apart |= {"key": intents.pressed("Control+s"), "no key": intents.pressed(None), "page": intents.turned_to("2")}
    told_apart["a place in it"] = "choose ‘Made in Italy’ in the field ‘Kept in’"
    left = {said: bare_words(intent_words(said)) & ENGLISH for said in told_apart.values()}
    assert {said: words for said, words in left.items() if words} == {}


def anchor(kind: TargetKind, label: str = "Save it", row: tuple[str, ...] = ()) -> Anchor:
    mark = Landmark(ocr_text="Name of it", relation="right of")
    return Anchor(
        region=Region(1, 1, 9, 9),
        click_point=Point(5, 5),
        ocr_text=label or None,
        kind=kind,
        row_texts=row,
        landmarks=(mark,),
    )


def bare_words(said: str) -> set[str]:
    return set(re.findall(r"[a-z]{2,}", re.sub(r"‘[^’]*’|⟨[^⟩]*⟩|Control\+s", " ", said.lower())))


def test_a_halt_speaks_german(german: None, qtbot: QtBot) -> None:
    sentence = "2 places say “Save” and nothing tells which one is meant."
    halt = Halt(id="1", code=HaltCode.AMBIGUOUS, step_id="s", sentence=sentence, choices=(Choice.STOP,))
    panel = HaltPanel(keys_in := QLabel())
    qtbot.addWidget(panel)
    qtbot.addWidget(keys_in)
    panel.show_halt(halt, None, offers_of(halt, None, 1))
    shown = {label.text() for label in panel.findChildren(QLabel)}
    assert "An 2 Stellen steht „Save“, und nichts sagt, welche gemeint ist." in shown


def test_every_sentence_of_the_engine_is_in_the_table() -> None:
    said = engine_sentences.templates()
    assert word_tables.missing(TABLE, said) == {}, "fill in what `python -m tests.helpers.engine_sentences` prints"
    assert word_tables.unused(TABLE, said) == []
