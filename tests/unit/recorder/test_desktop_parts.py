"""The parts of the desktop recorder that need no desktop: ring, moments, masks, scope, hot keys, layouts, pointer."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.elements import element
from helpers.formats import snapshot

from studio.engine.backends.desktop.masking import OUTSIDE
from studio.engine.backends.desktop.watching import PANIC
from studio.engine.backends.desktop.windows import Window
from studio.engine.backends.protocols import SurfaceLost
from studio.engine.errors import BadInput
from studio.engine.model.geometry import Point, Region
from studio.engine.privacy.masking import MASK_BGR
from studio.engine.vision.frame import Frame
from studio.recorder.desktop.finisher import Finisher
from studio.recorder.desktop.grabber import Grabber
from studio.recorder.desktop.hooks import Heard
from studio.recorder.desktop.hot_keys import DEFAULTS, hot_keys
from studio.recorder.desktop.keysyms import Modifiers, decode, modifiers_of
from studio.recorder.desktop.moments import Moment, Moments
from studio.recorder.desktop.pictures import Pictures
from studio.recorder.desktop.pointer_moves import PointerMoves
from studio.recorder.desktop.ring import FrameRing, Shot, changed_region
from studio.recorder.desktop.scope import Scope, own_pids, window_at
from studio.resource_files import resource

SIZE = (200, 120)


def frame(*boxes: tuple[Region, int], ground: int = 255) -> Frame:
    pixels = np.full((SIZE[1], SIZE[0], 3), ground, np.uint8)
    for box, level in boxes:
        pixels[box.y : box.bottom, box.x : box.right] = level
    return Frame(bgr=pixels)


def shot(at: float, *boxes: tuple[Region, int], windows: tuple[Window, ...] = (), ground: int = 255) -> Shot:
    return Shot(frame(*boxes, ground=ground), at - 0.001, at, windows)


def window(number: int, region: Region, pid: int = 7, **more: Any) -> Window:
    return Window(number, number, f"W{number}", pid, "prog", region, region, **more)


# --- ring


def test_the_frame_before_a_press_is_the_last_that_was_whole_before_it() -> None:
    ring = FrameRing()
    for at in (1.0, 2.0, 3.0):
        ring.add(shot(at, ground=int(at)))
    assert ring.before(2.5).ended == 2.0
    assert ring.before(2.0).ended == 1.0
    assert ring.before(0.5).ended == 1.0
    assert ring.latest.ended == 3.0


def test_equal_frames_are_kept_once_and_a_caret_is_no_change() -> None:
    ring = FrameRing()
    caret = (Region(50, 50, 2, 16), 0)
    assert ring.add(shot(1.0))
    assert not ring.add(shot(2.0))
    assert ring.latest.ended == 1.0
    assert ring.add(shot(3.0, caret))
    assert ring.changed == 1.0
    ring.add(shot(4.0, caret, (Region(10, 10, 30, 10), 0)))
    assert ring.changed == 4.0


def test_memory_is_bounded_by_number_and_bytes() -> None:
    one = frame().bgr.nbytes
    ring = FrameRing(most_shots=6, most_bytes=5 * one)
    for n in range(50):
        ring.add(shot(float(n), ground=n))
    assert ring.bytes == 5 * one
    small = FrameRing(most_shots=6, most_bytes=1)
    for n in range(50):
        small.add(shot(float(n), ground=n))
    assert small.bytes == 4 * one


def test_an_empty_ring_says_so() -> None:
    with pytest.raises(LookupError):
        _ = FrameRing().latest


# --- grabber


class Fake:
    """Grabs, watch and windows in one, for the grabber's thread alone."""

    useful = True
    windows_changed = True

    def __init__(self, grab: Callable[[int], Frame]) -> None:
        self.count, self.closed, self._grab = 0, 0, grab
        self.drawn = threading.Semaphore(0)
        self.threads: set[str] = set()

    def wait(self, timeout_s: float) -> bool:
        return self.drawn.acquire(timeout=timeout_s)

    def clear(self) -> None:
        self.threads.add(threading.current_thread().name)

    def look(self) -> None:
        pass

    def wake(self) -> None:
        self.drawn.release()

    def stacking(self) -> tuple[Window, ...]:
        return (window(1, Region(0, 0, 10, 10)),)

    def grab(self) -> Frame:
        self.count += 1
        return self._grab(self.count)

    def close(self) -> None:
        self.closed += 1


def test_a_screen_at_rest_is_not_grabbed_again() -> None:
    fake, ring = Fake(lambda n: frame(ground=n)), FrameRing()
    grabber = Grabber(ring, fake, fake, fake)
    grabber.start()
    assert grabber.count == 1
    fake.drawn.release()
    while ring.latest.frame.bgr[0, 0, 0] != 2:
        pass
    grabber.close()
    assert (fake.count, fake.closed, fake.threads) == (2, 3, {"grabber"})
    assert ring.latest.windows[0].id == 1
    assert grabber.fault() is None


def test_a_window_that_comes_while_the_screen_is_grabbed_is_in_no_frame_without_its_place() -> None:
    class Coming(Fake):
        """A window comes up before each of the first grabs, when the table has been read."""

        came = 0

        def stacking(self) -> tuple[Window, ...]:
            return tuple(window(n, Region(0, 0, 10, 10)) for n in range(self.came))

        def grab(self) -> Frame:
            self.came += self.count < 6
            return super().grab()

        def look(self) -> None:
            self.windows_changed = len(self.stacking()) > self.told
            self.told = len(self.stacking())

        told = 0

    ring = FrameRing()
    fake = Coming(lambda _: frame(ground=fake.came))
    grabber = Grabber(ring, fake, fake, fake)
    grabber.start()
    grabber.close()
    shown = ring.latest
    assert (len(shown.windows), shown.frame.bgr[0, 0, 0]) == (6, 6)
    assert ring.before(0.0) is shown


def test_a_display_that_goes_away_is_told() -> None:
    def gone(n: int) -> Frame:
        if n > 1:
            raise SurfaceLost("The display is gone.")
        return frame()

    fake, ring = Fake(gone), FrameRing()
    grabber = Grabber(ring, fake, fake, fake)
    grabber.start()
    fake.drawn.release()
    while grabber.fault() is None:
        pass
    grabber.close()
    assert grabber.fault() == "The display is gone"
    with pytest.raises(SurfaceLost, match="cannot be recorded"):
        Grabber(ring, refusing := Fake(lambda _: gone(2)), refusing, refusing).start()


# --- moments


def moment(t: float, run: str = "") -> Moment:
    return Moment(t, shot(t), t, run=run)


def test_moments_of_a_long_text_keep_both_ends() -> None:
    kept = Moments()
    kept.add(moment(1.0))
    for n in range(500):
        kept.add(moment(2 + n / 100, "text"))
    kept.add(moment(9.0))
    found = kept.at(2.0)
    assert found is not None
    assert found.t == 2.0
    after = kept.after(6.99)
    assert after is not None
    assert after.t == 9.0
    assert len(kept._moments) == 4


def test_a_field_that_changes_in_the_middle_of_typing_has_its_own_first_moment() -> None:
    kept = Moments()
    for n in range(10):
        if n == 6:
            kept.cut()
        kept.add(moment(float(n), "text"))
    sixth = kept.at(6.0)
    assert sixth is not None
    assert sixth.t == 6.0


def test_what_is_past_is_forgotten() -> None:
    kept = Moments()
    for n in range(8):
        kept.add(moment(float(n)))
    kept.forget_before(5.5)
    first = kept.at(0.0)
    assert first is not None
    assert first.t == 5.0


# --- what may be seen


def test_only_the_recorded_program_is_seen() -> None:
    mine, dialog, other = (
        window(1, Region(10, 10, 80, 80)),
        window(2, Region(60, 20, 60, 40), transient_for=1, pid=8),
        window(3, Region(80, 0, 100, 30), pid=9),
    )
    table = (mine, dialog, other)
    scope = Scope(target=mine)
    painted = scope.painted(frame(ground=200), table, Point(0, 0)).bgr
    assert painted[50, 20, 0] == 200
    assert painted[40, 110, 0] == 200
    assert painted[25, 100, 0] == OUTSIDE
    assert painted[100, 190, 0] == OUTSIDE
    assert scope.wanted(table, dialog)
    assert not scope.wanted(table, other)
    assert not scope.wanted(table, None)
    assert window_at(table, Point(100, 25)) == other


def test_our_own_windows_are_not_seen_but_what_lies_over_them_is() -> None:
    below, ours, above = (
        window(1, Region(0, 0, 100, 100)),
        window(2, Region(50, 50, 60, 60), pid=5),
        window(3, Region(90, 90, 60, 20)),
    )
    scope = Scope(own_pids=frozenset({5}))
    whole = frame(ground=200)
    painted = scope.painted(whole, (below, ours, above), Point(0, 0)).bgr
    assert (painted[20, 20, 0], painted[70, 70, 0], painted[95, 95, 0]) == (200, OUTSIDE, 200)
    assert scope.painted(whole, (below, above), Point(0, 0)) is whole
    assert scope.is_ours(ours)
    assert not scope.wanted((below, ours), ours)
    assert scope.wanted((below, ours), None)
    assert own_pids((below,), (5,)) >= {5}


def test_secret_fields_are_painted_over_wherever_they_are() -> None:
    password = element("Password", role="textbox", secret=True, region=Region(20, 20, 50, 20))
    code = element("One-time code", role="textbox", region=Region(20, 60, 50, 20), value="998877")
    pictures = Pictures(Scope(), Point(0, 0))
    seen = snapshot(password, code)
    first = shot(1.0, ground=200)
    for known in (seen, None):  # without a snapshot of the moment: where it was last seen
        painted = pictures.frame(first, known).bgr
        assert tuple(painted[30, 30]) == MASK_BGR
        assert tuple(painted[70, 30]) == MASK_BGR
        assert painted[100, 100, 0] == 200
    kept = pictures.structure(seen)
    assert kept is not None
    assert [e.value for e in kept.elements] == [None, None]
    assert pictures.frame(first, seen) is pictures.frame(first, seen)


def test_frames_and_points_begin_at_the_corner_of_the_desktop() -> None:
    password = element("Password", role="textbox", secret=True, region=Region(-80, 20, 50, 20))
    pictures = Pictures(Scope(), Point(-100, 0))
    painted = pictures.frame(shot(1.0, ground=200), snapshot(password)).bgr
    assert tuple(painted[30, 30]) == MASK_BGR
    assert pictures.point(Point(-90, 5)) == Point(10, 5)
    kept = pictures.structure(snapshot(password))
    assert kept is not None
    assert kept.elements[0].region == pictures.element(password).region == Region(20, 20, 50, 20)


def test_a_secret_in_a_field_that_nobody_knows_hides_what_it_changed_until_that_is_gone() -> None:
    home = window(4, Region(0, 0, 200, 120))
    empty, typed = shot(1.0, windows=(home,)), shot(2.0, (Region(40, 40, 30, 10), 0), windows=(home,))
    pictures = Pictures(Scope(), Point(0, 0))
    pictures.hide_difference(empty, typed, home)
    assert pictures.frame(empty, None).bgr[45, 50, 0] == 255
    assert tuple(pictures.frame(typed, None).bgr[45, 50]) == MASK_BGR
    moved = shot(3.0, (Region(60, 40, 30, 10), 0), windows=(window(4, Region(20, 0, 180, 120)),))
    assert tuple(pictures.frame(moved, None).bgr[45, 70]) == MASK_BGR
    assert pictures.frame(shot(4.0, windows=(home,)), None).bgr[45, 50, 0] == 255
    later = shot(5.0, (Region(40, 40, 30, 10), 0), windows=(home,))
    assert pictures.frame(later, None).bgr[45, 50, 0] == 0


# --- hot keys


def press(key: str, *held: str, kind: str = "key_down") -> Heard:
    return Heard(at=1.0, kind=kind, key=key, held=frozenset(held))  # type: ignore[arg-type]


def test_hot_keys_are_commands_and_go_nowhere_else() -> None:
    keys = hot_keys(["undo_last=Control+Shift+F9"])
    assert keys.command(press("p", "Control", "Alt")) == "pause"
    assert keys.command(press("p", "Control")) is None
    assert keys.command(press("f9", "Control", "Shift")) == "undo_last"
    assert keys.command(press("u", "Control", "Alt")) is None
    assert keys.swallows(press("p", kind="key_up"))
    assert not keys.swallows(press("p", kind="key_up"))
    assert "Control+Shift+F9 undo" in keys.sentence()
    assert keys.command(press("n", "Control", "Alt")) == "note"
    assert keys.command(press("v", "Control", "Alt")) == "param_next"
    assert all(str(chord) in keys.sentence() for chord in keys.chords.values())


def test_the_keys_in_pages_are_those_of_the_desktop_and_none_is_the_one_that_stops_a_run() -> None:
    told = re.search(r"hotKeys: \{(.*?)\}", resource("web/record.js").read_text(encoding="utf-8"))
    assert told is not None
    in_pages = {f"Control+Alt+{key.upper()}": name for key, name in re.findall(r'(\w): "(\w+)"', told[1])}
    assert in_pages == {keys: name for name, keys in DEFAULTS.items()}
    assert PANIC.replace("Ctrl", "Control") not in in_pages


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("dance=Control+X", "no hot key 'dance'"),
        ("pause=P", "write it like"),
        ("pause=Shift+P", "write it like"),
        ("pause=Control+Hyper+P", "write it like"),
        ("pause=Control+F99", "write it like"),
        ("pause=Control+Alt+F", "the same"),
    ],
)
def test_impossible_hot_keys_are_refused(change: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        hot_keys([change])


# --- layouts

GERMAN_Q = (0x71, 0x51, 0x71, 0x51, 0x40, 0x7D9, 0x40)
US_DE_Y = (0x79, 0x59, 0x7A, 0x5A, 0x8FB, 0xA5, 0, 0)
KEYPAD_7 = (0xFF95, 0xFFB7, 0xFF95, 0xFFB7)
RUSSIAN_C = (0x63, 0x43, 0x6D3, 0x6F3)
SECOND = 1 << 13


@pytest.mark.parametrize(
    ("syms", "state", "key", "char"),
    [
        (GERMAN_Q, 0, "q", "q"),
        (GERMAN_Q, 1, "Q", "Q"),
        (GERMAN_Q, 2, "Q", "Q"),
        (GERMAN_Q, 3, "q", "q"),
        (GERMAN_Q, 1 << 7, "@", "@"),
        (US_DE_Y, 0, "y", "y"),
        (US_DE_Y, SECOND, "z", "z"),
        (US_DE_Y, SECOND | 1, "Z", "Z"),
        (US_DE_Y, SECOND | 1 << 7 | 1, "¥", "¥"),
        (KEYPAD_7, 0, "home", None),
        (KEYPAD_7, 1 << 4, "7", "7"),
        (KEYPAD_7, 1 << 4 | 1, "home", None),
        ((0x31, 0x21), 2, "1", "1"),
        ((0x20,), 0, "space", " "),
        ((0xFF0D,), 0, "enter", None),
        ((0x1004E2D,), 0, "中", "中"),
        ((0xE9, 0xC9), 0, "é", "é"),
        ((0x20AC,), 0, "€", "€"),
        (RUSSIAN_C, SECOND | 4, "c", "c"),
        ((0,), 0, "<50>", None),
        ((), 0, "<50>", None),
    ],
)
def test_keys_are_read_with_the_layout_of_the_moment(
    syms: tuple[int, ...], state: int, key: str, char: str | None
) -> None:
    found = decode(syms, state, Modifiers(), 50)
    assert (found.key, found.char, found.dead) == (key, char, False)


def test_dead_keys_wait_for_the_next() -> None:
    found = decode((0xFE51, 0xFE50), 0, Modifiers())
    assert (found.char, found.dead) == ("´", True)


def test_modifiers_are_where_the_layout_puts_them() -> None:
    rows = [[0xFFE1], [0xFFE5], [0xFFE3], [0xFE03], [0xFF7F], [], [0xFFE9], [0xFFEB]]
    table = modifiers_of(rows)
    assert (table.level3, table.num, table.alt, table.meta) == (1 << 3, 1 << 4, 1 << 6, 1 << 7)
    assert table.held(1 << 6 | 4) == {"Alt", "Control"}


# --- pointer


def at(t: float, x: int, y: int = 50, kind: str = "pointer_move") -> Heard:
    return Heard(at=t, kind=kind, x=x, y=y, button=None if kind == "pointer_move" else "left")  # type: ignore[arg-type]


def test_a_thousand_moves_are_thinned_out_and_the_last_is_kept() -> None:
    moves = PointerMoves()
    out = [h for n in range(1000) for h in moves.take(at(n / 1000, n // 10), shot(1.0))]
    assert 20 <= len(out) <= 30
    assert moves.due(1.0) == []
    assert [h.x for h in moves.due(1.1)] == [99]
    moves.take(at(2.0, 5), shot(1.0))
    moves.take(at(2.001, 6), shot(1.0))
    assert [h.kind for h in moves.take(at(2.002, 6, kind="pointer_down"), shot(1.0))] == [
        "pointer_move",
        "pointer_down",
    ]


def test_a_menu_that_came_up_under_a_resting_pointer_was_revealed() -> None:
    closed, opened = shot(1.0), shot(2.0, (Region(20, 40, 60, 60), 90), (Region(30, 70, 40, 10), 0))
    moves = PointerMoves()
    moves.rests(Point(25, 30), 1.0, closed)
    moves.take(at(2.1, 30, 60), opened)
    found = moves.revealed(Point(50, 75), opened, Point(0, 0))
    assert found is not None
    assert found.point == Point(25, 30)
    assert moves.revealed(Point(150, 75), opened, Point(0, 0)) is None
    moves.forget_rests()
    assert moves.revealed(Point(50, 75), opened, Point(0, 0)) is None


def test_a_button_that_lights_up_under_the_pointer_was_there_before() -> None:
    calm, lit = shot(1.0), shot(2.0, (Region(40, 60, 40, 20), 230))
    moves = PointerMoves()
    moves.rests(Point(10, 10), 1.0, calm)
    moves.take(at(2.0, 30, 60), calm)
    assert moves.revealed(Point(50, 70), lit, Point(0, 0)) is None


def test_another_size_is_another_picture() -> None:
    other = Frame(bgr=np.zeros((10, 10, 3), np.uint8))
    assert changed_region(frame(), other) == Region(0, 0, 10, 10)


def test_actions_that_are_not_written_can_be_taken_back() -> None:
    waiting = Finisher(0.0, FrameRing(), Moments(), Pictures(Scope(), Point(0, 0)), None, ())
    assert not waiting.take_back()
    assert waiting.needs_since is None
