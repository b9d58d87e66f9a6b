"""Two programs that begin on the same folder at the same moment, both of which had found it empty; and full disks."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.formats import SIZE, click, files_limited_to, picture

from studio.engine.errors import AlreadyThere, CannotWrite
from studio.engine.files import write_first
from studio.engine.model.events import Warned
from studio.engine.recording import RecordingWriter, load_recording, writer
from studio.engine.review import run_source
from studio.engine.runtime.run_folder import RunFolder


def test_of_two_recorders_the_second_is_refused_and_the_first_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "rec"
    with RecordingWriter(folder, app_url="http://first.example/", viewport=SIZE) as first:
        first.append(click(), picture(1), picture(2))
        first.flush()
        monkeypatch.setattr(writer, "refuse_overwriting", lambda _: None)
        with pytest.raises(AlreadyThere, match="being recorded"):
            RecordingWriter(folder, app_url="http://second.example/", viewport=(9, 9))
        first.append(click(), picture(2), picture(3))
        first.finish()
    recording = load_recording(folder)
    assert recording.meta.app_url == "http://first.example/"
    assert len(recording.events) == 2


def test_of_two_runs_in_one_directory_the_second_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "first").mkdir()
    run_source.remember_source(tmp_path / "run", tmp_path / "first")
    monkeypatch.setattr(run_source, "refuse_overwriting", lambda _: None)
    with pytest.raises(AlreadyThere, match="another program"):
        run_source.remember_source(tmp_path / "run", tmp_path / "second")
    assert run_source.source_of(tmp_path / "run", None) == tmp_path / "first"


def test_a_disk_that_is_full_at_the_last_event_is_told_as_that(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    with files_limited_to(50):
        with pytest.raises(CannotWrite, match="larger than"):
            folder.log(Warned(t=0, sentence="x" * 100))
        with pytest.raises(CannotWrite, match="larger than"):
            folder.close()


def test_where_nothing_can_be_written_it_is_no_other_program_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="does not exist"):
        write_first(tmp_path / "none" / "a", b"")
    with files_limited_to(10), pytest.raises(CannotWrite, match="larger than"):
        write_first(tmp_path / "a", b"x" * 100)
    assert list(tmp_path.iterdir()) == []
    write_first(tmp_path / "a", b"x")
