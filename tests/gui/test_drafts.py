"""Two windows on one version keep their unsaved edits apart; what a crash left is taken up first."""

from __future__ import annotations

from pathlib import Path

from helpers.formats import write_bundle
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle
from studio.ui.document import Document
from studio.ui.services.drafts import Drafts


def test_each_window_has_a_file_of_its_own_and_takes_up_what_was_left(tmp_path: Path) -> None:
    bundle, other = tmp_path / "v1", tmp_path / "v2"
    one, two, three = (Drafts(tmp_path / "recovery") for _ in range(3))
    first, second = one.file_for(bundle), two.file_for(bundle)
    assert first != second
    assert {f.parent for f in (first, second)} == {tmp_path / "recovery"}
    second.write_text("{}")
    two.let_go()
    assert three.file_for(bundle) == second
    assert one.file_for(other) not in (first, second)
    assert two.file_for(bundle) == first


def test_a_lock_of_a_process_that_is_gone_counts_for_nothing(tmp_path: Path) -> None:
    gone = Drafts(tmp_path / "recovery")
    file = gone.file_for(tmp_path / "v1")
    lock = file.with_name(f"lock.{file.stem}")
    told = lock.read_text().splitlines()
    gone.let_go()
    lock.write_text("\n".join(["999999999", *told[1:]]) + "\n")
    file.write_text("{}")
    assert Drafts(tmp_path / "recovery").file_for(tmp_path / "v1") == file


def test_where_nothing_can_be_written_there_is_still_a_name(tmp_path: Path) -> None:
    (tmp_path / "recovery").write_text("a file in its place")
    assert Drafts(tmp_path / "recovery").file_for(tmp_path / "v1").suffix == ".json"


def test_edits_made_before_anybody_decided_on_those_of_a_crash_take_nothing_from_them(
    tmp_path: Path, qtbot: QtBot
) -> None:
    bundle, drafts = load_bundle(write_bundle(tmp_path / "v1")), Drafts(tmp_path / "recovery")

    def opened(name: str = "") -> Document:
        document = Document(bundle, drafts.file_for(bundle.dir))
        if name:
            document.edit("x", lambda w: w.model_copy(update={"name": name}))
            document.keep_safe()
        return document

    opened("left by a crash")
    assert opened("edited instead").recoverable
    again = opened()
    assert again.recover()
    assert again.workflow.name == "edited instead"
    again.save()
    left = opened("once more")
    assert left.recoverable
    left.discard_left()
    left.forget_recovery()
    assert not opened().recoverable
