from __future__ import annotations

import pytest

from studio.engine.compiler.risk import judge_click, judge_key
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, Risk

CLICK = ActionKind.CLICK


def made(name: str, **traits: object) -> Element:
    given = {"index": 0, "tag": "button", "role": "button", "region": Region(0, 0, 80, 20), "text": name}
    return Element(name=name, **{**given, **traits})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "label",
    ["Save Encounter", "Save as new message", "Submit", "Delete", "Confirm order", "Send", "Sign", "Pay now", "Yes"],
)
def test_words_that_write_are_irreversible_and_say_why(label: str) -> None:
    verdict = judge_click(CLICK, label)
    assert verdict.risk is Risk.IRREVERSIBLE
    assert label in (verdict.reason or "")


@pytest.mark.parametrize(
    "label",
    [
        *("Sign In", "Log in", "Login", "Sign out", "Search", "Search orders", "New Encounter", "Open", "Add", "Next"),
        *("Cancel", "Add New Message", "Edit", "Back to Patient", "Saved searches", "", None, "Messages"),
    ],
)
def test_looking_signing_in_and_opening_forms_are_reversible(label: str | None) -> None:
    assert judge_click(CLICK, label).risk is Risk.REVERSIBLE


def test_a_button_that_sends_its_form_is_a_write_unless_it_reads_like_a_look_up() -> None:
    assert judge_click(CLICK, "Go ahead", made("Go ahead", submits=True)).risk is Risk.REVERSIBLE
    assert judge_click(CLICK, "Übernehmen", made("Übernehmen", submits=True)).risk is Risk.IRREVERSIBLE
    assert judge_click(CLICK, "Sign In", made("Sign In", submits=True)).risk is Risk.REVERSIBLE


def test_a_lone_verb_opens_something_but_as_the_button_of_a_form_it_writes() -> None:
    for label in ("Create", "ADD", "Book", "Import"):
        assert judge_click(CLICK, label, made(label)).risk is Risk.REVERSIBLE
        assert judge_click(CLICK, label, made(label, submits=True)).risk is Risk.IRREVERSIBLE
        assert judge_click(CLICK, label).risk is Risk.REVERSIBLE
        assert judge_click(CLICK, label, filled=True).risk is Risk.IRREVERSIBLE
    for label in ("Cancel", "Reset", "Print"):
        assert judge_click(CLICK, label, made(label, submits=True)).risk is Risk.REVERSIBLE


@pytest.mark.parametrize("role", ["textbox", "checkbox", "tab"])
def test_a_field_called_like_a_write_writes_nothing(role: str) -> None:
    assert judge_click(CLICK, "Order", made("Order", role=role)).risk is Risk.REVERSIBLE
    assert judge_click(ActionKind.HOVER, "Delete").risk is Risk.REVERSIBLE


def form(*elements: Element) -> StructureSnapshot:
    return StructureSnapshot(url="", title="", elements=elements)


def test_enter_in_a_form_with_a_save_button_is_a_write() -> None:
    field = made("Note", tag="input", role="textbox", focused=True, editable=True, section="Encounter")
    save = made("Save", submits=True, section="Encounter")
    verdict = judge_key("Enter", form(field, save))
    assert verdict.risk is Risk.IRREVERSIBLE
    assert "Save" in (verdict.reason or "")
    assert judge_key("Tab", form(field, save)).risk is Risk.REVERSIBLE
    assert judge_key("Enter", form(field, made("Search", submits=True, section="Encounter"))).risk is Risk.REVERSIBLE
    assert judge_key("Enter", form(field, made("Save", submits=True, section="Other"))).risk is Risk.REVERSIBLE
    assert judge_key("Enter", None).risk is Risk.REVERSIBLE


def test_enter_in_a_text_area_is_a_new_line() -> None:
    field = made("Note", tag="textarea", role="textbox", focused=True, editable=True)
    assert judge_key("Enter", form(field, made("Save", submits=True))).risk is Risk.REVERSIBLE
