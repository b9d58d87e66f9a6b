"""Atomic writing: the old file or the new one, and one sentence where it fails."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest
from helpers.formats import files_limited_to

from studio.engine import files
from studio.engine.errors import AlreadyThere, CannotWrite
from studio.engine.files import READABLE, link_or_copy, new_directory, refuse_overwriting, write_atomically


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", b"one")
    write_atomically(tmp_path / "a", b"two", durable=False)
    assert (tmp_path / "a").read_bytes() == b"two"
    assert names(tmp_path) == ["a"]


def test_a_refusal_of_the_kernel_leaves_the_old_file(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", b"old")
    with files_limited_to(10), pytest.raises(CannotWrite, match="a was not written: the file would be larger"):
        write_atomically(tmp_path / "a", b"x" * 1000)
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (errno.ENOSPC, "the disk is full; free some space and try again"),
        (errno.EROFS, "the disk is read-only; choose another place"),
        (errno.EACCES, "there is no permission to write there"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_each_failure_has_its_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, sentence: str
) -> None:
    write_atomically(tmp_path / "a", b"old")

    def fail(_: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(CannotWrite, match=sentence):
        write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_a_file_as_folder_and_a_missing_folder_are_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(CannotWrite, match="a part of the path is a file"):
        write_atomically(tmp_path / "a/b", b"")
    with pytest.raises(CannotWrite, match="the folder does not exist"):
        write_atomically(tmp_path / "none/b", b"")


def test_a_link_to_the_same_file_may_be_made_twice(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    link_or_copy(tmp_path / "a", tmp_path / "b")
    link_or_copy(tmp_path / "a", tmp_path / "b")
    assert names(tmp_path) == ["a", "b"]


def test_a_folder_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    with new_directory(tmp_path / "deep/out") as partial:
        (partial / "x").write_bytes(b"1")
        assert not (tmp_path / "deep/out").exists()
    assert (tmp_path / "deep/out/x").read_bytes() == b"1"
    with pytest.raises(ZeroDivisionError), new_directory(tmp_path / "other"):
        _ = 1 / 0
    assert names(tmp_path) == ["deep"]


def test_an_empty_folder_is_taken_and_a_full_one_refused(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with new_directory(tmp_path / "out") as partial:
        (partial / "x").write_bytes(b"1")
    with pytest.raises(AlreadyThere, match="never overwritten"), new_directory(tmp_path / "out"):
        pytest.fail("it was begun")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(AlreadyThere), new_directory(tmp_path / "file"):
        pytest.fail("it was begun")


def write_while_another_writes(target: Path) -> None:
    with new_directory(target) as second:
        (second / "x").write_bytes(b"second")
        with new_directory(target) as first:
            (first / "x").write_bytes(b"first")


def test_of_two_writers_one_wins_whole(tmp_path: Path) -> None:
    with pytest.raises(AlreadyThere):
        write_while_another_writes(tmp_path / "out")
    assert (tmp_path / "out/x").read_bytes() == b"first"
    assert names(tmp_path) == ["out"]


def test_a_writer_that_comes_between_the_last_look_and_the_renaming_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looked(target: Path) -> None:
        target.mkdir(exist_ok=True)
        (target / "x").write_bytes(b"first")

    def late() -> None:
        with new_directory(tmp_path / "out") as second:
            (second / "x").write_bytes(b"second")
            monkeypatch.setattr(files, "refuse_overwriting", looked)

    with pytest.raises(AlreadyThere):
        late()
    assert (tmp_path / "out/x").read_bytes() == b"first"
    assert names(tmp_path) == ["out"]


def test_what_killed_writers_left_long_ago_is_removed(tmp_path: Path) -> None:
    gone = [".out.aaaa.partial", ".another.0f1e2d3c.partial", f".a b{READABLE}"]
    kept = [".runs.partial", ".download.zip.partial", "out.aaaa.partial", ".out.aaaa", ".out.partial"]
    for name in (*gone, *kept, ".out.bbbb.partial"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x").write_bytes(b"")
    for name in (*gone, *kept):
        os.utime(tmp_path / name, (time.time() - 3 * 86400,) * 2)
    with new_directory(tmp_path / "out"):
        pass
    assert names(tmp_path) == sorted([*kept, ".out.bbbb.partial", "out"])


def test_a_name_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="the name is too long"):
        refuse_overwriting(tmp_path / ("ü" * 200))


def test_a_folder_that_could_not_be_filled_is_named_as_it_was_asked_for(tmp_path: Path) -> None:
    with (
        files_limited_to(10),
        pytest.raises(CannotWrite, match="/made/a was not written") as told,
        new_directory(tmp_path / "made") as folder,
    ):
        write_atomically(folder / "a", b"x" * 1000)
    assert "partial" not in str(told.value)
    assert names(tmp_path) == []
