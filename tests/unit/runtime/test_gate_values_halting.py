"""The irreversible gate, the values of a run, and the words of a halt."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.steps import resolution, save_anchor, step, workflow

from studio.engine.errors import BadParams
from studio.engine.model.halts import Choice, HaltCode
from studio.engine.model.params import ParamSpec
from studio.engine.model.resolution import Candidate, Refusal, Resolution, Rung
from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.workflow import ActionKind, Risk, Workflow
from studio.engine.runtime.checks import OLD_TEXT
from studio.engine.runtime.gate import gate
from studio.engine.runtime.halting import halt_for_checks, halt_for_refusal
from studio.engine.runtime.values import bind, keys_of, text_of

WRITE = step(risk=Risk.IRREVERSIBLE, anchor=save_anchor())
BELOW = (Rung.GEOMETRY, Rung.GROUNDER)


@pytest.mark.parametrize("rung", BELOW)
def test_what_cannot_be_undone_waits_for_a_person_on_weak_evidence(rung: Rung) -> None:
    answer = gate(WRITE, resolution(rung, label="Submit"), confirmed=False)
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.point) == (HaltCode.NEEDS_CONFIRMATION, resolution().point)
    assert all(word in answer.sentence for word in ("Save", "Submit"))


@pytest.mark.parametrize("rung", BELOW)
def test_a_persons_word_lets_it_through(rung: Rung) -> None:
    assert isinstance(gate(WRITE, resolution(rung), confirmed=True), Resolution)


@pytest.mark.parametrize("rung", [r for r in Rung if r not in BELOW])
def test_strong_evidence_needs_nobody(rung: Rung) -> None:
    assert isinstance(gate(WRITE, resolution(rung), confirmed=False), Resolution)


def test_what_can_be_undone_needs_nobody() -> None:
    assert isinstance(gate(step(anchor=save_anchor()), resolution(Rung.GEOMETRY), confirmed=False), Resolution)


NOTES = workflow(
    step(action=ActionKind.TYPE, param="note"),
    step("step_001", ActionKind.TYPE, param="day", typed_as="%m%d%Y"),
    step("step_002", ActionKind.TYPE, param="pin", secret=True),
    params={"note": "hello", "day": "2026-11-30"},
    param_specs={
        "patient": ParamSpec(name="patient", example="Jane Sample", required=True),
        "kind": ParamSpec(name="kind", example="Triage", choices=("Triage", "Consult")),
    },
    secret_params=("pin",),
)
GIVEN = {"patient": "Alex Testcase"}
SECRET = {"pin": "0000"}


def test_given_values_are_taken_and_others_fall_back_and_are_named() -> None:
    bound = bind(NOTES, {**GIVEN, "note": "other"}, SECRET)
    assert bound.params == {"note": "other", "day": "2026-11-30", "patient": "Alex Testcase", "kind": "Triage"}
    assert sorted(bound.defaulted) == ["day", "kind"]


def test_secrets_are_typed_but_are_no_parameters() -> None:
    bound = bind(NOTES, GIVEN, SECRET)
    assert "pin" not in bound.params
    assert bound.all["pin"] == "0000"
    assert bind(NOTES, {**GIVEN, "pin": "1111"}, {}).secrets == {"pin": "1111"}


@pytest.mark.parametrize(
    ("params", "secrets", "named"),
    [
        ({}, SECRET, "patient"),
        ({**GIVEN, "nope": "1"}, SECRET, "nope"),
        (GIVEN, {}, "pin"),
        (GIVEN, {"pin": ""}, "pin"),
        ({**GIVEN, "day": "30.11.2026"}, SECRET, "day"),
        ({**GIVEN, "kind": "Surgery"}, SECRET, "Consult"),
    ],
)
def test_wrong_values_are_refused_by_name(params: dict[str, str], secrets: dict[str, str], named: str) -> None:
    with pytest.raises(BadParams, match=named):
        bind(NOTES, params, secrets)


def test_a_parameter_without_any_value_must_be_given() -> None:
    flow = workflow(step(), param_specs={"note": ParamSpec(name="note")})
    with pytest.raises(BadParams, match="note"):
        bind(flow, {}, {})


@pytest.mark.parametrize(("params", "secrets"), [({"note": "a\udcff"}, {}), ({}, {"pin": "\udcff"})])
def test_bytes_that_are_no_text_are_refused(params: dict[str, str], secrets: dict[str, str]) -> None:
    with pytest.raises(BadParams, match="no text"):
        bind(NOTES, {**GIVEN, **params}, {**SECRET, **secrets})


def test_what_is_typed() -> None:
    typed, day, _ = NOTES.steps
    values = bind(NOTES, GIVEN, SECRET).all
    assert text_of(typed, values) == "hello"
    assert text_of(step(text="literal"), values) == "literal"
    assert (text_of(day, values), keys_of(day, text_of(day, values))) == ("2026-11-30", "11302026")


def test_a_secret_is_not_in_a_refusal() -> None:
    flow: Workflow = NOTES.model_copy(update={"steps": NOTES.steps[:1]})
    with pytest.raises(BadParams) as refusal:
        bind(flow, {**GIVEN, "nope": "1"}, {"pin": "hush"})
    assert "hush" not in str(refusal.value)


def check(kind: str = "text_present", verdict: CheckVerdict = CheckVerdict.FAILED, **more: Any) -> CheckResult:
    return CheckResult(kind=kind, verdict=verdict, **{"expected": "Encounter saved", "seen": "nothing", **more})


@pytest.mark.parametrize(
    ("results", "dialogs", "code", "named"),
    [
        ([check()], [], HaltCode.POSTCONDITION_FAILED, "Encounter saved"),
        ([check("rows_added", expected="1 more in “Notes”")], [], HaltCode.POSTCONDITION_FAILED, "Notes"),
        ([check("read_back", expected="hello", seen="help")], [], HaltCode.READBACK_MISMATCH, "help"),
        ([check("read_back", seen="")], [], HaltCode.READBACK_MISMATCH, "empty"),
        ([check("unknowable", CheckVerdict.UNKNOWN)], [], HaltCode.OUTCOME_UNKNOWN, "Look"),
        ([check("rows_added", CheckVerdict.UNKNOWN), check()], [], HaltCode.POSTCONDITION_FAILED, "appear"),
        ([check(seen=OLD_TEXT)], [], HaltCode.POSTCONDITION_FAILED, "stood there before"),
        ([check()], ["Survey"], HaltCode.UNEXPECTED_DIALOG, "Survey"),
    ],
)
def test_a_halt_after_acting_says_what_was_seen(
    results: list[CheckResult], dialogs: list[str], code: HaltCode, named: str
) -> None:
    halt = halt_for_checks(step(), results, dialogs, "p.png", 3)
    assert (halt.code, halt.id, halt.picture) == (code, "step_000-3", "p.png")
    assert named in halt.sentence


def test_after_an_irreversible_action_nobody_is_offered_to_act_again() -> None:
    halt = halt_for_checks(WRITE, [check()], [], None, 1)
    assert Choice.CONFIRM not in halt.choices
    assert Choice.DONE_BY_HAND not in halt.choices
    assert "not repeated" in halt.sentence


def test_a_refusal_offers_to_confirm_only_what_can_be_confirmed() -> None:
    shown = tuple(Candidate(point=resolution().point, region=resolution().region, score=0.5) for _ in range(9))
    missing = Refusal(code=HaltCode.TARGET_NOT_FOUND, sentence="Could not find it.", candidates=shown)
    halt = halt_for_refusal(step(), missing, None, 1)
    assert Choice.CONFIRM not in halt.choices
    assert len(halt.look_alikes) == 6
    weak = gate(WRITE, resolution(Rung.GEOMETRY), confirmed=False)
    assert isinstance(weak, Refusal)
    assert Choice.CONFIRM in halt_for_refusal(WRITE, weak, None, 1).choices
    assert Choice.RETRY not in halt_for_refusal(WRITE, weak, None, 1).choices


@pytest.mark.parametrize("kind", ["read_back", "text_present"])
def test_what_was_typed_is_not_offered_to_be_repeated_blindly(kind: str) -> None:
    halt = halt_for_checks(step(action=ActionKind.TYPE), (check(kind),), (), None, 1)
    assert "typed already: look in the program" in halt.sentence
