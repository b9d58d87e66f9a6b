"""Waiting for what is expected: as long as it may still come true, and not a moment for what nobody can tell."""

from __future__ import annotations

import pytest
from helpers.drawn_form import DrawnForm, PixelForm
from helpers.elements import blank, seen, text
from helpers.own_clock import OwnClock

from studio.engine.model.anchor import StructuralLocator
from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import RowList
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime.checks import CheckContext
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.surface import Surface
from studio.engine.runtime.verifying import Verifier

STATE = Postcondition(
    kind=CheckKind.STATE, locator=StructuralLocator(role="textbox", name="Note"), attribute="focused", value="true"
)


def verdict(form: object, check: Postcondition, *, structure: bool) -> tuple[CheckVerdict, float]:
    clock = OwnClock()
    surface = Surface(form, structure=structure, clock=clock)  # type: ignore[arg-type]
    seen = surface.look()
    results, _ = Verifier(surface, clock, clock).verify((check,), CheckContext(before=seen, after=seen))
    return results[0].verdict, clock.now


def test_what_the_surface_cannot_tell_is_not_waited_for() -> None:
    assert verdict(PixelForm(DrawnForm()), STATE, structure=False) == (CheckVerdict.UNKNOWN, 0.0)
    unknowable = Postcondition(kind=CheckKind.UNKNOWABLE)
    assert verdict(DrawnForm(), unknowable, structure=True) == (CheckVerdict.UNKNOWN, 0.0)


def test_what_may_still_come_is_waited_for_until_its_time_is_over() -> None:
    found, waited = verdict(DrawnForm(), STATE, structure=True)
    assert found is CheckVerdict.FAILED
    assert waited == pytest.approx(STATE.timeout_s, abs=0.2)


def test_what_comes_meanwhile_passes() -> None:
    form = DrawnForm()
    clock = OwnClock()
    surface = Surface(form, structure=True, clock=clock)  # type: ignore[arg-type]
    context = CheckContext(before=Observation(blank()), after=surface.look())
    form.focus = form.note
    results, seen = Verifier(surface, clock, clock).verify((STATE,), context)
    assert results[0].verdict is CheckVerdict.PASSED
    assert seen.structure is not None
    assert 0 < clock.now < 1


class Screens:
    """A surface that shows one screen after the other, and the last one for ever."""

    def __init__(self, *screens: Observation) -> None:
        self._screens = list(screens)

    def look(self) -> Observation:
        return self._screens.pop(0) if len(self._screens) > 1 else self._screens[0]

    peek = settled = look


def shown(*lines: str, rows: int = 2) -> Observation:
    texts = tuple(text(line, 40, 40 + 30 * n) for n, line in enumerate(lines))
    return seen(texts=texts, lists=(RowList("Memos", rows, seen().frame.bounds),))


def proven(before: Observation, *screens: Observation, checks: tuple[Postcondition, ...]) -> list[CheckVerdict]:
    """The verdicts for what cannot be undone."""
    clock, surface = OwnClock(), Screens(*screens)
    context = CheckContext(before=before, after=surface.look(), irreversible=True)
    results, _ = Verifier(surface, clock, clock).verify(checks, context)  # type: ignore[arg-type]
    return [result.verdict for result in results]


SAVED = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Memo saved")
PASSED, FAILED, UNKNOWN = CheckVerdict.PASSED, CheckVerdict.FAILED, CheckVerdict.UNKNOWN


def test_a_message_that_goes_away_and_comes_again_is_a_new_one() -> None:
    old, form = shown("Memo saved"), shown("Saving")
    assert proven(old, old, checks=(SAVED,)) == [FAILED]
    assert proven(old, form, old, checks=(SAVED,)) == [PASSED]


def test_what_was_counted_bears_an_old_message_and_a_new_message_bears_whose_record_it_is() -> None:
    whose = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Hana", param="who")
    grown = Postcondition(kind=CheckKind.ROWS_ADDED, text="Memos")

    left, more = shown("Memo saved", "Hana"), shown("Memo saved", "Hana", rows=3)
    assert proven(left, more, checks=(SAVED, grown)) == [UNKNOWN, PASSED]
    assert proven(left, left, checks=(whose, SAVED)) == [FAILED, FAILED]
    assert proven(shown("Hana"), left, checks=(whose, SAVED)) == [FAILED, PASSED]  # it stands where it stood
    assert proven(shown("Hana"), shown("Memo saved: Hana"), checks=(whose, SAVED)) == [PASSED, PASSED]
    assert proven(shown("Otto"), shown("Otto", "Memo saved"), checks=(whose, SAVED)) == [FAILED, PASSED]
