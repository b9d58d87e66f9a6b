"""What a program marks as failed after it showed it as done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.drawing import Canvas
from helpers.drawn_form import Control, DrawnForm
from helpers.elements import element, seen, text
from helpers.notes_run import Notes
from helpers.steps import resolution

from studio.engine.compiler.words import tells_failure
from studio.engine.model.events import Acted, Event, StepStarted
from studio.engine.model.geometry import Region
from studio.engine.model.results import Outcome, RunReport
from studio.engine.model.structure import RowList, TextRun
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime import observation, surface
from studio.engine.runtime.checks import CheckContext
from studio.engine.runtime.failure_marks import failure_mark, places_of
from studio.engine.runtime.observation import Effort, Observation
from studio.engine.runtime.verifying import failure_said
from studio.engine.vision.frame import Frame

BUTTON = Region(100, 100, 100, 30)
WRITTEN: dict[int, list[TextRun]] = {}
FAILED = {
    "en": "Not sent. Try again; Saving failed; The entry could not be stored; Memo not saved; "
    "Error saving; Save error; Not delivered; Unsent",
    "de": "Nicht gesendet; Das Bett konnte nicht gebucht werden; Speichern fehlgeschlagen; Erneut versuchen; "
    "Fehler beim Speichern; Fehler beim Senden; Nicht zugestellt",
    "fr": "Message non envoyé. Réessayer; L'envoi a échoué; Le dossier n'a pas pu être créé; "
    "Non envoyé; Erreur lors de l'enregistrement",
    "es": "No se pudo guardar; El envío falló; Mensaje no enviado; Error al guardar; No se ha podido enviar",
    "it": "Invio non riuscito. Riprova; Salvataggio fallito; Messaggio non inviato; "
    "Errore durante il salvataggio; Non consegnato",
    "nl": "Verzenden mislukt; Niet verzonden; Probeer opnieuw; Fout bij opslaan; Niet bezorgd",
    "pt": "Não foi possível salvar; O envio falhou; Mensagem não enviada; Erro ao salvar; Falha no envio; Não entregue",
    "sv": "Meddelandet kunde inte skickas; Inte skickat; Försök igen; Fel vid sparande; Ej skickat; Inte levererat",
    "da": "Kunne ikke gemmes; Ikke sendt; Prøv igen; Fejl ved afsendelse; Ikke leveret",
    "pl": "Nie udało się zapisać; Spróbuj ponownie; Nie wysłano; Błąd zapisu; Błąd podczas wysyłania; Nie dostarczono",
}
FINE = [
    *("Memo saved", "Order 7715 was sent", "No open alarms", "Das Bett wurde gebucht", "Required", "Heart failure"),
    *(
        "Not before 9 o'clock",
        "Error log",
        "Nicht rauchen",
        "No unsaved changes",
        "Failure to thrive",
        "Le dossier a été créé",
        "Zapisano",
        "Ikke i dag",
    ),
]


@pytest.mark.parametrize(("language", "said"), [(k, s.strip()) for k, all_ in FAILED.items() for s in all_.split(";")])
def test_a_message_of_failure_is_known_in_ten_languages(language: str, said: str) -> None:
    assert tells_failure(said), language


@pytest.mark.parametrize("said", FINE)
def test_what_tells_of_no_failure_is_none(said: str) -> None:
    assert not tells_failure(said)


@pytest.fixture(autouse=True)
def what_was_written_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(frame: Frame, region: Region) -> list[TextRun]:
        return [run for run in WRITTEN[frame.checksum] if region.contains(run.region.center)]

    monkeypatch.setattr(observation, "ocr", read)


def told(*lines: str, y: int = 140) -> Observation:
    return seen(element("Send"), texts=tuple(text(line, 100, y + 30 * n) for n, line in enumerate(lines)))


def drawn(*lines: str, y: int = 134) -> Observation:
    canvas = Canvas()
    canvas.button("Send", *BUTTON[:2])
    for n, line in enumerate(lines):
        canvas.write(line, 100, y + 22 * n, size=0.7)
    WRITTEN[canvas.frame.checksum] = canvas.texts
    return Observation(canvas.frame)


@pytest.mark.parametrize("shows", [told, drawn])
def test_a_mark_that_came_up_near_by_is_seen(shows: Callable[..., Observation]) -> None:
    form, sent, marked = shows("Ward talk"), shows("Ward talk", "Hello"), shows("Ward talk", "Hello", "Not sent")
    assert failure_mark(form, marked, [BUTTON]) == "Not sent"
    assert failure_mark(form, sent, [BUTTON]) is None
    assert failure_mark(marked, shows("Ward talk", "Not sent", "Hello"), [BUTTON]) is None  # it had stood there before
    assert failure_mark(form, marked, [BUTTON], ["Not sent"]) is None  # a person wrote it
    assert failure_mark(form, shows("Ward talk", "Hello", "Not sent", y=420), [BUTTON]) is None  # far off


@pytest.mark.parametrize(
    ("said", "value", "is_mark"),
    [
        ("Garden gate could not be saved", "Garden gate", True),
        ("Saving failed (error 7)", "7", True),
        ("garden  gate: not saved", "Garden gate", True),
        ("Not sent", "Not sent", False),
        ("Not sent", "The letter was not sent", False),
        ("Note: Not sent to the ward", "Not sent to the ward", False),
        ("Not sent to th…", "Not sent to the ward", False),
    ],
)
def test_a_line_that_names_a_value_is_judged_by_its_other_words(said: str, value: str, is_mark: bool) -> None:
    found = failure_mark(told("Ward talk"), told("Ward talk", said), [BUTTON], ["", value])
    assert (found is not None) is is_mark


def test_a_long_message_that_a_program_tells_counts_and_a_long_text_does_not() -> None:
    expired = "The note could not be saved because your session has expired. Please sign in again and retry."
    assert failure_mark(told("Ward talk"), told("Ward talk", expired), [BUTTON]) == expired
    assert failure_mark(told("Ward talk"), told("Ward talk", expired * 3), [BUTTON]) is None


@pytest.mark.parametrize("shows", [told, drawn])
def test_a_second_mark_of_the_same_words_is_seen(shows: Callable[..., Observation]) -> None:
    one, two = shows("Ward talk", "Not sent", "Hello"), shows("Ward talk", "Not sent", "Hello", "Not sent")
    assert failure_mark(one, two, [BUTTON]) == "Not sent"
    assert failure_mark(two, one, [BUTTON]) is None


def test_among_data_only_the_entry_of_this_run_counts_and_another_screen_is_not_judged() -> None:
    form, after = told("Ward talk"), told("Ward talk", "Hello", "Not sent")
    assert after.structure is not None
    data = RowList("Messages", 9, Region(90, 130, 300, 300))
    among = replace(after, structure=replace(after.structure, lists=(data,)))
    assert failure_mark(form, among, [BUTTON]) is None
    assert failure_mark(form, among, [BUTTON], ["Hello"]) == "Not sent"
    other = replace(after, structure=replace(after.structure, title="Outbox"))
    assert failure_mark(form, other, [BUTTON]) is None


def test_it_is_asked_only_of_steps_whose_recording_showed_none() -> None:
    check = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Hello")
    context = CheckContext(told(), told("Hello", "Not sent", y=400), resolution=resolution())
    assert failure_said((check,), context) is None
    assert failure_said((check,), replace(context, heeds_failure=True)) == "Not sent"
    far = resolution(region=BUTTON)
    assert failure_said((), replace(context, heeds_failure=True, resolution=far)) is None  # no place is known near it


NOT_SAVED = Control("Not saved. Try again", Region(60, 230, 180, 32))


class Optimistic(Notes):
    """A run on a program that shows a note as saved and marks it as not saved when it is told to."""

    marked_at: tuple[type[Event], str] | None = None

    def emitted(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, (StepStarted, Acted)) and (type(event), event.step_id) == self.marked_at:
            self.shown.more.append(NOT_SAVED)

    def play(self, *, heeds: bool = True) -> RunReport:
        self.shown = DrawnForm()
        *before, save = self.steps
        save = save.model_copy(update={"heeds_failure": heeds})
        return self.run(self.shown, *before, save, self.click("step_003", self.shown.cancel))


@pytest.mark.usefixtures("no_patience")
@pytest.mark.parametrize(
    ("marked_at", "halted_at"),
    [
        (None, None),
        ((StepStarted, "step_002"), None),
        ((Acted, "step_002"), "step_002"),
        ((StepStarted, "step_003"), "step_003"),
    ],
)
def test_a_mark_of_failure_halts_the_run_also_when_it_comes_late_and_an_old_one_does_not(
    marked_at: tuple[type[Event], str] | None, halted_at: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surface, "FRESH_S", 0.0)
    notes = Optimistic(tmp_path)
    notes.marked_at = marked_at
    report = notes.play()
    assert (report.halt.step_id if report.halt else None) == halted_at
    assert ("Not saved" in report.halt.sentence) if report.halt else report.outcome is Outcome.PASSED
    assert ("Cancel" in notes.shown.clicks) is (halted_at is None)


@pytest.mark.usefixtures("no_patience")
def test_where_the_recording_showed_one_too_it_is_not_heeded(tmp_path: Path) -> None:
    notes = Optimistic(tmp_path)
    notes.marked_at = (Acted, "step_002")
    assert notes.play(heeds=False).outcome is Outcome.PASSED


def test_by_pixels_places_near_each_other_are_read_all_the_same() -> None:
    form, marked = drawn("Ward talk", y=300), drawn("Not sent", y=50)
    assert failure_mark(form, marked, [Region(100, 300, 60, 20), BUTTON]) == "Not sent"
    assert failure_mark(form, marked, [Region(100, 300, 60, 20)]) is None


def test_by_pixels_the_expected_text_is_looked_for_where_it_now_stands() -> None:
    here = Region(100, 140, 40, 16)
    check = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Hello", region=here)
    after = drawn("Hello", "Not sent", y=400)
    moved = CheckContext(drawn(), after, heeds_failure=True, effort=Effort.FULL)
    assert places_of((check,), after) == [here]
    assert failure_said((check,), moved) == "Not sent"
    assert failure_said((check,), replace(moved, effort=Effort.LOCAL)) is None
