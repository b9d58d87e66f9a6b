"""Clicks, drags, hovers and the wheel."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.raw_input import (
    actions,
    chord,
    click,
    command,
    down,
    move,
    press,
    release,
    results,
    told,
    typed,
    up,
    wait,
    wheel,
)

from studio.engine.backends.desktop.monitors import Monitor
from studio.engine.model.geometry import Region
from studio.recorder.actions import Action
from studio.recorder.normaliser import Rest, Settings


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param([click(1, 2)], ["click 1,2"], id="click"),
        pytest.param([press(1, 2), release(3, 4)], ["click 1,2"], id="a trembling hand"),
        pytest.param([press(1, 2), wait(5), release(1, 2)], ["click 1,2"], id="held long"),
        pytest.param([click(1, 2), click(2, 2)], ["double_click 1,2"], id="double"),
        pytest.param([click(1, 2), wait(0.6), click(1, 2)], ["click 1,2"] * 2, id="too slow"),
        pytest.param([click(1, 2), click(30, 2)], ["click 1,2", "click 30,2"], id="too far"),
        pytest.param([click(1, 2), typed("a"), click(1, 2)], ["click 1,2", "type a", "click 1,2"], id="typed between"),
        pytest.param(
            [click(1, 2), click(1, 2), wait(2), click(1, 2)], ["double_click 1,2", "click 1,2"], id="double, then one"
        ),
        pytest.param([click(1, 2) * 4], ["double_click 1,2"] * 2, id="four"),
        pytest.param([click(1, 2) * 5], ["double_click 1,2"] * 2 + ["click 1,2"], id="five"),
        pytest.param([click(1, 2, "right")], ["right_click 1,2"], id="right"),
        pytest.param([click(1, 2), click(1, 2, "right")], ["click 1,2", "right_click 1,2"], id="left and right"),
        pytest.param([press(1, 2), move(50, 2), release(99, 2)], ["drag 1,2 99,2"], id="drag"),
        pytest.param([press(1, 2), move(90, 2), release(1, 3)], ["drag 1,2 1,3"], id="there and back draws something"),
        pytest.param([press(1, 2), move(9, 2), release(1, 3)], ["click 1,2"], id="a hand that trembles"),
        pytest.param([down("ctrl_l"), click(1, 2), up("ctrl_l")], ["click 1,2"], id="with Control"),
        pytest.param(
            [down("shift"), press(1, 2), up("shift"), release(90, 2)], ["drag 1,2 90,2"], id="drag with Shift"
        ),
        pytest.param(
            [click(1, 2), press(1, 2), release(99, 2)], ["click 1,2", "drag 1,2 99,2"], id="drag after a click"
        ),
        pytest.param(
            [move(7, 8), {"kind": "pointer_down"}, {"kind": "pointer_up"}], ["click 7,8"], id="place not told"
        ),
        pytest.param([release(1, 2), click(3, 4)], ["click 3,4"], id="released only"),
        pytest.param([press(1, 2), typed("a"), release(1, 2)], ["click 1,2", "type a"], id="typed while down"),
    ],
)
def test_buttons(pieces: list[Any], expected: list[str]) -> None:
    assert told(*pieces) == expected


def test_what_was_held_at_the_press_and_the_way_of_a_drag_are_kept() -> None:
    held, way = [down("ctrl_l"), down("shift")], [up("ctrl_l"), move(60, 90)]
    (drag,) = results(held, press(1, 2), way, release(90, 2), up("shift"))
    assert isinstance(drag, Action)
    assert drag.modifiers == ("Control", "Shift")
    assert [point[:2] for point in drag.path] == [(0, 0), (59, 88), (89, 0)]


@pytest.mark.parametrize(
    ("pieces", "recorded", "words"),
    [
        pytest.param([click(1, 2) * 3], ["double_click 1,2", "click 1,2"], "Three clicks", id="three clicks"),
        pytest.param([click(1, 2, "middle")], [], "middle button at (1, 2)", id="middle"),
        pytest.param([click(1, 2, "x1")], [], "x1 button", id="a fourth button"),
        pytest.param([press(1, 2, "right"), release(90, 2, "right")], [], "drag with the right", id="right drag"),
        pytest.param(
            [press(1, 2), press(40, 2), release(40, 2)], ["click 40,2"], "not seen to come up", id="lost release"
        ),
        pytest.param([press(1, 2)], [], "still down", id="down at the end"),
        pytest.param([{"kind": "pointer_down"}], [], "unknown place", id="no place at all"),
        pytest.param([down("ctrl_l"), [wheel(1)] * 5, up("ctrl_l")], [], "zoom", id="zoom"),
    ],
)
def test_what_cannot_be_followed_is_told_once(pieces: list[Any], recorded: list[str], words: str) -> None:
    lines = told(*pieces)
    assert [line for line in lines if not line.startswith("!")] == recorded
    (marker,) = [line for line in lines if line.startswith("!")]
    assert words in marker


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param([[wheel(1)] * 3], ["scroll 5,6 0:360"], id="one gesture"),
        pytest.param([[wheel(2)] * 2, wheel(-1)], ["scroll 5,6 0:480", "scroll 5,6 0:-120"], id="two directions"),
        pytest.param([wheel(1), wheel(dx=1)], ["scroll 5,6 0:120", "scroll 5,6 120:0"], id="two axes"),
        pytest.param([wheel(1), wait(2), wheel(1)], ["scroll 5,6 0:120"] * 2, id="a pause"),
        pytest.param([wheel(1), wheel(1, x=400)], ["scroll 5,6 0:120", "scroll 400,6 0:120"], id="another place"),
        pytest.param(
            [wheel(1), click(), wheel(1)], ["scroll 5,6 0:120", "click 10,20", "scroll 5,6 0:120"], id="click"
        ),
        pytest.param([down("shift"), wheel(1), up("shift")], ["scroll 5,6 120:0"], id="shift turns it sideways"),
        pytest.param(
            [[press(5, 6, "scroll_down"), release(5, 6, "scroll_down")] * 2], ["scroll 5,6 0:240"], id="buttons"
        ),
        pytest.param([wheel()], [], id="nothing"),
    ],
)
def test_the_wheel(pieces: list[Any], expected: list[str]) -> None:
    assert told(*pieces) == expected


def test_a_hover_counts_where_it_revealed_what_was_clicked() -> None:
    path = [move(10, 10), wait(0.6), move(60, 10), move(200, 10), wait(0.6), move(200, 90), click(200, 100)]
    asked: list[Rest] = []

    def reveals(rest: Rest) -> bool:
        asked.append(rest)
        return rest.point.x == 200

    assert told(*path) == ["click 200,100"]
    assert told(*path, settings=Settings(reveals=reveals)) == ["hover 200,10", "click 200,100"]
    assert [tuple(rest.point) for rest in asked] == [(10, 10), (200, 10)]
    assert told(*path[:6], chord("shift", "tab"), click(), settings=Settings(reveals=reveals))[0] == "key Shift+Tab"
    assert told(command("hover", x=5, y=6), click()) == ["hover 5,6", "click 10,20"]


def test_points_beyond_the_monitors_are_clamped_and_negative_ones_are_kept() -> None:
    table = (Monitor(0, Region(0, 0, 400, 1085)), Monitor(1, Region(-1920, 0, 1920, 1080)))
    places = [(-7, 300), (400, 1085), (-1925, -3), (399, 5)]
    clamped = ["click -7,300", "click 399,1084", "click -1920,0", "click 399,5"]
    assert actions(*[click(*at) for at in places], settings=Settings(monitors=table)) == clamped
    assert actions(click(-7, 300)) == ["click -7,300"]
    assert actions(press(10, 10), release(900, 10), settings=Settings(monitors=table)) == ["drag 10,10 399,10"]
