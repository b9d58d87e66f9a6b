"""What was known of a control holds while it looks the same: lights, tooltips and carets void nothing."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any

import cv2
import numpy as np
import pytest

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind
from studio.engine.vision.frame import Frame
from studio.recorder.actions import Action
from studio.recorder.desktop.finisher import Finisher, _After, _Waiting
from studio.recorder.desktop.grabber import Grabber
from studio.recorder.desktop.looker import Looker
from studio.recorder.desktop.moments import Moment, Moments
from studio.recorder.desktop.pictures import Pictures
from studio.recorder.desktop.ring import FrameRing, Shot
from studio.recorder.desktop.same_look import SameLook
from studio.recorder.desktop.scope import Scope
from tests.unit.recorder.test_desktop_parts import Fake

BUTTON = Region(20, 20, 60, 24)


def window(number: int, region: Region, kind: str = "normal") -> Window:
    return Window(number, number, "", 7, "prog", region, region, kind=kind)


MAIN, DIALOG = window(1, Region(0, 0, 300, 200)), window(2, Region(10, 10, 200, 100))
TIP = window(3, Region(90, 50, 60, 20), "tooltip")


def drawn(*, lit: bool = False, word: str = "Add", tip: bool = False, caret: bool = False, line: str = "") -> Frame:
    pixels = np.full((200, 300, 3), 240, np.uint8)
    pixels[20:44, 20:80] = (250, 200, 120) if lit else (225, 225, 225)
    cv2.putText(pixels, word, (28, 37), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1)
    cv2.putText(pixels, line, (20, 150), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1)
    if tip:
        pixels[50:70, 90:150] = 255
    if caret:
        pixels[120:134, 40:42] = 0
    return Frame(bgr=pixels)


def shot(at: float, *windows: Window, **look: Any) -> Shot:
    return Shot(drawn(**look), at - 0.002, at, windows or (MAIN,))


def same(first: Shot) -> SameLook:
    ring = FrameRing()
    ring.add(first)
    return SameLook(ring.before, Point(0, 0))


def test_a_control_says_the_same_whether_it_is_lit_or_something_else_changed() -> None:
    looks = same(shot(1.0))
    for now in (shot(3.0, lit=True), shot(3.0, line="saved"), shot(3.0, MAIN, TIP, tip=True)):
        assert looks.of(BUTTON, 2.0, now)
    assert not looks.of(BUTTON, 2.0, shot(3.0, word="Del"))
    assert not looks.of(BUTTON, 2.0, shot(3.0, MAIN, DIALOG)), "another window lies there"
    assert not looks.of(BUTTON, 0.5, shot(3.0)), "nobody saw what it looked like then"


def test_a_structure_holds_while_only_lights_tips_and_a_caret_changed() -> None:
    looks = same(shot(1.0))
    for now in (shot(3.0, lit=True), shot(3.0, MAIN, TIP, tip=True, lit=True), shot(3.0, caret=True)):
        assert looks.but_for(BUTTON, 2.0, now)
    for now in (shot(3.0, line="saved"), shot(3.0, word="Del"), shot(3.0, MAIN, DIALOG)):
        assert not looks.but_for(BUTTON, 2.0, now)
    assert not looks.but_for(None, 2.0, shot(3.0, lit=True)), "a light where nobody points"


class Program:
    """Tells of one button, when it is asked."""

    def __init__(self) -> None:
        self.told: Element | None = Element(0, "button", "button", "Add", BUTTON)

    def element_at(self, point: Point) -> Element | None:
        return self.told

    def snapshot(self, pids: object = None) -> StructureSnapshot:
        return StructureSnapshot("desktop:", "", (self.told,) if self.told else ())


def test_the_looker_keeps_what_it_knew_of_a_button_that_lit_up_since() -> None:
    program: Any = Program()
    looker = Looker(program, lambda: 0.0, lambda: None)
    at = Point(50, 30)
    looker.rest(at)
    asked = looker._rested[-1][2]
    program.told = None
    pressed, changed = asked + 1.0, asked + 0.5
    assert looker.element_at(at, pressed, changed, lambda: True) is None
    found = looker.element_at(at, pressed, changed, lambda: True, lambda region, _: region == BUTTON)
    assert found is not None
    assert found.name == "Add"
    assert looker.element_at(at, pressed, changed, lambda: True, lambda _r, _s: False) is None


def test_a_program_that_was_silent_before_the_press_is_heard_after_it_where_the_place_looks_the_same() -> None:
    program: Any = Program()
    looker = Looker(program, lambda: 0.0, lambda: None)
    pressed = monotonic() - 0.5
    assert looker.element_at(Point(50, 30), pressed, pressed, lambda: True) is None, "too late to be sure"
    late = looker.element_at(Point(50, 30), pressed, pressed, lambda: True, lambda _r, since: since is None)
    assert late is not None
    assert looker.element_at(Point(50, 30), pressed, pressed, lambda: False, lambda _r, _s: True) is None
    assert looker.element_at(Point(50, 30), pressed - 5, pressed, lambda: True, lambda _r, s: s is None) is None


def test_a_control_that_its_program_told_of_after_the_press_only_is_known_where_it_looks_the_same() -> None:
    ring = FrameRing()
    ring.add(shot(1.0))
    everything: Any = None
    pictures = Pictures(Scope(), Point(0, 0))
    finisher = Finisher(0.0, ring, Moments(), pictures, everything, everything)
    action = Action(ActionKind.CLICK, 2.0, 2.1, point=Point(50, 30))
    box = Element(0, "check", "checkbox", "Add", BUTTON, checked=True)
    told = StructureSnapshot("desktop:", "", (box,))

    def known(after: Shot, element: Element | None = None) -> Element | None:
        waiting = _Waiting(action, Moment(2.0, shot(1.9), 1.0, element=element))
        return finisher._known_late(waiting, _After(after, told, settled=True)).element

    late = known(shot(3.0, lit=True))
    assert late is not None
    assert (late.name, late.checked) == ("Add", None), "its state may be what the press made of it"
    assert known(shot(3.0, word="Del")) is None
    assert known(shot(3.0, MAIN, DIALOG)) is None
    other = Element(0, "button", "button", "Other", BUTTON)
    assert known(shot(3.0), other) is other


def test_what_is_told_while_the_picture_is_late_is_not_paired_with_it() -> None:
    """A busy machine: the dialog with the secret is gone, its program tells so, and the last picture still shows it."""
    program: Any = Program()
    changed = [0.0]

    def grabbed_at_last() -> None:
        changed[0] = monotonic()

    late = Looker(program, lambda: changed[0], lambda: None, grabbed_at_last)
    late._look()
    assert late.snapshot(monotonic() + 1, changed[0]) is None
    still = Looker(program, lambda: 0.0, lambda: None)
    still._look()
    assert still.snapshot(monotonic() + 1, 0.0) is not None


def test_a_grab_is_confirmed_by_one_that_began_after_it_was_asked_for() -> None:
    ring = FrameRing()
    fake: Any = Fake(lambda _: drawn())
    grabber = Grabber(ring, fake, fake, fake)
    grabber.start()
    try:
        before = grabber.count
        grabber.confirm()
        assert grabber.count > before
    finally:
        grabber.close()


@pytest.mark.parametrize(
    ("of_before", "since", "on_top", "kept"),
    [(True, True, True, True), (True, True, False, False), (False, True, True, False), (True, False, True, False)],
)
def test_an_answer_that_a_press_came_into_holds_only_where_the_place_stayed_as_it_was(
    of_before: bool, since: bool, on_top: bool, kept: bool
) -> None:
    button = Element(0, "button", "button", "Store", BUTTON, pressed=True)
    pressed: list[float] = []

    class Slow:
        def element_at(self, _point: Point) -> Element | None:
            if pressed:
                return None
            sleep(0.01)
            pressed.append(monotonic())
            sleep(0.01)
            return button

    source: Any = Slow()
    looker = Looker(source, lambda: 0.0, lambda: None)
    looker.rest(BUTTON.center)

    def same(_region: Region, at: float | None) -> bool:
        return since if at is None else of_before

    found = looker.element_at(BUTTON.center, pressed[0], 0.0, lambda: on_top, same)
    assert (found is not None) is kept
    assert found is None or (found.name, found.pressed, found.index) == ("Store", None, -1)
