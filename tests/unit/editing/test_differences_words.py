"""What two versions do differently is said by who shows it: no word of the list stays English in another language."""

from __future__ import annotations

from helpers.another_language import left_over, marked
from helpers.steps import save_anchor, step, workflow

from studio.engine import editing
from studio.engine.model.anchor import Anchor, Landmark, StructuralLocator
from studio.engine.model.geometry import Point, Region
from studio.engine.model.params import ParamSpec
from studio.engine.model.program import Guard, Predicate, PredicateKind
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Stage, Step, Workflow

OWN = "7"
CHECK = Postcondition(kind=CheckKind.TEXT_PRESENT, text=OWN)
ALWAYS = Guard(all_of=(Predicate(kind=PredicateKind.ALWAYS),))


def bare() -> Step:
    """A step of which nothing is known."""
    return step("a", intent=OWN, anchor=Anchor(region=Region(0, 0, 9, 9), click_point=Point(1, 1)))


def full() -> Step:
    """The same step with everything that can be different."""
    anchor = save_anchor().model_copy(
        update={
            "ocr_text": OWN,
            "template": "8",
            "landmarks": (Landmark(ocr_text=OWN, relation="above"),),
            "structural": StructuralLocator(role=OWN, name=OWN),
        }
    )
    return step(
        "a",
        ActionKind.DOUBLE_CLICK,
        intent="8",
        comment=OWN,
        param=OWN,
        risk=Risk.IRREVERSIBLE,
        risk_reason=OWN,
        expect=(CHECK,),
        wait_until=CHECK,
        identity_armed=True,
        before_frame=OWN,
        guard=ALWAYS,
        anchor=anchor,
        end_anchor=anchor,
    )


def one(changed: Step, **more: object) -> Workflow:
    return workflow(changed, **{"name": OWN, **more})


def pairs() -> list[tuple[Workflow, Workflow]]:
    """Versions that differ in all of it, and in one thing alone where that is told otherwise."""
    stages = (Stage(first="a", title=""),)
    params = {
        "params": {OWN: OWN},
        "param_specs": {"8": ParamSpec(name="8", required=True)},
        "app_url": OWN,
        "stages": stages,
    }
    line = workflow(step("a", intent=OWN), step("b", intent=OWN), name=OWN)
    again = full()
    assert again.anchor is not None
    anew, wider = (again.anchor.model_copy(update=more) for more in ({"template": OWN}, {"search_pad": 7}))
    return [
        (one(bare()), one(full(), **params)),
        (one(full()), one(full().model_copy(update={"anchor": anew, "end_anchor": wider}))),
        (one(full()), one(full().model_copy(update={"disabled": True, "identity_param": OWN, "secret": True}))),
        (one(full()), one(full().model_copy(update={"anchor": None}))),
        (one(bare()), one(bare().model_copy(update={"timeout_s": 7.0}))),
        (
            line,
            line.model_copy(
                update={"steps": tuple(reversed(line.steps)), "secret_params": (OWN,), "params": {OWN: ""}}
            ),
        ),
        (line, line.model_copy(update={"steps": line.steps[:1], "subflows": {OWN: None}})),
    ]


def test_every_word_of_the_list_is_said_by_who_shows_it() -> None:
    both = [*pairs(), *((after, before) for before, after in pairs())]
    found = [d for before, after in both for d in editing.differences(before, after, editing.Speech(marked, marked))]
    assert len({d.what for d in found}) >= 25
    said = [text.replace(" px", "") for d in found for text in (d.what, d.before, d.after)]
    assert [text for text in said if left_over(text)] == []
