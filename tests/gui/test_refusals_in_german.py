"""Files that are broken in every way are refused in German where the window speaks German: nothing English is left."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.formats import write_bundle, write_recording

from studio.engine.bundle import load_bundle
from studio.engine.errors import BadInput, CannotWrite
from studio.engine.files import write_atomically
from studio.engine.recording import Mark, load_recording, recover_recording
from studio.engine.recording.edit import EditedRecording
from studio.engine.report.run_dir import load_run
from studio.engine.sharing import pack, unpack
from studio.ui.record.rows import RowMaker
from studio.ui.told import told
from studio.ui.words import use_language

Break = Callable[[Path], object]
ENGLISH = frozenset(
    re.findall(
        "[a-z]+",
        "a and be but by cannot does for has have holds is it its missing must no not nothing of on read that the "
        "there this to were which with written",
    )
)
"""Words that stand in nearly every English sentence and in no German one."""


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    assert use_language("de")
    yield
    use_language("en")


def edited(name: str, change: Callable[[bytes], bytes]) -> Break:
    return lambda at: (at / name).write_bytes(change((at / name).read_bytes()))


def pictures(change: Callable[[Path], object]) -> Break:
    return lambda at: [change(picture) for picture in sorted(at.rglob("*.png"))]


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:50])


def stopped(at: Path) -> None:
    (at / "meta.json").unlink()
    (at / "events.jsonl").write_bytes((at / "events.jsonl").read_bytes()[:10])


FOLDER: dict[str, Break] = {"gone": shutil.rmtree, "a picture cut": pictures(cut), "no pictures": pictures(Path.unlink)}
BUNDLE: dict[str, Break] = FOLDER | {
    "cut": edited("workflow.json", lambda said: said[:200]),
    "empty": edited("workflow.json", lambda _: b""),
    "no JSON object": edited("workflow.json", lambda _: b"[]"),
    "no text": edited("workflow.json", lambda _: b"\xff\xfe"),
    "changed": edited("workflow.json", lambda said: said.replace(b'"click"', b'"clack"')),
    "no manifest": lambda at: (at / "manifest.json").unlink(),
    "no workflow": lambda at: (at / "workflow.json").unlink(),
    "one more": lambda at: (at / "more.png").write_bytes(b"x"),
    "a link": lambda at: (at / "more.png").symlink_to("/etc/hosts"),
}
RECORDING: dict[str, Break] = FOLDER | {
    "no events": lambda at: (at / "events.jsonl").unlink(),
    "empty": edited("events.jsonl", lambda _: b""),
    "cut": edited("events.jsonl", lambda said: said[:-30]),
    "an action nobody knows": edited("events.jsonl", lambda said: said.replace(b'"click"', b'"clack"')),
    "a field gone": edited("events.jsonl", lambda said: said.replace(b'"x"', b'"xx"')),
    "a field of another kind": edited("events.jsonl", lambda said: said.replace(b'"x": ', b'"x": true, "xx": ')),
    "a line gone": edited("events.jsonl", lambda said: said[said.index(b"\n") + 1 :]),
    "meta cut": edited("meta.json", lambda said: said[:20]),
    "meta gone": lambda at: (at / "meta.json").unlink(),
    "nothing there": stopped,
}
SHARED: dict[str, Break] = {
    "cut": lambda file: file.write_bytes(file.read_bytes()[:-40]),
    "empty": lambda file: file.write_bytes(b""),
    "gone": Path.unlink,
    "damaged": lambda file: file.write_bytes(file.read_bytes().replace(b"\xda", b"\x00")),
}


def left_english(said: str) -> set[str]:
    """Its English words, outside of names of files."""
    return set(ENGLISH) & set(re.findall(r"[a-z]+", re.sub(r"\S*[/._=]\S*|'[^']*'|„[^“]*“", " ", said).lower()))


def refused(work: Callable[[], object]) -> str:
    with pytest.raises((BadInput, CannotWrite)) as problem:
        work()
    assert left_english(str(problem.value))
    return told(str(problem.value))


@pytest.mark.parametrize("how", BUNDLE)
def test_a_broken_workflow_is_refused_in_german(tmp_path: Path, how: str) -> None:
    at = write_bundle(tmp_path / "v1")
    BUNDLE[how](at)
    assert left_english(refused(lambda: load_bundle(at))) == set()


@pytest.mark.parametrize("how", RECORDING)
def test_a_broken_recording_is_refused_in_german(tmp_path: Path, how: str) -> None:
    at = write_recording(tmp_path / "r1")
    RECORDING[how](at)
    assert left_english(refused(lambda: load_recording(at))) == set()


@pytest.mark.parametrize("how", SHARED)
def test_a_broken_file_that_was_sent_is_refused_in_german(tmp_path: Path, how: str) -> None:
    file = tmp_path / "sent.waymark.zip"
    pack(write_bundle(tmp_path / "v1"), file)
    SHARED[how](file)
    assert left_english(refused(lambda: unpack(file, tmp_path / "out"))) == set()


def test_what_cannot_be_recovered_read_or_written_is_said_in_german(tmp_path: Path) -> None:
    recording = write_recording(tmp_path / "r1")
    stopped(recording)
    (tmp_path / "file").write_text("")
    for work in (
        lambda: recover_recording(recording),
        lambda: load_run(tmp_path / "nowhere"),
        lambda: load_run(tmp_path),
        lambda: write_atomically(tmp_path / "file" / "below", b""),
    ):
        assert left_english(refused(work)) == set()


def test_what_was_not_recorded_is_listed_in_german() -> None:
    sentence = "The left button was still down at (3, 4) when the recording paused: it is not recorded."
    mark = Mark(after=-1, t=1, sentence=sentence)
    row = RowMaker().rows(EditedRecording(()), [mark], {})[0]
    assert row.title == (
        "Die Taste left war bei (3, 4) noch gedrückt, als die Aufzeichnung anhielt: Das wird nicht aufgezeichnet."
    )
