"""The path of a drag, and keys that are held while a click is made: kept in recordings and in workflows."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent


def test_an_event_keeps_the_path_and_the_modifiers_of_a_drag() -> None:
    path = ((0, 0, 0), (4, -3, 20), (9, 1, 55))
    event = RecordedEvent(kind=ActionKind.DRAG, x=10, y=20, end_x=19, end_y=21, path=path, modifiers=("Shift",))
    again = RecordedEvent.model_validate(json.loads(event.to_line()))
    assert (again.path, again.modifiers) == (path, ("Shift",))


def test_an_event_without_them_says_nothing_of_them() -> None:
    event = RecordedEvent(kind=ActionKind.CLICK, x=10, y=20)
    assert not {"path", "modifiers"} & set(event.to_json())


def test_a_modifier_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValidationError):
        RecordedEvent.model_validate({"i": 0, "kind": "click", "x": 1, "y": 2, "modifiers": ["Hyper"]})
