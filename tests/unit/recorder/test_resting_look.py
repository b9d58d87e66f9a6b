"""What lit up for the pointer is left out of a picture; what changed by itself is not. On made-up pictures."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame
from studio.recorder.desktop.resting_look import RestingLook
from studio.recorder.desktop.ring import FrameRing, Shot

BUTTON, OTHER = Region(60, 60, 60, 24), Region(60, 100, 60, 24)
ON, OFF, ELSEWHERE = Point(90, 72), Point(10, 10), Point(90, 112)
CALM, LIT, GROUND = 200, 235, 250
MAIN = Window(1, 1, "Main", 7, "prog", Region(0, 0, 320, 240), Region(0, 0, 320, 240))
TIP = Window(2, 2, "", 7, "prog", Region(100, 80, 60, 20), Region(100, 80, 60, 20), kind="tooltip", popup=True)

Boxes = dict[Region, int]


def shot(at: float, boxes: Boxes, *, letter: str = "5", windows: tuple[Window, ...] = (MAIN,)) -> Shot:
    """Buttons of the given greys, each with a sign on it."""
    pixels = np.full((240, 320, 3), GROUND, np.uint8)
    for box, level in boxes.items():
        pixels[box.y : box.bottom, box.x : box.right] = level
        cv2.putText(pixels, letter, (box.x + 24, box.y + 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1)
    if TIP in windows:
        pixels[80:100, 100:160] = 120
    return Shot(Frame(bgr=pixels), at - 0.001, at, windows)


REST = {BUTTON: CALM, OTHER: CALM}


class Desk:
    """A ring of pictures, and what follows the pointer."""

    def __init__(self) -> None:
        self.ring = FrameRing()
        self.look = RestingLook(self.ring.before, Point(0, 0))

    def shows(self, taken: Shot) -> Shot:
        self.ring.add(taken)
        return taken

    def goes(self, at: float, *points: Point) -> None:
        for n, point in enumerate(points):
            self.look.moved(point, at + n / 100, self.ring.before(at + n / 100))

    def pressed(self, at: float, element: Region | None = None, point: Point = ON) -> Frame:
        frame = self.look.of(self.ring.before(at), point, element).frame
        self.look.acted()
        return frame


@pytest.mark.parametrize("element", [BUTTON, None], ids=["known", "by pixels"])
def test_a_button_that_lit_up_for_the_pointer_is_seen_at_rest(element: Region | None) -> None:
    desk = Desk()
    rest = desk.shows(shot(0.5, REST))
    desk.goes(1.0, OFF, Point(40, 40), Point(62, 62), ON)
    desk.shows(shot(1.2, {BUTTON: 220, OTHER: CALM}))
    desk.shows(shot(1.4, {BUTTON: LIT, OTHER: CALM}))
    assert desk.pressed(3.0, element).same_pixels(rest.frame)
    assert desk.pressed(4.0, element).same_pixels(rest.frame)  # once more, while the pointer stays


def test_of_two_buttons_only_the_pressed_one_comes_from_before() -> None:
    desk = Desk()
    desk.shows(shot(0.5, REST))
    desk.goes(1.0, OFF, ELSEWHERE)
    desk.shows(shot(1.2, {BUTTON: CALM, OTHER: LIT}))
    desk.pressed(2.0, OTHER, ELSEWHERE)
    desk.goes(3.0, ON)
    desk.shows(shot(3.2, {BUTTON: LIT, OTHER: CALM}))
    assert desk.pressed(4.0, BUTTON).same_pixels(shot(9.0, REST).frame)


@pytest.mark.parametrize(
    ("later", "at", "why"),
    [
        (shot(1.2, {BUTTON: LIT, OTHER: CALM}, letter="7"), 1.2, "another word"),
        (shot(2.6, {BUTTON: LIT, OTHER: CALM}), 2.6, "long after the pointer came"),
        (
            shot(1.2, {BUTTON: LIT}, windows=(Window(3, 3, "New", 7, "prog", MAIN.region, MAIN.region),)),
            1.2,
            "a window",
        ),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
@pytest.mark.parametrize("element", [BUTTON, None], ids=["known", "by pixels"])
def test_what_changed_by_itself_stays_as_it_was_pressed(
    later: Shot, at: float, why: str, element: Region | None
) -> None:
    desk = Desk()
    desk.shows(shot(0.5, REST))
    desk.goes(1.0, OFF, ON)
    desk.shows(later)
    assert desk.pressed(at + 2, element).same_pixels(later.frame), why


def test_what_a_press_changed_is_not_taken_for_a_light() -> None:
    desk = Desk()
    desk.shows(shot(0.5, REST))
    desk.goes(1.0, OFF, ON)
    desk.pressed(1.5, BUTTON)
    pushed = desk.shows(shot(1.7, {BUTTON: LIT, OTHER: CALM}))
    desk.goes(2.0, Point(91, 72))
    assert desk.pressed(3.0, BUTTON).same_pixels(pushed.frame)


def test_a_tip_is_left_out_of_the_picture_and_of_the_windows() -> None:
    desk = Desk()
    rest = desk.shows(shot(0.5, REST))
    desk.goes(1.0, OFF, ON)
    tipped = desk.shows(shot(2.6, REST, windows=(MAIN, TIP)))
    found = desk.look.of(tipped, ON, BUTTON)
    assert found.frame.same_pixels(rest.frame)
    assert found.windows == (MAIN,)


def test_a_pointer_that_never_moved_changes_nothing() -> None:
    desk = Desk()
    lit = desk.shows(shot(0.5, {BUTTON: LIT}))
    assert desk.look.of(lit, ON, BUTTON) is lit


def test_a_tip_beside_a_button_that_lit_up_and_a_pointer_first_heard_of_there() -> None:
    desk = Desk()
    rest = desk.shows(shot(0.5, REST))
    desk.goes(1.0, ON)
    desk.shows(shot(1.2, {BUTTON: LIT, OTHER: CALM}))
    desk.shows(shot(1.9, {BUTTON: LIT, OTHER: CALM}, windows=(MAIN, TIP)))
    assert desk.pressed(3.0, BUTTON).same_pixels(rest.frame)


def test_a_tip_is_not_put_in_the_place_of_another() -> None:
    desk = Desk()
    desk.shows(shot(0.5, REST, windows=(MAIN, TIP)))
    desk.goes(1.0, ON)
    tipped = desk.shows(shot(2.6, REST, windows=(MAIN, replace(TIP, id=4))))
    assert desk.look.of(tipped, ON, BUTTON) is tipped
    away = replace(TIP, id=4, region=Region(200, 180, 60, 20))
    found = desk.look.of(shot(2.7, REST, windows=(MAIN, away)), ON, BUTTON)
    assert found.windows == (MAIN,)
