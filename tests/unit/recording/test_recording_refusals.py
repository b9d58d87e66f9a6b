"""What is broken is refused with one sentence that names the place."""

from __future__ import annotations

import json
import os
import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.formats import write_recording

from studio.engine.errors import BadInput, BadRecording, NewerVersion
from studio.engine.recording import lines as lines_module
from studio.engine.recording import load_recording

Break = Callable[[Path], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_recording(tmp_path / "rec")


def line(number: int, **changes: object) -> Break:
    """Change fields of one line (from 1); None removes a field."""

    def change(folder: Path) -> None:
        lines = (folder / "events.jsonl").read_text().splitlines()
        data = json.loads(lines[number - 1]) | changes
        lines[number - 1] = json.dumps({k: v for k, v in data.items() if v is not None})
        (folder / "events.jsonl").write_text("\n".join(lines) + "\n")

    return change


def meta(**changes: object) -> Break:
    def change(folder: Path) -> None:
        data = json.loads((folder / "meta.json").read_bytes()) | changes
        (folder / "meta.json").write_text(json.dumps(data))

    return change


def replaced(name: str, old: bytes, new: bytes) -> Break:
    def change(folder: Path) -> None:
        data = (folder / name).read_bytes()
        assert old in data
        (folder / name).write_bytes(data.replace(old, new, 1))

    return change


def written(name: str, data: bytes) -> Break:
    def change(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).write_bytes(data)

    return change


def removed(name: str) -> Break:
    return lambda folder: (folder / name).unlink()


def linked_out(folder: Path) -> None:
    outside = folder.parent / "outside.png"
    (folder / "frames/0001_after.png").rename(outside)
    (folder / "frames/0001_after.png").symlink_to(outside)


def frames_linked_out(folder: Path) -> None:
    (folder / "frames").rename(folder.parent / "elsewhere")
    (folder / "frames").symlink_to(folder.parent / "elsewhere")


def pipe(folder: Path) -> None:
    (folder / "frames/0001_after.png").unlink()
    os.mkfifo(folder / "frames/0001_after.png")


def bomb() -> bytes:
    """A PNG of a few hundred bytes that claims 50,000 × 50,000 px."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


CASES: list[tuple[str, Break, str]] = [
    ("no events file", removed("events.jsonl"), "rec/events.jsonl is missing"),
    ("empty events file", written("events.jsonl", b""), "events.jsonl is empty"),
    ("blank events file", written("events.jsonl", b"\n \n"), "events.jsonl is empty"),
    ("broken line", replaced("events.jsonl", b'"kind": "type"', b'"kind": type"'), "line 2 is broken JSON"),
    ("line is a list", replaced("events.jsonl", b"\n{", b"\n[]\n{"), "line 2 must be a JSON object, and is a list"),
    ("lost line", replaced("events.jsonl", b'"i": 2', b'"i": 3'), "line 3 has i = 3, where 2 is expected"),
    ("not UTF-8", replaced("events.jsonl", b"Jane", b"\xff\xfe"), "line 2 is not UTF-8"),
    ("NaN", replaced("events.jsonl", b"0.5", b"NaN"), "line 1 holds a number that cannot be read"),
    ("infinite", replaced("events.jsonl", b"0.5", b"1e999"), "line 1 holds a number that cannot be read"),
    ("huge", replaced("events.jsonl", b'"x": 3', b'"x": ' + b"9" * 5000), "line 1 holds a number"),
    ("large", line(1, x=99_999_999), "line 1: x: input should be less than"),
    ("wrong type", line(1, x="3"), "line 1: x: input should be a valid integer; it is '3'"),
    ("true is no number", line(1, x=True), "line 1: x: "),
    ("negative time", line(1, t=-1), "line 1: t: "),
    ("unknown action", line(3, kind="teleport"), "line 3: the action 'teleport' is not known; known are click,"),
    ("no action", line(3, kind=None), "line 3: the action None is not known"),
    ("action is a list", line(3, kind=[]), r"line 3: the action \[\] is not known"),
    ("click without a point", line(1, y=None), "line 1: a click needs y"),
    ("key without a key", line(3, key=None), "line 3: a key needs key"),
    ("text without a text", line(2, text=None, param=None), "line 2: a type needs text"),
    ("point outside", line(1, x=40), r"line 1: the action is at \(40, 4\), outside of its frame of 40 × 30 px"),
    ("point before the edge", line(1, x=-1), "line 1: the action is at"),
    ("broken element", line(1, element={"tag": 3}), "line 1: element.index is missing"),
    ("deep nesting", replaced("events.jsonl", b'"x": 3', b'"x": ' + b"[" * 99 + b"]" * 99), "nested too deeply"),
    ("endless nesting", replaced("events.jsonl", b'"x": 3', b'"x": ' + b"[" * 99_999), "line 1 is "),
    ("no frame", removed("frames/0002_after.png"), "rec/frames/0002_after.png is missing"),
    ("empty frame", written("frames/0002_after.png", b""), "frames/0002_after.png is not a PNG picture"),
    ("text as frame", written("frames/0002_after.png", b"hello"), "frames/0002_after.png is not a PNG picture"),
    ("image bomb", written("frames/0002_after.png", bomb()), "0002_after.png claims 50000 × 50000 px"),
    ("link leaves", linked_out, "frames/0001_after.png is a link that leaves the folder"),
    ("folder link leaves", frames_linked_out, "frames/0000_before.png is a link that leaves the folder"),
    ("pipe", pipe, "frames/0001_after.png is not a file"),
    ("broken meta", written("meta.json", b"{"), "meta.json is broken JSON"),
    ("meta is a list", written("meta.json", b"[]"), "meta.json must be a JSON object"),
    ("no id", replaced("meta.json", b'"id"', b'"ID"'), "meta.json: id: field required"),
    ("wrong version", meta(version="1"), "meta.json: the version '1'"),
    ("version true", meta(version=True), "meta.json: the version True"),
    ("no meta", removed("meta.json"), "rec has no meta.json: .* studio record --recover"),
    ("unfinished", meta(finished=False), "rec was not finished: .* studio record --recover"),
    ("cut line", replaced("events.jsonl", b"400, ", b""), "line 4"),
]


@pytest.mark.parametrize(("change", "sentence"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_broken_recordings_are_refused_with_one_sentence(folder: Path, change: Break, sentence: str) -> None:
    load_recording(folder)
    change(folder)
    with pytest.raises(BadRecording, match=sentence) as refusal:
        load_recording(folder)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 400


def test_a_cut_last_line_says_how_to_recover(folder: Path) -> None:
    path = folder / "events.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(BadRecording, match=r"line 4 is cut: the recorder was killed while it wrote.*--recover"):
        load_recording(folder)


def test_a_last_line_without_a_line_feed_is_whole(folder: Path) -> None:
    path = folder / "events.jsonl"
    path.write_bytes(path.read_bytes()[:-1])
    assert len(load_recording(folder).events) == 4


@pytest.mark.parametrize("cut", [1, 9, 40, 60])
def test_cut_and_damaged_pictures_are_told_apart_from_whole_ones(folder: Path, cut: int) -> None:
    path = folder / "frames/0003_after.png"
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    with pytest.raises(BadRecording, match=r"frames/0003_after\.png is"):
        load_recording(folder)
    path.write_bytes(data[:-cut] + bytes([data[-cut] ^ 1]) + data[len(data) - cut + 1 :])
    with pytest.raises(BadRecording, match=r"frames/0003_after\.png is"):
        load_recording(folder)


def test_newer_versions_are_refused(folder: Path) -> None:
    meta(version=2)(folder)
    with pytest.raises(NewerVersion, match="update Waymark Studio"):
        load_recording(folder)


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecording, match="does not exist"):
        load_recording(tmp_path / "none")
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadRecording, match="is not a folder"):
        load_recording(tmp_path / "file")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadRecording, match="is not a recording"):
        load_recording(tmp_path / "empty")


def test_too_many_events_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_module, "MAX_EVENTS", 3)
    with pytest.raises(BadRecording, match="has 4 lines, more than the 3"):
        load_recording(folder)


def test_unknown_fields_are_kept_aside_and_listed(folder: Path) -> None:
    line(1, mood="good", element={"index": 0, "tag": "a", "role": "", "name": "", "region": [0, 0, 1, 1], "hue": 3})(
        folder
    )
    line(2, mood="bad")(folder)
    meta(weather="fine")(folder)
    recording = load_recording(folder)
    assert recording.not_understood == (
        "meta.json: the field 'weather'",
        "events.jsonl: the field 'mood' (2 times)",
        "events.jsonl: the field 'element.hue'",
    )
    assert recording.extras == {0: {"mood": "good", "element.hue": 3}, 1: {"mood": "bad"}}


def test_a_secrets_text_is_left_out_when_read(folder: Path) -> None:
    line(2, secret=True)(folder)
    recording = load_recording(folder)
    assert recording.events[1].text is None
    assert recording.not_understood == ("events.jsonl: the text of a secret, which is left out",)


def test_fractions_of_pixels_are_rounded(folder: Path) -> None:
    line(1, x=3.6)(folder)
    assert load_recording(folder).events[0].x == 4


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"url": 3, "title": ""}', b'{"url": "", "title": "", "hue": 1}'])
def test_broken_structure_is_refused(folder: Path, data: bytes) -> None:
    (folder / "structure").mkdir()
    (folder / "structure/0001_before.json").write_bytes(data)
    with pytest.raises(BadRecording, match=r"structure/0001_before\.json"):
        load_recording(folder).before_structure(1)


def test_a_picture_that_cannot_be_decoded_is_refused(folder: Path) -> None:
    data = bomb().replace(struct.pack(">II", 50_000, 50_000), struct.pack(">II", 40, 30))
    header = data[12:29]
    written("frames/0003_after.png", data[:29] + struct.pack(">I", zlib.crc32(header)) + data[33:])(folder)
    recording = load_recording(folder)
    with pytest.raises(BadRecording, match=r"frames/0003_after\.png is a picture that cannot be read"):
        recording.after_frame(3)


def test_every_refusal_is_bad_input() -> None:
    assert issubclass(BadRecording, BadInput)
    assert issubclass(NewerVersion, BadInput)
    assert issubclass(BadInput, ValueError)
    assert re.fullmatch("x", str(BadInput("x")))
