"""A bundle that is not what was sealed is refused, with one line for each problem."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.formats import picture, write_bundle

from studio.engine.bundle import layout, load_bundle, reader, scan
from studio.engine.errors import BadBundle, NewerVersion, TamperedBundle, UnsealedBundle

Break = Callable[[Path], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "b")


def problems(folder: Path) -> tuple[str, ...]:
    with pytest.raises(TamperedBundle, match=r"^b was changed after it was sealed") as refusal:
        load_bundle(folder)
    assert str(refusal.value).count("\n") == len(refusal.value.problems)
    return refusal.value.problems


def edit(folder: Path, **changes: Any) -> None:
    """Change workflow.json as an editor would; None removes a key."""
    path = folder / "workflow.json"
    data = json.loads(path.read_bytes()) | changes
    data = {k: v for k, v in data.items() if v is not None}
    path.write_text(json.dumps(data, sort_keys=True, ensure_ascii=False, indent=2) + "\n")


def unseal(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    edit(folder, manifest=None)


def test_each_kind_of_change_has_its_line(folder: Path) -> None:
    (folder / "templates/a.png").write_bytes(picture(9, (10, 10)).png)
    (folder / "frames/a_before.png").unlink()
    (folder / "templates/new.png").write_bytes(picture(1).png)
    edit(folder, name="Other")
    assert problems(folder) == (
        "frames/a_before.png is missing",
        "templates/new.png was added",
        "templates/a.png was changed",
        "workflow.json was changed",
    )


@pytest.mark.parametrize("name", ["workflow.py", "param_proposals.json"])
def test_generated_files_are_sealed_too(folder: Path, name: str) -> None:
    (folder / name).write_bytes((folder / name).read_bytes() + b"\n")
    assert problems(folder) == (f"{name} was changed",)


def test_a_missing_manifest_is_seen(folder: Path) -> None:
    manifest = (folder / "manifest.json").read_bytes()
    (folder / "manifest.json").unlink()
    assert problems(folder) == ("manifest.json is missing",)
    (folder / "manifest.json").write_bytes(manifest)
    edit(folder, manifest=None)
    assert problems(folder) == ("workflow.json has lost its manifest",)


def test_manifests_that_disagree_are_seen(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"created_at": "yesterday"}))
    assert problems(folder) == ("manifest.json differs from the manifest inside of workflow.json",)


def test_a_digest_that_does_not_fit_its_list_is_seen(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes()) | {"content_digest": "0" * 64}
    (folder / "manifest.json").write_text(json.dumps(manifest, sort_keys=True, indent=2) + "\n")
    edit(folder, manifest=manifest)
    assert problems(folder) == ("the manifest's digest does not fit its own list of files",)


def test_another_layout_of_the_same_workflow_is_seen(folder: Path) -> None:
    path = folder / "workflow.json"
    path.write_text(json.dumps(json.loads(path.read_bytes())))
    assert problems(folder) == ("workflow.json was written anew by another program",)


@pytest.mark.parametrize("version", [1, 2, 3, None])
def test_a_lower_version_does_not_lift_the_seal(folder: Path, version: int | None) -> None:
    edit(folder, schema_version=version)
    assert "workflow.json was changed" in problems(folder)


def test_decisions_may_be_appended(folder: Path) -> None:
    (folder / "decisions.jsonl").write_text('{"v": 1}\n')
    assert load_bundle(folder).sealed


def test_without_any_manifest_it_opens_but_must_be_sealed(folder: Path) -> None:
    unseal(folder)
    bundle = load_bundle(folder)
    assert not bundle.sealed
    with pytest.raises(UnsealedBundle):
        bundle.require_replayable()


def test_a_picture_that_changes_while_the_bundle_is_open_is_seen(folder: Path) -> None:
    bundle = load_bundle(folder)
    (folder / "templates/a.png").write_bytes(picture(9, (10, 10)).png)
    with pytest.raises(TamperedBundle, match="changed while it was open"):
        bundle.asset("templates/a.png")


def test_a_newer_schema_says_what_to_do(folder: Path) -> None:
    edit(folder, schema_version=5)
    with pytest.raises(NewerVersion, match=r"schema 5, and this one reads up to 4\): update Waymark Studio"):
        load_bundle(folder)


def linked_file(folder: Path) -> None:
    (folder.parent / "x.png").write_bytes(picture(1).png)
    (folder / "templates/x.png").symlink_to(folder.parent / "x.png")


def linked_folder(folder: Path) -> None:
    (folder / "more").symlink_to(folder.parent)


def text(name: str, data: bytes) -> Break:
    return lambda folder: (folder / name).write_bytes(data)


def with_steps(change: Callable[[list[Any]], object]) -> Break:
    def apply(folder: Path) -> None:
        unseal(folder)
        steps = json.loads((folder / "workflow.json").read_bytes())["steps"]
        change(steps)
        edit(folder, steps=steps)

    return apply


CASES: list[tuple[str, Break, str]] = [
    ("link", linked_file, r"x\.png is a link: a bundle holds files only"),
    ("linked folder", linked_folder, "more is a link: a bundle holds files only"),
    ("pipe", lambda folder: os.mkfifo(folder / "pipe"), "pipe is not a file"),
    ("device name", text("aux.png", b""), r"'aux\.png' is not the path of a file"),
    ("backslash", text("a\\b.png", b""), "is not the path of a file"),
    ("no workflow", lambda folder: (folder / "workflow.json").unlink(), r"b is not a bundle: it has no workflow\.json"),
    ("broken JSON", text("workflow.json", b"{"), r"workflow\.json is broken JSON"),
    ("not an object", text("workflow.json", b"[]"), r"workflow\.json must be a JSON object"),
    ("not UTF-8", text("workflow.json", b"\xff"), r"workflow\.json is not UTF-8"),
    ("broken manifest", text("manifest.json", b"{"), r"manifest\.json is broken JSON"),
    ("wrong version", lambda folder: edit(folder, schema_version="3"), "schema_version '3'"),
    ("manifest is a text", lambda folder: edit(folder, manifest="x"), r"manifest\.json: "),
    (
        "unknown action",
        with_steps(lambda steps: steps[1].update(action="teleport")),
        r"steps\[1\]\.action: input should be 'click', .*; it is 'teleport'",
    ),
    (
        "wrong type",
        with_steps(lambda steps: steps[0].update(timeout_s="soon")),
        r"steps\[0\]\.timeout_s: .*it is 'soon'",
    ),
    ("no id", with_steps(lambda steps: steps[0].pop("id")), r"steps\[0\]\.id: field required"),
    (
        "path leaves",
        with_steps(lambda steps: steps[0]["anchor"].update(template="../a.png")),
        r"Step a: '\.\./a\.png' is not the path of a file",
    ),
    (
        "absolute path",
        with_steps(lambda steps: steps[0]["anchor"].update(template="/etc/a.png")),
        "is not the path of a file",
    ),
    ("step missing", with_steps(lambda steps: steps.pop(0)), "counts since step a, which is no earlier step"),
]


@pytest.mark.parametrize(("change", "sentence"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_broken_bundles_are_refused(folder: Path, change: Break, sentence: str) -> None:
    load_bundle(folder)
    change(folder)
    with pytest.raises(BadBundle, match=sentence):
        load_bundle(folder)


def test_limits_hold(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "MAX_FILES", 3)
    with pytest.raises(BadBundle, match="more than the 3 files"):
        load_bundle(folder)
    monkeypatch.undo()
    monkeypatch.setattr(reader, "MAX_WORKFLOW_BYTES", 100)
    with pytest.raises(BadBundle, match=r"workflow\.json is larger than"):
        load_bundle(folder)
    monkeypatch.undo()
    monkeypatch.setattr(scan, "MAX_PICTURE_BYTES", 10)
    with pytest.raises(BadBundle, match="is larger than"):
        load_bundle(folder)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/a.png",
        "../a.png",
        "a/../b.png",
        "./a.png",
        "a//b.png",
        "a\\b.png",
        "C:/a.png",
        "NUL",
        "com1.png",
        "a/CON.png",
        "a /b.png",
        "a./b.png",
        "a\x00.png",
        "a\n.png",
        "x" * 250,
        "a/b/c/d/e.png",
    ],
)
def test_unsafe_paths_are_refused(path: str) -> None:
    with pytest.raises(BadBundle):
        layout.safe_path(path)


@pytest.mark.parametrize("path", ["templates/a.png", "frames/schritt ü_before.png", "context.png", "common.png"])
def test_plain_paths_are_taken(path: str) -> None:
    assert layout.safe_asset(path) == path


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadBundle, match="does not exist: give the folder of a bundle"):
        load_bundle(tmp_path / "none")


def test_only_known_pictures_are_given_out(folder: Path) -> None:
    bundle = load_bundle(folder)
    with pytest.raises(BadBundle, match=r"has no picture templates/none\.png"):
        bundle.asset("templates/none.png")
    with pytest.raises(BadBundle, match="is not the path"):
        bundle.asset("../b/templates/a.png")
