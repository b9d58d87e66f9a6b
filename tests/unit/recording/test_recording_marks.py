"""What could not be followed stands visibly in the recording, and so do notes, displays and raw input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.formats import SIZE, click, files_limited_to, picture

from studio.engine.errors import BadRecording, CannotWrite
from studio.engine.recording import RecordingWriter, load_recording, recover_recording

LOST = "A click outside of the window was left out."


def marked(folder: Path, *, finish: bool = True) -> Path:
    with RecordingWriter(folder, app_url=None, viewport=SIZE, backend="desktop", origin=(-40, 0), window="Desk") as out:
        out.mark("Too early.", 0.1)
        out.append(click(t=0.5, note="the first", scale=1.25, monitor=1, window="Desk"), picture(0), picture(1))
        out.append(click(t=0.7), picture(1), picture(2))
        out.mark(LOST, 0.9)
        out.raw(b'{"t": 0.5, "kind": "pointer_down"}\n')
        assert (folder / "raw.jsonl").read_bytes().endswith(b"}\n")
        if finish:
            out.undo_last()
            out.finish()
    return folder


def test_markers_notes_and_displays_come_back(tmp_path: Path) -> None:
    recording = load_recording(marked(tmp_path / "rec"))
    assert [(m.after, m.t, m.sentence) for m in recording.not_recorded] == [(-1, 0.1, "Too early."), (0, 0.9, LOST)]
    event = recording.events[0]
    assert (event.note, event.scale, event.monitor, event.window) == ("the first", 1.25, 1, "Desk")
    assert (recording.meta.origin, recording.meta.window) == ((-40, 0), "Desk")
    assert recording.not_understood == ()


def test_a_recovery_keeps_the_markers_that_are_whole(tmp_path: Path) -> None:
    folder = marked(tmp_path / "rec", finish=False)
    path = folder / "not_recorded.jsonl"
    path.write_bytes(path.read_bytes() + b'{"after": 1, "t"')
    assert [m.after for m in recover_recording(folder).not_recorded] == [-1, 1]
    assert path.read_bytes().count(b"\n") == 2


def test_broken_markers_are_refused(tmp_path: Path) -> None:
    folder = marked(tmp_path / "rec")
    (folder / "not_recorded.jsonl").write_text(json.dumps({"after": -3, "t": 0, "sentence": "x"}))
    with pytest.raises(BadRecording, match=r"not_recorded\.jsonl line 1"):
        load_recording(folder)


def test_raw_input_that_cannot_be_written_stops_the_recording(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "rec", app_url=None, viewport=SIZE) as out:
        out.raw(b'{"t": 1.0, "kind": "pointer_move"}\n')
        with files_limited_to(1000), pytest.raises(CannotWrite, match=r"raw\.jsonl was not written"):
            out.raw(b" " * 2000)
        assert (tmp_path / "rec/raw.jsonl").read_bytes().endswith(b"\n")
        assert out.failure is not None
        with pytest.raises(CannotWrite):
            out.append(click(), picture(0), picture(1))
