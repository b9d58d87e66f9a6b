"""What a field held before it was typed into, and messages of success that no recording showed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.elements import element, seen, text

from studio.engine.model.anchor import StructuralLocator
from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime.checks import CheckContext, evaluate
from studio.engine.runtime.former_values import FormerValues
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.values import with_value

PASSED, FAILED, UNKNOWN = CheckVerdict.PASSED, CheckVerdict.FAILED, CheckVerdict.UNKNOWN


def phone(value: str) -> Element:
    return element("Phone", tag="input", role="textbox", label="Phone", editable=True, value=value)


def form(value: str, url: str = "/edit/1") -> StructureSnapshot:
    told = seen(phone(value)).structure
    assert told is not None
    return replace(told, url=url)


def test_a_field_held_the_value_when_it_came_up_though_it_was_emptied_since() -> None:
    former = FormerValues()
    former.note(form("555-0199"), typed=False)
    former.note(form(""), typed=True)
    assert former.held(phone(""), "555-0199")
    assert not former.held(phone(""), "555-0150")


def test_another_record_in_the_same_form_counts_anew() -> None:
    former = FormerValues()
    former.note(form("555-0199"), typed=False)
    former.note(form("555-0150"), typed=False)  # the program put it there
    assert not former.held(phone(""), "555-0199")
    former.note(form("555-0161", "/edit/3"), typed=True)
    assert former.held(phone(""), "555-0161")
    assert not former.held(phone(""), "555-0150")


SAVED = Postcondition(kind=CheckKind.TEXT_PRESENT, text="was saved")
SHOWN = Postcondition(kind=CheckKind.TEXT_ADDED, text="555-0199", param="phone", since="step_000")


def says(*lines: str) -> Observation:
    return seen(texts=tuple(text(line, 40, 40 + 30 * n) for n, line in enumerate(lines)))


def added(after: Observation, *, unchanged: bool, beside: tuple[Postcondition, ...] = (SAVED, SHOWN)) -> CheckVerdict:
    listed = says("Anna", "555-0199")
    names = frozenset({"phone"}) if unchanged else frozenset()
    context = CheckContext(
        listed, after, earlier={"step_000": listed}, beside=beside, irreversible=True, unchanged=names
    )
    return evaluate(SHOWN, context).verdict


def test_a_value_that_the_record_held_already_is_not_shown_once_more() -> None:
    same = says("Anna", "555-0199", "The contact was saved")
    assert added(same, unchanged=True) is PASSED
    assert added(same, unchanged=False) is FAILED  # another record was written, and nobody knows
    assert added(says("Anna", "The contact was saved"), unchanged=True) is FAILED  # it is gone from the list
    assert added(same, unchanged=True, beside=(SHOWN,)) is FAILED  # no message that tells that it was written


@pytest.mark.parametrize("line", ["Finding saved", "Order for Anna Borg was sent", "Finding not saved"])
def test_a_message_that_no_recording_showed_proves_nothing(line: str) -> None:
    context = CheckContext(says("Form"), says("Form", line), irreversible=True, values=("Anna Borg",))
    assert evaluate(Postcondition(kind=CheckKind.UNKNOWABLE), context).verdict is UNKNOWN


def test_a_whole_line_holds_this_run_s_value_and_nothing_more() -> None:
    told = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Gloves: ⟨count⟩", whole=True)
    check = with_value(told, {"count": "45"})
    assert check.text == "Gloves: 45"
    assert (
        evaluate(check, CheckContext(says("Stock"), says("Stock", "Gloves: 45"), irreversible=True)).verdict is PASSED
    )
    for other in ("Gloves: 450", "Gloves: 45 could not be stored", "Gloves: 30"):
        assert evaluate(check, CheckContext(says("Stock"), says("Stock", other), irreversible=True)).verdict is FAILED


def test_a_button_that_is_greyed_out_proves_nothing_where_it_was_before() -> None:
    locator = StructuralLocator(tag="button", role="button", name="Save")
    check = Postcondition(kind=CheckKind.STATE, locator=locator, attribute="disabled", value="true")
    ready, grey = seen(element("Save")), seen(element("Save", disabled=True))
    assert evaluate(check, CheckContext(ready, grey, irreversible=True)).verdict is PASSED
    assert evaluate(check, CheckContext(ready, ready, irreversible=True)).verdict is FAILED
    assert evaluate(check, CheckContext(grey, grey, irreversible=True)).verdict is FAILED
