"""The copy of a cleaned-up recording: nothing that was hidden is in it, and it compiles as it was asked."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from helpers.form_recording import SAID, form_recording

from studio.engine.bundle import load_bundle
from studio.engine.compiler import compile_recording
from studio.engine.errors import BadRecording
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import CheckKind
from studio.engine.recording import Recording, edit, load_recording
from studio.engine.recording.edit import EditedRecording
from studio.engine.recording.events import AskedCheck
from studio.engine.recording.layout import frame_name
from studio.recorder.edited_copy import CopyStopped, write_edited
from studio.recorder.redacted import INK

CLICK, FIRST, SECOND, WHEEL, AGAIN, SAVE = range(6)
FIELD = Region(60, 120, 240, 30)


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    return load_recording(form_recording(tmp_path / "rec"))


def everything(recording: Recording) -> EditedRecording:
    return EditedRecording.of(recording.events)


def words_of(folder: Path) -> str:
    return "".join(p.read_text() for p in folder.rglob("*") if p.suffix in (".json", ".jsonl"))


def ink_in(recording: Recording, i: int, region: Region) -> float:
    """Which part of the region is painted over in the picture after action `i`."""
    part = recording.after_frame(i).bgr[region.y : region.bottom, region.x : region.right]
    return float((np.abs(part.astype(int) - INK).max(axis=2) == 0).mean())


def test_a_new_secret_is_in_no_word_and_no_picture_of_the_copy(recording: Recording, tmp_path: Path) -> None:
    merged = edit.merge(everything(recording), [FIRST, SECOND])
    copy = load_recording(write_edited(recording, edit.make_secret(merged, 1, "code"), tmp_path / "copy"))
    assert SAID[0] in words_of(recording.dir)
    assert SAID[0] not in words_of(copy.dir)
    assert copy.events[1].secret
    assert not (copy.dir / "raw.jsonl").exists()
    assert ink_in(copy, 1, FIELD.padded(-4)) == 1.0
    assert ink_in(copy, 4, Region(400, 400, 50, 50)) == 0.0


def test_without_structure_the_place_of_the_text_is_painted_while_it_shows_it(tmp_path: Path) -> None:
    recording = load_recording(form_recording(tmp_path / "rec", structure=False))
    hidden = edit.make_secret(everything(recording), FIRST, "code")
    copy = load_recording(write_edited(recording, hidden, tmp_path / "copy"))
    before, after = recording.before_frame(FIRST).bgr, recording.after_frame(FIRST).bgr
    typed = np.abs(after.astype(int) - before).max(axis=2) > 60
    painted = (np.abs(copy.after_frame(FIRST).bgr.astype(int) - INK).max(axis=2) == 0) & typed
    assert typed.sum() > 50
    assert painted.sum() == typed.sum()
    assert cv2.absdiff(copy.before_frame(FIRST).bgr, before).max() == 0


def test_a_redaction_reaches_all_pictures_and_what_the_program_told(recording: Recording, tmp_path: Path) -> None:
    place = Region(60, 120, 240, 30)
    with pytest.raises(edit.CannotRetouch, match="action 1"):
        edit.redact(everything(recording), place)
    files = {p: p.read_bytes() for p in recording.dir.rglob("*") if p.is_file()}
    left = edit.delete(everything(recording), [CLICK])
    copy = load_recording(write_edited(recording, edit.redact(left, place), tmp_path / "copy"))
    assert all(ink_in(copy, i, place) == 1.0 for i in range(5))
    told = [e for i in range(5) if (s := copy.after_structure(i)) for e in s.elements if e.element_id == "note"]
    assert {(e.name, e.value) for e in told if e.region == place} == {("", None)}
    assert {e.value for e in told if e.region != place} <= {"", "•••"}
    assert SAID[1].strip() not in words_of(copy.dir).replace(copy.events[1].to_line().decode(), "")
    assert copy.not_recorded[0].after == 1
    assert files == {p: p.read_bytes() for p in recording.dir.rglob("*") if p.is_file()}


def test_pictures_that_show_nothing_hidden_are_shared_and_a_stop_leaves_nothing(
    recording: Recording, tmp_path: Path
) -> None:
    copy = write_edited(recording, edit.delete(everything(recording), [WHEEL]), tmp_path / "copy")
    assert (copy / frame_name(3, "after")).samefile(recording.dir / frame_name(AGAIN, "after"))
    with pytest.raises(CopyStopped):
        write_edited(recording, everything(recording), tmp_path / "stopped", lambda done, _: done < 3)
    assert [p.name for p in tmp_path.iterdir() if "stopped" in p.name] == []


def test_what_a_person_asked_for_is_in_the_compiled_workflow(recording: Recording, tmp_path: Path) -> None:
    save = recording.events[SAVE].point
    assert save is not None
    frame = Region(save.x - 60, save.y - 20, 125, 44)
    edited = edit.make_parameter(edit.merge(everything(recording), [FIRST, SECOND]), 1, "note")
    edited = edit.retarget(edit.relabel(edit.merge(edited, [2, 3]), 3, "Keep it"), 3, frame)
    edited = edit.ask(edited, 3, AskedCheck(text="Patient notes", present=False))
    copy = write_edited(recording, edited, tmp_path / "copy")
    compile_recording(copy, tmp_path / "bundle", name="Note")
    steps = load_bundle(tmp_path / "bundle").workflow.steps
    assert [s.action.value for s in steps] == ["click", "type", "scroll", "click"]
    assert (steps[1].param, steps[2].scroll_dy) == ("note", 40)
    assert steps[3].anchor is not None
    assert steps[3].anchor.region == frame
    assert steps[3].intent == "click ‘Keep it’"
    assert (CheckKind.TEXT_ABSENT, "Patient notes") in [(c.kind, c.text) for c in steps[3].expect]


def test_a_check_that_would_lie_is_refused_naming_the_action(recording: Recording, tmp_path: Path) -> None:
    edited = edit.make_parameter(everything(recording), FIRST, "code")
    edited = edit.ask(edited, SAVE, AskedCheck(text=f"Saved {SAID[0]}"))
    copy = write_edited(recording, edited, tmp_path / "copy")
    with pytest.raises(BadRecording, match=r"Action 6, as it was cleaned up: .*another one in each run"):
        compile_recording(copy, tmp_path / "bundle", name="Note")
