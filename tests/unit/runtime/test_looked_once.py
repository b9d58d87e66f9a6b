"""What a replay by pixels does not do twice: search a screen that is the recorded one, or look at one just seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.drawing import Canvas
from helpers.own_clock import OwnClock

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.model.results import CheckVerdict
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime import observation, template
from studio.engine.runtime.checks import CheckContext
from studio.engine.runtime.newly import changed_areas
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions, TextReader
from studio.engine.runtime.searching import Search
from studio.engine.runtime.surface import Surface
from studio.engine.runtime.template import try_template
from studio.engine.runtime.verifying import Verifier
from studio.engine.vision.frame import Frame

HOME = Region(300, 300, 110, 32)


def page(*more: tuple[str, int, int]) -> Canvas:
    canvas = Canvas()
    canvas.write("Encounter", 40, 40, size=0.8)
    for said, x, y in (("Save", HOME.x, HOME.y), ("Cancel", 450, 300), *more):
        canvas.button(said, x, y)
    return canvas


def anchor() -> Anchor:
    label = next(t.region for t in page().texts if t.text == "Save")
    return Anchor(
        template="t.png",
        region=HOME.padded(6),
        control=HOME,
        click_point=HOME.center,
        ocr_text="Save",
        label_region=label,
    )


def tried(live: Frame, recorded: Frame | None) -> Any:
    crop = page().frame.crop(HOME.padded(6))
    return try_template(anchor(), Observation(live, recorded=recorded), ResolveOptions(crops={"t.png": crop})).attempt


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[Region | None]:
    """The regions that pictures were searched in; None for a whole frame."""
    asked: list[Region | None] = []
    peaks = template.template_peaks

    def noted(*given: Any, region: Region | None = None, **how: Any) -> Any:
        asked.append(region)
        return peaks(*given, region=region, **how)

    monkeypatch.setattr(template, "template_peaks", noted)
    return asked


def test_a_screen_that_is_nearly_the_recorded_one_is_searched_where_it_changed(searched: list[Region | None]) -> None:
    live = page(("Print", 60, 500)).frame
    assert tried(live, page().frame).verdict.value == "found"
    assert None not in searched
    assert tried(live, None).verdict.value == "found"
    assert None in searched


@pytest.mark.parametrize("at", [(60, 500), (300, 346), (300, 250), (170, 286)])
def test_one_more_of_its_look_is_seen_wherever_it_came(at: tuple[int, int]) -> None:
    live = page(("Save", *at)).frame
    answers = [tried(live, recorded) for recorded in (page().frame, None)]
    assert [answer.code for answer in answers] == [HaltCode.AMBIGUOUS] * 2


def test_one_more_of_its_label_is_seen_where_a_text_became_a_button() -> None:
    before = page()
    before.write("Save", 93, 509)
    live = page(("Save", 60, 500)).frame
    assert tried(live, before.frame).code is HaltCode.AMBIGUOUS


def test_where_most_has_changed_or_nothing_is_known_all_is_searched() -> None:
    frame = page().frame
    dark = Frame(bgr=np.ascontiguousarray(255 - frame.bgr))
    assert changed_areas(None, frame, (9, 9)) is None
    assert changed_areas(dark, frame, (9, 9)) is None
    assert changed_areas(Canvas((640, 480)).frame, frame, (9, 9)) is None
    assert changed_areas(page().frame, frame, (9, 9)) == ()


class Painted:
    """A surface without structure that shows `canvas`; each look takes 40 ms, `quiet` counts how often it was waited
    for."""

    def __init__(self, clock: OwnClock) -> None:
        self.clock, self.canvas, self.looks, self.waits = clock, page(), 0, 0

    def frame(self) -> Frame:
        self.looks += 1
        self.clock.now += 0.04
        return Frame(bgr=self.canvas.pixels.copy())

    def wait_quiet(self, _timeout_s: float) -> bool:
        self.waits += 1
        return True


def there(surface: Surface, seen: Observation) -> bool:
    found = Resolution(rung=Rung.TEMPLATE, point=HOME.center, region=HOME, confidence=1.0)
    return surface.still_there(found, seen)


def test_a_screen_that_was_seen_unchanged_a_moment_ago_is_not_asked_for_again() -> None:
    clock = OwnClock()
    shown = Painted(clock)
    surface = Surface(shown, structure=False, clock=clock)  # type: ignore[arg-type]
    seen = surface.look()
    clock.now += 1.0
    assert there(surface, seen)
    assert there(surface, seen)
    assert shown.looks == 2
    clock.now += 1.0
    assert there(surface, seen)
    assert shown.looks == 3


def test_a_screen_that_changed_elsewhere_is_asked_for_each_time() -> None:
    clock = OwnClock()
    shown = Painted(clock)
    surface = Surface(shown, structure=False, clock=clock)  # type: ignore[arg-type]
    seen = surface.look()
    clock.now += 1.0
    shown.canvas = page(("Print", 60, 500))
    assert there(surface, seen)
    shown.canvas = page(("Print", 60, 500), ("Delete", HOME.x, HOME.y + 8))
    assert not there(surface, seen)


@pytest.mark.parametrize(("reading_s", "irreversible", "waits"), [(0.5, False, 0), (0.5, True, 1), (0.0, True, 0)])
def test_what_held_at_once_is_not_settled_again(reading_s: float, irreversible: bool, waits: int) -> None:
    clock = OwnClock()
    shown = Painted(clock)
    surface = Surface(shown, structure=False, clock=clock)  # type: ignore[arg-type]
    seen = surface.look()

    def slowly() -> float:
        clock.now += reading_s / 4
        return clock.now

    check = Postcondition(kind=CheckKind.REGION_STABLE, region=HOME, template="t.png", text="", timeout_s=0.3)
    crops = {"t.png": seen.frame.crop(HOME)}
    context = CheckContext(before=seen, after=seen, crops=crops, irreversible=irreversible)
    results, _ = Verifier(surface, clock, slowly).verify((check,), context)
    assert [result.verdict for result in results] == [CheckVerdict.PASSED]
    assert shown.waits == waits


def test_what_failed_at_first_is_settled_again() -> None:
    clock = OwnClock()
    shown = Painted(clock)
    surface = Surface(shown, structure=False, clock=clock)  # type: ignore[arg-type]
    seen = surface.look()
    other = seen.frame.crop(Region(40, 40, *HOME[2:]))
    check = Postcondition(kind=CheckKind.REGION_STABLE, region=HOME, template="t.png", timeout_s=0.3)
    context = CheckContext(before=seen, after=seen, crops={"t.png": other}, irreversible=True)
    results, _ = Verifier(surface, clock, clock).verify((check,), context)
    assert [result.verdict for result in results] == [CheckVerdict.FAILED]
    assert shown.waits == 1


def test_two_screens_are_laid_over_each_other_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(*frames: Frame) -> None:
        asked.append(frames)

    monkeypatch.setattr(observation, "estimate_similarity", noted)
    seen = Observation(page(("Print", 60, 500)).frame, recorded=page().frame)
    reader = TextReader(seen)
    searches = [Search(seen, reader, effort) for effort in Effort]
    assert [search.moved for search in searches] == [None] * len(searches)
    assert asked == [(seen.recorded, seen.frame)]
    assert Observation(seen.frame).moved is None
    assert len(asked) == 1
