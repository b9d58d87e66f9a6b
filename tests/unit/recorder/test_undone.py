"""What a person took back is in no raw input of the finished recording, and what stayed is still there."""

from __future__ import annotations

from pathlib import Path

from studio.recorder.raw import RawEvent
from studio.recorder.raw_file import read_raw, to_bytes
from studio.recorder.undone import leave_out_undone


def typed(text: str, t: float) -> list[RawEvent]:
    keys = []
    for n, char in enumerate(text):
        keys.append(RawEvent(t=t + n / 10, kind="key_down", key=char, char=char))
        keys.append(RawEvent(t=t + n / 10 + 0.05, kind="key_up", key=char, char=char))
    return keys


def click(t: float, x: int) -> list[RawEvent]:
    press = {"button": "left", "x": x, "y": 20}
    return [RawEvent(t=t, kind="pointer_down", **press), RawEvent(t=t + 0.1, kind="pointer_up", **press)]


def test_what_was_taken_back_leaves_the_raw_input_too(tmp_path: Path) -> None:
    slip = [*click(0, 20), *typed("hunter", 1), *click(5, 400)]
    undo = [RawEvent(t=8, kind="command", name="undo_last"), RawEvent(t=8.1, kind="command", name="undo_last")]
    (tmp_path / "raw.jsonl").write_bytes(to_bytes([*slip, *undo, *click(9, 20), *typed("kept", 10)]))
    assert leave_out_undone(tmp_path)
    left = read_raw(tmp_path / "raw.jsonl").events
    assert "".join(e.char or "" for e in left if e.kind == "key_down") == "kept"
    assert "masked" in {e.kind for e in left}


def test_a_recording_without_raw_input_stays_as_it_is(tmp_path: Path) -> None:
    assert not leave_out_undone(tmp_path)
    assert list(tmp_path.iterdir()) == []
