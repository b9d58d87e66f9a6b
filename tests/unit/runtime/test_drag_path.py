"""The recorded path of a drag, laid between the places where its two ends are found."""

from __future__ import annotations

from typing import Any

from helpers.drawn_form import DrawnForm
from helpers.steps import step

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.actions import perform
from studio.engine.runtime.drag_path import path_between

CANVAS = Region(100, 100, 400, 300)
V_SHAPE = ((0, 0, 0), (50, 80, 100), (100, 0, 250))


def drag(**more: Any) -> Step:
    anchor = Anchor(region=CANVAS, click_point=Point(150, 150))
    return step(action=ActionKind.DRAG, anchor=anchor, path=V_SHAPE, **more)


def found(at: Point, region: Region = CANVAS) -> Resolution:
    return Resolution(rung=Rung.STRUCTURAL, point=at, region=region, confidence=1.0)


def test_the_way_and_its_pace_are_kept() -> None:
    path = path_between(drag(), found(Point(150, 150)), found(Point(250, 150)))
    assert [(tuple(p.point), p.at_s) for p in path] == [((150, 150), 0.0), ((200, 230), 0.1), ((250, 150), 0.25)]


def test_it_moves_with_the_control() -> None:
    moved = CANVAS.moved(20, -30)
    path = path_between(drag(), found(Point(170, 120), moved), found(Point(270, 120), moved))
    assert [tuple(p.point) for p in path] == [(170, 120), (220, 200), (270, 120)]


def test_it_grows_with_the_control() -> None:
    larger = Region(100, 100, 800, 600)
    path = path_between(drag(), found(Point(200, 200), larger), found(Point(400, 200), larger))
    assert [tuple(p.point) for p in path] == [(200, 200), (300, 360), (400, 200)]


def test_an_end_that_stands_elsewhere_bends_the_way_to_it() -> None:
    path = path_between(drag(), found(Point(150, 150)), found(Point(250, 190)))
    assert tuple(path[0].point) == (150, 150)
    assert tuple(path[1].point) == (200, 250)
    assert tuple(path[-1].point) == (250, 190)


def test_without_a_path_there_is_none() -> None:
    assert path_between(step(action=ActionKind.DRAG), found(Point(1, 1)), found(Point(2, 2))) == ()


def test_modifiers_are_held_around_the_click() -> None:
    inputs: list[str] = []
    form = DrawnForm(on_input=inputs.append)
    perform(form, step(modifiers=("Control", "Shift")), form.note.place.center, None, "")
    assert inputs == ["down Control+Shift", "click", "up Control+Shift"]
