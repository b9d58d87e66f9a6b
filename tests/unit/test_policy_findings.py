"""Findings: each code where it belongs, and nowhere else; each mend makes its finding go."""

from __future__ import annotations

from helpers.steps import save_anchor, step, workflow

from studio.engine import editing
from studio.engine.model.anchor import Landmark, StructuralLocator
from studio.engine.model.params import ParamSpec
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Step, Workflow
from studio.engine.policy import Mend, Severity, findings

SAVED = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Saved")
MARKS = tuple(Landmark(ocr_text=t, dx_px=10, dy_px=10) for t in ("Name", "Note"))
SOUND = save_anchor(template="templates/a.png", landmarks=MARKS)


def codes(flow: Workflow, **more: object) -> list[str]:
    """The codes of a workflow that came with its pictures."""
    return [f.code for f in findings(flow, {"frames/a.png"}, **more)]  # type: ignore[arg-type]


def sound(step_id: str = "a", **more: object) -> Step:
    """A click with nothing wrong about it."""
    given = {"anchor": SOUND, "expect": (SAVED,), "before_frame": "frames/a.png"}
    return step(step_id, **{**given, **more})  # type: ignore[arg-type]


def test_a_sound_workflow_has_no_findings() -> None:
    assert codes(workflow(sound())) == []


def test_every_code_stands_where_it_belongs() -> None:
    cases = {
        "no_target": sound(anchor=None),
        "secret_unnamed": sound(action=ActionKind.TYPE, anchor=None, secret=True),
        "unknowable_outcome": sound(risk=Risk.IRREVERSIBLE, expect=(Postcondition(kind=CheckKind.UNKNOWABLE),)),
        "unchecked_write": sound(risk=Risk.IRREVERSIBLE, expect=()),
        "unverified_write": sound(risk=Risk.IRREVERSIBLE),
        "identity_unarmed": sound(anchor=SOUND.model_copy(update={"label_count": 3})),
        "look_alikes": sound(anchor=SOUND.model_copy(update={"template_count": 3, "landmarks": MARKS[:1]})),
        "single_way": sound(anchor=save_anchor(landmarks=())),
        "no_check": sound(expect=()),
    }
    for code, one in cases.items():
        assert code in codes(workflow(one)), code
        assert codes(workflow(one.model_copy(update={"disabled": True}), sound("z"))) == [], code
    assert codes(workflow(sound()), not_found={"a": "Nothing looks like it."}) == ["not_found"]
    assert codes(workflow(sound(), unreviewed=("a",))) == ["unreviewed"]
    assert codes(workflow(sound(), param_specs={"x": ParamSpec(name="x")})) == ["param_unused"]
    assert [f.code for f in findings(workflow(sound()), ())] == ["no_pictures"]


def test_what_proves_the_record_or_tells_by_structure_is_no_look_alike() -> None:
    three = SOUND.model_copy(update={"label_count": 3, "template_count": 3})
    assert codes(workflow(sound(anchor=three, identity_armed=True))) == []
    told = three.model_copy(update={"structural": StructuralLocator(role="button", name="Save", count=1)})
    assert codes(workflow(sound(anchor=told))) == []
    unsure = three.model_copy(update={"structural": StructuralLocator(role="button", name="Save", count=3)})
    assert codes(workflow(sound(anchor=unsure))) == ["identity_unarmed"]


def test_mends_that_need_no_picture_make_their_findings_go() -> None:
    flow = workflow(sound(risk=Risk.IRREVERSIBLE, expect=()), params={"old": "x"})
    by_code = {f.code: f for f in findings(flow, {"frames/a.png"})}
    assert by_code["unchecked_write"].severity is Severity.WARNING
    assert by_code["unchecked_write"].mend is Mend.ADD_CHECK
    flow = editing.expect_text(flow, "a", "Note saved", None)
    assert by_code["param_unused"].mend is Mend.DROP_PARAM
    flow = editing.drop_param(flow, by_code["param_unused"].subject)
    assert codes(flow) == ["unverified_write"]
    nameless = workflow(step("a", ActionKind.TYPE, secret=True, before_frame="frames/a.png"))
    assert codes(editing.name_secret(nameless, "a", "pin")) == []
