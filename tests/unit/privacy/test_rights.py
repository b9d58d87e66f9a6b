"""Who may read what a person's work leaves: nobody else, but for a bundle that is put into a shared folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.form_recording import form_recording
from helpers.healed_notes import make_library

from studio.engine.bundle import load_bundle
from studio.engine.bundle.decisions import append_decision
from studio.engine.compiler import compile_recording
from studio.engine.files import link_or_copy, new_directory, write_atomically
from studio.engine.health.kept import privacy
from studio.engine.model.heals import Decision
from studio.engine.model.results import RunReport
from studio.engine.privacy.own import keep_patterns
from studio.engine.privacy.retention import Rule, plan
from studio.engine.recording import load_recording
from studio.engine.recording.edit import EditedRecording
from studio.engine.report import render_run_report
from studio.engine.review import decisions
from studio.engine.rights import make_private
from studio.engine.sharing import pack, unpack
from studio.engine.traces import keep_trace
from studio.recorder.edited_copy import write_edited
from studio.ui.services.library import Library, is_bundle, is_recording, is_run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights of files as POSIX has them")


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(root: Path) -> dict[str, str]:
    """Everything below `root` that is not its owner's alone, with its mode."""
    found = [root, *root.rglob("*")]
    return {str(p.relative_to(root)): oct(rights(p)) for p in found if rights(p) != (0o700 if p.is_dir() else 0o600)}


def worked(root: Path) -> None:
    """Record, clean up, compile, run, decide on the heals, save, share, open what was shared."""
    recording = form_recording(root / "recordings" / "r")
    opened = load_recording(recording)
    write_edited(opened, EditedRecording.of(opened.events), root / "recordings" / "copy")
    compile_recording(recording, root / "workflows" / "form" / "v1", name="Form")
    run = make_library(root)
    render_run_report(run)
    bundle = root / "workflows" / "notes" / "v1"
    report = RunReport.model_validate_json((run / "report.json").read_bytes())
    accepted = {heal.id: Decision.ACCEPTED.value for heal in report.heals}
    decided = decisions.decide(decisions.review(report, bundle, run), bundle, accepted)
    decisions.save(decided, run, bundle, bundle.with_name("v2"))
    for number, made in enumerate((bundle, recording)):
        pack(made, root / f"{number}.zip")
        unpack(root / f"{number}.zip", root / "opened" / str(number))
    keep_patterns(["date"])
    keep_trace("Traceback …")


@pytest.mark.parametrize("mask", [0o022, 0o000], ids=oct)
def test_whatever_a_person_does_leaves_files_for_nobody_else(
    mask: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "library"
    monkeypatch.setenv("STUDIO_CONFIG", str(root / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(root / "state"))
    with umask(mask):
        make_private(root)
        worked(root)
    kinds = {path.suffix for path in root.rglob("*") if path.is_file()}
    assert kinds >= {".json", ".jsonl", ".png", ".py", ".md", ".html", ".zip", ".txt"}
    assert (root / "workflows" / "notes" / "v2").is_dir()
    assert open_to_others(root) == {}


@pytest.mark.parametrize(
    ("mask", "folder", "inside", "file"),
    [
        (0o022, 0o755, 0o755, 0o644),
        (0o000, 0o777, 0o700, 0o600),
        (0o000, 0o1777, 0o700, 0o600),
        (0o000, 0o775, 0o755, 0o644),
        (0o077, 0o755, 0o700, 0o600),
        (0o022, 0o750, 0o750, 0o640),
        (0o022, 0o2770, 0o2770, 0o660),
        (0o077, 0o2750, 0o2750, 0o640),
        (0o000, 0o700, 0o700, 0o600),
    ],
    ids=lambda mode: f"{mode:o}",
)
def test_a_bundle_is_for_whoever_may_read_the_folder_that_it_is_put_into(
    mask: int, folder: int, inside: int, file: int, tmp_path: Path
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(folder)
    with umask(mask):
        save_small(shared / "bundle")
        append_decision(shared / "bundle", {"kind": "note"})
        form_like = shared / "recording"
        with new_directory(form_like) as partial:
            write_atomically(partial / "events.jsonl", b"")
    made = [shared / "bundle", *(shared / "bundle").rglob("*")]
    assert {rights(path) for path in made if path.is_dir()} == {inside}
    assert {rights(path) for path in made if path.is_file()} == {file}
    private = 0o700 | folder & stat.S_ISGID  # such a folder hands down its group, which may do nothing here
    assert (rights(form_like), rights(form_like / "events.jsonl")) == (private, 0o600)


def save_small(target: Path) -> None:
    from helpers.steps import save_anchor, step, workflow

    from studio.engine.bundle import save_bundle
    from studio.engine.vision.frame import Frame

    crop = Frame(bgr=__import__("numpy").zeros((8, 8, 3), "uint8"))
    anchor = save_anchor(template="templates/a.png")
    save_bundle(workflow(step("a", anchor=anchor)), {"templates/a.png": crop}, target)
    assert load_bundle(target).sealed


@pytest.mark.parametrize("mask", [0o022, 0o077], ids=oct)
def test_in_a_library_of_a_group_each_finds_the_folders_and_nobody_what_another_recorded(
    mask: int, tmp_path: Path
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    library.chmod(0o2770)
    with umask(mask):
        make_private(library / "recordings" / "r")
        make_private(library / "recordings" / "r" / "frames")
        make_private(library / "runs" / "notes" / "one")
        make_private(library / "runs" / "notes" / "one" / "steps")
        write_atomically(library / "runs" / "notes" / "one" / "report.json", b"{}")
        save_small(library / "workflows" / "notes" / "v1")
        pack(library / "workflows" / "notes" / "v1", library / "notes.zip")
    ways = ("recordings", "runs", "runs/notes", "workflows", "workflows/notes", "workflows/notes/v1")
    assert {rights(library / way) for way in ways} == {0o2770}
    own = ("recordings/r", "recordings/r/frames", "runs/notes/one", "runs/notes/one/steps")
    assert {rights(library / folder) & 0o777 for folder in own} == {0o700}
    assert rights(library / "runs/notes/one/report.json") == 0o600
    assert rights(library / "notes.zip") == 0o660


def test_what_belongs_to_another_person_of_the_library_does_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, own = (tmp_path / "runs" / "notes" / name for name in ("theirs", "mine"))
    for run in (other, own):
        run.mkdir(parents=True)
        (run / "report.json").write_text('{"outcome": "passed", "started_at": "2026-01-01T00:00:00+00:00"}')
    real = Path.stat

    def stat_of(path: Path, **more: bool) -> os.stat_result:
        if path.parent == other:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **more)

    monkeypatch.setattr(Path, "stat", stat_of)
    assert [run.dir.name for run in plan(tmp_path, Rule(keep=0)).going] == ["mine"]
    assert (is_run(own), is_run(other), is_bundle(other), is_recording(other)) == (True, False, False, False)
    assert [entry.dir.name for entry in Library(tmp_path).runs_of(tmp_path / "notes" / "v1")] == ["mine"]


def test_a_copy_of_what_is_private_is_private_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_atomically(tmp_path / "a", b"x")

    def no_links(*_: object) -> None:
        raise OSError("no links on this disk")

    monkeypatch.setattr("os.link", no_links)
    with umask(0):
        link_or_copy(tmp_path / "a", tmp_path / "b")
    assert rights(tmp_path / "b") == 0o600


def test_a_trace_that_finds_no_place_of_its_own_has_a_name_that_nobody_guesses(
    own_temp_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("a file, no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))
    with umask(0):
        kept = [keep_trace("Traceback …") for _ in range(2)]
    assert len(set(kept)) == 2, "written twice in one second by one process, under another name"
    told = {(path.parent, rights(path)) for path in kept}
    for path in kept:
        path.unlink()
    assert told == {(own_temp_dir, 0o600)}


def test_missing_folders_are_made_private_and_those_there_stay_as_they_are(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with umask(0):
        make_private(tmp_path / "a" / "b")
        make_private(tmp_path)
    assert [rights(p) for p in (tmp_path, tmp_path / "a", tmp_path / "a" / "b")] == [0o755, 0o700, 0o700]
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"[Nn]ot a directory|exists"):
        make_private(tmp_path / "file")


@pytest.mark.parametrize(
    ("above", "library", "file", "state"),
    [
        (0o755, 0o755, 0o644, "warning"),
        (0o755, 0o711, 0o644, "warning"),  # its names are hidden, what it holds is not
        (0o755, 0o700, 0o644, "ok"),
        (0o700, 0o755, 0o644, "ok"),
        (0o755, 0o711, 0o600, "ok"),
    ],
    ids=lambda value: f"{value:o}" if isinstance(value, int) else value,
)
def test_the_doctor_says_where_others_can_read_what_was_kept(
    above: int, library: int, file: int, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    kept = home / "library"
    kept.mkdir(parents=True)
    (kept / "purge.jsonl").write_text("")
    for path, mode in ((kept / "purge.jsonl", file), (kept, library), (home, above)):
        path.chmod(mode)
    monkeypatch.setenv("STUDIO_LIBRARY", str(kept))
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "none"))
    monkeypatch.setattr(Path, "parents", property(lambda path: [home] if path.name == "library" else []))
    found = privacy()
    assert (found.state, str(kept) in found.sentence, "chmod" in found.mend) == (state, *[state == "warning"] * 2)
