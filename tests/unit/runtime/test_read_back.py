"""After typing, the field must hold what was meant: nothing less, nothing more."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.elements import blank, element, seen
from helpers.steps import step

from studio.engine.model.geometry import Point
from studio.engine.model.results import CheckResult, CheckVerdict
from studio.engine.model.workflow import ActionKind
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.readback import read_back
from studio.engine.runtime.readback_pixels import reads_as

PASSED, FAILED, UNKNOWN = CheckVerdict.PASSED, CheckVerdict.FAILED, CheckVerdict.UNKNOWN


def held(value: str | None, text: str, *, secret_field: bool = False, **more: Any) -> CheckResult:
    traits = {"tag": "textarea", "role": "textbox", "focused": True, "editable": True, "secret": secret_field}
    field = element("Note", value=value, **traits)
    return read_back(step(action=ActionKind.TYPE, **more), text, seen(field), None, None)


@pytest.mark.parametrize("value", ["hello", " hello\n", "hello\r\n"])
def test_the_field_holds_what_was_typed(value: str) -> None:
    assert held(value, "hello").verdict is PASSED


@pytest.mark.parametrize("value", ["oldhello", "hello there", "hell", "", "hullo", "HELLO"])
def test_anything_else_fails(value: str) -> None:
    assert held(value, "hello").verdict is FAILED


@pytest.mark.parametrize(("value", "text"), [("15", "1.5"), ("ab", "a.b"), ("5", "-5"), ("a b", "ab")])
def test_signs_and_spaces_are_part_of_a_value(value: str, text: str) -> None:
    assert held(value, text).verdict is FAILED


def test_what_was_in_the_field_before_counts_only_where_it_did_in_the_recording() -> None:
    assert held("old hello", "hello").verdict is FAILED
    assert held("old hello", "hello", appends=True).verdict is PASSED
    assert held("old", "hello", appends=True).verdict is FAILED


def test_lines_of_a_long_text_are_compared_with_their_breaks() -> None:
    assert held("one\r\ntwo", "one\ntwo").verdict is PASSED
    assert held("one two", "one\ntwo").verdict is FAILED


def test_a_date_field_holds_the_date() -> None:
    assert held("2026-11-30", "2026-11-30", typed_as="%m%d%Y").verdict is PASSED
    assert held("2026-12-30", "2026-11-30", typed_as="%m%d%Y").verdict is FAILED
    assert held("", "2026-11-30", typed_as="%m%d%Y").verdict is FAILED


@pytest.mark.parametrize(
    ("seen_there", "same"),
    [
        *(("12/04/2026", True), ("12 / 04 / 2026", True), ("12 / 04 / 12026 n", True), ("12042026", True)),
        *(("12/05/2026", False), ("11/04/2026", False), ("12/04/2025", False), ("12/14/2026", False)),
        *(("112/04/2026", False), ("mm/dd/yyyy", False), ("12/04/20261", False)),
    ],
)
def test_a_date_that_was_read_by_ocr_is_the_day_that_was_typed(seen_there: str, same: bool) -> None:
    assert reads_as(step(action=ActionKind.TYPE, typed_as="%m%d%Y"), "2026-12-04", seen_there) is same


@pytest.mark.parametrize("secret_field", [True, False])
def test_a_secret_is_neither_read_nor_told(secret_field: bool) -> None:
    result = held(None if secret_field else "hush", "hush", secret_field=secret_field, secret=True)
    assert result.verdict is UNKNOWN
    assert "hush" not in result.model_dump_json()


def test_a_plain_value_that_landed_in_a_secret_field_is_not_told() -> None:
    result = held(None, "hush", secret_field=True)
    assert "hush" not in result.model_dump_json()


def test_a_focus_that_holds_no_text_fails() -> None:
    button = element("Save", focused=True)
    assert read_back(step(action=ActionKind.TYPE), "hello", seen(button), None, None).verdict is FAILED


def test_a_select_shows_its_option() -> None:
    def chosen(value: str) -> CheckVerdict:
        kinds = element("Kind", role="combobox", value=value, options=("Triage", "Consult"))
        return read_back(step(action=ActionKind.SELECT), "Consult", seen(kinds), None, kinds.region.center).verdict

    assert chosen("Consult") is PASSED
    assert chosen("Triage") is FAILED


def test_where_nothing_is_known_of_the_field_nothing_is_claimed() -> None:
    look = Observation(blank())
    assert read_back(step(action=ActionKind.TYPE), "hello", look, None, None).verdict is UNKNOWN
    secret = step(action=ActionKind.TYPE, secret=True)
    assert read_back(secret, "hush", look, blank().bounds, Point(5, 5)).verdict is UNKNOWN
