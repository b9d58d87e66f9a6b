from __future__ import annotations

from dataclasses import replace

import pytest

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.param_names import masked, slug
from studio.engine.compiler.params import ParamDecision, decide, required_by_row
from studio.engine.model.params import ProposalDecision
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent, RecordingMeta

META = RecordingMeta(id="r", viewport=(800, 600))


def typed(i: int, text: str | None, label: str | None, **more: object) -> StepDraft:
    event = RecordedEvent(i=i, kind=ActionKind.TYPE, text=text, **more)  # type: ignore[arg-type]
    draft = StepDraft(event, f"step_{i:03d}", ActionKind.TYPE, field_label=label)
    return replace(draft, param=event.param, secret=event.secret)


@pytest.mark.parametrize(
    ("label", "name"),
    [("Insurance No.", "insurance_no"), ("Prénom", "prenom"), ("2nd line", "n_2nd_line"), ("***", "value")],
)
def test_names_come_from_labels(label: str, name: str) -> None:
    assert slug(label) == name


@pytest.mark.parametrize(("value", "shown"), [("admin", "a…n"), ("ab", "…"), ("", "…")])
def test_proposals_show_first_and_last_letter_only(value: str, shown: str) -> None:
    assert masked(value) == shown


def test_a_typed_constant_is_proposed_and_never_applied() -> None:
    found = decide((typed(0, "Jane", "Name"), typed(1, "Joe", "Name"), typed(2, "x", None)), META)
    assert [p.name for p in found.proposals] == ["name", "name_2", "text"]  # a field without a label, too
    assert found.specs == {}
    assert found.drafts[0].param is None


def test_a_recorded_parameter_keeps_its_value_as_example_and_is_not_proposed() -> None:
    found = decide((typed(0, "hello", "Note", param="note"),), META)
    assert found.proposals == ()
    assert found.specs["note"].example == "hello"
    assert found.specs["note"].label == "Note"


def test_accepted_and_decided_proposals_become_parameters() -> None:
    drafts = (typed(0, "Jane", "Name"), typed(1, "1234", "PIN"), typed(2, "here", "Place"), typed(3, "x y", "Why"))
    decisions = {
        "step_001": ParamDecision(ProposalDecision.SECRET),
        "place": {"decision": "parameter", "name": "site"},
        "why": "constant",
    }
    found = decide(drafts, META, accept=["name"], decisions=decisions)
    assert list(found.specs) == ["name", "pin", "site"]
    assert found.secrets == ("pin",)
    assert found.specs["pin"].example is None
    assert found.specs["pin"].required
    assert found.drafts[3].param is None
    assert found.proposals == ()


def test_a_recorded_secret_gets_a_name_and_never_a_value() -> None:
    found = decide((typed(0, None, "Password", secret=True),), META)
    assert found.secrets == ("password",)
    assert found.specs["password"].example is None
    assert found.proposals == ()


def test_an_unknown_name_is_refused_with_what_there_is() -> None:
    with pytest.raises(ValueError, match=r"nam.*Proposed are: name"):
        decide((typed(0, "Jane", "Name"),), META, accept=["nam"])


def test_a_value_of_a_row_chooses_it() -> None:
    assert required_by_row("Jane Sample", ("jane sample", "MM-1"))
    assert required_by_row("MM-970848", ("Terri", "MM-970848"))
    assert not required_by_row("M", ("MM-1",))
    assert not required_by_row("Joe", ("Jane Sample",))
    assert required_by_row("Jane", ("Sample, Jane",))
    assert not required_by_row("Ana", ("Hanna", "P-48134"))
