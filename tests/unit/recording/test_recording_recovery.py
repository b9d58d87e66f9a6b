"""What a killed or failing recorder leaves is complete, or is recognised and recovered."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.formats import EVENTS, PROJECT, SIZE, click, files_limited_to, picture, typed, write_recording

from studio.engine.errors import BadRecording, CannotWrite
from studio.engine.recording import RecordingWriter, load_recording, recover_recording
from studio.engine.vision.frame import Frame


def unfinished(folder: Path, count: int = 3) -> Path:
    with RecordingWriter(folder, app_url=None, viewport=SIZE) as out:
        for i in range(count):
            out.append(click(t=float(i)), picture(i), picture(i + 1))
    return folder


def test_an_unfinished_recording_is_finished(tmp_path: Path) -> None:
    folder = unfinished(tmp_path / "rec")
    with pytest.raises(BadRecording, match="not finished"):
        load_recording(folder)
    recording = recover_recording(folder)
    assert len(recording.events) == 3
    assert recording.recovered == "The recorder was killed; no event had to be dropped."
    assert load_recording(folder).meta == recording.meta


def test_a_cut_line_and_its_frames_are_dropped(tmp_path: Path) -> None:
    folder = unfinished(tmp_path / "rec")
    path = folder / "events.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    (folder / "frames/.0003_after.png.1234.partial").write_bytes(b"half")
    recording = recover_recording(folder)
    assert len(recording.events) == 2
    assert recording.recovered == "The recorder was killed; 1 incomplete event had to be dropped."
    names = sorted(p.name for p in (folder / "frames").iterdir())
    assert names == ["0000_after.png", "0000_before.png", "0001_after.png", "0001_before.png"]


def test_an_event_without_whole_frames_is_dropped(tmp_path: Path) -> None:
    folder = unfinished(tmp_path / "rec")
    path = folder / "frames/0002_after.png"
    path.write_bytes(path.read_bytes()[:50])
    assert len(recover_recording(folder).events) == 2


def test_after_a_power_cut_all_from_the_first_incomplete_event_on_is_dropped(tmp_path: Path) -> None:
    folder = unfinished(tmp_path / "rec", 4)
    (folder / "frames/0001_after.png").unlink()
    (folder / "frames/0001_after.png").write_bytes(b"")
    recording = recover_recording(folder)
    assert recording.recovered == "The recorder was killed; 3 incomplete events had to be dropped."


def test_a_missing_meta_is_made_anew(tmp_path: Path) -> None:
    folder = write_recording(tmp_path / "rec")
    (folder / "meta.json").unlink()
    recording = recover_recording(folder)
    assert recording.meta.viewport == SIZE
    assert recording.meta.params == {"patient": "Jane Sample"}
    assert len(recording.events) == len(EVENTS)


def test_a_complete_recording_is_left_alone(tmp_path: Path) -> None:
    folder = write_recording(tmp_path / "rec")
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    assert recover_recording(folder).recovered is None
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before


def test_damage_in_the_middle_is_no_work_of_a_killed_recorder(tmp_path: Path) -> None:
    folder = unfinished(tmp_path / "rec")
    path = folder / "events.jsonl"
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"i": 1', b'"i": x'))
    with pytest.raises(BadRecording, match="line 2 is broken"):
        recover_recording(folder)
    path.write_bytes(data)


def test_frames_lost_from_a_finished_recording_are_no_work_of_a_killed_recorder(tmp_path: Path) -> None:
    folder = write_recording(tmp_path / "rec")
    path = folder / "events.jsonl"
    data = path.read_bytes()
    (folder / "frames/0001_before.png").unlink()
    with pytest.raises(BadRecording, match=r"0001_before\.png is missing"):
        recover_recording(folder)
    assert path.read_bytes() == data


def test_nothing_complete_is_nothing_to_recover(tmp_path: Path) -> None:
    folder = unfinished(tmp_path / "rec", 1)
    (folder / "frames/0000_after.png").unlink()
    with pytest.raises(BadRecording, match="not even its first event is complete"):
        recover_recording(folder)


def test_an_event_with_cut_structure_is_dropped(tmp_path: Path) -> None:
    folder = unfinished(tmp_path / "rec")
    (folder / "structure").mkdir()
    (folder / "structure/0002_after.json").write_bytes(b'{"url": "')
    assert len(recover_recording(folder).events) == 2


def test_recovery_removes_nothing_outside(tmp_path: Path) -> None:
    folder = unfinished(tmp_path / "rec")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/0009_after.json").write_text("mine")
    (folder / "structure").symlink_to(tmp_path / "elsewhere")
    recover_recording(folder)
    assert (tmp_path / "elsewhere/0009_after.json").read_text() == "mine"


def test_without_meta_and_first_frame_there_is_nothing_to_recover(tmp_path: Path) -> None:
    folder = unfinished(tmp_path / "rec")
    (folder / "meta.json").unlink()
    (folder / "frames/0000_before.png").write_bytes(b"")
    with pytest.raises(BadRecording, match="its first frame is not a PNG picture"):
        recover_recording(folder)


def test_a_refusing_disk_is_one_clear_sentence_and_keeps_what_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "rec"
    long = typed("x" * 5000)
    with RecordingWriter(folder, app_url=None, viewport=SIZE) as out:
        out.append(click(), picture(0), picture(1))
        out.flush()
        with files_limited_to(2000):
            out.append(long, picture(1), picture(2))
            with pytest.raises(CannotWrite, match=r"events\.jsonl was not written: the file would be larger"):
                out.flush()
        with pytest.raises(CannotWrite):
            out.append(click(), picture(1), picture(2))
        with pytest.raises(CannotWrite):
            out.finish()
    assert (folder / "events.jsonl").read_bytes() == click().to_line()
    assert len(recover_recording(folder).events) == 1


def test_a_full_disk_at_a_frame_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with RecordingWriter(tmp_path / "rec", app_url=None, viewport=SIZE) as out:
        out.append(click(), picture(0), picture(1))
        out.flush()
        monkeypatch.setattr("studio.engine.files._write_new", full)
        out.append(click(), picture(1), picture(2))
        with pytest.raises(CannotWrite, match=r"0001_after\.png was not written: the disk is full; free some space"):
            out.finish()


def test_a_frame_that_cannot_be_encoded_stops_the_recording(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "rec", app_url=None, viewport=SIZE) as out:
        out.append(click(), picture(0), Frame(png=b"broken"))
        with pytest.raises(CannotWrite, match="was not written any further"):
            out.finish()


RECORD_FOR_EVER = """
import sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from helpers.formats import SIZE, click, picture
from studio.engine.recording import RecordingWriter
writer = RecordingWriter(Path(sys.argv[1]), app_url=None, viewport=SIZE)
for i in range(10**9):
    writer.append(click(t=float(i)), picture(i % 256), picture((i + 1) % 256))
    print(i, flush=True)
"""


@pytest.mark.parametrize("after", [1, 4, 23])
def test_a_recorder_killed_at_any_moment_is_recovered(tmp_path: Path, after: int) -> None:
    folder = tmp_path / "rec"
    command = [sys.executable, "-c", RECORD_FOR_EVER, str(folder), str(PROJECT / "tests")]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for _ in range(after + 10):  # beyond the queue: at least `after` events are on disk
            child.stdout.readline()
        os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(BadRecording):
        load_recording(folder)
    recording = recover_recording(folder)
    assert len(recording.events) >= after - 1
    assert [e.t for e in recording.events] == [float(i) for i in range(len(recording.events))]
    assert recording.after_frame(len(recording.events) - 1).same_pixels(picture(len(recording.events) % 256))
    assert json.loads((folder / "meta.json").read_bytes())["recovered"]
