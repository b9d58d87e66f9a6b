"""A bundle or recording as one file and back: the same bytes, no secret, and nothing of a hostile file on the disk."""

from __future__ import annotations

import json
import stat
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.formats import picture, typed, write_bundle, write_recording

from studio.__main__ import main
from studio.engine.bundle import load_bundle, save_bundle
from studio.engine.errors import AlreadyThere, BadBundle, BadInput, NewerVersion, TamperedBundle
from studio.engine.recording import load_recording
from studio.engine.sharing import BadShared, kind_of, pack, unpack

unpacking = sys.modules["studio.engine.sharing.unpack"]
HEAD = json.dumps({"version": 1, "kind": "bundle", "name": "W"})


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "bundle")


@pytest.fixture
def shared(bundle: Path, tmp_path: Path) -> Path:
    pack(bundle, tmp_path / "w.waymark.zip")
    return tmp_path / "w.waymark.zip"


def files_of(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_bundle_comes_back_byte_for_byte_and_the_file_is_always_the_same(
    bundle: Path, shared: Path, tmp_path: Path
) -> None:
    (bundle / "notes.txt").write_text("of the person, not of the bundle")
    with pytest.raises(TamperedBundle):
        pack(bundle, tmp_path / "with-more.zip")
    (bundle / "notes.txt").unlink()
    head = unpack(shared, tmp_path / "back")
    assert (head.kind, head.frames) == ("bundle", True)
    assert files_of(tmp_path / "back") == files_of(bundle)
    pack(tmp_path / "back", tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == shared.read_bytes()
    with pytest.raises(AlreadyThere):
        unpack(shared, tmp_path / "back")
    with pytest.raises(AlreadyThere):
        pack(bundle, shared)


def test_without_frames_whole_screens_stay_behind_and_the_bundle_is_sealed_anew(tmp_path: Path) -> None:
    source = load_bundle(write_bundle(tmp_path / "source"))
    first, *rest = source.workflow.steps
    flow = source.workflow.model_copy(
        update={"steps": (first.model_copy(update={"before_frame": "frames/one_before.png"}), *rest)}
    )
    crops = {path: source.asset_bytes(path) for path in source.asset_paths}
    folder = save_bundle(flow, {**crops, "frames/one_before.png": picture(9)}, tmp_path / "framed")
    pack(folder, tmp_path / "bare.zip", frames=False)
    assert not unpack(tmp_path / "bare.zip", tmp_path / "bare").frames
    bare = load_bundle(tmp_path / "bare")
    assert bare.sealed
    assert bare.workflow.parent_digest == load_bundle(folder).digest
    assert set(bare.asset_paths) == set(crops)
    assert bare.workflow.steps[0].anchor == first.anchor


def test_a_recording_comes_back_with_or_without_its_pictures(tmp_path: Path) -> None:
    recording = write_recording(tmp_path / "rec")
    (recording / "raw.jsonl").write_text("raw input stays here")
    pack(recording, tmp_path / "full.zip")
    unpack(tmp_path / "full.zip", tmp_path / "full")
    assert set(files_of(recording)) - set(files_of(tmp_path / "full")) == {"raw.jsonl"}
    assert load_recording(tmp_path / "full").events == load_recording(recording).events
    pack(recording, tmp_path / "bare.zip", frames=False)
    unpack(tmp_path / "bare.zip", tmp_path / "bare")
    assert sorted(files_of(tmp_path / "bare")) == ["events.jsonl", "meta.json"]
    assert not load_recording(tmp_path / "bare").meta.pictures


def test_the_value_of_a_secret_is_never_exported(tmp_path: Path) -> None:
    source = load_bundle(write_bundle(tmp_path / "source"))
    leaking = next(s for s in source.workflow.steps if s.action.value == "type").model_copy(
        update={"secret": True, "text": "hunter2", "param": "pass"}
    )
    steps = tuple(leaking if s.id == leaking.id else s for s in source.workflow.steps)
    flow = source.workflow.model_copy(update={"steps": steps, "secret_params": ("pass",)})
    assets = {p: source.asset_bytes(p) for p in source.asset_paths}
    with pytest.raises(BadInput, match="secret"):
        pack(save_bundle(flow, assets, tmp_path / "leaking"), tmp_path / "out.zip")
    recording = write_recording(tmp_path / "rec", (typed("hunter2", "pass"),))
    lines = (recording / "events.jsonl").read_text()
    (recording / "events.jsonl").write_text(lines.replace('"text"', '"secret": true, "text"'))
    with pytest.raises(BadInput, match="secret"):
        pack(recording, tmp_path / "out.zip")
    assert not list(tmp_path.glob("*out.zip*"))


def entry(name: str, mode: int = stat.S_IFREG | 0o644, system: int = 3) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.filename = made.orig_filename = name
    made.external_attr = mode << 16
    made.create_system = system
    made.compress_type = zipfile.ZIP_DEFLATED
    return made


NAMES = (
    "../evil.json",
    "content/../../evil.json",
    "/etc/evil.json",
    "content//evil.json",
    "content/a\\..\\evil.json",
    "content/C:evil.json",
    "content/con.json",
    "content/.json",
    "content/evil.sh",
    "content/evil.json.",
    "evil.json",
    "content/a/b/c/d/e/f.png",
    "content/\x01.json",
    f"content/{'x' * 300}.json",
)


@pytest.mark.parametrize("name", NAMES)
def test_names_that_lead_elsewhere_are_refused(name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as made:
        made.writestr("waymark.json", HEAD)
        made.writestr(entry(name), b"{}")
    assert "is not a file of a workflow or recording" in refused(tmp_path)


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK, stat.S_IFDIR])
def test_only_plain_files_are_opened(kind: int, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as made:
        made.writestr("waymark.json", HEAD)
        made.writestr(entry("content/workflow.json", kind | 0o644), b"/etc/passwd")
    assert "is a link, a folder or a device, not a file" in refused(tmp_path)


def bomb(made: zipfile.ZipFile) -> None:
    made.writestr(entry("content/workflow.json"), bytes(300_000_000))


def twice(made: zipfile.ZipFile) -> None:
    made.writestr(entry("content/workflow.json"), b"{}")
    made.writestr(entry("content/Workflow.json"), b"{}")


def encrypted(made: zipfile.ZipFile) -> None:
    hidden = entry("content/workflow.json")
    made.writestr(hidden, b"{}")
    hidden.flag_bits |= 1


def strange_packing(made: zipfile.ZipFile) -> None:
    made.writestr("content/workflow.json", b"{}" * 99, zipfile.ZIP_LZMA)


def crowd(made: zipfile.ZipFile) -> None:
    for number in range(3):
        made.writestr(f"content/{number}.json", b"")


def empty(made: zipfile.ZipFile) -> None:
    """A head, and nothing behind it."""


@pytest.mark.parametrize(
    ("fill", "why"),
    [
        (bomb, "would be far larger than it may be"),
        (twice, "twice"),
        (encrypted, "is encrypted"),
        (strange_packing, "is packed in a way that is not used here"),
        (crowd, "it has 4 entries"),
        (empty, "workflow.json"),
    ],
)
def test_what_is_made_to_harm_is_refused(
    fill: Callable[[zipfile.ZipFile], None], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "MAX_ENTRIES", 3)
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as made:
        made.writestr("waymark.json", HEAD)
        fill(made)
    assert why in refused(tmp_path)


def test_a_size_that_lies_is_found_while_it_is_written(shared: Path, tmp_path: Path) -> None:
    data = bytearray(shared.read_bytes())
    place = data.rfind(b"PK\x01\x02", 0, data.rfind(b"content/workflow.json"))
    data[place + 24 : place + 28] = (7).to_bytes(4, "little")  # the size that the directory tells
    (tmp_path / "evil.zip").write_bytes(data)
    assert "evil.zip" in refused(tmp_path)


def refused(tmp_path: Path) -> str:
    """What is said of evil.zip. Nothing of it may be left."""
    before = sorted(p.name for p in tmp_path.iterdir())
    with pytest.raises(BadInput) as told:
        unpack(tmp_path / "evil.zip", tmp_path / "out")
    assert len(str(told.value)) < 400
    assert sorted(p.name for p in tmp_path.iterdir()) == before
    assert not (tmp_path.parent / "evil.json").exists()
    return str(told.value)


def test_a_changed_bundle_a_foreign_zip_and_a_newer_one_are_told_apart(shared: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(shared) as old, zipfile.ZipFile(tmp_path / "evil.zip", "w") as made:
        for each in old.infolist():
            data = old.read(each)
            made.writestr(each, data.replace(b"hello", b"hallo") if b"hello" in data else data + b" ")
    refused(tmp_path)
    with zipfile.ZipFile(tmp_path / "plain.zip", "w") as made:
        made.writestr("content/readme.md", "x")
    with pytest.raises(BadShared, match="not of Waymark Studio"):
        kind_of(tmp_path / "plain.zip")
    with zipfile.ZipFile(tmp_path / "new.zip", "w") as made:
        made.writestr("waymark.json", json.dumps({"version": 2, "kind": "worklist", "name": "W"}))
    with pytest.raises(NewerVersion):
        kind_of(tmp_path / "new.zip")
    for broken in (b"", b"PK\x03\x04", shared.read_bytes()[:-30], b"\x00" * 5000):
        (tmp_path / "evil.zip").write_bytes(broken)
        refused(tmp_path)


def test_an_unsealed_bundle_is_not_exported(bundle: Path, tmp_path: Path) -> None:
    (bundle / "manifest.json").unlink()
    data = json.loads((bundle / "workflow.json").read_text())
    data["manifest"] = None
    (bundle / "workflow.json").write_text(json.dumps(data))
    with pytest.raises(BadBundle):
        pack(bundle, tmp_path / "out.zip")


def test_the_commands(bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, back = tmp_path / "w.waymark.zip", tmp_path / "back"
    assert main(["export", str(bundle), "--out", str(file)]) == 0
    told = capsys.readouterr().out
    assert "what was known as secret was masked" in told
    assert "no secret" not in told, "more than is true"
    assert main(["import", str(file), "--out", str(back), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "bundle"
    assert main(["import", str(file), "--out", str(back)]) == 2
    assert main(["export", str(tmp_path), "--out", str(tmp_path / "x.zip")]) == 2
    assert "no bundle and no recording" in capsys.readouterr().err
