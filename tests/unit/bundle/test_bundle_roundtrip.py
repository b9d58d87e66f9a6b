"""What is saved is what is opened."""

from __future__ import annotations

import ast
import errno
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers.formats import ASSETS, PROJECT, PROPOSALS, picture, steps, workflow, write_bundle

from studio.engine.bundle import load_bundle, save_bundle
from studio.engine.errors import AlreadyThere, BadBundle, CannotWrite, UnreviewedBundle, UnsealedBundle
from studio.engine.model.geometry import Point
from studio.engine.model.workflow import ActionKind, Step


def test_a_saved_bundle_opens_sealed(tmp_path: Path) -> None:
    bundle = load_bundle(write_bundle(tmp_path / "b"))
    stamped = {"compiler_version": bundle.workflow.compiler_version}
    assert bundle.workflow == workflow(**stamped)
    assert bundle.sealed
    assert bundle.proposals == PROPOSALS
    assert bundle.not_understood == ()
    bundle.require_replayable()


def test_pictures_come_back_and_are_kept(tmp_path: Path) -> None:
    bundle = load_bundle(write_bundle(tmp_path / "b", scale=2.0))
    assert bundle.asset_paths == tuple(sorted(ASSETS))
    for path, frame in ASSETS.items():
        assert bundle.asset(path).same_pixels(frame)
    assert bundle.asset("templates/a.png") is bundle.asset("templates/a.png")
    assert bundle.asset("templates/a.png").scale == 2.0
    frame = bundle.read_frame("a")
    assert frame is not None
    assert frame.same_pixels(ASSETS["frames/a_before.png"])
    assert bundle.read_frame("b") is None


def test_the_digest_is_what_the_documentation_says(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    lines = []
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in ("manifest.json", "decisions.jsonl"):
            data = path.read_bytes()
            if name == "workflow.json":
                plain = {k: v for k, v in json.loads(data).items() if k != "manifest"}
                data = (json.dumps(plain, sort_keys=True, ensure_ascii=False, indent=2) + "\n").encode()
            lines.append(f"{name}, {hashlib.sha256(data).hexdigest()}\n")
    assert load_bundle(folder).digest == hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()


def test_the_manifest_stands_twice_and_names_every_file(tmp_path: Path) -> None:
    folder = save_bundle(
        workflow(), ASSETS, tmp_path / "b", parent_digest="ab" * 32, provenance={"by": "Ann"}, created_at="2026-01-01"
    )
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert manifest == json.loads((folder / "workflow.json").read_bytes())["manifest"]
    assert set(manifest["assets"]) == {*ASSETS, "workflow.json", "workflow.py"}
    assert manifest["parent_digest"] == load_bundle(folder).workflow.parent_digest == "ab" * 32
    assert (manifest["provenance"], manifest["created_at"]) == ({"by": "Ann"}, "2026-01-01")
    assert manifest["schema_version"] == 4
    assert manifest["compiler_version"].startswith("waymark-studio ")


def test_the_same_content_has_the_same_digest(tmp_path: Path) -> None:
    first, second = (load_bundle(write_bundle(tmp_path / name)) for name in ("one", "two"))
    other = load_bundle(write_bundle(tmp_path / "three", name="Other"))
    assert first.digest == second.digest != other.digest


def test_saving_what_was_opened_changes_nothing(tmp_path: Path) -> None:
    first = load_bundle(write_bundle(tmp_path / "one"))
    assets = {path: first.asset_bytes(path) for path in first.asset_paths}
    second = load_bundle(save_bundle(first.workflow, assets, tmp_path / "two", proposals=first.proposals))
    assert second.digest == first.digest


def test_saving_never_overwrites(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    before = (folder / "workflow.json").read_bytes()
    with pytest.raises(AlreadyThere, match="exists already and is never overwritten"):
        write_bundle(folder, name="Other")
    assert (folder / "workflow.json").read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["b"]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(CannotWrite, match="b was not written: the disk is full"):
        write_bundle(tmp_path / "b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("assets", "sentence"),
    [
        ({}, r"Step a needs templates/a.png, which is missing"),
        (ASSETS | {"templates/a.png": b"no picture"}, r"templates/a.png is not a PNG picture: it was not saved"),
        (ASSETS | {"../x.png": picture(1)}, "not the path of a file inside"),
        (ASSETS | {"workflow.json": picture(1)}, "not the path of a PNG picture"),
    ],
)
def test_what_could_not_be_opened_is_not_saved(tmp_path: Path, assets: dict[str, bytes], sentence: str) -> None:
    with pytest.raises(BadBundle, match=sentence):
        save_bundle(workflow(), assets, tmp_path / "b")
    assert list(tmp_path.iterdir()) == []


def test_free_data_that_is_no_json_is_not_saved(tmp_path: Path) -> None:
    odd = workflow().model_copy(update={"data_sources": {"rows": float("nan")}})
    with pytest.raises(BadBundle, match="cannot be written as JSON"):
        save_bundle(odd, ASSETS, tmp_path / "b")


def test_none_inside_of_free_data_stays(tmp_path: Path) -> None:
    sources = {"rows": {"path": None, "columns": [None, 1]}}
    assert load_bundle(write_bundle(tmp_path / "b", data_sources=sources)).workflow.data_sources == sources


def test_undecided_heals_keep_it_from_replaying(tmp_path: Path) -> None:
    bundle = load_bundle(write_bundle(tmp_path / "b", unreviewed=("a",)))
    with pytest.raises(UnreviewedBundle, match=r"nobody decided yet \(in a\): review them first"):
        bundle.require_replayable()
    bundle.require_replayable(allow_unreviewed=True)


def test_an_unverified_bundle_never_counts_as_sealed(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    (folder / "extra.txt").write_text("x")
    bundle = load_bundle(folder, verify=False)
    assert not bundle.sealed
    with pytest.raises(UnsealedBundle, match="seal it"):
        bundle.require_replayable(allow_unreviewed=True)


SAVE_AND_WAIT = """
import os, sys, time
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from helpers.formats import write_bundle
real, calls = os.fsync, [0]
def fsync(handle):
    real(handle)
    calls[0] += 1
    if calls[0] == int(sys.argv[3]):
        print("now", flush=True)
        time.sleep(60)
os.fsync = fsync
write_bundle(Path(sys.argv[1]))
print("now", flush=True)
"""


@pytest.mark.parametrize("moment", [1, 4, 9, 99])
def test_a_process_killed_while_saving_leaves_nothing_or_all(tmp_path: Path, moment: int) -> None:
    target = tmp_path / "b"
    command = [sys.executable, "-c", SAVE_AND_WAIT, str(target), str(PROJECT / "tests"), str(moment)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "now\n"
        os.kill(child.pid, signal.SIGKILL)
    assert target.exists() == (moment == 99)
    if not target.exists():
        (left,) = tmp_path.iterdir()
        assert left.name.endswith(".partial")
        os.utime(left, (time.time() - 2 * 86400,) * 2)
        write_bundle(target)
    assert load_bundle(target).sealed
    assert [p.name for p in tmp_path.iterdir()] == ["b"]


def test_the_rendering_is_python_that_shows_each_step(tmp_path: Path) -> None:
    text = (write_bundle(tmp_path / "b") / "workflow.py").read_text()
    tree = ast.parse(text)
    calls = [ast.unparse(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)]
    assert calls == ["do.click", "do.type", "do.click"]
    assert "do.click('Note', at=(3, 4))" in text
    assert "do.type(p['note'], into='Note')" in text
    assert "# 3. click ‘Save’ (c)  [cannot be undone]" in text
    assert "landmarks: above 'Type'" in text
    assert "then: the text 'Saved' shows 1 times more than after a" in text
    assert "#   note: string, falls back to 'Stable'" in text


def test_nothing_in_a_workflow_becomes_code_or_hides_in_the_rendering(tmp_path: Path) -> None:
    nasty = "x\nimport os  # \u202e ) ' \" \x00"
    click = steps()[0]
    assert click.anchor is not None
    odd = click.model_copy(
        update={
            "intent": nasty,
            "anchor": click.anchor.model_copy(update={"ocr_text": nasty, "click_point": Point(1, 2)}),
        }
    )
    secret = Step(id="s", intent="type", action=ActionKind.TYPE, param="pin", secret=True)
    flow = workflow(name=nasty, steps=(odd, secret), secret_params=("pin",), params={"pin": "hunter2"})
    text = (save_bundle(flow, ASSETS, tmp_path / "b") / "workflow.py").read_text()
    tree = ast.parse(text)
    assert not [n for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom))]
    assert all(line.isprintable() for line in text.split("\n"))
    assert "do.type(p['pin'], secret=True)" in text
    assert "hunter2" not in text


def test_an_empty_name_and_a_keyword_still_render() -> None:
    from studio.engine.bundle import render_workflow

    for flow in (*(workflow(name=name) for name in ("", "class", "3 ways", "Überweisung")), workflow(steps=())):
        (made,) = [n for n in ast.parse(render_workflow(flow)).body if isinstance(n, ast.FunctionDef)]
        assert made.name.isidentifier()
