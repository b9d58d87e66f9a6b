"""Labels of several parts, and words that are harmless alone only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.risk import judge, judge_click, writes
from studio.engine.compiler.risk_words import OWN, Reading, read_label, shipped
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, Risk
from studio.engine.recording import RecordedEvent

CLICK = ActionKind.CLICK
SHOWN = StructureSnapshot("http://a/", "A")


@pytest.mark.parametrize(
    "label",
    [
        *("Print & save", "Search and add", "View + delete", "Next / Save", "Drucken und freigeben", "Close then send"),
        *("Anzeigen und löschen", "Weiter und speichern", "Imprimer et valider", "Ver y eliminar", "Stampa e invia"),
        *("Openen en opslaan", "Fechar e gravar", "Visa och radera", "Vis og slet", "Zamknij i zapisz", "Next&Save"),
    ],
)
def test_one_part_that_writes_makes_it_a_write(label: str) -> None:
    assert writes(label)


@pytest.mark.parametrize(
    ("label", "reading"),
    [
        ("View and edit", Reading.HARMLESS),
        ("Drucken und schließen", Reading.OPENS),
        ("View labs and notes", Reading.HARMLESS),
        ("+ Add", Reading.OPENS),
        ("Print & frob", Reading.UNKNOWN),
        ("Search and frob", Reading.UNKNOWN),
        ("Close and frob", Reading.UNKNOWN),
        ("Terms and conditions", Reading.UNKNOWN),
        ("E-Mail", Reading.UNKNOWN),
    ],
)
def test_a_harmless_part_is_harmless_in_harmless_company(label: str, reading: Reading) -> None:
    assert read_label(label)[0] is reading


ASKED = [
    *("Start infusion", "Close encounter", "Next patient", "Continue treatment", "Infusion starten", "Fall schließen"),
    *("Dosis ändern", "Clear allergies", "End visit", "Fermer le dossier", "Cerrar consulta", "Chiudi caso"),
    *("Dossier sluiten", "Fechar consulta", "Stäng ärende", "Luk forløb", "Zamknij wizytę"),
]


@pytest.mark.parametrize("label", ASKED)
def test_what_moves_on_with_something_that_is_no_page_is_asked_about(label: str) -> None:
    assert read_label(label)[0] is Reading.UNCLEAR
    button = Element(0, "button", "button", label, Region(0, 0, 80, 20))
    draft = StepDraft(RecordedEvent(kind=CLICK, x=1, y=1), "step_000", CLICK, element=button)
    for after in (SHOWN, StructureSnapshot("http://a/other", "A")):
        assert label in (judge(draft, SHOWN, after).asked or "")
    sends = Element(0, "button", "button", label, Region(0, 0, 80, 20), submits=True)
    assert judge_click(CLICK, label, sends).risk is Risk.IRREVERSIBLE
    link = Element(0, "a", "link", label, Region(0, 0, 80, 20), href="/next")
    asked = judge(StepDraft(draft.event, "step_000", CLICK, element=link), SHOWN, SHOWN).asked
    assert asked is None


@pytest.mark.parametrize(
    "label",
    [
        *(
            "Close",
            "Next",
            "Continue",
            "Next page",
            "Close this window",
            "Close patient tab",
            "Clear filters",
            "Weiter",
        ),
        *("Start search", "Continue to the next step", "Fenster schließen", "Fermer la fenêtre", "Cerrar ventana"),
        *("Chiudi finestra", "Venster sluiten", "Fechar janela", "Stäng fönster", "Luk vindue", "Zamknij okno"),
        *("Next 25", "New Encounter", "Open", "Sign In", "Iniciar sesión", "Iniciar sessão", "Suche starten"),
    ],
)
def test_alone_or_with_a_page_it_is_harmless(label: str) -> None:
    assert read_label(label)[0] in (Reading.HARMLESS, Reading.OPENS)


@pytest.mark.parametrize(
    "label",
    [
        *("Administer", "Admit", "Verify", "Attest", "Cosign", "Co-sign", "Accept", "Acknowledge", "Execute"),
        *("Aufnehmen", "Vidieren", "Absetzen", "Auftrag auslösen", "Storno", "Continue anyway", "Trotzdem fortfahren"),
        *("Discontinue", "Stop infusion", "Administrer", "Administrar", "Somministra", "Toedienen", "Administrera"),
        *("Administrer", "Podaj", "Mark as given", "Luk sag", "Ordenar pago"),
    ],
)
def test_words_of_the_ward_write(label: str) -> None:
    assert judge_click(CLICK, label).risk is Risk.IRREVERSIBLE


@pytest.mark.parametrize("language", shipped())
def test_a_longer_phrase_of_a_table_is_not_hidden_by_a_shorter_one(language: str) -> None:
    table = shipped()[language]
    assert len(table.writes - table.alone) > 5
    for phrase in table.writes - table.alone:
        if phrase not in table.moves:
            assert table.read(phrase.split(), frozenset())[0] is Reading.WRITES, phrase


def test_a_persons_own_words_hold_for_a_label_of_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path))
    (tmp_path / OWN).write_text(json.dumps({"reads": ["save and view"], "pages": ["encounter"], "moves": ["frob"]}))
    assert not writes("Save and view")
    assert writes("Save and close")
    assert read_label("Close encounter")[0] is Reading.HARMLESS
    assert read_label("Frob the order")[0] is Reading.UNCLEAR
