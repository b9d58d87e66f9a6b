"""A pipe, a folder or a link where a file is expected: one sentence, and nobody waits for who may write or read it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from helpers.formats import write_bundle

from studio.engine import uncertain
from studio.engine.bundle import load_bundle
from studio.engine.errors import BadInput, CannotWrite
from studio.engine.files import explained
from studio.engine.privacy.purge import purge
from studio.engine.privacy.retention import Rule
from studio.engine.rights import Opener, like, private
from studio.engine.untrusted import read_given

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes in folders")

WRONG: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "folder": os.mkdir,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "loop": lambda path: path.symlink_to(path.name),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_a_person_names_is_a_file_or_one_sentence_says_that_it_is_none(kind: str, tmp_path: Path) -> None:
    WRONG[kind](tmp_path / "given")
    with pytest.raises(BadInput) as told:
        read_given(tmp_path / "given", "a picture", limit=100, error=BadInput)
    assert str(told.value) == f"{tmp_path}/given cannot be read, it is no file: give a picture."
    with pytest.raises(BadInput, match=r"^[^ ]*/none cannot be read, there is no such file: give a picture\.$"):
        read_given(tmp_path / "none", "a picture", limit=100, error=BadInput)


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("beside", [False, True], ids=["own folder", "beside the bundle"])
def test_a_note_that_is_no_file_stops_a_run_with_a_sentence(
    kind: str, beside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    bundle = load_bundle(write_bundle(tmp_path / "library" / "b"))
    folder = tmp_path / "library" / uncertain.BESIDE if beside else uncertain.folder()
    folder.mkdir(parents=True)
    WRONG[kind](folder / f"{'0' * 32}.json")
    with pytest.raises(BadInput, match="says what an earlier run left uncertain and cannot be read"):
        uncertain.notes_of(bundle, {}, {})


@pytest.mark.parametrize("opener", [lambda _: private, like], ids=["private", "like its folder"])
def test_nothing_is_written_into_a_pipe(opener: Callable[[Path], Opener], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "log")
    handle = None
    with pytest.raises(CannotWrite, match="a pipe stands there, not a file"), explained(tmp_path / "log"):
        handle = opener(tmp_path)(str(tmp_path / "log"), os.O_WRONLY | os.O_APPEND)
    assert handle is None


def test_a_purge_whose_log_is_a_pipe_removes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for day in (1, 2):
        run = tmp_path / "lib" / "runs" / "w" / f"2026010{day}-000000"
        run.mkdir(parents=True)
        began = datetime(2026, 1, day, tzinfo=UTC).isoformat()
        told = {"run_id": run.name, "workflow": "w", "outcome": "passed", "started_at": began, "finished_at": ""}
        (run / "report.json").write_text(json.dumps(told))
        os.utime(run / "report.json", (0, 0))
    os.mkfifo(tmp_path / "lib" / "purge.jsonl")
    with pytest.raises(CannotWrite, match=r"purge\.jsonl was not written: a pipe stands there"):
        purge(tmp_path / "lib", Rule(keep=1))
    assert len(list((tmp_path / "lib" / "runs" / "w").iterdir())) == 2
