"""Looking again, and scrolling until the target is there, on the drawn form with a clock of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.drawn_form import Control, DrawnForm, PixelForm
from helpers.notes_run import Notes
from helpers.own_clock import OwnClock
from helpers.steps import step

from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.control import StopRequested
from studio.engine.runtime.finding import Finder
from studio.engine.runtime.healing import Sighting, draft_heal
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.scrolling import Scroller
from studio.engine.runtime.surface import Surface
from studio.engine.vision.frame import Frame

SEND = Control("Send letter", Region(60, 1300, 120, 32), identifier="send")


def tall(*, offset: int = 0) -> DrawnForm:
    return DrawnForm(more=[SEND], height=1500, offset=offset)


@pytest.fixture
def recorded(tmp_path: Path) -> tuple[Step, dict[str, Frame]]:
    """The step that clicks “Send letter”, recorded 900 px further down."""
    notes = Notes(tmp_path, form=tall(offset=900))
    sent = notes.click("step_002", SEND)
    return sent, {path: Frame.of(picture) for path, picture in notes.assets.items()}


Recorded = tuple[Step, dict[str, Frame]]


def finder(form: object, crops: dict[str, Frame], *, structure: bool = True) -> tuple[Finder, OwnClock]:
    clock = OwnClock()
    surface = Surface(form, structure=structure, clock=clock)  # type: ignore[arg-type]
    return Finder(surface, clock, ResolveOptions(crops=crops), clock=clock), clock


def look(form: DrawnForm, recorded: Recorded, timeout_s: float = 3.0) -> tuple[Resolution | Refusal, OwnClock]:
    sent, crops = recorded
    seek, clock = finder(form, crops)
    assert sent.anchor is not None
    return seek.find(sent.anchor, intent=sent.intent, recorded=None, timeout_s=timeout_s)[0], clock


def test_what_is_there_is_found_without_waiting(recorded: Recorded) -> None:
    answer, clock = look(tall(offset=900), recorded)
    assert isinstance(answer, Resolution)
    assert clock.now == 0.0


def test_what_lies_outside_of_the_view_is_brought_into_it(recorded: Recorded) -> None:
    form = tall()
    answer, _ = look(form, recorded)
    assert isinstance(answer, Resolution)
    assert form.frame().bounds.contains(answer.point)
    assert Region(60, 1300 - form.offset, 120, 32).contains(answer.point)


def test_what_never_comes_is_refused_when_the_time_is_over(recorded: Recorded) -> None:
    answer, clock = look(DrawnForm(), recorded, timeout_s=2.0)
    assert isinstance(answer, Refusal)
    assert answer.code is HaltCode.TARGET_NOT_FOUND
    assert 2.0 <= clock.now < 2.5


def test_ambiguous_evidence_is_not_waited_for_to_the_end(recorded: Recorded) -> None:
    form = tall(offset=900)
    form.more = [SEND, Control("Send letter", Region(300, 1300, 120, 32), identifier="send")]
    answer, clock = look(form, recorded, timeout_s=30.0)
    assert isinstance(answer, Refusal)
    assert answer.code is HaltCode.AMBIGUOUS
    assert clock.now < 3.0


def test_a_stop_ends_the_search(recorded: Recorded) -> None:
    sent, crops = recorded
    seek, clock = finder(DrawnForm(), crops)
    clock.stop()
    assert sent.anchor is not None
    with pytest.raises(StopRequested):
        seek.find(sent.anchor, intent="", recorded=None, timeout_s=5.0)


def scroll(dy: int, number: int = 0) -> Step:
    return step(f"scroll_{number}", ActionKind.SCROLL, scroll_dx=0, scroll_dy=dy)


def scroller(form: DrawnForm, crops: dict[str, Frame], *steps: Step) -> Scroller:
    return Scroller(steps, finder(PixelForm(form), crops, structure=False)[0], {})


def test_it_scrolls_until_the_target_is_in_view_and_no_further(recorded: Recorded) -> None:
    sent, crops = recorded
    form = tall()
    said = scroller(form, crops, scroll(450), sent).run(scroll(450))
    assert isinstance(said, str)
    assert form.scrolls == [450, 450]


def test_a_target_in_view_already_is_not_scrolled_away(recorded: Recorded) -> None:
    sent, crops = recorded
    form = tall(offset=900)
    said = scroller(form, crops, scroll(300), sent).run(scroll(300))
    assert isinstance(said, str)
    assert form.scrolls == []


def test_without_a_target_the_recorded_distance_is_scrolled_once() -> None:
    form = tall()
    assert isinstance(scroller(form, {}, scroll(300)).run(scroll(300)), str)
    assert form.scrolls == [300]


def test_two_and_a_half_times_the_distance_is_the_most_then_the_way_back(recorded: Recorded) -> None:
    sent, crops = recorded
    form = DrawnForm(height=5000)
    said = scroller(form, crops, scroll(100), sent).run(scroll(100))
    assert isinstance(said, Refusal)
    assert said.code is HaltCode.SCROLL_EXHAUSTED
    assert form.scrolls == [100, 100, -100, -100]
    assert form.offset == 0


def test_where_structure_says_that_it_lies_further_on_the_distance_does_not_end_the_search(recorded: Recorded) -> None:
    sent, crops = recorded
    form = tall()
    said = Scroller((scroll(100), sent), finder(form, crops)[0], {}).run(scroll(100))
    assert isinstance(said, str)
    assert form.scrolls == [100] * len(form.scrolls)
    assert len(form.scrolls) > 2


def test_what_lies_behind_is_not_searched_further_on(recorded: Recorded) -> None:
    sent, crops = recorded
    form = DrawnForm(more=[SEND], height=5000, offset=2000)
    said = Scroller((scroll(100), sent), finder(form, crops)[0], {}).run(scroll(100))
    assert isinstance(said, Refusal)
    assert form.scrolls == [100, 100, -100, -100]


class Virtual(DrawnForm):
    """A list that shows 300 px of its rows and makes no others; their texts come `late` looks after they do."""

    def __init__(self, late: int = 0) -> None:
        super().__init__(more=[SEND], height=5000)
        self.late = self.waits = late

    def scroll(self, dx: int, dy: int, at: Point | None = None) -> None:
        self.waits = self.late
        super().scroll(dx, dy, at)

    def snapshot(self) -> StructureSnapshot:
        whole = super().snapshot()
        self.waits -= 1
        made = [e for e in whole.elements if e.region.y >= 0 and e.region.bottom <= 300 and self.waits < 0]
        return replace(whole, elements=tuple(made))


@pytest.mark.parametrize("late", [0, 3])
def test_no_row_of_a_list_that_makes_them_as_they_come_is_leapt_over(recorded: Recorded, late: int) -> None:
    sent, crops = recorded
    form = Virtual(late)
    said = Scroller((scroll(440), scroll(440), sent), finder(form, crops)[0], {}).run(scroll(440))
    assert isinstance(said, str)
    assert 1000 < form.offset <= 1300


def test_at_the_end_of_the_page_it_gives_up(recorded: Recorded) -> None:
    sent, crops = recorded
    form = DrawnForm(height=700)
    said = scroller(form, crops, scroll(1000), sent).run(scroll(1000))
    assert isinstance(said, Refusal)
    assert form.scrolls == [1000, 1000, -1000, -1000]


class Loading(DrawnForm):
    """A page that says for some looks that it is loading, too short to be scrolled; then its content is there."""

    def __init__(self, looks: int) -> None:
        super().__init__(height=600)
        self.looks = looks

    def frame(self) -> Frame:
        self.looks -= 1
        if self.looks == 0:
            self.more, self.height = [SEND], 1500
        return super().frame() if self.looks <= 0 else Frame(bgr=np.full((600, 800, 3), 250, np.uint8))


def test_what_is_to_be_scrolled_may_be_loaded_only_now(recorded: Recorded) -> None:
    sent, crops = recorded[0].model_copy(update={"timeout_s": 10.0}), recorded[1]
    form = Loading(looks=40)
    said = scroller(form, crops, scroll(450), sent).run(scroll(450))
    assert said == "scrolled by 900 px until “click “Send letter”” was in view"
    never = scroller(Loading(looks=10_000), crops, scroll(450), sent).run(scroll(450))
    assert isinstance(never, Refusal)


def test_a_run_of_scrolls_shares_one_budget_and_the_rest_does_nothing(recorded: Recorded) -> None:
    sent, crops = recorded
    form, first, second = tall(), scroll(450, 1), scroll(450, 2)
    both = scroller(form, crops, first, second, sent)
    assert isinstance(both.run(first), str)
    assert isinstance(both.run(second), str)
    assert form.scrolls == [450, 450]


def test_a_second_visit_has_its_whole_budget_again(recorded: Recorded) -> None:
    sent, crops = recorded
    form, once = tall(), scroll(450)
    loop = scroller(form, crops, once, sent)
    for _ in range(3):
        form.offset = 0
        loop.finder.surface.forget()
        assert isinstance(loop.run(once), str)
    assert form.scrolls == [450] * 6


class LatePaint(DrawnForm):
    """Its structure is there at once; its first pictures still show an empty page."""

    def __init__(self, blank: int) -> None:
        super().__init__(more=[SEND], height=1500, offset=900)
        self.blank = blank

    def frame(self) -> Frame:
        self.blank -= 1
        return super().frame() if self.blank < 0 else Frame(bgr=np.full((600, 800, 3), 255, np.uint8))


def test_a_page_that_is_not_painted_yet_is_looked_at_again_and_proposes_no_heal(recorded: Recorded) -> None:
    sent, crops = recorded
    seek, _ = finder(LatePaint(blank=1), crops)
    assert sent.anchor is not None
    answer, seen = seek.find(sent.anchor, intent=sent.intent, recorded=None, timeout_s=3.0)
    assert isinstance(answer, Resolution)
    assert draft_heal(Sighting(sent, answer, seen), crops) is None


def test_a_look_that_stays_another_is_taken_as_it_is(recorded: Recorded) -> None:
    sent, crops = recorded
    seek, _ = finder(LatePaint(blank=99), crops)
    assert sent.anchor is not None
    answer, seen = seek.find(sent.anchor, intent=sent.intent, recorded=None, timeout_s=3.0)
    assert isinstance(answer, Resolution)
    draft = draft_heal(Sighting(sent, answer, seen), crops)
    assert draft is not None
    assert [c.what for c in draft.heal.changes] == ["look"]
