"""OK, Yes and Got it in ten languages: on a message they take note of it, on a question they are the write."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.steps import save_anchor

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.risk import RiskVerdict, judge, judge_click
from studio.engine.compiler.risk_messages import asks
from studio.engine.compiler.risk_words import Reading, read_label, shipped
from studio.engine.compiler.targets import AnchorDraft
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.model.workflow import ActionKind, Risk
from studio.engine.recording import RecordedEvent

TOLD = {
    "en": "Referral 1 for Terri Template is saved. | The order could not be sent. | No results.",
    "de": "Der Termin wurde gespeichert. | Der Drucker antwortet nicht: kein Papier. | Verbindung getrennt.",
    "fr": "Le dossier a été enregistré. | Le serveur ne répond pas. | Aucun résultat.",
    "es": "La cita fue guardada correctamente. | No hay resultados.",
    "it": "Paziente aggiunto. | Nessun risultato.",
    "nl": "De afspraak is opgeslagen. | Geen resultaten gevonden.",
    "pt": "Consulta gravada com sucesso. | Nenhum resultado.",
    "sv": "Patienten sparades. | Inga träffar.",
    "da": "Aftalen er gemt. | Ingen resultater.",
    "pl": "Wizyta została zapisana. | Brak wyników.",
}
ASKED = {
    "en": "Delete the record? | The order will be deleted. | Do you want to go on | Save changes | Delete: final.",
    "de": "Patient wirklich löschen | Der Termin wird storniert. | Änderungen speichern | Möchten Sie fortfahren",
    "fr": "Supprimer le dossier ? | Le dossier sera supprimé. | Voulez-vous continuer | Envoyer la commande",
    "es": "¿Eliminar la cita? | La cita será eliminada. | Desea continuar | Enviar la solicitud",
    "it": "Eliminare il paziente? | Il paziente sarà eliminato. | Vuoi continuare | Invia ordine",
    "nl": "Afspraak verwijderen | De afspraak wordt verwijderd. | Weet u het zeker",
    "pt": "Excluir o paciente? | O paciente será excluído. | Deseja continuar | Enviar pedido",
    "sv": "Ta bort patienten? | Patienten kommer att raderas. | Vill du fortsätta | Radera patienten",
    "da": "Slet patienten? | Patienten bliver slettet. | Vil du fortsætte | Godkend aftalen",
    "pl": "Usunąć wizytę? | Wizyta zostanie usunięta. | Czy kontynuować | Usuń wizytę",
}
NOTES = [(language, word) for language, table in shipped().items() for word in sorted(table.notes)]
BEHIND = (TextRun("Referrals", Region(0, 0, 80, 20)), TextRun("Really urgent? Delete", Region(0, 500, 80, 20)))
FIELD = {"tag": "input", "role": "textbox", "editable": True}


def texts_of(table: dict[str, str], language: str) -> list[str]:
    return [text.strip() for text in table[language].split("|")]


def made(name: str, **traits: object) -> Element:
    given = {"index": 0, "tag": "button", "role": "button", "region": Region(180, 160, 60, 20), "section": "Message"}
    return Element(**{**given, "name": name, "text": name, **traits})  # type: ignore[arg-type]


def box(text: str, *controls: Element) -> StructureSnapshot:
    shown = TextRun(text, Region(100, 100, 300, 20))
    label = TextRun(controls[0].name, controls[0].region)
    return StructureSnapshot("desktop:A", "Message", controls, (*BEHIND, shown, label), dialogs=("Message",))


def gone(*texts: str) -> StructureSnapshot:
    runs = tuple(TextRun(text, Region(0, 700, 300, 20)) for text in texts)
    return StructureSnapshot("desktop:A", "A", (), (*BEHIND, *runs))


def pressed(
    word: str, text: str, *others: Element, after: StructureSnapshot | None = None, filled: bool = False
) -> tuple[RiskVerdict, RiskVerdict]:
    """The verdicts on a click of the box's button and on Enter while it has the keyboard."""
    button = made(word, focused=True)
    before, then = box(text, button, *others), after or gone()
    anchor = AnchorDraft(save_anchor(ocr_text=word), {}, Identity(armed=False))
    click = RecordedEvent(kind=ActionKind.CLICK, x=200, y=170)
    enter = RecordedEvent(kind=ActionKind.KEY, key="Enter")
    clicked = StepDraft(click, "step_000", ActionKind.CLICK, anchor, element=button, filled=filled)
    return judge(clicked, before, then), judge(StepDraft(enter, "step_000", ActionKind.KEY), before, then)


def harmless(verdicts: tuple[RiskVerdict, ...]) -> bool:
    return all(verdict == RiskVerdict() for verdict in verdicts)


def test_every_language_has_its_words() -> None:
    assert set(TOLD) == set(ASKED) == set(shipped())
    assert all("ok" in table.notes and table.closes and table.asks for table in shipped().values())


@pytest.mark.parametrize(("language", "word"), NOTES)
def test_on_a_message_it_takes_note_and_in_a_box_that_asks_it_is_judged_by_its_words(language: str, word: str) -> None:
    for text in texts_of(TOLD, language):
        assert harmless(pressed(word, text)), text
    alone = judge_click(ActionKind.CLICK, word)
    for text in texts_of(ASKED, language):
        click, enter = pressed(word, text)
        assert (click.risk, enter.risk) == (alone.risk, alone.risk), text


@pytest.mark.parametrize("language", shipped())
def test_the_answers_of_every_language_write_in_a_box_that_asks(language: str) -> None:
    answers = [word for word in shipped()[language].notes if read_label(word)[0] is Reading.WRITES]
    assert len(answers) >= 2  # OK and Yes
    for word in answers:
        for text in texts_of(ASKED, language):
            assert asks(text)
            assert all(verdict.risk is Risk.IRREVERSIBLE for verdict in pressed(word, text)), (word, text)


@pytest.mark.parametrize("language", shipped())
def test_what_only_closes_never_writes(language: str) -> None:
    for word in shipped()[language].closes:
        assert read_label(word)[0] is Reading.HARMLESS, word
        assert harmless(pressed("OK", "It is saved.", made(word))), word


@pytest.mark.parametrize(
    "other",
    [
        *(made(name) for name in ("Cancel", "No", "Abbrechen", "Details", "")),
        *(made("Reason", **FIELD), made("Soon", role="radio"), made("I know", role="checkbox")),
    ],
    ids=lambda other: other.name or "icon",
)
def test_a_box_with_a_choice_or_a_field_asks(other: Element) -> None:
    assert all(verdict.risk is Risk.IRREVERSIBLE for verdict in pressed("OK", "Referral 1 is saved.", other))
    inside = replace(other, section="Options")  # a part of the box with a title of its own
    assert all(verdict.risk is Risk.IRREVERSIBLE for verdict in pressed("OK", "Referral 1 is saved.", inside))
    behind = replace(other, section="")
    then = replace(gone(), elements=(behind,))
    assert harmless(pressed("OK", "Referral 1 is saved.", behind, after=then))


def test_what_is_not_known_stays_a_write() -> None:
    button = made("OK", focused=True)
    anchor = AnchorDraft(save_anchor(ocr_text="OK"), {}, Identity(armed=False))
    draft = StepDraft(RecordedEvent(kind=ActionKind.CLICK, x=1, y=1), "s", ActionKind.CLICK, anchor, element=button)
    told = box("Referral 1 is saved.", button)
    for before, after in (
        (None, gone()),
        (told, None),
        (told, told),  # it did not close
        (replace(told, dialogs=()), gone()),  # nobody says that it is one
        (replace(told, truncated=True), gone()),
        (replace(told, unspoken=(Region(0, 0, 9, 9),)), gone()),
        (replace(told, texts=BEHIND), gone()),  # it says nothing
    ):
        assert judge(draft, before, after).risk is Risk.IRREVERSIBLE
    for label, element in (("Delete", button), ("OK", made("Delete")), ("OK", None)):
        other = replace(draft, target=AnchorDraft(save_anchor(ocr_text=label), {}, Identity(armed=False)))
        assert judge(replace(other, element=element), told, gone()).risk is Risk.IRREVERSIBLE


def test_what_came_after_a_message_counts_unless_it_told_of_the_write_itself() -> None:
    then = gone("Referral 1 was saved for Terri Template.")
    assert harmless(pressed("OK", "Referral 1 is saved.", after=then, filled=True))
    assert all(verdict.risk is Risk.IRREVERSIBLE for verdict in pressed("OK", "Ready to go.", after=then))
