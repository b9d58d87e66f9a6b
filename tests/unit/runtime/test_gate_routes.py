"""Every way by which what cannot be undone could be sent passes the gate: clicks, drags, keys, options, files."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.drawn_form import Control, DrawnForm, PixelForm
from helpers.elements import element, seen
from helpers.notes_run import ADDED, Notes
from helpers.steps import PLACE, resolution, save_anchor, step

from studio.engine.bundle import load_bundle
from studio.engine.model.geometry import Region
from studio.engine.model.halts import Choice, HaltCode
from studio.engine.model.resolution import Refusal, Resolution, Rung
from studio.engine.model.results import Outcome, RunReport
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, RiskWord, Step
from studio.engine.report.markdown import markdown
from studio.engine.report.page import page
from studio.engine.runtime import observation
from studio.engine.runtime.gate import Shown, gate
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr_lines import OcrLine

WRITE = step(risk=Risk.IRREVERSIBLE, anchor=save_anchor())
MOVED = PLACE.moved(0, 60)


pytestmark = pytest.mark.usefixtures("no_patience")


@pytest.fixture
def form(monkeypatch: pytest.MonkeyPatch) -> DrawnForm:
    """A form whose texts are what OCR would read of each of its frames."""
    form, written = DrawnForm(), {}

    def frame() -> Frame:
        drawn = form._drawn()
        written[drawn.frame.digest] = tuple(drawn.texts)
        return drawn.frame

    def read(seen: Frame, *, region: Region | None = None) -> list[Any]:
        told = [t for t in written[seen.digest] if region is None or region.contains(t.region.center)]
        return [OcrLine(text=t.text, region=t.region, confidence=1.0) for t in told]

    form.frame = frame  # type: ignore[method-assign]
    monkeypatch.setattr(observation, "ocr", read)
    return form


def code(report: RunReport) -> HaltCode | None:
    return report.halt.code if report.halt else None


@pytest.mark.parametrize("rung", [Rung.GEOMETRY, Rung.GROUNDER])
def test_a_word_given_beforehand_holds_only_where_the_target_stood(rung: Rung) -> None:
    there, elsewhere = resolution(rung), resolution(rung, point=MOVED.center, region=MOVED)
    assert isinstance(gate(WRITE, there, confirmed=True), Resolution)
    assert isinstance(gate(WRITE, elsewhere, confirmed=True), Refusal)
    assert isinstance(gate(WRITE, elsewhere, confirmed=True, shown=True), Resolution)


@pytest.mark.parametrize(
    ("moved", "label", "same"),
    [((0, 0), "Keep", True), ((10, -10), "Keep", True), ((17, 0), "Keep", False), ((0, 0), "Delete", False)],
)
def test_the_very_point_is_the_place_and_what_it_says(moved: tuple[int, int], label: str, same: bool) -> None:
    word = Shown(PLACE.center, "Keep")
    assert word.is_(resolution(Rung.GEOMETRY, point=PLACE.center.moved(*moved), label=label)) is same


def test_what_nobody_has_judged_yet_is_not_done_on_weak_evidence_either() -> None:
    asked = step(anchor=save_anchor(), risk_asked="It has no words.")
    assert isinstance(gate(asked, resolution(Rung.GEOMETRY), confirmed=False), Refusal)
    assert isinstance(gate(asked, resolution(Rung.OCR), confirmed=False), Resolution)


@pytest.mark.parametrize("risk", list(Risk))
def test_a_control_that_is_disabled_is_used_on_nobodys_word(risk: Risk) -> None:
    at = seen(element("Save", (PLACE.x, PLACE.y), disabled=True))
    answer = gate(
        WRITE.model_copy(update={"risk": risk}), resolution(Rung.TEMPLATE), confirmed=True, shown=True, seen=at
    )
    assert isinstance(answer, Refusal)
    assert answer.code is HaltCode.DISABLED


def renamed(notes: Notes, form: DrawnForm, **more: Any) -> RunReport:
    form.save.said = "Keep it"
    saves = notes.click("step_002", DrawnForm().save, risk=Risk.IRREVERSIBLE).model_copy(update={"timeout_s": 3.0})
    return notes.run(PixelForm(form), saves, **more)


def test_confirmed_by_name_alone_a_renamed_button_that_has_moved_is_not_clicked(notes: Notes, form: DrawnForm) -> None:
    for control in (form.note, form.save, form.cancel):
        control.place = control.place.moved(0, 20)
    assert code(renamed(notes, form, confirmed=frozenset({"step_002"}))) is HaltCode.NEEDS_CONFIRMATION
    assert form.clicks == []


def test_where_something_else_is_said_at_the_confirmed_point_it_is_not_clicked(notes: Notes, form: DrawnForm) -> None:
    notes.answering(Choice.CONFIRM)
    watch = notes.emitted

    def swap(event: Any) -> None:
        if getattr(event, "type", "") == "answered":
            form.save.said = "Erase it"
        watch(event)

    notes.emitted = swap  # type: ignore[method-assign]
    assert code(renamed(notes, form)) is HaltCode.NEEDS_CONFIRMATION
    assert form.clicks == []


@pytest.mark.parametrize("renamed_end", ["start", "end", "none"])
def test_both_ends_of_a_drag_are_asked_about(notes: Notes, form: DrawnForm, renamed_end: str) -> None:
    recorded = DrawnForm()
    start, end = notes.click("step_000", recorded.save), notes.click("step_001", recorded.cancel)
    drag = start.model_copy(
        update={"action": ActionKind.DRAG, "end_anchor": end.anchor, "risk": Risk.IRREVERSIBLE, "timeout_s": 3.0}
    )
    if renamed_end != "none":
        (form.save if renamed_end == "start" else form.cancel).said = "Other"
    done: list[str] = []
    form.on_input = done.append
    report = notes.run(PixelForm(form), drag)
    assert (code(report), done) == ((None, ["drag"]) if renamed_end == "none" else (HaltCode.NEEDS_CONFIRMATION, []))


@pytest.mark.parametrize("action", [ActionKind.SELECT, ActionKind.UPLOAD, ActionKind.DOUBLE_CLICK])
def test_options_and_files_pass_the_same_gate(notes: Notes, form: DrawnForm, action: ActionKind) -> None:
    form.save.said = "Keep it"
    saves = notes.click("step_002", DrawnForm().save, risk=Risk.IRREVERSIBLE)
    report = notes.run(PixelForm(form), saves.model_copy(update={"action": action, "text": "x", "timeout_s": 3.0}))
    assert code(report) is HaltCode.NEEDS_CONFIRMATION


ENTER = step("step_002", ActionKind.KEY, key="Enter", risk=Risk.IRREVERSIBLE, field_label="Note")


class TestEnter:
    """Enter that sends a form has no target of its own: it goes to the field with the focus."""

    @pytest.fixture(autouse=True)
    def pressed(self, form: DrawnForm) -> list[str]:
        """What was sent."""
        done: list[str] = []
        form.on_input = done.append
        return done

    def steps(self, notes: Notes) -> tuple[Step, ...]:
        return (*notes.steps[:2], ENTER)

    @pytest.mark.parametrize("structure", [True, False])
    def test_in_the_field_that_was_filled_it_is_pressed(
        self, notes: Notes, form: DrawnForm, pressed: list[str], structure: bool
    ) -> None:
        report = notes.run(form if structure else PixelForm(form), *self.steps(notes))
        assert (report.outcome, pressed[-1]) == (Outcome.PASSED, "press")

    @pytest.mark.parametrize("structure", [True, False])
    def test_where_nothing_in_this_run_put_the_keyboard_it_is_not_pressed(
        self, notes: Notes, form: DrawnForm, pressed: list[str], structure: bool
    ) -> None:
        report = notes.run(form if structure else PixelForm(form), *self.steps(notes), start_at="step_002")
        assert code(report) is (HaltCode.TARGET_NOT_FOUND if structure else HaltCode.NEEDS_CONFIRMATION)
        assert pressed == []

    @pytest.mark.parametrize("structure", [True, False])
    def test_where_the_focus_was_taken_or_something_came_up_it_is_not_pressed(
        self, notes: Notes, form: DrawnForm, pressed: list[str], structure: bool
    ) -> None:
        other = Control("Search", Region(60, 300, 700, 200), "field", visible=False)
        form.more.append(other)
        watch = notes.emitted

        def take(event: Any) -> None:
            if getattr(event, "type", "") == "step_started" and event.step_id == "step_002":
                form.focus, other.visible, form.save.visible = other, True, False
            watch(event)

        notes.emitted = take  # type: ignore[method-assign]
        report = notes.run(form if structure else PixelForm(form), *self.steps(notes))
        assert code(report) is (HaltCode.TARGET_NOT_FOUND if structure else HaltCode.NEEDS_CONFIRMATION)
        assert "press" not in pressed

    def test_a_person_who_says_that_it_is_the_right_field_lets_it_be_pressed(
        self, notes: Notes, form: DrawnForm, pressed: list[str]
    ) -> None:
        notes.answering(Choice.CONFIRM)
        report = notes.run(PixelForm(form), ENTER)
        assert (report.outcome, pressed, report.steps[0].confirmed_by_person) == (Outcome.PASSED, ["press"], True)


ABSENT = Postcondition(kind=CheckKind.TEXT_ABSENT, text="Unsaved changes", timeout_s=0)


@pytest.mark.parametrize("risk", list(Risk))
def test_what_should_be_gone_and_never_was_there_proves_nothing_for_what_cannot_be_undone(
    notes: Notes, form: DrawnForm, risk: Risk
) -> None:
    saves = notes.click("step_002", form.save, risk=risk, expect=(ADDED, ABSENT))
    report = notes.run(form, *notes.steps[:2], saves)
    assert code(report) is (HaltCode.OUTCOME_UNKNOWN if risk is Risk.IRREVERSIBLE else None)
    assert form.saved == ["hello"]


@pytest.mark.parametrize("shown", [True, False])
def test_by_pixels_too_what_should_be_gone_must_have_been_there(notes: Notes, form: DrawnForm, shown: bool) -> None:
    hint = Control("Unsaved changes", Region(60, 400, 260, 32), visible=shown)
    form.more.append(hint)
    form.on_input = lambda what: setattr(hint, "visible", False) if what == "click" else None
    saves = notes.click("step_002", DrawnForm().save, risk=Risk.IRREVERSIBLE, expect=(ABSENT,))
    report = notes.run(PixelForm(form), saves.model_copy(update={"timeout_s": 2.0}))
    assert code(report) is (None if shown else HaltCode.OUTCOME_UNKNOWN)


def test_why_a_step_cannot_be_undone_and_who_said_so_stand_in_the_report(notes: Notes, form: DrawnForm) -> None:
    said = {"risk_reason": "It writes a letter.", "risk_word": RiskWord(by="Ann", at="2026-01-01T00:00:00+00:00")}
    saves = notes.click("step_002", form.save, risk=Risk.IRREVERSIBLE, **said)
    report = notes.run(form, saves)
    line = "Cannot be undone: It writes a letter. (Ann, 2026-01-01"
    assert line in markdown(report, notes.folder / "run").replace("\\", "")
    assert line in str(page(report, notes.folder / "run"))


def test_healing_keeps_what_a_person_said_of_the_risk(notes: Notes, form: DrawnForm) -> None:
    word = RiskWord(by="Ann", at="2026-01-01T00:00:00+00:00")
    saves = notes.click("step_002", DrawnForm().save, risk_reason="It is a draft.", risk_word=word)
    form.save.said = "Keep note"
    candidate = notes.folder / "healed"
    report = notes.run(PixelForm(form), saves.model_copy(update={"timeout_s": 3.0}), save_healed_to=candidate)
    assert len(report.heals) == 1
    healed = load_bundle(candidate).workflow.step("step_002")
    assert (healed.risk_word, healed.risk_reason) == (word, "It is a draft.")
    assert healed.anchor != saves.anchor
