"""A recording closes with what was seen at the end: the screen on which the person was done."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent, RecordingWriter, load_recording
from studio.engine.vision.frame import Frame


def picture(grey: int) -> Frame:
    return Frame(bgr=np.full((20, 30, 3), grey, np.uint8))


def written(folder: Path, *, end: bool) -> Path:
    with RecordingWriter(folder, app_url=None, viewport=(30, 20)) as writer:
        writer.append(RecordedEvent(kind=ActionKind.CLICK, x=1, y=2), picture(1), picture(2))
        return writer.finish((picture(3), StructureSnapshot("u", "Saved")) if end else None)


def test_the_end_is_the_before_picture_of_an_action_that_never_came(tmp_path: Path) -> None:
    recording = load_recording(written(tmp_path / "rec", end=True))
    assert recording.has_end
    assert len(recording.events) == 1
    assert recording.before_frame(1).bgr[0, 0, 0] == 3
    told = recording.before_structure(1)
    assert told is not None
    assert told.title == "Saved"
    with pytest.raises(IndexError):
        recording.after_frame(1)


def test_a_recording_without_one_opens_as_before(tmp_path: Path) -> None:
    recording = load_recording(written(tmp_path / "rec", end=False))
    assert not recording.has_end
    with pytest.raises(IndexError):
        recording.before_frame(1)


def test_nothing_done_leaves_no_end(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "rec", app_url=None, viewport=(30, 20)) as writer:
        writer.finish((picture(3), None))
    assert not (tmp_path / "rec" / "frames" / "0000_before.png").exists()
