"""Whole runs on the drawn form: what is done, what is stored, what is told and what is left on disk."""

from __future__ import annotations

from html import unescape

import pytest
from helpers.drawn_form import DrawnForm
from helpers.notes_run import ADDED, Notes

from studio.engine.errors import BadInput, BadParams
from studio.engine.model.events import Event, Paused, Pictured
from studio.engine.model.halts import Choice, HaltCode
from studio.engine.model.program import ProgramGraph, State, StateKind, Transition, TransitionKind
from studio.engine.model.results import Outcome, RunReport
from studio.engine.model.workflow import ApiBinding
from studio.engine.report import render_run_report
from studio.engine.report.markdown import text

pytestmark = pytest.mark.usefixtures("no_patience")


def halted(report: RunReport) -> HaltCode | None:
    assert report.outcome is Outcome.HALTED
    return report.halt.code if report.halt else None


def test_a_healthy_run_stores_the_note_by_the_first_rung_without_a_heal(notes: Notes, form: DrawnForm) -> None:
    report = notes.run(form)
    assert (report.outcome, form.saved, form.clicks) == (Outcome.PASSED, ["hello"], ["Note", "Save note"])
    assert [r.rung for r in report.steps] == ["structural", None, "structural"]
    assert (report.heals, report.defaulted_params, report.ocr_calls) == ((), ("note",), 0)


def test_another_note_is_stored_as_given(notes: Notes, form: DrawnForm) -> None:
    report = notes.run(form, params={"note": "call back"})
    assert form.saved == ["call back"]
    assert report.params == {"note": "call back"}


def test_events_are_valid_tell_each_step_and_end_with_the_run(notes: Notes, form: DrawnForm) -> None:
    notes.run(form)
    assert notes.logged() == notes.events
    assert (notes.kinds[0], notes.kinds[-1], notes.kinds.count("run_finished")) == ("run_started", "run_finished", 1)
    assert [notes.kinds.count(k) for k in ("step_started", "acted", "step_finished")] == [3, 3, 3]
    assert [e.t for e in notes.events] == sorted(e.t for e in notes.events)


def test_pictures_of_each_step_are_on_disk(notes: Notes, form: DrawnForm) -> None:
    report = notes.run(form)
    assert len(report.steps) == 3
    for result in report.steps:
        assert (notes.folder / "run" / str(result.before)).is_file()
        assert (notes.folder / "run" / str(result.after)).is_file()


def test_the_report_on_disk_is_true_at_every_moment(notes: Notes, form: DrawnForm) -> None:
    seen: list[tuple[str, RunReport]] = []
    form.on_input = lambda what: seen.append((what, notes.on_disk()))
    report = notes.run(form)
    assert [len(r.steps) for _, r in seen] == [0, 1, 2]
    assert all(r.outcome is Outcome.FAILED and "interrupted" in (r.error or "") for _, r in seen)
    assert ["cannot be undone" in (r.error or "") for _, r in seen] == [False, False, True]
    assert notes.on_disk() == report


def test_after_an_irreversible_step_the_report_no_longer_says_that_it_is_under_way(
    notes: Notes, form: DrawnForm
) -> None:
    seen: list[RunReport] = []
    form.on_input = lambda _: seen.append(notes.on_disk())
    notes.run(form, *notes.steps, notes.click("step_003", form.cancel))
    assert "cannot be undone" not in (seen[-1].error or "")
    assert len(seen[-1].steps) == 3


def test_a_save_that_is_silently_refused_halts_and_is_not_repeated(notes: Notes, form: DrawnForm) -> None:
    form.accepts_saves = False
    report = notes.run(form)
    assert halted(report) is HaltCode.POSTCONDITION_FAILED
    assert form.clicks.count("Save note") == 1
    assert report.halt is not None
    assert (notes.folder / "run" / str(report.halt.picture)).is_file()


def test_looking_again_after_a_refused_save_never_acts_again(notes: Notes, form: DrawnForm) -> None:
    form.accepts_saves = False
    notes.answering(Choice.RETRY, Choice.RETRY)
    assert halted(notes.run(form)) is HaltCode.POSTCONDITION_FAILED
    assert form.clicks.count("Save note") == 1


def test_a_prefilled_field_halts_before_it_is_saved(notes: Notes, form: DrawnForm) -> None:
    form.note.value = "old "
    assert halted(notes.run(form)) is HaltCode.READBACK_MISMATCH
    assert form.saved == []


def test_typing_with_nothing_in_focus_halts(notes: Notes, form: DrawnForm) -> None:
    _, typed, _ = notes.steps
    assert halted(notes.run(form, typed)) is HaltCode.TARGET_NOT_FOUND


@pytest.mark.parametrize("choice", [None, Choice.STOP, Choice.CONFIRM])
def test_a_missing_target_halts_with_nothing_clicked(notes: Notes, form: DrawnForm, choice: Choice | None) -> None:
    form.save.visible = False
    notes.answering(*([choice] if choice else []))
    assert halted(notes.run(form)) is HaltCode.TARGET_NOT_FOUND
    assert form.clicks == ["Note"]
    assert notes.kinds[-1] == "run_finished"


def test_retry_looks_again_and_goes_on(notes: Notes, form: DrawnForm) -> None:
    form.save.disabled = True
    notes.answering(Choice.RETRY)
    watch = notes.emitted

    def mend(event: object) -> None:
        form.save.disabled = form.save.disabled and getattr(event, "type", "") != "answered"
        watch(event)  # type: ignore[arg-type]

    notes.emitted = mend  # type: ignore[method-assign]
    assert notes.run(form).outcome is Outcome.PASSED
    assert form.saved == ["hello"]


def test_done_by_hand_is_checked_and_not_done_again(notes: Notes, form: DrawnForm) -> None:
    form.save.disabled = True
    notes.answering(Choice.DONE_BY_HAND)
    watch = notes.emitted

    def by_hand(event: object) -> None:
        if getattr(event, "type", "") == "answered":
            form.saved.append(form.note.value)
        watch(event)  # type: ignore[arg-type]

    notes.emitted = by_hand  # type: ignore[method-assign]
    report = notes.run(form)
    assert (report.outcome, form.saved, form.clicks) == (Outcome.PASSED, ["hello"], ["Note"])


def test_done_by_hand_that_was_not_done_halts(notes: Notes, form: DrawnForm) -> None:
    form.save.disabled = True
    notes.answering(Choice.DONE_BY_HAND)
    assert halted(notes.run(form)) is HaltCode.POSTCONDITION_FAILED


def test_swapped_labels_halt_with_nothing_saved(notes: Notes, form: DrawnForm) -> None:
    notes.bundle()
    form.save.said, form.cancel.said = form.cancel.said, form.save.said
    assert halted(notes.run(form)) is HaltCode.CONTRADICTED
    assert form.clicks == ["Note"]


def test_a_dialog_over_the_target_halts(notes: Notes, form: DrawnForm) -> None:
    form.dialog = "Survey"
    report = notes.run(form)
    assert halted(report) is HaltCode.COVERED
    assert form.clicks == []


def test_a_renamed_button_with_its_id_is_used_and_proposed_as_a_heal(notes: Notes, form: DrawnForm) -> None:
    form.save.said = "Keep note"
    report = notes.run(form)
    assert (report.outcome, form.saved) == (Outcome.PASSED, ["hello"])
    (heal,) = report.heals
    assert (heal.step_id, heal.irreversible, heal.cause.value) == ("step_002", True, "renamed")
    assert all((notes.folder / "run" / file).is_file() for file in heal.assets.values())
    assert "heal" in notes.kinds


def test_a_workflow_that_names_nobody_learns_nothing_from_a_run(notes: Notes, form: DrawnForm) -> None:
    form.save.said = "Keep note"
    report = notes.run(form, bundle_dir=notes.bundle(phi_scrubbed=True))
    assert (report.outcome, report.heals, form.saved) == (Outcome.PASSED, (), ["hello"])


def test_stop_ends_the_run_within_the_step(notes: Notes, form: DrawnForm) -> None:
    form.on_input = lambda _: notes.control.stop()
    report = notes.run(form)
    assert (report.outcome, form.clicks, form.down) == (Outcome.STOPPED, ["Note"], False)
    assert notes.on_disk().outcome is Outcome.STOPPED
    assert notes.kinds[-1] == "run_finished"


def test_a_stop_after_the_save_was_sent_says_so(notes: Notes, form: DrawnForm) -> None:
    form.accepts_saves = False
    form.on_input = lambda what: notes.control.stop() if what == "click" and form.clicks else None
    click, typed, save = notes.steps
    slow = save.model_copy(update={"expect": (ADDED.model_copy(update={"timeout_s": 60}),)})
    report = notes.run(form, click, typed, slow)
    last = report.steps[-1]
    assert (report.outcome, form.clicks, last.step_id, last.ok) == (
        Outcome.STOPPED,
        ["Note", "Save note"],
        save.id,
        False,
    )
    assert "not checked" in (last.note or "")


def test_a_lost_surface_fails_the_run_and_releases_the_buttons(notes: Notes, form: DrawnForm) -> None:
    def lose(what: str) -> None:
        form.lost = what == "type"

    form.on_input = lose
    report = notes.run(form)
    assert (report.outcome, form.down) == (Outcome.FAILED, False)
    assert "gone" in (report.error or "")
    assert notes.kinds[-1] == "run_finished"


def test_a_bug_in_the_middle_still_ends_with_a_report_and_released_buttons(notes: Notes, form: DrawnForm) -> None:
    def break_down(what: str) -> None:
        raise ZeroDivisionError("a bug")

    form.on_input = break_down
    report = notes.run(form)
    assert (report.outcome, form.down) == (Outcome.FAILED, False)
    assert notes.kinds[-1] == "run_finished"
    assert "ZeroDivisionError" in (notes.on_disk().error or "")


def test_a_secret_is_typed_and_is_nowhere_in_the_run(notes: Notes, form: DrawnForm) -> None:
    click, typed, _ = notes.steps
    hidden = typed.model_copy(update={"param": "pin", "secret": True})
    bundle = notes.bundle(click, hidden, secret_params=("pin",))
    assert notes.run(form, bundle_dir=bundle, secrets={"pin": "hush-hush"}).outcome is Outcome.PASSED
    assert form.note.value == "hush-hush"
    texts = [p.read_text("utf-8") for p in (notes.folder / "run").rglob("*.json*")]
    assert texts
    assert not any("hush-hush" in text for text in texts)


def test_wrong_values_are_refused_before_anything_is_touched(notes: Notes, form: DrawnForm) -> None:
    with pytest.raises(BadParams):
        notes.run(form, params={"nope": "1"})
    assert not (notes.folder / "run").exists()


def test_a_workflow_of_another_bundle_is_refused(notes: Notes, form: DrawnForm) -> None:
    other = notes.workflow(name="other")
    with pytest.raises(BadInput):
        notes.run(form, workflow=other)


def test_the_stream_tells_each_picture_once_it_can_be_read(notes: Notes, form: DrawnForm) -> None:
    readable: list[bool] = []
    keep = notes.emitted

    def look(event: Event) -> None:
        keep(event)
        if isinstance(event, Pictured):
            readable.append((notes.folder / "run" / event.picture).stat().st_size > 100)

    notes.emitted = look  # type: ignore[method-assign]
    report = notes.run(form)
    told = [(e.step_id, e.moment) for e in notes.events if isinstance(e, Pictured)]
    assert all(readable)
    assert {(s.step_id, "before") for s in report.steps} | {(s.step_id, "after") for s in report.steps} == set(told)
    assert notes.kinds[-1] == "run_finished"


def test_a_breakpoint_pauses_before_its_step_and_what_follows_is_looked_at_anew(notes: Notes, form: DrawnForm) -> None:
    notes.control.pause_at(["step_002"])
    keep = notes.emitted

    def go_on(event: Event) -> None:
        keep(event)
        if isinstance(event, Paused):
            assert (event.step_id, form.saved) == ("step_002", [])
            form.save.place = form.save.place.moved(40, 60)
            notes.control.resume()

    notes.emitted = go_on  # type: ignore[method-assign]
    report = notes.run(form)
    assert (report.outcome, form.saved, notes.kinds.count("paused")) == (Outcome.PASSED, ["hello"], 1)


def test_one_step_lets_exactly_one_step_through(notes: Notes, form: DrawnForm) -> None:
    notes.control.pause_at(["step_001"])
    paused: list[str | None] = []
    keep = notes.emitted

    def one_step(event: Event) -> None:
        keep(event)
        if isinstance(event, Paused):
            paused.append(event.step_id)
            notes.control.step() if event.step_id == "step_001" else notes.control.stop()

    notes.emitted = one_step  # type: ignore[method-assign]
    report = notes.run(form)
    assert (report.outcome, paused, form.note.value) == (Outcome.STOPPED, ["step_001", "step_002"], "hello")


def test_a_run_that_begins_later_leaves_out_what_was_before_and_says_so(notes: Notes, form: DrawnForm) -> None:
    form.note.value, form.focus = "typed by hand", form.note
    report = notes.run(form, start_at="step_002")
    assert (report.outcome, form.clicks, form.saved) == (Outcome.PASSED, ["Save note"], ["typed by hand"])
    assert [s.skipped for s in report.steps] == [True, True, False]
    assert report.steps[0].note == "the run began at a later step"


def program(end: str, *, rescued: bool = False) -> ProgramGraph:
    """The three steps, then an end with that outcome; `rescued`: halts of the save lead there."""
    ids = ("step_000", "step_001", "step_002")
    ways = [Transition(source=a, target=b) for a, b in zip(ids, (*ids[1:], "end"), strict=True)]
    if rescued:
        ways.append(Transition(source="step_002", target="end", kind=TransitionKind.EXCEPTION))
    states = (*(State(id=i, kind=StateKind.ACTION, step_id=i) for i in ids),)
    last = State(id="end", kind=StateKind.TERMINAL, outcome=end, label="No such note")
    return ProgramGraph(entry=ids[0], states=(*states, last), transitions=tuple(ways))


def replayed(notes: Notes, form: DrawnForm, graph: ProgramGraph) -> RunReport:
    return notes.run(form, bundle_dir=notes.bundle(program=graph))


@pytest.mark.parametrize(
    ("end", "outcome"),
    [("done", Outcome.PASSED), ("halt", Outcome.HALTED), ("failed", Outcome.FAILED), ("declined", Outcome.FAILED)],
)
def test_only_an_end_that_is_a_success_is_passed(end: str, outcome: Outcome, notes: Notes, form: DrawnForm) -> None:
    report = replayed(notes, form, program(end))
    assert form.saved == ["hello"]
    assert (report.outcome, report.succeeded) == (outcome, end == "done")
    if end != "done":
        assert "No such note" in (report.error or (report.halt.sentence if report.halt else ""))


def test_a_halt_after_which_the_program_went_another_way_stays_in_the_report(notes: Notes, form: DrawnForm) -> None:
    form.accepts_saves = False
    report = replayed(notes, form, program("done", rescued=True))
    assert report.outcome is Outcome.PASSED
    assert [taken.step_id for taken in report.rescued] == ["step_002"]
    told = render_run_report(notes.folder / "run")
    assert text(report.rescued[0].sentence) in told.read_text("utf-8")
    assert report.rescued[0].sentence in unescape(told.with_name("report.html").read_text("utf-8"))


def test_a_step_that_is_to_be_done_by_an_api_call_is_refused_before_anything_is_done(
    notes: Notes, form: DrawnForm
) -> None:
    click, typed, save = notes.steps
    call = ApiBinding(method="POST", url="https://notes.example/api/notes")
    steps = click, typed, save.model_copy(update={"api_binding": call})
    with pytest.raises(BadInput, match="API call"):
        notes.run(form, *steps)
    assert form.clicks == []
