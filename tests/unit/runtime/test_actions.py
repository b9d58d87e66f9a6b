"""Sending one action: the right input, and nothing left pressed when it goes wrong."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.drawn_form import DrawnForm
from helpers.steps import step

from studio.engine.backends.protocols import SurfaceLost
from studio.engine.model.workflow import ActionKind
from studio.engine.runtime.actions import Unsupported, perform


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        (ActionKind.CLICK, "click"),
        (ActionKind.DOUBLE_CLICK, "click"),
        (ActionKind.RIGHT_CLICK, "click"),
        (ActionKind.HOVER, "move"),
        (ActionKind.DRAG, "drag"),
        (ActionKind.TYPE, "type"),
        (ActionKind.KEY, "press"),
    ],
)
def test_each_kind_sends_its_input(kind: ActionKind, sent: str) -> None:
    inputs: list[str] = []
    form = DrawnForm(on_input=inputs.append)
    place = form.note.place.center
    perform(form, step(action=kind, key="Enter"), place, place, "text")
    assert inputs == [sent]


def test_waiting_sends_nothing() -> None:
    inputs: list[str] = []
    perform(DrawnForm(on_input=inputs.append), step(action=ActionKind.WAIT), None, None, "")
    assert inputs == []


@pytest.mark.parametrize("error", [SurfaceLost("gone"), KeyboardInterrupt()])
def test_an_error_leaves_no_button_down(error: BaseException) -> None:
    def fail(_: str) -> None:
        raise error

    form = DrawnForm(on_input=fail)
    with pytest.raises(type(error)):
        perform(form, step(), form.save.place.center, None, "")
    assert not form.down


@pytest.mark.parametrize("more", [{"action": ActionKind.CLICK}, {"action": ActionKind.SELECT}])
def test_what_cannot_be_done_is_said(more: dict[str, Any]) -> None:
    form = DrawnForm()
    place = None if more["action"] is ActionKind.CLICK else form.note.place.center
    with pytest.raises(Unsupported):
        perform(form, step(**more), place, None, "Triage")
    assert form.clicks == []
