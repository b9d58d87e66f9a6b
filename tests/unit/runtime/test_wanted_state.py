"""A step that brings a control into a state has nothing to do where it is in it already."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.elements import element, seen
from helpers.steps import step

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.wanted_state import wanted_state
from studio.engine.model.geometry import Point, Region
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, WantedState
from studio.engine.recording import RecordedEvent
from studio.engine.runtime.wanted_state import already_there, of_its_state

ON = WantedState(attribute="checked", value=True)


def box(**more: Any) -> Element:
    return element("Copy", role="checkbox", tag="input", **more)


def turned(was: Element, now: Element, **event: Any) -> WantedState | None:
    pressed = RecordedEvent(**{"kind": ActionKind.CLICK, "x": 110, "y": 110, **event})
    shown = seen(now).structure
    return wanted_state(StepDraft(pressed, "step_000", pressed.kind, element=was), shown)


@pytest.mark.parametrize("attribute", ["checked", "pressed", "expanded"])
@pytest.mark.parametrize("value", [True, False])
def test_what_a_click_turned_is_what_is_wanted(attribute: Any, value: bool) -> None:
    made = turned(box(**{attribute: not value}), box(**{attribute: value}))
    assert made == WantedState(attribute=attribute, value=value)


def test_a_click_that_turned_nothing_or_more_than_one_thing_is_a_click() -> None:
    assert turned(box(checked=True), box(checked=True)) is None
    assert turned(box(checked=None), box(checked=True)) is None
    assert turned(box(checked=False, expanded=False), box(checked=True, expanded=True)) is None
    assert turned(box(expanded=False, selected=False), box(expanded=True, selected=True)) is None


def test_a_click_selects_however_often_it_is_made_but_not_with_control() -> None:
    was, now = box(selected=False), box(selected=True)
    assert turned(was, now) is None
    assert turned(was, now, modifiers=("Control",)) == WantedState(attribute="selected", value=True)


def test_a_click_into_a_field_that_opens_its_list_is_made_for_the_keyboard_too() -> None:
    assert turned(box(expanded=False, editable=True), box(expanded=True, editable=True)) is None


def found(index: int | None = None) -> Resolution:
    region = Region(100, 100, 100, 30)
    return Resolution(rung=Rung.STRUCTURAL, point=Point(110, 110), region=region, confidence=1.0, element=index)


def test_it_is_done_already_only_where_the_control_says_so() -> None:
    bring = step(wanted_state=ON)
    on, off, mute = box(checked=True), box(checked=False), box()
    assert already_there(bring, found(on.index), seen(on)) == "it is ticked already"
    assert already_there(bring, found(), seen(on)) == "it is ticked already"
    for other in (off, mute):
        assert already_there(bring, found(other.index), seen(other)) is None
    assert already_there(bring, None, seen(on)) is None
    assert already_there(step(), found(on.index), seen(on)) is None


def test_another_box_beside_it_says_nothing() -> None:
    other = element("Other", (300, 300), role="checkbox", checked=True)
    assert already_there(step(wanted_state=ON), found(), seen(box(checked=False), other)) is None


def test_then_only_the_state_is_checked() -> None:
    state = Postcondition(kind=CheckKind.STATE, attribute="checked", value="true")
    more = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Copied")
    assert of_its_state(step(expect=(state, more))).expect == (state,)
