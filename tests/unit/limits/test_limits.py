"""What comes from outside is bounded before it is used: streams, pictures, files, answers of pages."""

from __future__ import annotations

import io
import json
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from helpers.formats import PROJECT, write_bundle, write_recording

from studio.__main__ import main
from studio.cli.stdin_commands import listen
from studio.engine import limits
from studio.engine.bundle import load_bundle
from studio.engine.errors import BadInput
from studio.engine.peek import inside, peek
from studio.engine.png_check import NotPng, claimed_size
from studio.engine.runtime.control import RunControl, StopRequested
from studio.engine.streams import Lines, answer_of, lines_of, object_of
from studio.engine.untrusted import parse_json, read_given
from studio.engine.vision.frame import Frame, UnreadableFrame


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb(width: int, height: int) -> bytes:
    """A whole PNG of a few bytes that claims a size."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(b"")), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize("size", [(60_000, 60_000), (0x7FFFFFFF, 1), (0, 5), (8001, 8000)])
def test_a_picture_is_judged_by_the_size_that_it_claims_before_it_is_decoded(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(NotPng):
        claimed_size(bomb(*size))
    for look in (lambda frame: frame.bgr, lambda frame: frame.size):
        with pytest.raises(UnreadableFrame):
            look(Frame(png=bomb(*size)))


@pytest.mark.parametrize("part", [b"IDAT", b"tEXt", b"acTL"])
def test_a_part_that_claims_more_bytes_than_there_are_is_not_made_room_for(
    part: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = cv2.imencode(".png", np.zeros((4, 4, 3), np.uint8))[1].tobytes()
    assert Frame(png=whole + b"more").bgr.shape == (4, 4, 3)
    claims = whole[:33] + struct.pack(">I", 0x7FFF0000) + part + whole[41:]
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    for broken in (claims, whole[:-12], whole[:40]):
        with pytest.raises(UnreadableFrame, match="cut"):
            _ = Frame(png=broken).bgr


def test_only_png_is_decoded(tmp_path: Path) -> None:
    for kind in (".jpg", ".bmp", ".webp"):
        made = cv2.imencode(kind, np.zeros((4, 4, 3), np.uint8))[1].tobytes()
        with pytest.raises(UnreadableFrame):
            _ = Frame(png=made).bgr
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "none", tmp_path / "pipe"):
        with pytest.raises(UnreadableFrame):
            Frame.of(path)


def test_a_file_that_a_person_names_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"12345")
    assert read_given(file, "a file", limit=5, error=BadInput) == b"12345"
    with pytest.raises(BadInput, match="larger than"):
        read_given(file, "a file", limit=4, error=BadInput)
    for path in (tmp_path, tmp_path / "none", Path("/dev/zero"), Path("a\0b")):
        with pytest.raises(BadInput, match="give a file"):
            read_given(path, "a file", limit=5, error=BadInput)


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"a":' * 70 + b"1" + b"}" * 70,
        b"[NaN]",
        b"[-Infinity]",
        b"[1e400]",
        b"[1e16]",
        b"[" + b"9" * 5000 + b"]",
        b'["\xff"]',
        b'["\\ud83d"]',
        b'{"\\udc00": 1}',
        b"\xef\xbb\xbf[]",
        b"",
    ],
)
def test_json_is_refused_in_one_sentence(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        parse_json(data, "it", BadInput)
    assert "\n" not in str(refusal.value)
    (tmp_path / "x.json").write_bytes(data)
    assert peek(tmp_path / "x.json") == {}
    assert object_of(data) is None


def test_whole_characters_are_read_however_they_are_written() -> None:
    assert parse_json(b'["\\ud83d\\ude00", "\\\\ud83d"]', "it", BadInput) == ["😀", "\\ud83d"]


def test_half_an_emoji_in_a_page_ends_no_recording() -> None:
    assert answer_of('["a\\ud83d", "\\ud83d\\ude00"]') == ["a\ufffd", "😀"]
    json.dumps(answer_of('"\\udc00"'), ensure_ascii=False).encode()
    for answer in ("[" * 100_000, "no json", '"' + "a" * limits.MAX_ANSWER_CHARS + '"'):
        with pytest.raises(ValueError):
            answer_of(answer)


def test_a_name_leads_to_no_file_outside_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "other.png").write_bytes(b"")
    (tmp_path / "run/link.png").symlink_to(tmp_path / "other.png")
    (tmp_path / "run/own.png").write_bytes(b"")
    assert inside(tmp_path / "run", "own.png") == (tmp_path / "run/own.png").resolve()
    for name in ("../other.png", str(tmp_path / "other.png"), "link.png", "", ".", "a\0b", "x" * 5000):
        assert inside(tmp_path / "run", name) is None


def test_lines_of_a_stream_are_bounded() -> None:
    stream = io.BytesIO(b"a\n\r\n" + b"b" * 25 + b"\nc\r\n" + b"d" * 10 + b"\ne")
    assert list(lines_of(stream, 10)) == [b"a", b"", b"b" * 10, b"c", b"d" * 10, b"e"]


@pytest.mark.parametrize("step", [1, 3, 7, 100])
def test_lines_come_whole_however_they_are_cut_and_long_ones_are_left_out(step: int) -> None:
    data = b"one\n\ntwo\n" + b"x" * 30 + b"\nthree\nfour"
    lines = Lines(10)
    found = [line for at in range(0, len(data), step) for line in lines.feed(data[at : at + step])]
    assert [*found, *lines.end()] == [b"one", b"two", b"three", b"four"]
    assert lines.end() == []


def test_commands_after_bytes_that_are_no_text_are_still_heard() -> None:
    control, told = RunControl(), []
    stream = io.BytesIO(b"\xff\xfe\n" + b"[" * 100_000 + b'\n{"command": "stop"}\n')
    listen(lines_of(stream), control, told.append).join(5)
    assert len(told) == 2
    with pytest.raises(StopRequested):
        control.check()


def test_names_that_are_no_text_end_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File systems hold any bytes; files, streams and terminals hold text."""
    bundle, recording = write_bundle(tmp_path / "b"), write_recording(tmp_path / "r")
    for folder in (bundle, recording / "frames"):
        Path(os.fsdecode(bytes(folder) + b"/\xff.png")).write_bytes(b"")
    assert main(["validate", str(bundle), "--json"]) == 2
    with pytest.raises(BadInput, match=r"\\udcff"):
        load_bundle(bundle)
    assert main(["compile", str(recording), "--out", str(tmp_path / "c"), "--name", "x", "--json"]) == 0
    for wrong in (["compile", str(recording), "--out", "c2", "--name", "x\udcff"], ["\udcff"], ["validate", "\udcff"]):
        assert main([*wrong, "--json"]) == 2
    assert "\udcff" not in capsys.readouterr().out


def test_every_limit_stands_in_the_table() -> None:
    text = (PROJECT / "docs" / "limits.md").read_text("utf-8")
    table = text.partition("## Sizes")[2].partition("\n## ")[0]
    told = [line.split("|")[2].strip() for line in table.splitlines() if line.startswith("| ")][1:]
    held = [f"{int(value):,}" for name, value in vars(limits).items() if name.startswith("MAX_")]
    assert sorted(told) == sorted(held)
