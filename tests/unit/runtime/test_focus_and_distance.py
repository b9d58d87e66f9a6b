"""Typing goes into the field that is meant or nowhere; a scroll goes as far as recorded while its target stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.drawn_form import Control, DrawnForm
from helpers.notes_run import Notes
from helpers.steps import step

from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime import keyboard
from studio.engine.runtime.control import RunControl
from studio.engine.runtime.finding import Finder
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.scrolling import Scroller
from studio.engine.runtime.surface import Surface


class Thief(DrawnForm):
    """A form in which another field takes the focus as soon as the note is clicked."""

    def _clicked(self, hit: Control) -> None:
        super()._clicked(hit)
        if hit is self.note:
            self.focus = self.more[0]


def test_a_stolen_focus_is_typed_into_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "FOCUS_S", 0.0)
    form = Thief(more=[Control("PIN", Region(60, 300, 240, 30), "field", identifier="pin")])
    report = Notes(tmp_path).run(form)
    assert report.halt is not None
    assert (report.halt.code, report.halt.step_id) == (HaltCode.TARGET_NOT_FOUND, "step_001")
    assert form.more[0].value == ""
    assert form.saved == []


def test_a_relabelled_field_that_was_clicked_last_is_the_field(tmp_path: Path) -> None:
    form = DrawnForm(note=Control("Remark", Region(60, 120, 240, 30), "field", identifier="note"))
    notes = Notes(tmp_path)
    notes.run(form)
    assert form.saved == ["hello"]


def scrolled(at: int, tmp_path: Path, *, structure: bool) -> list[int]:
    """The gestures of a recorded run of 2 × 300 px towards a button that stands at `at` now."""
    then, now = (Control("Send letter", Region(60, y, 120, 32), identifier="send") for y in (800, at))
    recorded = Notes(tmp_path, form=DrawnForm(more=[then], height=2000, offset=600))
    wheel = step("wheel", ActionKind.SCROLL, scroll_dx=0, scroll_dy=300)
    steps: tuple[Step, ...] = (wheel, wheel.model_copy(update={"id": "wheel_2"}), recorded.click("click", then))
    form = DrawnForm(more=[now], height=2000)
    finder = Finder(Surface(form, structure=structure), RunControl(), ResolveOptions(crops=dict(recorded.assets)))  # type: ignore[arg-type]
    scroller = Scroller(steps, finder, {})
    assert [isinstance(scroller.run(s), str) for s in steps[:2]] == [True, True]
    return form.scrolls


@pytest.mark.parametrize("structure", [True, False])
def test_it_scrolls_as_far_as_recorded_while_the_target_stays_in_view(tmp_path: Path, structure: bool) -> None:
    assert scrolled(800, tmp_path, structure=structure) == [300, 300]


@pytest.mark.parametrize("structure", [True, False])
def test_it_stops_before_the_target_leaves_the_view(tmp_path: Path, structure: bool) -> None:
    assert scrolled(590, tmp_path, structure=structure) == [300]
