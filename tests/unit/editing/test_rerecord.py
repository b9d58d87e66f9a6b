"""Steps recorded again: what takes their place, what they keep, and where it is refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.steps import save_anchor, step, workflow

from studio.engine import editing
from studio.engine.bundle.validate import validate_workflow
from studio.engine.editing import CannotEdit, Rerecorded
from studio.engine.model.anchor import TargetKind
from studio.engine.model.params import ParamSpec
from studio.engine.model.program import ProgramGraph, State, StateKind, Transition
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Stage, Step, Workflow
from studio.engine.vision.frame import Frame

SAVED = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Note saved")


def field(step_id: str, label: str, **more: Any) -> Step:
    return step(step_id, anchor=save_anchor(kind=TargetKind.INPUT, ocr_text=label), **more)


def typed(step_id: str, label: str, text: str | None, **more: Any) -> Step:
    shown = f"⟨{more['param']}⟩" if more.get("param") else f"‘{text}’"
    intent = f"type {shown} into ‘{label}’"
    return step(step_id, ActionKind.TYPE, text=text, field_label=label, intent=intent, **more)


def row(step_id: str, who: str, **more: Any) -> Step:
    return step(step_id, anchor=save_anchor(ocr_text="Open", row_texts=(who,)), identity_armed=True, **more)


def old(**more: Any) -> Workflow:
    """Search for a person, open their row, write a note, save it, close."""
    given: dict[str, Any] = {
        "params": {"who": "Ben Beta", "note": "hello"},
        "param_specs": {n: ParamSpec(name=n, required=True) for n in ("who", "note")},
        "stages": (Stage(first="step_000", title="Find"), Stage(first="step_003", title="Write")),
    }
    return workflow(
        field("step_000", "Name"),
        typed("step_001", "Name", None, param="who"),
        row("step_002", "Ben Beta", identity_param="who"),
        field("step_003", "Note"),
        typed("step_004", "Note", None, param="note", comment="short"),
        step("step_005", anchor=save_anchor(), risk=Risk.IRREVERSIBLE, expect=(SAVED,)),
        step("step_006", anchor=save_anchor(ocr_text="Close")),
        **{**given, **more},
    )


def again(at: str, *steps: Step, and_after: bool = False, of: Workflow | None = None, **more: Any) -> Rerecorded:
    """What comes of recording those steps, each with a picture of its own, at a step of the old workflow."""
    shot = [
        s.model_copy(update={"id": f"step_{n:03d}", "before_frame": f"frames/{n}.png"}) for n, s in enumerate(steps)
    ]
    pictures = {f"frames/{n}.png": f"png {n}".encode() for n in range(len(steps))}
    flow = of or old()
    found = editing.splice(flow, workflow(*shot, **more), at, pictures.__getitem__, and_after=and_after)
    known = {*found.pictures}
    assert [p.sentence for p in validate_workflow(found.workflow, known) if not p.warning] == []
    assert all(isinstance(picture, Frame) for picture in found.pictures.values())
    return found


def refused(why: str, at: str, *steps: Step, and_after: bool = False, of: Workflow | None = None, **more: Any) -> None:
    with pytest.raises(CannotEdit, match=why):
        again(at, *steps, and_after=and_after, of=of, **more)


def test_one_step_keeps_its_id_its_place_and_what_people_said_of_it() -> None:
    new = step("x", anchor=save_anchor(ocr_text="Store"), expect=(SAVED,), intent="click ‘Store’")
    of = old(unreviewed=("step_005", "step_006"))
    of = editing.rename(editing.comment(of, "step_005", "ask Ann"), "step_005", "keep the note")
    found = again("step_005", new, step("y"), of=of)
    flow, made = found.workflow, found.workflow.step("step_005")
    assert [s.id for s in flow.steps] == [s.id for s in of.steps]
    assert (made.comment, made.intent, made.anchor and made.anchor.ocr_text) == ("ask Ann", "keep the note", "Store")
    assert (flow.stages, flow.unreviewed) == (of.stages, ("step_006",))
    assert list(found.pictures) == [made.before_frame]
    assert flow.steps[:5] == of.steps[:5]
    assert flow.params == of.params
    said = " ".join(found.notes)
    assert "Only “click ‘Store’” was taken; left out: “do y”." in said
    assert "It keeps its name “keep the note”" in said


def test_what_could_not_be_undone_still_cannot_and_is_proven_by_something_new() -> None:
    made = again("step_005", step("x", anchor=save_anchor(ocr_text="OK"), expect=(SAVED,))).workflow.step("step_005")
    assert made.risk is Risk.IRREVERSIBLE
    assert [(c.kind, c.text, c.by) for c in made.expect] == [(CheckKind.TEXT_ADDED, "Note saved", 1)]
    bare = again("step_005", step("x", anchor=save_anchor())).workflow.step("step_005")
    assert [c.kind for c in bare.expect] == [CheckKind.UNKNOWABLE]
    after_field = again("step_005", step("x", anchor=save_anchor(ocr_text="OK")), step("y"), and_after=True).workflow
    assert after_field.steps[5].risk is Risk.IRREVERSIBLE
    elsewhere = again("step_006", step("x", anchor=save_anchor(ocr_text="OK"))).workflow
    assert elsewhere.step("step_006").risk is Risk.REVERSIBLE
    fresh = again(
        "step_000",
        step("x", anchor=save_anchor(), risk=Risk.IRREVERSIBLE, expect=(SAVED,)),
        and_after=True,
        of=workflow(step("step_000"), step("step_001")),
    )
    assert fresh.workflow.steps[0].expect == (SAVED,)


def test_from_a_step_on_all_that_follows_is_replaced_under_new_ids() -> None:
    counted = Postcondition(kind=CheckKind.ROWS_ADDED, text="Notes", since="step_000")
    new = (
        field("x", "Note"),
        typed("y", "Note", "hello"),
        step("z", anchor=save_anchor(), risk=Risk.IRREVERSIBLE, expect=(counted,)),
    )
    found = again("step_003", *new, and_after=True)
    flow = found.workflow
    assert [s.id for s in flow.steps] == ["step_000", "step_001", "step_002", "step_007", "step_008", "step_009"]
    assert flow.steps[:3] == old().steps[:3]
    assert (flow.step("step_008").param, flow.params["note"]) == ("note", "hello")
    assert flow.param_specs["note"].required
    assert flow.step("step_009").expect[0].since == "step_007"
    assert [s.first for s in flow.stages or ()] == ["step_000", "step_007"]
    assert len(found.pictures) == 3
    assert dict(found.ids) == {"step_000": "step_007", "step_001": "step_008", "step_002": "step_009"}


def test_a_parameter_keeps_its_name_and_value_and_one_that_nothing_uses_goes() -> None:
    other = again("step_003", field("x", "Note"), typed("y", "Note", "hi there"), and_after=True).workflow
    assert (other.steps[4].param, other.params["note"], other.steps[4].intent) == (
        "note",
        "hello",
        "type ⟨note⟩ into ‘Note’",
    )
    gone = again("step_003", step("x", anchor=save_anchor(ocr_text="Close")), and_after=True)
    assert set(gone.workflow.params) == {"who"}
    assert "⟨note⟩ is used by no step any more and was taken out." in gone.notes
    spoken = Postcondition(kind=CheckKind.TEXT_PRESENT, text="hi there")
    among = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Saved hi there")
    both = again(
        "step_003",
        field("x", "Note"),
        typed("y", "Note", "hi there"),
        step("z", anchor=save_anchor(), expect=(spoken, among)),
        and_after=True,
    ).workflow
    assert [(c.text, c.param) for c in both.steps[5].expect] == [("hi there", "note")]
    assert both.params["note"] == "hello"


def test_the_click_into_the_field_is_left_out_where_only_what_is_typed_is_recorded_again() -> None:
    found = again("step_004", field("x", "Note"), typed("y", "Note", "bye"))
    made = found.workflow.step("step_004")
    assert (made.action, made.param, made.comment) == (ActionKind.TYPE, "note", "short")
    assert "left out: “do x”" in found.notes[0]
    refused("not known to be the field of step 5", "step_004", field("x", "Name"), typed("y", "Name", "bye"))
    refused("puts a value in", "step_004", step("x", anchor=save_anchor()))


@pytest.mark.parametrize("and_after", [False, True])
def test_a_record_that_a_parameter_chose_is_never_exchanged_for_the_one_that_stood_there(and_after: bool) -> None:
    rest = (step("z", anchor=save_anchor(ocr_text="Close")),) if and_after else ()
    same = again("step_002", row("x", "Ben Beta"), *rest, and_after=and_after).workflow
    assert same.steps[2].identity_param == "who"
    assert same.param_specs["who"].required
    why = "Step 3 finds its record by ⟨who⟩; the new recording acts on “Ann Alpha”: .*with “Ben Beta”"
    refused(why, "step_002", row("x", "Ann Alpha"), *rest, and_after=and_after)
    refused("Step 3 finds its record by ⟨who⟩", "step_002", step("x", anchor=save_anchor()), *rest, and_after=and_after)
    link = step("x", anchor=save_anchor(ocr_text="Ben Beta"))
    assert again("step_002", link, *rest, and_after=and_after).workflow.steps[2].identity_param == "who"


def test_rows_of_two_records_under_one_parameter_are_refused() -> None:
    of = workflow(
        row("step_000", "Ben Beta", identity_param="who"),
        field("step_001", "Name"),
        typed("step_002", "Name", None, param="who"),
        step("step_003"),
        params={"who": "Ben Beta"},
    )
    new = (field("x", "Name"), typed("y", "Name", "Ann Alpha"), row("z", "Ann Alpha"))
    refused(
        "recorded with “Ben Beta” for ⟨who⟩ and the new recording with “Ann Alpha”",
        "step_001",
        *new,
        and_after=True,
        of=of,
    )
    moved = again(
        "step_000", field("a", "Name"), typed("b", "Name", "Ann Alpha"), row("z", "Ann Alpha"), and_after=True, of=of
    ).workflow
    assert (moved.params["who"], moved.steps[2].identity_param) == ("Ann Alpha", "who")


def test_a_secret_stays_one_and_is_never_taken_over_in_plain_letters() -> None:
    of = workflow(
        field("step_000", "Password"),
        typed("step_001", "Password", None, param="pass", secret=True),
        step("step_002"),
        secret_params=("pass",),
        param_specs={"pass": ParamSpec(name="pass", type="secret", required=True)},
    )
    masked = typed("y", "Password", None, param="password", secret=True)
    more = {"secret_params": ("password",), "param_specs": {"password": ParamSpec(name="password", type="secret")}}
    flow = again("step_000", field("x", "Password"), masked, and_after=True, of=of, **more).workflow
    assert (flow.secret_params, flow.steps[1].param, set(flow.param_specs)) == (("pass",), "pass", {"pass"})
    plain = again("step_000", field("x", "Password"), typed("y", "Password", "geheim"), and_after=True, of=of).workflow
    assert (plain.steps[1].secret, plain.steps[1].text, plain.params) == (True, None, {})
    shown = step("z", anchor=save_anchor(), expect=(Postcondition(kind=CheckKind.TEXT_PRESENT, text="geheim"),))
    refused(
        "shows the secret ⟨pass⟩",
        "step_000",
        field("x", "Password"),
        typed("y", "Password", "geheim"),
        shown,
        and_after=True,
        of=of,
    )
    text = old(params={"who": "Ben Beta", "password": "x y"}, param_specs={})
    text = text.model_copy(update={"steps": (*text.steps[:4], typed("step_004", "Note", None, param="password"))})
    two = again("step_003", field("x", "Password"), masked, and_after=True, of=text, **more).workflow
    assert two.secret_params == ("password_2",)


def test_what_is_typed_never_goes_into_another_field() -> None:
    refused("Step 5 types where another step puts the cursor", "step_003", step("x", ActionKind.KEY, key="F2"))
    moved = again("step_003", field("x", "Remark"))
    assert "Step 5 was typed into “Note” and goes into “Remark” now." in moved.notes
    refused("without a click into the field first", "step_004", typed("x", "Subject", "hi"), and_after=True)
    assert again("step_004", typed("x", "Note", "hi"), and_after=True).workflow.steps[4].param == "note"
    scrolled = again("step_003", step("s", ActionKind.SCROLL), field("x", "Note")).workflow
    assert scrolled.step("step_003").action is ActionKind.CLICK


def test_another_screen_a_branching_program_and_nothing_at_all_are_refused() -> None:
    new = step("x", anchor=save_anchor(ocr_text="Close"))
    refused("at 800 × 600 px, the new recording at 801 × 600 px", "step_006", new, viewport=(801, 600))
    refused("another kind of program", "step_006", new, backend="desktop")
    refused("the whole screen", "step_006", new, window="Notes")
    refused("names nobody", "step_006", new, of=old(phi_scrubbed=True))
    refused("without hiding", "step_006", new, of=old(hide=("[0-9]{9}",)))
    assert again("step_006", new, of=old(hide=("[0-9]{9}",)), hide=("[0-9]{9}", "x")).workflow.hide == ("[0-9]{9}",)
    refused("Nothing was recorded", "step_006")
    refused("Nothing was recorded that could", "step_006", step("x", ActionKind.SCROLL))
    refused("not there any more", "nowhere", new)
    states = (
        *(State(id=i, kind=StateKind.ACTION, step_id=i) for i in ("step_000", "step_001")),
        State(id="end", kind=StateKind.TERMINAL, outcome="done"),
    )
    edges = tuple(Transition(source=a, target=b) for a, b in (("step_000", "step_001"), ("step_001", "end")))
    of = workflow(
        step("step_000"), step("step_001"), program=ProgramGraph(entry="step_000", states=states, transitions=edges)
    )
    refused("branches or repeats", "step_001", new, and_after=True, of=of)
    assert again("step_001", new, of=of).workflow.program == of.program
    paged = workflow(step("step_000", ActionKind.SWITCH_SURFACE, text="2"), step("step_001"))
    refused("from page to page", "step_001", step("x", ActionKind.SWITCH_SURFACE, text="2"), and_after=True, of=paged)


def test_a_text_that_was_typed_elsewhere_proves_nothing_of_a_new_step() -> None:
    of = workflow(field("step_000", "Note"), typed("step_001", "Note", "all is hers"), step("step_002"))
    checks = [
        Postcondition(kind=CheckKind.TEXT_PRESENT, text=text)
        for text in ("Saved", "is hers", "Note saved: all is hers")
    ]
    found = again("step_002", step("x", anchor=save_anchor(), expect=tuple(checks)), of=of)
    assert [check.text for check in found.workflow.step("step_002").expect] == ["Saved", "Note saved"]
    assert sum("in another run." in note for note in found.notes) == 2
