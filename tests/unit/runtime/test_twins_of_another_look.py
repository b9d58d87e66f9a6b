"""A second control or record that says the same in other colours, at another width or between pixels, also in letters
that the reader does not know: counted by pixels, on the template rungs."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from studio.engine.identity.ink import drawn_alike
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.identity_pictures import stands_again
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.runtime.template import try_template, try_template_global
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import template_peaks

HOME = Region(300, 300, 120, 34)
WORDS = Region(HOME.x + 20, HOME.y + 9, 80, 16)
GREEN, BLUE, WHITE, INK = (80, 150, 40), (210, 110, 20), (255, 255, 255), (40, 40, 40)
UNKNOWN = ((5, 2), (5, 1), (4, 3), (4, 5), (1, 2), (2, 4))
"""Letters of no alphabet, so that no reader knows them: from which point to which each is drawn."""


class Page:
    """A page of buttons drawn as browsers do, so that words may begin between pixels."""

    def __init__(self) -> None:
        self.pixels = np.full((600, 900, 3), 255, np.uint8)
        self.button(HOME)

    @property
    def frame(self) -> Frame:
        return Frame(bgr=self.pixels.copy())

    def button(
        self, place: Region, *, fill: tuple[int, int, int] = BLUE, ink: tuple[int, int, int] = WHITE, **more: Any
    ) -> Page:
        cv2.rectangle(self.pixels, (place.x, place.y), (place.right - 1, place.bottom - 1), fill, cv2.FILLED)
        cv2.rectangle(self.pixels, (place.x, place.y), (place.right - 1, place.bottom - 1), (120, 120, 120), 1)
        return self.words(Region(place.center.x - 40, place.y + 9, 80, 16), fill=fill, ink=ink, **more)

    def words(
        self,
        place: Region,
        *,
        letters: tuple[tuple[int, int], ...] = UNKNOWN,
        fill: tuple[int, int, int] = WHITE,
        ink: tuple[int, int, int] = INK,
        off: float = 0.0,
    ) -> Page:
        large = np.full((place.h * 4, place.w * 4, 3), fill, np.uint8)
        spots = [(8, 8), (36, 8), (8, 32), (36, 32), (8, 56), (36, 56)]
        for number, (begin, end) in enumerate(letters):
            move = 52 * number + round(4 * off)
            ends = [(x + move, y) for x, y in (spots[begin], spots[end])]
            cv2.line(large, ends[0], ends[1], ink, 6)
            cv2.line(large, ends[0], (spots[(begin + 3) % 6][0] + move, spots[(begin + 3) % 6][1]), ink, 6)
        small = cv2.resize(large, (place.w, place.h), interpolation=cv2.INTER_AREA)
        self.pixels[place.y : place.bottom, place.x : place.right] = small
        return self


ANOTHER = ((1, 3), (0, 5), (5, 1), *UNKNOWN[3:])
FAR = Region(620, 480, 120, 34)


def target() -> tuple[Anchor, ResolveOptions]:
    region = HOME.padded(6)
    anchor = Anchor(
        template="t.png", region=region, control=HOME, click_point=HOME.center, ocr_text="UAn", label_region=WORDS
    )
    return anchor, ResolveOptions(crops={"t.png": Page().frame.crop(region)})


def near(live: Page, recorded: Page) -> RungResult:
    anchor, options = target()
    return try_template(anchor, Observation(live.frame, recorded=recorded.frame), options)


@pytest.mark.parametrize(
    ("place", "look"),
    [
        (FAR, {}),
        (FAR, {"fill": GREEN}),
        (FAR, {"fill": WHITE, "ink": INK}),
        (FAR, {"off": 0.5}),
        (FAR, {"off": 0.5, "fill": WHITE, "ink": BLUE}),
        (Region(560, 480, 210, 34), {"fill": GREEN, "off": 0.25}),
    ],
    ids=["as it is", "green", "dark on light", "between pixels", "between pixels, blue on white", "wider"],
)
def test_a_second_button_of_another_look_is_noticed(place: Region, look: dict[str, Any]) -> None:
    answer = near(Page().button(place, **look), Page())
    assert answer.found is None
    assert answer.attempt.code is HaltCode.AMBIGUOUS


@pytest.mark.parametrize("look", [{"fill": GREEN}, {"fill": WHITE, "ink": INK}, {"off": 0.5}])
def test_a_button_that_says_something_else_and_words_without_a_button_are_none(look: dict[str, Any]) -> None:
    assert near(Page().button(FAR, letters=ANOTHER, **look), Page()).found is not None
    assert near(Page().words(FAR, **look | {"fill": WHITE, "ink": INK}), Page()).found is not None


def test_a_button_of_another_look_that_stood_there_when_it_was_recorded_is_no_news() -> None:
    recorded = Page().button(FAR, fill=GREEN)
    assert near(Page().button(FAR, fill=GREEN).words(Region(100, 100, 80, 16)), recorded).found is not None
    assert near(Page().button(FAR.moved(0, 40), fill=WHITE, ink=INK), recorded).found is not None


def test_far_from_its_place_a_second_button_of_another_look_is_noticed_too() -> None:
    anchor, options = target()
    moved = Page()
    moved.pixels[:] = np.roll(moved.pixels, 150, axis=0)
    assert try_template_global(anchor, Observation(moved.frame, recorded=Page().frame), options).found is not None
    twice = Observation(moved.button(FAR.moved(0, -400), fill=GREEN).frame, recorded=Page().frame)
    answer = try_template_global(anchor, twice, options)
    assert answer.found is None
    assert answer.attempt.code is HaltCode.AMBIGUOUS


@pytest.mark.parametrize(("letters", "again"), [(UNKNOWN, True), (ANOTHER, False)])
@pytest.mark.parametrize("off", [0.25, 0.5, 0.75])
def test_a_record_that_stands_twice_is_known_by_letters_that_cannot_be_read(
    letters: tuple[tuple[int, int], ...], again: bool, off: float
) -> None:
    page = Page().words(WORDS.moved(0, -60))
    page.button(FAR).words(WORDS.moved(FAR.x - HOME.x, FAR.y - HOME.y - 60), letters=letters, off=off)
    assert stands_again(page.frame, [WORDS.moved(0, -60)], HOME) is again


@pytest.mark.parametrize(
    ("off", "letters", "alike"), [(0.5, UNKNOWN, True), (1.0, UNKNOWN, True), (0.5, ANOTHER, False)]
)
def test_letters_are_the_same_between_pixels_and_in_other_colours(
    off: float, letters: tuple[tuple[int, int], ...], alike: bool
) -> None:
    page = Page().button(FAR, fill=WHITE, ink=BLUE, off=off, letters=letters)
    place = WORDS.moved(FAR.x - HOME.x, FAR.y - HOME.y)
    assert drawn_alike(page.frame, WORDS, page.frame, place) is alike
    assert not drawn_alike(page.frame, WORDS, page.frame, Region(10, 10, 80, 16))


def test_a_negative_is_found_where_it_is_asked_for_and_flat_ground_is_none() -> None:
    page = Page().button(FAR, fill=WHITE, ink=INK)
    words = page.frame.crop(WORDS)
    assert [p.region for p in template_peaks(page.frame, words, floor=0.8)] == [WORDS]
    both = template_peaks(page.frame, words, floor=0.8, negative=True)
    assert {p.region for p in both} == {WORDS, WORDS.moved(FAR.x - HOME.x, FAR.y - HOME.y)}
