"""Tables of monitors that this machine does not have: mixed scales, negative places (field reports 1, 2, 18, 19)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.engine.backends.desktop.monitors import (
    Monitor,
    clamp,
    monitor_at,
    monitor_of,
    read_monitors,
    scale_of_resources,
    union,
)
from studio.engine.backends.desktop.wheel import NOTCH_PX, notches, pixels
from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.model.geometry import Point, Region

LEFT = Monitor(1, Region(-1920, 0, 1920, 1080), 1.0, "HDMI-1")
MAIN = Monitor(0, Region(0, 0, 2560, 1440), 1.25, "eDP-1", primary=True)
ABOVE = Monitor(2, Region(400, -1200, 1600, 1200), 2.0, "DP-2")
TABLE = (MAIN, LEFT, ABOVE)


def test_the_desktop_begins_at_negative_coordinates() -> None:
    assert union(TABLE) == Region(-1920, -1200, 4480, 2640)
    assert union((MAIN,)) == MAIN.region
    with pytest.raises(ValueError, match="no monitor"):
        union(())


@pytest.mark.parametrize(
    ("point", "shown"),
    [
        (Point(-7, 300), Point(-7, 300)),  # on the left monitor, not beyond the screen
        (Point(400, 1485), Point(400, 1439)),
        (Point(-1925, -30), Point(-1920, 0)),
        (Point(-5, -600), Point(400, -600)),  # above one, left of the other: the nearer edge
        (Point(9999, 9999), Point(2559, 1439)),
        (Point(10, 10), Point(10, 10)),
    ],
)
def test_a_flick_beyond_the_edge_ends_on_a_monitor(point: Point, shown: Point) -> None:
    assert clamp(TABLE, point) == shown
    assert any(m.region.contains(clamp(TABLE, point)) for m in TABLE)


def test_monitors_are_known_by_what_they_show() -> None:
    assert monitor_at(TABLE, Point(-1, 5)) is LEFT
    assert monitor_at(TABLE, Point(0, 0)) is MAIN
    assert monitor_at(TABLE, Point(3000, 5)) is MAIN
    assert monitor_of(TABLE, Region(-300, 10, 500, 50)) is LEFT
    assert monitor_of(TABLE, Region(-100, 10, 500, 50)) is MAIN
    assert monitor_of(TABLE, Region(-5000, 10, 5, 5)) is LEFT


@given(st.sampled_from(TABLE), st.integers(0, 1079), st.integers(0, 1079))
def test_physical_px_come_back_exactly_on_each_scale(monitor: Monitor, x: int, y: int) -> None:
    point = Point(monitor.region.x + x, monitor.region.y + y)
    assert monitor.physical(*monitor.logical(point)) == point


def test_the_table_is_read_with_a_scale_for_each_monitor() -> None:
    rows = [
        {"left": -1920, "top": 0, "width": 4480, "height": 1440},
        {"left": 0, "top": 0, "width": 2560, "height": 1440, "output": "eDP-1", "is_primary": True},
        {"left": -1920, "top": 0, "width": 1920, "height": 1080, "output": "HDMI-1", "is_primary": False},
    ]
    named = read_monitors(rows, 1.5, "eDP-1=1.25;DP-9=3")
    assert [(m.region, m.scale, m.primary) for m in named] == [
        (Region(0, 0, 2560, 1440), 1.25, True),
        (Region(-1920, 0, 1920, 1080), 1.5, False),
    ]
    assert [m.scale for m in read_monitors(rows, 1.0, "2;nonsense")] == [2.0, 1.0]
    assert read_monitors(rows[:1])[0].region == Region(-1920, 0, 4480, 1440)
    with pytest.raises(EnvironmentUnable, match="no monitor"):
        read_monitors([])


def test_the_scale_of_an_x_display_comes_from_its_resources_or_the_toolkits() -> None:
    assert scale_of_resources("Xft.dpi:\t120\nXft.hinting:\t1\n", {}) == 1.25
    assert scale_of_resources("Xft.dpi:\t96", {"GDK_SCALE": "2"}) == 2.0
    assert scale_of_resources("Xft.dpi: much", {"QT_SCALE_FACTOR": "-1"}) == 1.0


@given(st.integers(-50, 50))
def test_notches_are_not_lost_on_the_way(count: int) -> None:
    assert notches(pixels(count)) == count
    assert notches(count) == (0 if count == 0 else 1 if count > 0 else -1)  # less than one notch is still a turn
    assert NOTCH_PX > 50
