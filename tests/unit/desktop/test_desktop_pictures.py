"""Windows found by title, one program's picture, and when the screen is quiet: on tables and pictures that are made."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from studio.engine.backends.desktop.masking import OUTSIDE, belongs, only_windows
from studio.engine.backends.desktop.program import same_program
from studio.engine.backends.desktop.settling import QUIET_S, Settling, changed_boxes
from studio.engine.backends.desktop.windows import Window, find_window, windows_of
from studio.engine.compiler.window_place import shown_place
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.frame import Frame


def window(number: int, region: Region, title: str = "", pid: int = 1, **more: object) -> Window:
    fields = {"program": "", **more}
    return Window(id=number, top=number, title=title, pid=pid, region=region, client=region, **fields)  # type: ignore[arg-type]


EDITOR = window(1, Region(-20, 10, 60, 40), "*letter.txt - Editor", program="Editor")
OTHER = window(2, Region(20, 20, 60, 40), "Mail", pid=2)
DIALOG = window(3, Region(10, 30, 20, 10), "Save", pid=9, transient_for=1)
MENU = window(4, Region(70, 15, 10, 20), pid=1, popup=True)
STACK = (EDITOR, OTHER, DIALOG, MENU)
OWN = windows_of(STACK, 1)


def test_a_program_has_its_dialogs_of_other_processes_and_its_menus() -> None:
    assert [w.id for w in OWN] == [1, 3, 4]
    assert [w.id for w in windows_of(STACK, None, 2)] == [2]
    assert windows_of(STACK, 77) == ()


def test_windows_are_found_by_title_by_part_of_it_and_by_program() -> None:
    assert find_window(STACK, "Mail") is OTHER
    assert find_window(STACK, "letter.txt") is EDITOR
    assert find_window(STACK, "editor") is EDITOR
    assert find_window(STACK, "report.txt - Editor") is None
    assert same_program(STACK, "report.txt - Editor") is EDITOR
    twice = (*STACK, window(5, Region(0, 0, 5, 5), "b.txt - Editor"))
    assert same_program(twice, "report.txt - Editor") is None


def test_only_the_program_is_seen_not_what_lies_over_it() -> None:
    frame = Frame(bgr=np.random.default_rng(1).integers(130, 255, (80, 100, 3), np.uint8), scale=1.25)
    shown = only_windows(frame, STACK, OWN, Point(-20, 0))
    kept = (shown.bgr == frame.bgr).all(axis=2)
    grey = (shown.bgr == OUTSIDE).all(axis=2)
    assert bool((kept | grey).all())
    assert kept[12, 5]  # the editor, left of the first monitor
    assert grey[25, 45]  # the mail window over it
    assert kept[35, 35]  # the dialog over both
    assert kept[20, 95]  # the menu, outside of its window
    assert grey[0, 0]
    assert shown.scale == 1.25
    assert belongs(Point(-10, 20), STACK, OWN)
    assert not belongs(Point(25, 25), STACK, OWN)
    assert not belongs(Point(99, 79), STACK, OWN)


def test_the_recorded_place_is_what_is_not_grey() -> None:
    assert shown_place(Frame(bgr=np.full((30, 40, 3), OUTSIDE, np.uint8))) is None
    assert shown_place(Frame(bgr=np.full((30, 40, 3), 9, np.uint8))) is None
    pixels = np.full((30, 40, 3), OUTSIDE, np.uint8)
    pixels[5:20, 10:35] = 200
    assert shown_place(Frame(bgr=pixels)) == Region(10, 5, 25, 15)


class Screen:
    """A screen of 400 × 300 px with a clock of its own; `paint(now)` draws and gives the rectangle."""

    useful = True

    def __init__(self, paint: Callable[[float, np.ndarray], Region | None]) -> None:
        self.now = 0.0
        self.pixels = np.zeros((300, 400, 3), np.uint8)
        self._paint = paint

    def wait(self, timeout_s: float) -> None:
        self.now += min(max(timeout_s, 0.001), 0.01)

    def drawn(self) -> Region | None:
        return self._paint(self.now, self.pixels)

    def grab(self, region: Region) -> Frame:
        if not self.useful:
            self._paint(self.now, self.pixels)
        return Frame(bgr=self.pixels[region.y : region.bottom, region.x : region.right].copy())

    def settling(self) -> Settling:
        return Settling(self, self.grab, lambda: Region(0, 0, 400, 300), lambda: self.now, self.wait)


def painting(box: Region, period: float, until: float = 1e9) -> Callable[[float, np.ndarray], Region | None]:
    """Draws `box` in another colour each `period`; all of its line is reported as drawn."""

    def paint(now: float, pixels: np.ndarray) -> Region | None:
        colour = int(min(now, until) / period) % 2 * 200
        changed = pixels[box.y, box.x, 0] != colour
        pixels[box.y : box.bottom, box.x : box.right] = colour
        return Region(0, box.y, 400, box.h) if changed else None

    return paint


def test_a_screen_that_stands_still_is_quiet_soon() -> None:
    screen = Screen(lambda now, _: Region(0, 0, 400, 300) if now < 0.3 else None)  # drawn again, but the same
    assert screen.settling().wait(3)
    assert screen.now < QUIET_S + 0.05


def test_a_caret_is_no_change_although_its_whole_line_is_drawn() -> None:
    screen = Screen(painting(Region(50, 20, 3, 21), 0.05))
    settling = screen.settling()
    assert settling.wait(3)
    assert screen.now < 0.2
    assert settling.still()


def test_what_moves_is_waited_for_and_seen_afterwards() -> None:
    screen = Screen(painting(Region(50, 20, 200, 100), 0.05, until=0.7))
    settling = screen.settling()
    assert settling.wait(3)
    assert 0.7 < screen.now < 1.0
    assert settling.still()
    screen.pixels[:100] = 90
    screen._paint = lambda _now, _pixels: Region(0, 0, 400, 100)
    assert not settling.still()


def test_a_spinner_is_given_up_after_a_second_and_a_film_never() -> None:
    spinner = Screen(painting(Region(50, 20, 20, 20), 0.05))
    settling = spinner.settling()
    assert settling.wait(3)
    assert 1.0 <= spinner.now < 1.3
    assert settling.wait(3)  # it is known by now
    assert spinner.now < 1.6
    film = Screen(painting(Region(0, 0, 300, 200), 0.05))
    assert not film.settling().wait(2)
    assert film.now >= 2.0


def test_without_word_from_the_display_all_of_it_is_looked_at() -> None:
    screen = Screen(painting(Region(50, 20, 200, 100), 0.05, until=0.5))
    screen.useful = False
    assert screen.settling().wait(3)
    assert 0.5 < screen.now < 1.0


def test_changes_far_from_each_other_are_told_apart() -> None:
    before = np.zeros((60, 80, 3), np.uint8)
    now = before.copy()
    now[5:10, 5:10] = 200
    now[40:50, 60:63] = 200
    now[30, 30] = 10  # a shade of a pixel
    assert sorted(changed_boxes(before, now)) == [Region(5, 5, 5, 5), Region(60, 40, 3, 10)]
    assert changed_boxes(before, before) == []
