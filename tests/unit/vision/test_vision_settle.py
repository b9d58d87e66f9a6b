from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, cycle, repeat

import numpy as np
import pytest

from studio.engine.model.geometry import Region
from studio.engine.vision import Frame, wait_settled


def screen(*places: Region, colour: int = 60) -> Frame:
    pixels = np.full((800, 1280, 3), 250, np.uint8)
    for place in places:
        pixels[place.y : place.bottom, place.x : place.right] = colour
    return Frame(bgr=pixels)


class Time:
    """A clock that only sleeping moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Surface:
    """Shows one frame after the other and counts how many were taken."""

    def __init__(self, frames: Iterator[Frame]) -> None:
        self.frames = frames
        self.taken = 0

    def frame(self) -> Frame:
        self.taken += 1
        return next(self.frames)


class QuietSurface(Surface):
    """The same, and says that it is quiet."""

    def __init__(self, frames: Iterator[Frame], answer: bool = True) -> None:
        super().__init__(frames)
        self.answer = answer

    def wait_quiet(self, timeout_s: float) -> bool:
        assert timeout_s == 3.0
        return self.answer


class Pictures:
    """A surface that only gives PNG bytes."""

    def screenshot(self) -> bytes:
        return screen(Region(10, 10, 20, 20)).png


@pytest.fixture
def time() -> Time:
    return Time()


def settle(source: object, time: Time, **options: float) -> Frame:
    return wait_settled(source, clock=time.clock, sleep=time.sleep, **options)  # type: ignore[arg-type]


STILL = screen(Region(100, 100, 300, 200))


def test_two_equal_frames_settle(time: Time) -> None:
    surface = Surface(repeat(STILL))
    assert settle(surface, time) is STILL
    assert surface.taken == 2
    assert time.now == pytest.approx(0.1)


def test_as_many_frames_as_asked_for_must_be_equal(time: Time) -> None:
    surface = Surface(repeat(STILL))
    settle(surface, time, stable_frames=4)
    assert surface.taken == 4


def test_a_moving_screen_is_waited_for(time: Time) -> None:
    moving = [screen(Region(40 * i, 100, 200, 200)) for i in range(5)]
    surface = Surface(chain(moving, repeat(STILL)))
    assert settle(surface, time) is STILL
    assert surface.taken == 7


def test_a_slow_fade_is_movement(time: Time) -> None:
    fading = [screen(Region(100, 100, 300, 200), colour=250 - 12 * i) for i in range(15)]
    surface = Surface(chain(fading, repeat(STILL)))
    assert settle(surface, time) is STILL


def test_what_never_rests_ends_with_the_time(time: Time) -> None:
    surface = Surface(cycle([screen(Region(0, 0, 600, 400)), screen(Region(0, 0, 600, 400), colour=200)]))
    settle(surface, time, timeout_s=1.0)
    assert 1.0 <= time.now <= 1.2


@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_blinking_caret_is_stillness(time: Time, width: int) -> None:
    box = Region(100, 100, 300, 40)
    caret = screen(box, Region(110, 110, width, 20), colour=0)
    surface = Surface(cycle([screen(box, colour=0), caret]))
    settle(surface, time)
    assert surface.taken == 2


def test_a_spinner_is_waited_for_but_not_for_ever(time: Time) -> None:
    spinning = cycle(
        [screen(Region(600, 300, 30, 12)), screen(Region(600, 300, 12, 30)), screen(Region(618, 300, 12, 30))]
    )
    settle(Surface(spinning), time)
    assert 1.0 <= time.now <= 1.5


def test_a_short_spinner_is_waited_for(time: Time) -> None:
    spinning = [screen(Region(600, 300, 30, 12)), screen(Region(600, 300, 12, 30))] * 2
    assert settle(Surface(chain(spinning, repeat(STILL))), time) is STILL


def test_a_quiet_surface_is_believed_after_one_confirming_frame(time: Time) -> None:
    surface = QuietSurface(repeat(STILL))
    assert settle(surface, time, stable_frames=5) is STILL
    assert surface.taken == 2
    assert time.now < 0.1


def test_a_quiet_surface_in_a_transition_is_watched_on(time: Time) -> None:
    fading = [screen(Region(100, 100, 300, 200), colour=200 - 40 * i) for i in range(3)]
    surface = QuietSurface(chain(fading, repeat(STILL)))
    assert settle(surface, time) is STILL


def test_a_surface_that_is_not_quiet_is_watched(time: Time) -> None:
    surface = QuietSurface(repeat(STILL), answer=False)
    settle(surface, time, stable_frames=3)
    assert surface.taken == 3


def test_png_bytes_will_do(time: Time) -> None:
    assert settle(Pictures(), time).size == (1280, 800)


def test_a_new_size_is_movement(time: Time) -> None:
    other = Frame(bgr=np.zeros((500, 500, 3), np.uint8))
    surface = Surface(chain([STILL], repeat(other)))
    assert settle(surface, time) is other
    assert surface.taken == 3
