"""What is appended is what is loaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.formats import EVENTS, LINEAGE, SIZE, click, element, picture, snapshot, typed, write_recording
from pydantic import ValidationError

from studio.engine.errors import AlreadyThere, BadRecording
from studio.engine.model.params import ParamSpec
from studio.engine.model.structure_json import element_to_json
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent, RecordingWriter, load_recording


def writer(folder: Path, **more: object) -> RecordingWriter:
    return RecordingWriter(folder, app_url=None, viewport=SIZE, **more)  # type: ignore[arg-type]


def test_events_and_frames_come_back(tmp_path: Path) -> None:
    recording = load_recording(write_recording(tmp_path / "rec"))
    assert [e.model_copy(update={"i": 0}) for e in recording.events] == list(EVENTS)
    assert [e.i for e in recording.events] == [0, 1, 2, 3]
    assert recording.not_understood == ()
    assert recording.recovered is None
    for i in range(len(EVENTS)):
        assert recording.before_frame(i).same_pixels(picture(i))
        assert recording.after_frame(i).same_pixels(picture(i + 1))


def test_meta_has_the_reference_keys_and_the_typed_parameters(tmp_path: Path) -> None:
    specs = {"patient": ParamSpec(name="patient", required=True)}
    with writer(tmp_path / "rec", scale=2.0, backend="desktop", param_specs=specs) as out:
        out.append(typed("Jane", "patient"), picture(0), picture(0))
        out.append(RecordedEvent(kind=ActionKind.TYPE, param="pin", secret=True), picture(0), picture(0))
        out.finish()
    meta = json.loads((tmp_path / "rec/meta.json").read_bytes())
    assert set(meta) == {"id", "created_at", "viewport", "params", "version", "backend", "scale", "param_specs"}
    assert meta["params"] == {"patient": "Jane"}
    loaded = load_recording(tmp_path / "rec")
    assert (loaded.meta.backend, loaded.meta.scale) == ("desktop", 2.0)
    assert loaded.meta.param_specs == specs
    assert loaded.before_frame(0).scale == 2.0


def test_lines_hold_only_what_is_set_in_the_order_of_the_reference() -> None:
    event = RecordedEvent(i=1, kind=ActionKind.TYPE, text="é", param="note", t=2.03)
    assert event.to_line() == '{"i": 1, "kind": "type", "text": "é", "param": "note", "t": 2.03}\n'.encode()
    assert click(t=0.0).to_line() == b'{"i": 0, "kind": "click", "x": 3, "y": 4, "t": 0.0}\n'
    unsettled = click(settled=False, element=element_to_json(element()))
    assert list(unsettled.to_json()) == ["i", "kind", "x", "y", "t", "settled", "element"]
    assert unsettled.target == element()


def test_equal_consecutive_frames_are_stored_once(tmp_path: Path) -> None:
    folder = write_recording(tmp_path / "rec")
    after, before = (folder / f"frames/{name}.png" for name in ("0000_after", "0001_before"))
    assert after.samefile(before)
    assert not before.samefile(folder / "frames/0001_after.png")


def test_links_fall_back_to_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr("os.link", refuse)
    folder = write_recording(tmp_path / "rec")
    assert (folder / "frames/0001_before.png").stat().st_nlink == 1
    assert load_recording(folder).before_frame(1).same_pixels(picture(1))


def test_the_after_frame_is_the_next_before_frame(tmp_path: Path) -> None:
    recording = load_recording(write_recording(tmp_path / "rec"))
    assert recording.after_frame(0) is recording.before_frame(1)


def test_structure_comes_back(tmp_path: Path) -> None:
    shot = snapshot(element(), element(index=1, value="x"))
    with writer(tmp_path / "rec") as out:
        out.append(click(), picture(0), picture(1), shot, None)
        out.append(click(), picture(1), picture(1), shot, snapshot())
        out.finish()
    recording = load_recording(tmp_path / "rec")
    assert recording.before_structure(0) == shot
    assert recording.after_structure(0) is None
    assert recording.after_structure(1) == snapshot()
    assert (tmp_path / "rec/structure/0000_before.json").samefile(tmp_path / "rec/structure/0001_before.json")


def test_the_last_event_can_be_taken_back(tmp_path: Path) -> None:
    with writer(tmp_path / "rec") as out:
        assert out.undo_last() is None
        out.append(typed("old", "a"), picture(0), picture(1))
        out.append(typed("gone", "b"), picture(1), picture(2), snapshot(), snapshot())
        assert out.undo_last() == 1
        out.flush()
        assert not list((tmp_path / "rec").glob("*/0001_*"))
        out.append(click(), picture(1), picture(3))
        out.finish()
    recording = load_recording(tmp_path / "rec")
    assert [e.kind for e in recording.events] == [ActionKind.TYPE, ActionKind.CLICK]
    assert recording.meta.params == {"a": "old"}
    assert recording.after_frame(1).same_pixels(picture(3))


def test_a_line_is_on_disk_as_soon_as_it_is_flushed(tmp_path: Path) -> None:
    with writer(tmp_path / "rec") as out:
        out.append(click(), picture(0), picture(1))
        out.flush()
        assert (tmp_path / "rec/events.jsonl").read_bytes() == click().to_line()
        assert json.loads((tmp_path / "rec/meta.json").read_bytes())["finished"] is False


def test_secrets_carry_no_text(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="a secret must not carry its text"):
        RecordedEvent(kind=ActionKind.TYPE, text="hunter2", secret=True)
    secret = RecordedEvent(
        kind=ActionKind.TYPE, param="pin", secret=True, element=element_to_json(element(value="hunter2"))
    )
    with writer(tmp_path / "rec") as out:
        out.append(secret, picture(0), picture(0))
        out.finish()
    written = [p.read_bytes() for p in (tmp_path / "rec").rglob("*") if p.is_file()]
    assert any(b"pin" in data for data in written)
    assert not any(b"hunter2" in data for data in written)


def test_a_point_outside_of_the_frame_is_not_recorded(tmp_path: Path) -> None:
    with writer(tmp_path / "rec") as out:
        with pytest.raises(BadRecording, match="outside of its frame of 40 × 30 px"):
            out.append(click(40, 4), picture(0), picture(0))
        out.append(click(39, 29), picture(0), picture(0))
        out.finish()
    assert len(load_recording(tmp_path / "rec").events) == 1


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    write_recording(tmp_path / "rec")
    with pytest.raises(AlreadyThere, match="never overwritten"):
        writer(tmp_path / "rec")


def test_a_closed_writer_takes_nothing(tmp_path: Path) -> None:
    out = writer(tmp_path / "rec")
    out.close()
    out.close()
    with pytest.raises(RuntimeError):
        out.append(click(), picture(0), picture(0))


def test_no_event_beyond_the_last(tmp_path: Path) -> None:
    recording = load_recording(write_recording(tmp_path / "rec"))
    for i in (-1, 4):
        with pytest.raises(IndexError):
            recording.before_frame(i)


def test_the_lineages_recording_loads_unchanged() -> None:
    if not LINEAGE.is_dir():
        pytest.skip("the shared recording of the lineage is not beside this checkout")
    recording = load_recording(LINEAGE / "recording")
    assert len(recording.events) == 18
    assert recording.not_understood == ()
    assert recording.before_frame(0).size == (1280, 800)
    lines = b"".join(event.to_line() for event in recording.events)
    assert lines == (LINEAGE / "recording/events.jsonl").read_bytes()
