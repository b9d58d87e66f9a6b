"""The path of a drag is kept with its shape and its pace, in few points."""

from __future__ import annotations

from studio.engine.model.geometry import Point
from studio.recorder.drag_path import path_of

START = Point(100, 100)


def test_a_turn_and_a_pause_stay() -> None:
    down = [(Point(100, 100 + 2 * n), n * 0.004) for n in range(1, 26)]
    up = [(Point(100 + n, 150 - 2 * n), 0.6 + n * 0.004) for n in range(1, 26)]
    path = path_of(START, 0.0, [*down, *up], Point(125, 100), 0.8)
    assert path[0] == (0, 0, 0)
    assert path[-1] == (25, 0, 800)
    assert (0, 50, 100) in path, "the lowest point"
    assert any(500 <= ms <= 610 and (dx, dy) == (1, 48) for dx, dy, ms in path), "where it went on after the pause"
    assert len(path) < 20


def test_a_straight_way_keeps_small_steps_for_programs_that_look_at_each() -> None:
    way = [(Point(100 + n, 100), n * 0.002) for n in range(1, 200)]
    path = path_of(START, 0.0, way, Point(300, 100), 0.4)
    assert 15 <= len(path) <= 22


def test_times_that_lie_outside_of_the_press_are_left_out() -> None:
    path = path_of(START, 1.0, [(Point(0, 0), 0.5), (Point(110, 100), 1.1), (Point(0, 0), 1.5)], Point(120, 100), 1.2)
    assert path == ((0, 0, 0), (10, 0, 100), (20, 0, 200))


def test_a_long_drawing_stays_within_the_format() -> None:
    way = [(Point(100 + n % 50, 100 + n % 37), n * 0.02) for n in range(30_000)]
    path = path_of(START, 0.0, way, START, 700.0)
    assert len(path) <= 2_000
    assert path[-1] == (0, 0, 700_000)
