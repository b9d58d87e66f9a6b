"""Texts that no recording can hold: cut where a page tells them, told and left out where a person put them in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from helpers.formats import picture

from studio.engine.model.structure_json import MAX_TEXT
from studio.engine.model.workflow import ActionKind
from studio.engine.privacy.masking import Mask
from studio.engine.recording import load_recording
from studio.engine.streams import answer_of
from studio.recorder.actions import Action
from studio.recorder.web.evidence import Look
from studio.recorder.web.performed import Performed
from studio.recorder.web.storing import Store


def test_what_a_page_tells_is_cut_to_what_a_recording_can_hold() -> None:
    told = answer_of(json.dumps({"a": ["x" * (MAX_TEXT + 5), 1], "b": "short"}))
    assert told == {"a": ["x" * MAX_TEXT, 1], "b": "short"}


def test_a_text_that_is_too_long_is_told_and_left_out(tmp_path: Path) -> None:
    told: list[Any] = []
    look = Look(0.0, "p", picture(1), None, settled=True)
    store = Store(tmp_path / "rec", look, app_url="http://x.example/", emit=told.append, mask=Mask())
    for text in ("short", "x" * MAX_TEXT):
        store.action(Performed(Action(ActionKind.TYPE, 1.0, 2.0, text=text), "p"), look, look)
    recording = load_recording(store.finish())
    assert [event.text for event in recording.events] == ["short"]
    assert [event.type for event in told] == ["action", "not_recorded"]
    assert "1,000,000 or more characters" in recording.not_recorded[0].sentence
