"""Edits of steps: what each changes, and where it is refused with the step named."""

from __future__ import annotations

import pytest
from helpers.steps import save_anchor, step, workflow

from studio.engine import editing
from studio.engine.bundle.validate import validate_workflow
from studio.engine.editing import CannotEdit
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.params import ParamSpec
from studio.engine.model.program import ProgramGraph, State, StateKind, Transition
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Stage, Workflow


def form() -> Workflow:
    """Click a field, type, click another, type a parameter, tab, type, save; save counts since the start."""
    counted = Postcondition(kind=CheckKind.ROWS_ADDED, text="Notes", since="a")
    return workflow(
        step("a", anchor=save_anchor(kind=TargetKind.INPUT, ocr_text="Name")),
        step("b", ActionKind.TYPE, text="Ann", intent="type ‘Ann’ into ‘Name’", field_label="Name"),
        step("c", anchor=save_anchor(kind=TargetKind.INPUT, ocr_text="Note")),
        step("d", ActionKind.TYPE, param="note", field_label="Note"),
        step("e", ActionKind.KEY, key="Tab"),
        step("f", ActionKind.TYPE, text="urgent"),
        step("g", risk=Risk.IRREVERSIBLE, anchor=save_anchor(), expect=(counted,)),
        step("h", anchor=save_anchor(ocr_text="Done")),
        params={"note": "hello"},
        param_specs={"note": ParamSpec(name="note", example="hello")},
        stages=(Stage(first="a", title="Name"), Stage(first="c", title="Note"), Stage(first="h", title="End")),
    )


def ids(flow: Workflow) -> str:
    return "".join(s.id[0] for s in flow.steps)


def test_a_step_is_renamed_commented_and_given_another_risk_with_its_reason() -> None:
    flow = editing.rename(form(), "a", "  click   the name ")
    flow = editing.comment(flow, "a", " ask Ann ")
    flow = editing.set_risk(flow, "g", Risk.REVERSIBLE, "It only opens a preview.")
    assert (flow.step("a").intent, flow.step("a").comment) == ("click the name", "ask Ann")
    assert (flow.step("g").risk, flow.step("g").risk_reason) == (Risk.REVERSIBLE, "It only opens a preview.")
    assert editing.comment(flow, "a", "  ").step("a").comment is None
    for refused in (lambda: editing.rename(flow, "a", " "), lambda: editing.set_risk(flow, "g", Risk.REVERSIBLE, "")):
        with pytest.raises(CannotEdit):
            refused()


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ({"c"}, "Step 4 types where step 3 puts the cursor"),
        ({"e"}, "Step 6 types where step 5 puts the cursor"),
        ({"a", "b"}, "Step 7 counts from the screen after step 1"),
        (set("abcdefgh"), "at least one step"),
    ],
)
def test_a_step_that_others_need_is_not_taken_out(gone: set[str], said: str) -> None:
    with pytest.raises(CannotEdit, match=said):
        editing.delete(form(), gone)


def test_a_click_goes_together_with_what_is_typed_there_and_stages_follow() -> None:
    flow = editing.delete(form(), {"c", "d", "e", "f"})
    assert ids(flow) == "abgh"
    assert flow.stages == (
        Stage(first="a", title="Name"),
        Stage(first="g", title="Note"),
        Stage(first="h", title="End"),
    )
    assert [p.code for p in validate_workflow(flow, ()) if not p.warning] == []
    assert ids(editing.delete(form(), {"f"})) == "abcdegh"


def test_what_is_passed_over_keeps_the_keyboard_where_it_belongs() -> None:
    with pytest.raises(CannotEdit, match="Step 4 types where step 3"):
        editing.disable(form(), ["c"])
    off = editing.disable(form(), ["c", "d", "e", "f"])
    assert [s.id for s in off.steps if s.disabled] == ["c", "d", "e", "f"]
    with pytest.raises(CannotEdit, match="enable both together"):
        editing.enable(off, ["d"])
    with pytest.raises(CannotEdit, match="delete both together"):
        editing.delete(off, {"c"})
    assert editing.enable(off, ["c", "d", "e", "f"]) == form()
    with pytest.raises(CannotEdit, match="Step 7 counts"):
        editing.disable(form(), ["a", "b"])
    with pytest.raises(CannotEdit, match="at least one step that runs"):
        editing.disable(form(), list("abcdefgh"))


def test_steps_change_places_with_what_is_typed_and_never_past_what_they_count_from() -> None:
    moved = editing.move(form(), "d", -1)
    assert ids(moved) == "cdefabgh"
    assert [s.first for s in moved.stages or ()] == ["c", "e", "h"]
    assert ids(editing.move(form(), "h", -1)) == "abcdefhg"
    with pytest.raises(CannotEdit, match="already the last"):
        editing.move(form(), "h", 1)
    near = editing.move(form(), "g", -1)
    assert ids(near) == "abgcdefh"
    with pytest.raises(CannotEdit, match="Step 3 counts from the screen after step 1, so it must come later"):
        editing.move(near, "a", 1)


def graph() -> Workflow:
    """a, then b or the end, then h."""
    states = [State(id=f"s{i}", kind=StateKind.ACTION, step_id=i) for i in "abh"]
    end = State(id="end", kind=StateKind.TERMINAL, outcome="done")
    edges = [("sa", "sb"), ("sb", "sh"), ("sh", "end")]
    program = ProgramGraph(
        entry="sa", states=(*states, end), transitions=tuple(Transition(source=x, target=y) for x, y in edges)
    )
    return workflow(step("a"), step("b", ActionKind.HOVER, anchor=save_anchor()), step("h"), program=program)


def test_in_a_program_edges_are_led_around_what_goes_and_through_what_comes() -> None:
    flow = editing.delete(graph(), {"a"})
    assert flow.program is not None
    assert flow.program.entry == "sb"
    flow, new = editing.insert_wait(flow, "h", "Saved", Region(1, 2, 30, 10))
    assert [p.code for p in validate_workflow(flow, ()) if not p.warning] == []
    assert flow.program is not None
    assert {(t.source, t.target) for t in flow.program.transitions} == {
        ("sb", new),
        (new, "sh"),
        ("sh", "end"),
    }
    with pytest.raises(CannotEdit, match="branches or repeats"):
        editing.move(graph(), "a", 1)
    fork = graph().program
    assert fork is not None
    both = fork.model_copy(update={"transitions": (*fork.transitions, Transition(source="sb", target="end"))})
    with pytest.raises(CannotEdit, match="Several ways lead on from step 2"):
        editing.delete(graph().model_copy(update={"program": both}), {"b"})


def test_checks_come_and_go_and_speak_of_parameters() -> None:
    flow = editing.expect_text(form(), "h", "Note saved", None)
    flow = editing.expect_text(flow, "h", "hello", None, present=True, timeout_s=9)
    assert [(c.text, c.param) for c in flow.step("h").expect] == [("Note saved", None), ("hello", "note")]
    assert editing.set_patience(flow, "h", 1, 30).step("h").expect[1].timeout_s == 30
    assert [c.text for c in editing.drop_check(flow, "h", 0).step("h").expect] == ["hello"]
    with pytest.raises(CannotEdit, match="checked after this step already"):
        editing.expect_text(flow, "h", "note  SAVED", None)
    with pytest.raises(CannotEdit, match="cannot be there and be gone"):
        editing.expect_text(flow, "h", "Note saved", None, present=False)
    with pytest.raises(CannotEdit, match="holds the value of ⟨note⟩"):
        editing.expect_text(flow, "h", "Saved: hello", None)
    with pytest.raises(CannotEdit, match="too little text"):
        editing.expect_text(flow, "h", " . ", None)
    unknown = form().step("g").model_copy(update={"expect": (Postcondition(kind=CheckKind.UNKNOWABLE),)})
    asked = editing.expect_text(workflow(unknown), "g", "Saved", None)
    assert [c.kind for c in asked.step("g").expect] == [CheckKind.TEXT_PRESENT]


def test_a_constant_becomes_a_parameter_a_secret_and_a_constant_again() -> None:
    flow = editing.make_param(form(), "b", "name")
    assert (flow.step("b").param, flow.step("b").text) == ("name", None)
    assert flow.step("b").intent == "type ⟨name⟩ into ‘Name’"
    assert flow.params["name"] == "Ann"
    assert flow.param_specs["name"].example == "Ann"
    back = editing.make_constant(flow, "b")
    assert back == form()
    secret = editing.make_secret(flow, "b", "pin")
    assert (secret.step("b").param, secret.step("b").secret, secret.secret_params) == ("pin", True, ("pin",))
    assert "Ann" not in secret.model_dump_json()
    with pytest.raises(CannotEdit, match="kept nowhere"):
        editing.make_constant(secret, "b")
    for name, said in (("Bad Name", "small letters"), ("note", "another value already")):
        with pytest.raises(CannotEdit, match=said):
            editing.make_param(form(), "b", name)


def test_a_secret_is_refused_where_the_workflow_would_still_show_it() -> None:
    flow = editing.comment(form(), "h", "used to be Ann")
    with pytest.raises(CannotEdit, match="the comment of step 8"):
        editing.make_secret(flow, "b", "pin")
    kept = editing.rename(form(), "b", "type Ann and go on")
    assert "Ann" not in editing.make_secret(kept, "b", "pin").step("b").intent


def test_rows_and_counting_checks_follow_a_new_parameter_and_sentences_with_its_value_are_refused() -> None:
    row = save_anchor(row_texts=("Ann", "1970"), ocr_text="Open")
    added = Postcondition(kind=CheckKind.TEXT_ADDED, text="Ann")
    flow = form().model_copy(update={"steps": (*form().steps, step("i", anchor=row, expect=(added,)))})
    flow = editing.make_param(flow, "b", "name")
    assert flow.step("i").identity_param == "name"
    assert flow.step("i").expect[0].param == "name"
    assert flow.param_specs["name"].required
    said = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Welcome Ann")
    spoken = form().model_copy(update={"steps": (*form().steps, step("i", expect=(said,)))})
    with pytest.raises(CannotEdit, match="Step 9 expects “Welcome Ann”"):
        editing.make_param(spoken, "b", "name")


def test_a_parameter_that_nothing_uses_goes_and_one_that_is_used_stays() -> None:
    with pytest.raises(CannotEdit, match="still used"):
        editing.drop_param(form(), "note")
    flow = form().model_copy(update={"params": {"note": "hello", "old": "x"}})
    assert editing.drop_param(flow, "old").params == {"note": "hello"}


def test_stages_are_named_joined_and_split() -> None:
    flow, shown = form(), form().stages or ()
    assert [s.title for s in editing.rename_stage(flow, shown, "c", "Write").stages or ()] == ["Name", "Write", "End"]
    assert [s.first for s in editing.merge_stage(flow, shown, "c").stages or ()] == ["a", "h"]
    assert [s.first for s in editing.split_stage(flow, shown, "e", "More").stages or ()] == ["a", "c", "e", "h"]
    assert [s.first for s in editing.split_stage(flow, (), "e", "More").stages or ()] == ["a", "e"]
    with pytest.raises(CannotEdit, match="no stage before"):
        editing.merge_stage(flow, shown, "a")


def test_versions_are_compared_in_words() -> None:
    before = form()
    after = editing.disable(editing.rename(before, "h", "leave"), ["h"])
    after = editing.make_param(after, "b", "name")
    after = editing.set_risk(after, "g", Risk.REVERSIBLE, "a preview")
    after, new = editing.insert_wait(after, "h", "Ready", None)
    found = {(d.step_id, d.what): (d.before, d.after) for d in editing.differences(before, after)}
    assert found["h", "name"] == ("do h", "leave")
    assert found["h", "runs"] == ("always", "disabled")
    assert found[None, "parameter ⟨name⟩"] == ("none", "may be given, recorded “Ann”")
    assert found["g", "risk"] == ("cannot be undone", "can be undone (a preview)")
    assert found[new, "step put in"] == ("", "wait until “Ready” is shown")
    assert editing.differences(before, before) == ()
    gone = editing.differences(before, editing.delete(before, {"h"}))
    assert ("h", "step taken out") in {(d.step_id, d.what) for d in gone}
    swapped = editing.differences(before, editing.move(before, "h", -1))
    assert {d.what for d in swapped} == {"order of the steps", "stages"}
