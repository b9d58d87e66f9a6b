"""Labels in ten languages and in a person's own words: what writes, what opens, what only looks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.engine.compiler.risk import judge_click, writes
from studio.engine.compiler.risk_words import OWN, BadRiskWords, Reading, read_label, shipped
from studio.engine.compiler.words import is_own_verb, tells_success
from studio.engine.model.workflow import ActionKind, Risk

WRITES = {
    "en": "Save, Delete order, Approve all, Pay now",
    "de": "Speichern, Termin speichern, Rechnung stornieren, Zahlungspflichtig bestellen, Löschen, LOSCHEN, Ja",
    "fr": "Enregistrer, Supprimer le dossier, Valider la commande, Envoyer",
    "es": "Guardar, Eliminar cita, Dar de alta, Enviar solicitud, Sí",
    "it": "Salva, Elimina paziente, Invia, Conferma ordine",
    "nl": "Opslaan, Wijzigingen opslaan, Afspraak verwijderen, Verzend",
    "pt": "Salvar, Gravar alterações, Excluir paciente, Enviar",
    "sv": "Spara, Ta bort, Skicka in, Lägg till patient",
    "da": "Gem, Slet aftale, Godkend, Opret patient",
    "pl": "Zapisz, Usuń wizytę, Wyślij, Zatwierdź, Zaplac",
}
READS = {
    "en": "Search, View details, Next, Sign in",
    "de": "Suchen, Patient suchen, Details anzeigen, Anmelden, Zurück, Neuer Patient",
    "fr": "Rechercher, Voir le dossier, Se connecter, Suivant",
    "es": "Buscar, Ver cita, Iniciar sesión, Siguiente",
    "it": "Cerca, Visualizza, Accedi, Avanti",
    "nl": "Zoeken, Afspraak bekijken, Inloggen, Volgende",
    "pt": "Pesquisar, Ver paciente, Entrar, Próximo",
    "sv": "Sök, Visa patient, Logga in, Nästa",
    "da": "Søg, Vis aftale, Log ind, Næste",
    "pl": "Szukaj, Pokaż wizytę, Zaloguj się, Dalej",
}
CASES = [(language, label.strip()) for language, labels in WRITES.items() for label in labels.split(",")]
HARMLESS = [(language, label.strip()) for language, labels in READS.items() for label in labels.split(",")]


def test_every_language_is_there() -> None:
    assert next(iter(shipped())) == "en"
    assert set(shipped()) == set(WRITES) == set(READS)


@pytest.mark.parametrize(("language", "label"), CASES)
def test_what_writes_is_irreversible_and_the_word_is_named(language: str, label: str) -> None:
    verdict = judge_click(ActionKind.CLICK, label)
    assert verdict.risk is Risk.IRREVERSIBLE, language
    assert label in (verdict.reason or "")
    assert "a word that writes: " in (verdict.reason or "")


@pytest.mark.parametrize(("language", "label"), HARMLESS)
def test_what_looks_up_or_opens_is_not(language: str, label: str) -> None:
    assert judge_click(ActionKind.CLICK, label).risk is Risk.REVERSIBLE, language
    assert read_label(label)[0] in (Reading.HARMLESS, Reading.OPENS), language


@pytest.mark.parametrize("label", ["Patienten", "Firma", "Notes", "Anna Kowalska", "Gemeinde", "Sending", "Kontakte"])
def test_nouns_and_names_are_no_verbs(label: str) -> None:
    assert read_label(label)[0] is Reading.UNKNOWN


@pytest.mark.parametrize(
    ("label", "alone", "said"),
    [
        ("Hinzufügen", "opens", "Patient hinzufügen"),
        ("Créer", "opens", "Créer un dossier"),
        ("Dodaj", "opens", "Dodaj leki"),
    ],
)
def test_alone_it_opens_with_an_object_it_writes(label: str, alone: str, said: str) -> None:
    assert read_label(label)[0] == alone
    assert writes(said)
    assert judge_click(ActionKind.CLICK, label, filled=True).risk is Risk.IRREVERSIBLE


@pytest.mark.parametrize(
    "message",
    [
        *("Der Termin wurde gespeichert.", "Dossier enregistré avec succès", "Cita guardada correctamente"),
        *("Paziente aggiunto", "De afspraak is verwijderd", "Consulta gravada com sucesso", "Patienten sparades"),
        *("Aftalen er gemt", "Wizyta zapisana pomyślnie", "The patient was added"),
    ],
)
def test_messages_of_success_are_known(message: str) -> None:
    assert tells_success(message)


@pytest.mark.parametrize(
    "message",
    [
        *("Der Termin wurde nicht gespeichert", "Erreur : dossier non enregistré, échec", "La cita no fue guardada"),
        *("Wizyta nie została zapisana", "The patient was not added", "Termin", "Gespeichert"),
    ],
)
def test_messages_of_failure_and_single_words_are_not(message: str) -> None:
    assert not tells_success(message)


def test_verbs_of_every_language_are_a_programs_own() -> None:
    assert all(is_own_verb(word) for word in ("Save", "Speichern", "Öffnen", "Enregistrer", "Zapisz"))
    assert not is_own_verb("Kowalska")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path))
    return tmp_path / OWN


def test_a_persons_own_words_add_to_the_tables_and_have_the_last_word(own: Path) -> None:
    assert not writes("Tallenna")
    own.write_text(json.dumps({"writes": ["tallenna", "open the valve"], "reads": ["save view"]}))
    assert writes("Tallenna muutokset")
    assert writes("Open the valve now")
    assert not writes("Save view")
    assert writes("Save order")


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"writes": "save"}', '{"wrtes": ["save"]}', '{"verb": "middle"}', '{"v": 2}', "\xff"]
)
def test_own_words_that_cannot_be_read_are_one_sentence(own: Path, text: str) -> None:
    own.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadRiskWords) as refusal:
        writes("Save")
    assert OWN in str(refusal.value)
    assert "\n" not in str(refusal.value)
