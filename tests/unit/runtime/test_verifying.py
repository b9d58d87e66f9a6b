"""Waiting for what is expected: as long as it may still come true, and not a moment for what nobody can tell."""

from __future__ import annotations

import pytest
from helpers.drawn_form import DrawnForm, PixelForm
from helpers.elements import blank

from studio.engine.model.anchor import StructuralLocator
from studio.engine.model.results import CheckVerdict
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime.checks import CheckContext
from studio.engine.runtime.control import RunControl
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.surface import Surface
from studio.engine.runtime.verifying import Verifier


class Clock(RunControl):
    """Waits by moving its own time on."""

    now = 0.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


STATE = Postcondition(
    kind=CheckKind.STATE, locator=StructuralLocator(role="textbox", name="Note"), attribute="focused", value="true"
)


def verdict(form: object, check: Postcondition, *, structure: bool) -> tuple[CheckVerdict, float]:
    clock = Clock()
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
    clock = Clock()
    surface = Surface(form, structure=True, clock=clock)  # type: ignore[arg-type]
    context = CheckContext(before=Observation(blank()), after=surface.look())
    form.focus = form.note
    results, seen = Verifier(surface, clock, clock).verify((STATE,), context)
    assert results[0].verdict is CheckVerdict.PASSED
    assert seen.structure is not None
    assert 0 < clock.now < 1
