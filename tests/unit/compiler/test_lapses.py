"""What a person waited for before they went on, and what changes by itself."""

from __future__ import annotations

from helpers.elements import SIZE, seen, text

from studio.engine.compiler.lapses import Lapse, awaited, restless_places
from studio.engine.compiler.values import Variables
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import CheckKind, Postcondition

NOTHING = Variables.of(())


def screen(*lines: str) -> StructureSnapshot:
    """A screen that shows these lines one below the other; an empty one leaves its place free."""
    told = seen(texts=tuple(text(line, 40, 40 + 30 * n) for n, line in enumerate(lines) if line)).structure
    assert told is not None
    return told


def lapse(before: StructureSnapshot, after: StructureSnapshot, decided: StructureSnapshot) -> Lapse:
    return Lapse(before, after, decided, 2.0, SIZE)


def wait(one: Lapse, *others: Lapse, typed: str = "") -> Postcondition | None:
    return awaited(one, Variables.of([typed] if typed else []), frozenset(), restless_places(others))


def test_what_says_that_it_was_saved_must_come_before_the_run_goes_on() -> None:
    found = wait(
        lapse(screen("Notes", "No changes"), screen("Notes", "No changes"), screen("Notes", "All changes saved"))
    )
    assert found is not None
    assert (found.kind, found.text, found.optional) == (CheckKind.TEXT_PRESENT, "All changes saved", False)
    assert found.timeout_s >= 10
    assert found.pause_s == 2.0


def test_what_takes_the_place_of_an_answer_to_the_act_must_come_whatever_its_words() -> None:
    found = wait(
        lapse(screen("Notes", "Bereit"), screen("Notes", "Wird gesichert"), screen("Notes", "Alles im Kasten"))
    )
    assert found is not None
    assert (found.text, found.optional) == ("Alles im Kasten", False)


def test_a_text_that_says_that_it_is_still_going_on_must_go() -> None:
    found = wait(lapse(screen("Notes", ""), screen("Notes", "Saving…"), screen("Notes", "")))
    assert found is not None
    assert (found.kind, found.text, found.optional) == (CheckKind.TEXT_ABSENT, "Saving…", False)
    assert wait(lapse(screen("Notes", ""), screen("Notes", "A hint"), screen("Notes", ""))) is None


def test_another_text_is_waited_for_but_the_run_goes_on_without_it() -> None:
    found = wait(lapse(screen("Notes", "First tip"), screen("Notes", "First tip"), screen("Notes", "Second tip")))
    assert found is not None
    assert found.optional
    assert found.timeout_s <= 6


def test_what_changes_by_itself_elsewhere_in_the_recording_is_not_waited_for() -> None:
    first = lapse(screen("Notes", "First tip"), screen("Notes", "First tip"), screen("Notes", "Second tip"))
    later = lapse(screen("Notes", "Second tip"), screen("Notes", "Second tip"), screen("Notes", "Third tip"))
    assert wait(first, later) is None
    saved = lapse(screen("Notes", "First tip"), screen("Notes", "First tip"), screen("Notes", "All changes saved"))
    assert wait(saved, later) is not None  # what says that something was done is an answer, wherever it stands


def test_values_figures_and_cut_texts_are_not_waited_for() -> None:
    for shown in ("Bed 4 fasting", "Stored at 10:42", "A long line that was c…"):
        one = lapse(screen("Notes", ""), screen("Notes", ""), screen("Notes", shown))
        assert wait(one, typed="Bed 4 fasting") is None
