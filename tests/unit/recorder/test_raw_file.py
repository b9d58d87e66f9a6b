"""raw.jsonl is read generously, and a recording is made of it again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.formats import click as clicked
from helpers.formats import picture, typed
from helpers.raw_input import click, command, focus, tap, timed, wait, wheel
from helpers.raw_input import typed as keys

from studio.__main__ import main as run
from studio.engine.compiler import compile_recording
from studio.engine.errors import BadRecording
from studio.engine.recording import RecordedEvent, RecordingWriter, load_recording
from studio.recorder.raw_file import read_raw, to_bytes

CARD = "4111 1111 1111 1111"


def raw_of(folder: Path, *lines: Any, end: str = "\n") -> Path:
    """A raw.jsonl of these lines, objects or text."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / "raw.jsonl").write_text(text + end, encoding="utf-8")
    return folder / "raw.jsonl"


def events_of(folder: Path) -> list[dict[str, Any]]:
    """The lines of events.jsonl without their numbers and times."""
    lines = [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["i"] for line in lines] == list(range(len(lines)))
    return [{name: value for name, value in line.items() if name not in ("i", "t")} for line in lines]


def test_it_is_read_as_it_was_meant(tmp_path: Path) -> None:
    path = raw_of(
        tmp_path,
        "\ufeff" + json.dumps({"t": 0, "kind": "pointer_move", "x": 1.6, "y": -3, "char": None, "colour": "red"}),
        "",
        {"t": 1, "kind": "wheel", "dy": 0.25, "dx": -0.1, "dead": None, "text": None, "injected": None},
        {"t": 2, "kind": "focus", "text": "Name"},
        {"t": 2.5, "kind": "focus", "field": "Code", "password": True},
        {"t": 3, "kind": "command", "command": "param_next", "name": "finish"},
        {"t": 3.2, "kind": "command", "name": "param_next", "text": "note"},
        {"t": 3.1, "kind": "command", "text": "undo_last"},
        {"t": 4, "kind": "command", "name": "dance"},
        '{"t": 5, "kind": "key_down", "key": "a", "char": "\\ud83d"}\r',
        '{"t": 6, "kind": "key_d',
        end="",
    )
    raw = read_raw(path)
    assert [(e.x, e.y, e.dx, e.dy) for e in raw.events[:2]] == [(2, -3, 0, 0), (None, None, -1, 1)]
    assert [(e.label, e.secret) for e in raw.events[2:4]] == [("Name", False), ("Code", True)]
    assert [(e.name, e.text) for e in raw.events[4:8]] == [
        ("param_next", "finish"), ("undo_last", None), ("param_next", "note"), ("dance", None)]  # fmt: skip
    assert raw.events[8].char is None
    assert len(raw.notes) == 4
    for word in ("colour", "dance", "order", "cut"):
        assert any(word in note for note in raw.notes)
    path.write_bytes(to_bytes(raw.events))
    assert read_raw(path).events == raw.events


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (['{"t": 1, "kind": "key_up"}', "{oops", '{"t": 2, "kind": "key_up"}'], "line 2"),
        (['{"t": 1, "kind": "key_up"}', "[1]"], "line 2 must be a JSON object"),
        ([{"kind": "key_up"}], "line 1: t: field required"),
        ([{"t": -1, "kind": "key_up"}], "line 1: t"),
        ([{"t": 1.7e9, "kind": "key_up"}], "line 1: t"),
        (['{"t": NaN, "kind": "key_up"}'], "NaN"),
        ([{"t": "1", "kind": "key_up"}], "must be a number of seconds"),
        ([{"t": 1, "kind": "touch"}], "'touch' is not known"),
        ([{"t": 1, "kind": "pointer_up", "x": 1e7}], "line 1: x"),
        ([{"t": 100, "kind": "key_up"}, {"t": 1, "kind": "key_up"}], "two recordings"),
        ([""], "is empty"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: list[Any], words: str
) -> None:
    code = run(["record", "--from-raw", str(raw_of(tmp_path, *lines)), "--out", str(tmp_path / "rec")])
    assert code == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert words in sentence
    assert not (tmp_path / "rec").exists()


def test_without_pictures_it_opens_and_says_that_it_cannot_be_compiled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "raw.jsonl"
    pieces = [
        click(-7, 300),
        focus("Name"),
        command("param_next", "who"),
        keys("Jane"),
        tap("enter"),
        wheel(2),
        wait(1),
    ]
    pieces += [click(1, 2, "middle"), focus("Number"), keys(CARD), click(5, 5), command("undo_last")]
    path.write_bytes(to_bytes(timed(pieces)))
    out = tmp_path / "rec"
    assert run(["record", "--from-raw", str(path), "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["actions"], told["pictures"], len(told["not_recorded"])) == (5, False, 1)
    assert events_of(out) == [
        {"kind": "click", "x": -7, "y": 300},
        {"kind": "type", "text": "Jane", "param": "who", "field_label": "Name"},
        {"kind": "key", "key": "Enter"},
        {"kind": "scroll", "x": 5, "y": 6, "dx": 0, "dy": 240},
        {"kind": "type", "secret": True, "field_label": "Number"},
    ]
    recording = load_recording(out)
    assert recording.meta.params == {"who": "Jane"}
    assert [mark.after for mark in recording.not_recorded] == [3]
    assert not any(CARD[:4] in file.read_text(encoding="utf-8") for file in out.rglob("*.json*"))
    assert [e.char for e in read_raw(out / "raw.jsonl").events if e.char] == list("Jane")
    with pytest.raises(BadRecording, match=r"has no pictures.*record it again"):
        compile_recording(out, tmp_path / "bundle", name="x")
    assert run(["record", "--from-raw", str(path), "--out", str(out)]) == 2


def test_what_says_that_it_is_a_secret_and_what_was_not_recorded_reach_no_file(tmp_path: Path) -> None:
    marked = [
        {"t": 0.1, "kind": "text", "text": "hush1", "secret": True},
        {"t": 1, "kind": "focus", "label": "Login", "secret": False, "purpose": "password"},
        {"t": 1.1, "kind": "text", "text": "hush2"},
        {"t": 2, "kind": "focus", "label": "New password", "secret": False},
        {"t": 2.1, "kind": "text", "text": "hush3"},
        {"t": 3, "kind": "focus", "label": "Key", "secret": False, "password": True},
        {"t": 3.1, "kind": "text", "text": "hush4"},
        {"t": 4, "kind": "focus", "label": "Other"},
        {"t": 4.1, "kind": "text", "text": "hush5", "injected": True},
        {"t": 4.2, "kind": "pause"},
        {"t": 4.3, "kind": "text", "text": "hush6"},
        {"t": 4.4, "kind": "resume"},
        {"t": 4.5, "kind": "text", "text": "hush7"},
        {"t": 4.6, "kind": "command", "name": "undo_last"},
        {"t": 4.7, "kind": "text", "text": "open"},
        {"t": 5, "kind": "command", "name": "finish"},
        {"t": 5.1, "kind": "text", "text": "hush8"},
    ]
    out = tmp_path / "rec"
    assert run(["record", "--from-raw", str(raw_of(tmp_path, *marked)), "--out", str(out)]) == 0
    assert [event.get("text") for event in events_of(out)] == [None] * 4 + ["open"]
    assert not any("hush" in file.read_text(encoding="utf-8") for file in out.rglob("*.json*"))
    assert run(["record", "--from-raw", str(out), "--out", str(tmp_path / "again")]) == 0
    assert events_of(tmp_path / "again") == events_of(out)
    assert (tmp_path / "again" / "raw.jsonl").read_bytes() == (out / "raw.jsonl").read_bytes()


def test_no_action_at_all_is_a_recording_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = raw_of(tmp_path, {"t": 1, "kind": "key_down", "key": "a", "injected": True})
    assert run(["record", "--from-raw", str(path), "--out", str(tmp_path / "rec")]) == 0
    assert "no action" in capsys.readouterr().out
    assert (tmp_path / "rec" / "events.jsonl").read_bytes() == b""


def test_beside_its_frames_it_becomes_the_recording_that_it_was(tmp_path: Path) -> None:
    rec = tmp_path / "rec"
    raw = list(timed([click(1003, 4), wait(1), keys("Jo"), click(1005, 6), wait(1), wheel(1, x=1005)]))
    moment = {event.kind: event.t for event in reversed(raw)}
    written = (
        clicked(3, 4, t=raw[0].t, window="Form"),
        typed("Jo", t=moment["key_down"], settled=False),
        clicked(5, 6, t=next(e.t for e in raw if e.x == 1005)),
        RecordedEvent(kind="scroll", x=5, y=6, dx=0, dy=120, t=moment["wheel"]),
    )
    with RecordingWriter(rec, app_url=None, viewport=(40, 30), backend="desktop", origin=(1000, 0)) as writer:
        for i, event in enumerate(written):
            writer.append(event, picture(2 * i), picture(2 * i + 1))
        for line in to_bytes(raw).splitlines(keepends=True):
            writer.raw(line)
        writer.finish()
    assert run(["record", "--from-raw", str(rec), "--out", str(tmp_path / "again")]) == 0
    before, again = load_recording(rec), load_recording(tmp_path / "again")
    assert again.events == before.events
    assert (again.meta.origin, again.meta.pictures) == ((1000, 0), True)
    for i in range(4):
        assert again.before_frame(i).same_pixels(before.before_frame(i))
        assert again.after_frame(i).same_pixels(before.after_frame(i))

    (rec / "raw.jsonl").unlink()
    changed = [raw[0], raw[1], *timed([wait(2.5), click(1009, 9), click(5000, 9)])]
    (rec / "raw.jsonl").write_bytes(to_bytes(changed))
    assert run(["record", "--from-raw", str(rec / "raw.jsonl"), "--out", str(tmp_path / "changed")]) == 0
    other = load_recording(tmp_path / "changed")
    assert [(e.point, e.settled) for e in other.events] == [((3, 4), True), ((9, 9), False)]
    assert other.before_frame(1).same_pixels(picture(7))
    assert "outside" in other.not_recorded[0].sentence


def test_of_web_pages_it_is_refused_since_it_does_not_hold_all_that_was_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rec = tmp_path / "rec"
    with RecordingWriter(rec, app_url="http://127.0.0.1/", viewport=(40, 30), backend="web") as writer:
        writer.append(clicked(3, 4, t=0.1), picture(0), picture(1))
        for line in to_bytes(timed([click(3, 4)])).splitlines(keepends=True):
            writer.raw(line)
        writer.finish()
    assert run(["record", "--from-raw", str(rec), "--out", str(tmp_path / "again")]) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert str(rec) in sentence
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize("written", [b'{"t": 0, "kind": "ma', b'{"t": 0, "kind": "note"}\r{"t": 1, "kind": "note"}\r'])
def test_without_a_whole_line_there_is_no_recording(tmp_path: Path, written: bytes) -> None:
    (tmp_path / "raw.jsonl").write_bytes(written)
    with pytest.raises(BadRecording, match="no whole line"):
        read_raw(tmp_path / "raw.jsonl")
    assert run(["record", "--from-raw", str(tmp_path / "raw.jsonl"), "--out", str(tmp_path / "rec")]) == 2
    assert not (tmp_path / "rec").exists()
