"""How often words alone judge a control rightly: labels of wards and offices in ten languages, both ways.

No harmful label may pass for a look-up (that would be a write without its gate); a harmless one that is taken for a
write costs a question.
"""

from __future__ import annotations

import pytest

from studio.engine.compiler.risk import judge_click
from studio.engine.compiler.risk_words import Reading, read_label, shipped
from studio.engine.model.workflow import ActionKind, Risk

HARMFUL = {
    "en": "Save; Save and close; Delete; Delete history; Sign; Sign note; Sign and send; Order; Order tests; "
    "Place order; Order now; Post; Post payment; Post codes; Book; Book appointment; Book by phone; File report; "
    "Bill patient; Issue certificate; Release results; Release notes; Schedule visit; Update address; Update list; "
    "Update status; Process order; Transfer patient; Import list; Charge card; Search and delete; Send by post; "
    "Find by name and delete; Print and sign; View and approve; View patient and order; Submit order; Register; Stop; "
    "Stop order; Remove from list; Confirm; Yes; OK; Post status; Issue number; Release status; Release list; "
    "Post list; Process number; File log; File status; Post status list; "
    "Release open; Process all open; Post open; File help; Issue details",
    "de": "Speichern; Auftrag senden; Rezept ausstellen; Rechnung stornieren; Befund freigeben; Termin buchen; "
    "Patient entlassen; Suchen und löschen; Liste löschen; Nach Name suchen und buchen; Ja",
    "fr": "Enregistrer; Supprimer la liste; Valider; Signer l’ordonnance; Envoyer par la poste; Commander; Oui",
    "es": "Guardar; Eliminar historial; Firmar; Enviar por correo; Cobrar; Dar de alta; Aceptar",
    "it": "Salva; Elimina elenco; Conferma; Invia per posta; Prescrivi; Registra visita",
    "nl": "Opslaan; Lijst verwijderen; Ondertekenen; Per post versturen; Bestelling plaatsen",
    "pt": "Gravar; Excluir histórico; Assinar; Enviar pelo correio; Registar consulta",
    "sv": "Spara; Ta bort listan; Signera; Skicka med post; Boka tid",
    "da": "Gem; Slet liste; Underskriv; Send med post; Book tid",
    "pl": "Zapisz; Usuń listę; Podpisz; Wyślij pocztą; Zamów badanie",
}
HARMLESS = {
    "en": "Search by name and post code; Search by name and order number; Find by post code; Post code; Order history; "
    "Post code lookup; View order history; Order list; Order details; Order status; Order number; Orders; File name; "
    "File list; File history; Address book; Book list; Bill history; Billing; Issue list; Schedule overview; "
    "Process list; Process status; Sign in; Log in and continue; Filter by order and date; Charge list; Post office; "
    "Sort by name, order and date; Search orders and bills; Search; Next page; Open; Payments; Records; Notes; "
    "Search by date and file; Search by name and issue number; Find by name and file number; Saved searches",
    "de": "Suchen; Nach Name und Ort suchen; Post öffnen; Order anzeigen; File öffnen; Bestellungen; Aufträge; "
    "Buchungen anzeigen; Termine; Suche nach Name und Postleitzahl; Suche nach Name und Post; "
    "Issue number öffnen; Post status anzeigen; Suche nach Name und Issue number",
    "fr": "Rechercher par nom et code postal; Voir les commandes; Commandes; Historique des paiements; Factures",
    "es": "Buscar por nombre y código postal; Ver pedidos; Pedidos; Historial de pagos; Facturas; Siguiente",
    "it": "Cerca per nome e CAP; Vedi ordini; Ordini; Storico pagamenti; Fatture; Avanti",
    "nl": "Zoeken op naam en postcode; Post openen; Bestellingen bekijken; Orders; Facturen; Volgende",
    "pt": "Pesquisar por nome e código postal; Ver pedidos; Pedidos; Faturas; Seguinte",
    "sv": "Sök på namn och postnummer; Visa order; Order history; Fakturor; Nästa",
    "da": "Søg på navn og postnummer; Søg på navn og post; Vis ordrer; Fakturaer; Næste",
    "pl": "Szukaj po nazwisku i kodzie pocztowym; Pokaż zamówienia; Zamówienia; Faktury; Dalej",
}


def labels(table: dict[str, str]) -> list[str]:
    return [label.strip() for said in table.values() for label in said.split(";")]


@pytest.mark.parametrize("label", labels(HARMFUL))
def test_what_writes_is_never_taken_for_a_look_up(label: str) -> None:
    reading = read_label(label)[0]
    assert reading in (Reading.WRITES, Reading.OPENS), label  # Book alone may open a form; in a form it sends it
    if reading is Reading.OPENS:
        assert judge_click(ActionKind.CLICK, label, filled=True).risk is Risk.IRREVERSIBLE


@pytest.mark.parametrize("label", labels(HARMLESS))
def test_what_names_a_thing_or_looks_it_up_is_no_write(label: str) -> None:
    assert judge_click(ActionKind.CLICK, label).risk is Risk.REVERSIBLE


ASKED_BY = {
    "en": "Search by name and {}",
    "de": "Suche nach Name und {}",
    "fr": "Rechercher par nom et {}",
    "es": "Buscar por nombre y {}",
    "it": "Cerca per nome e {}",
    "nl": "Zoeken op naam en {}",
    "pt": "Pesquisar por nome e {}",
    "sv": "Sök efter namn och {}",
    "da": "Søg på navn og {}",
    "pl": "Szukaj według nazwiska i {}",
}


@pytest.mark.parametrize("language", sorted(shipped()))
def test_all_that_begins_with_the_name_of_a_thing_may_be_looked_up_by(language: str) -> None:
    tables = shipped().values()
    named = {phrase for table in tables for phrase in table.writes if phrase.split()[0] in table.nouns}
    assert {"issue number", "issue", "file status", "book"} <= named
    for phrase in sorted(named):
        asked = ASKED_BY[language].format(phrase)
        assert read_label(asked)[0] is Reading.HARMLESS, asked
        assert read_label(phrase)[0] in (Reading.WRITES, Reading.OPENS), phrase


@pytest.mark.parametrize("language", sorted(shipped()))
def test_what_is_done_after_a_look_up_writes_in_every_language(language: str) -> None:
    nouns = {noun for table in shipped().values() for noun in table.nouns}
    for verb in sorted(shipped()[language].writes - shipped()[language].keeps):
        label = ASKED_BY[language].format(verb)
        assert verb.split()[0] in nouns or read_label(label)[0] is Reading.WRITES, label


def test_there_are_enough_of_both_in_every_language() -> None:
    assert min(len(labels(HARMFUL)), len(labels(HARMLESS))) >= 60
    assert HARMFUL.keys() == HARMLESS.keys()
    assert all(said.count(";") >= 4 for table in (HARMFUL, HARMLESS) for said in table.values())
