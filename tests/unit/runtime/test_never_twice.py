"""What cannot be undone is never done twice: runs that are killed (SIGKILL) around it, and the runs after them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers import killed_run
from helpers.drawn_form import DrawnForm
from helpers.notes_run import ADDED, Notes

from studio.engine import uncertain
from studio.engine.bundle import load_bundle
from studio.engine.model.halts import Choice, HaltCode
from studio.engine.model.results import HAPPENED, Outcome, RunReport
from studio.engine.model.workflow import Risk
from studio.engine.report.words import outcome_sentence
from studio.engine.runtime.journal import JOURNAL
from studio.engine.uncertain import Note

pytestmark = pytest.mark.usefixtures("no_patience")


@pytest.fixture(scope="module")
def killed(own_temp_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One folder for each moment at which a run was killed."""
    folders = {moment: tmp_path_factory.mktemp(moment) for moment in killed_run.MOMENTS}
    for folder in folders.values():
        Notes(folder).bundle()
    subprocess.run([sys.executable, killed_run.__file__, *map(str, folders.values())], check=True, timeout=120)
    return folders


@pytest.fixture
def after(killed: dict[str, Path], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> After:
    """The world after a run was killed at the moment that the test asks for."""
    return After(killed[request.param], monkeypatch)


class After:
    """A second run of the bundle of one that was killed, with the notes that it left."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.form, self.notes = folder, DrawnForm(), Notes(folder)
        self.given = sorted((folder / "state").rglob("*.json"))
        shutil.rmtree(folder / uncertain.BESIDE, ignore_errors=True)
        fresh = Path(str(folder) + f"-{len(list(folder.parent.iterdir()))}")
        for note in self.given:
            kept = fresh / note.relative_to(folder / "state")
            kept.parent.mkdir(parents=True)
            kept.write_bytes(note.read_bytes())
        patch.setenv("XDG_STATE_HOME", str(fresh))
        self.notes.folder = fresh
        fresh.mkdir(exist_ok=True)

    def run(self, *steps: Any, **more: Any) -> RunReport:
        return self.notes.run(self.form, *steps, bundle_dir=self.folder / "bundle", **more)

    @property
    def saves(self) -> int:
        """How often the note stands in the system of record, by both runs."""
        saved = self.folder / "saved"
        return len(self.form.saved) + (len(saved.read_text().splitlines()) if saved.exists() else 0)


UNCERTAIN = pytest.mark.parametrize("after", ["intent", "clicked", "sent"], indirect=True)


@UNCERTAIN
def test_a_run_after_one_that_was_killed_in_the_middle_does_nothing_and_says_what_is_known(after: After) -> None:
    before = after.saves
    report = after.run()
    assert (report.outcome, after.form.clicks, after.saves) == (Outcome.HALTED, [], before)
    halt = report.halt
    assert halt is not None
    assert (halt.code, halt.step_id) == (HaltCode.MAY_HAVE_HAPPENED, "step_002")
    assert halt.choices == (Choice.HAPPENED, Choice.NOT_HAPPENED, Choice.STOP)
    assert "Save note" in halt.sentence
    assert str(after.folder / "first") in halt.sentence
    assert (after.notes.folder / "run" / str(halt.picture)).is_file()


@UNCERTAIN
def test_asked_again_the_next_run_still_does_nothing(after: After) -> None:
    for run in range(2):
        after.notes.folder = after.notes.folder / f"again-{run}"
        assert after.run().outcome is Outcome.HALTED
    assert after.form.clicks == []


@UNCERTAIN
@pytest.mark.parametrize("asked", [True, False])
def test_it_happened_then_it_is_passed_over(after: After, asked: bool) -> None:
    before = after.saves
    if asked:
        after.notes.answering(Choice.HAPPENED)
    report = after.run(**({} if asked else {"uncertain": Choice.HAPPENED}))
    assert (report.outcome, after.form.clicks, after.saves) == (Outcome.PASSED, [], before)
    assert [s.skipped for s in report.steps] == [True] * 3
    assert report.steps[-1].note == HAPPENED
    assert outcome_sentence(report).startswith("Nothing was done")
    assert uncertain.all_notes() == ()


@UNCERTAIN
@pytest.mark.parametrize("asked", [True, False])
def test_it_did_not_happen_then_it_is_done_once(after: After, asked: bool) -> None:
    if asked:
        after.notes.answering(Choice.NOT_HAPPENED)
    report = after.run(**({} if asked else {"uncertain": Choice.NOT_HAPPENED}))
    assert (report.outcome, after.form.saved) == (Outcome.PASSED, ["hello"])
    assert uncertain.all_notes() == ()


@UNCERTAIN
def test_another_run_with_other_values_is_not_held_up(after: After) -> None:
    assert after.run(params={"note": "another"}).outcome is Outcome.PASSED
    assert after.form.saved == ["another"]
    assert len(uncertain.all_notes()) == 1


@UNCERTAIN
def test_the_directory_of_the_killed_run_may_be_gone(after: After, tmp_path: Path) -> None:
    gone = (after.folder / "first").rename(tmp_path / "elsewhere")
    try:
        report = after.run()
    finally:
        gone.rename(after.folder / "first")
    assert report.halt is not None
    assert (report.halt.code, report.halt.picture) == (HaltCode.MAY_HAVE_HAPPENED, None)


@pytest.mark.parametrize("after", ["outcome"], indirect=True)
def test_a_run_that_was_killed_once_all_was_known_holds_nothing_up(after: After) -> None:
    assert (after.saves, after.given) == (1, [])
    assert after.run().outcome is Outcome.PASSED


@pytest.mark.parametrize(
    ("moment", "phases"),
    [
        ("intent", ["intent"]),
        ("clicked", ["intent"]),
        ("sent", ["intent", "sent"]),
        ("outcome", ["intent", "sent", "outcome"]),
    ],
)
def test_the_journal_tells_how_far_it_came(killed: dict[str, Path], moment: str, phases: list[str]) -> None:
    lines = [json.loads(line) for line in (killed[moment] / "first" / JOURNAL).read_text().splitlines()]
    assert [line["phase"] for line in lines] == phases
    assert all((line["step"], line["visit"]) == ("step_002", 1) for line in lines)
    assert lines[0]["point"]


class TestInOneProcess:
    """Ends of a run that are no kill."""

    def again(self, notes: Notes, form: DrawnForm, **more: Any) -> RunReport:
        kept = notes.bundle()
        other = Notes(notes.folder / "again")
        return other.run(form, bundle_dir=kept, **more)

    def lost_at_save(self, notes: Notes, kept: Path) -> DrawnForm:
        """The form after a run that lost it in the middle of its last click."""
        form = DrawnForm()
        form.on_input = lambda _: setattr(form, "lost", notes.kinds.count("acted") == 2 + self.more)
        assert notes.run(form, bundle_dir=kept).outcome is Outcome.FAILED
        form.on_input, form.lost = (lambda _: None), False
        form.clicks.clear()
        return form

    more = 0

    def test_a_surface_that_is_lost_in_the_middle_leaves_it_uncertain(self, notes: Notes) -> None:
        form = self.lost_at_save(notes, notes.bundle())
        report = self.again(notes, form)
        assert report.halt is not None
        assert (report.halt.code, form.clicks) == (HaltCode.MAY_HAVE_HAPPENED, [])

    @pytest.mark.parametrize("choice", [Choice.HAPPENED, Choice.NOT_HAPPENED, None])
    def test_somebody_else_with_another_state_folder_is_asked_too(
        self, notes: Notes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, choice: Choice | None
    ) -> None:
        form, beside = self.lost_at_save(notes, notes.bundle()), notes.folder / uncertain.BESIDE
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
        assert uncertain.all_notes() == ()
        form.note.value = ""
        report = self.again(notes, form, **({"uncertain": choice} if choice else {}))
        if choice is None:
            assert report.halt is not None
            assert (report.halt.code, form.clicks) == (HaltCode.MAY_HAVE_HAPPENED, [])
            assert [path.suffix for path in beside.iterdir()] == [".json"]
            return
        assert (report.outcome, len(form.clicks)) == (Outcome.PASSED, 0 if choice is Choice.HAPPENED else 2)
        assert not beside.exists()

    def test_where_no_copy_can_be_kept_beside_the_bundle_the_run_goes_on(self, notes: Notes) -> None:
        (notes.folder / uncertain.BESIDE).write_text("a file in its place")
        assert notes.run(DrawnForm()).outcome is Outcome.PASSED
        assert uncertain.all_notes() == ()

    def test_a_stop_before_it_was_checked_leaves_it_uncertain(self, notes: Notes) -> None:
        form, never = DrawnForm(), ADDED.model_copy(update={"timeout_s": 60.0, "by": 9})
        *before, save = notes.steps
        kept = notes.bundle(*before, save.model_copy(update={"expect": (never,)}))
        form.on_input = lambda _: notes.control.stop() if notes.kinds.count("acted") == 2 else None
        assert notes.run(form, bundle_dir=kept).outcome is Outcome.STOPPED
        report = self.again(notes, form)
        assert report.halt is not None
        assert (report.halt.code, len(form.saved)) == (HaltCode.MAY_HAVE_HAPPENED, 1)

    def test_a_halt_told_a_person_and_leaves_nothing_uncertain(self, notes: Notes) -> None:
        form = DrawnForm(accepts_saves=False)
        assert notes.run(form).outcome is Outcome.HALTED
        assert uncertain.all_notes() == ()

    def test_without_a_note_that_survives_a_crash_nothing_is_sent(
        self, notes: Notes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (notes.folder / "file").write_text("no folder")
        monkeypatch.setenv("XDG_STATE_HOME", str(notes.folder / "file"))
        form = DrawnForm()
        report = notes.run(form)
        assert (report.outcome, form.saved) == (Outcome.FAILED, [])
        assert "was not done" in (report.error or "")

    def test_a_note_that_cannot_be_read_stops_every_run(self, notes: Notes) -> None:
        uncertain.folder().mkdir(parents=True)
        (uncertain.folder() / "torn.json").write_text('{"v": 1')
        form = DrawnForm()
        report = notes.run(form)
        assert (report.outcome, form.clicks) == (Outcome.FAILED, [])
        assert "torn.json" in (report.error or "")

    def test_what_the_cut_off_run_had_done_before_is_not_done_again(self, notes: Notes) -> None:
        first, typed, second = notes.steps
        cancel = notes.click("step_003", DrawnForm().cancel, risk=Risk.IRREVERSIBLE)
        kept = notes.bundle(first, typed, second, cancel)
        self.more = 1
        form = self.lost_at_save(notes, kept)
        report = Notes(notes.folder / "again").run(form, bundle_dir=kept, uncertain=Choice.NOT_HAPPENED)
        assert report.halt is not None
        assert Choice.NOT_HAPPENED not in report.halt.choices
        assert "--from" in report.halt.sentence
        later = Notes(notes.folder / "later").run(
            form, bundle_dir=kept, uncertain=Choice.NOT_HAPPENED, start_at="step_003"
        )
        assert (later.outcome, form.saved) == (Outcome.PASSED, ["hello"])

    def test_a_newer_version_of_the_same_recording_is_held_up_too(self, notes: Notes) -> None:
        steps = notes.steps
        kept = notes.bundle(*steps, recording_id="one")
        form = self.lost_at_save(notes, kept)
        newer = Notes(notes.folder / "newer")
        newer.assets = notes.assets
        other = newer.bundle(*steps, recording_id="one", name="another name")
        report = newer.run(form, bundle_dir=other)
        assert report.halt is not None
        assert report.halt.code is HaltCode.MAY_HAVE_HAPPENED

    def test_a_word_that_it_happened_is_not_used_up_by_a_run_that_was_lost_too(self, notes: Notes) -> None:
        cancel = notes.click("step_003", DrawnForm().cancel)
        kept = notes.bundle(*notes.steps, cancel)
        form = self.lost_at_save(notes, kept)
        form.on_input = lambda _: setattr(form, "lost", True)
        second = Notes(notes.folder / "second").run(form, bundle_dir=kept, uncertain=Choice.HAPPENED)
        assert second.outcome is Outcome.FAILED
        form.on_input, form.lost = (lambda _: None), False
        form.clicks.clear()
        third = Notes(notes.folder / "third").run(form, bundle_dir=kept, uncertain=Choice.NOT_HAPPENED)
        assert (third.outcome, [s.skipped for s in third.steps]) == (Outcome.PASSED, [True, True, True, False])
        assert uncertain.all_notes() == ()

    def test_a_clock_that_was_set_back_does_not_repeat_the_later_of_two_steps(self, notes: Notes) -> None:
        kept = notes.bundle(*notes.steps, notes.click("step_003", DrawnForm().cancel, risk=Risk.IRREVERSIBLE))
        names = {step.id: step.intent for step in load_bundle(kept).workflow.steps}
        for step_id, at in (("step_002", "2026-11-30T12:00"), ("step_003", "2026-11-30T11:00")):
            stamp = uncertain.stamped(load_bundle(kept), {"note": "hello"}, {})
            uncertain.keep(Note(**stamp, run_dir="run", step=step_id, visit=1, intent=names[step_id], at=at))
        form = DrawnForm()
        report = Notes(notes.folder / "again").run(form, bundle_dir=kept, uncertain=Choice.HAPPENED)
        assert (report.outcome, form.clicks) == (Outcome.PASSED, [])

    @pytest.mark.parametrize(
        ("newer", "held_up"),
        [
            ({"note": "hello", "day": "2026-11-30"}, True),  # a constant became a parameter
            ({"text": "hello"}, True),  # it is called otherwise
            ({}, True),  # it became a constant again
            ({"note": "other", "day": "2026-11-30"}, False),
            ({"note": "other"}, False),
        ],
    )
    def test_a_version_with_other_parameters_is_held_up_where_none_says_something_else(
        self, notes: Notes, newer: dict[str, str], held_up: bool
    ) -> None:
        kept = load_bundle(notes.bundle(recording_id="one"))
        uncertain.keep(
            Note(
                **uncertain.stamped(kept, {"note": "hello"}, {}),
                run_dir="run",
                step="step_002",
                visit=1,
                intent="save",
                at="2026-11-30",
            )
        )
        assert bool(uncertain.notes_of(kept, newer, {})) is held_up


def test_the_note_keeps_no_value_in_plain_letters(tmp_path: Path) -> None:
    notes, form = Notes(tmp_path), DrawnForm()
    seen: list[str] = []
    form.on_input = lambda _: seen.extend(p.read_text() for p in uncertain.folder().glob("*.json"))
    notes.run(form, params={"note": "Jane 1970-01-01"})
    assert seen
    assert "Jane" not in "".join(seen)
