"""Keys that act: a press of the control that has the keyboard, a shortcut that saves, a chord that sends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.risk import RiskVerdict, judge, judge_key
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.model.workflow import ActionKind, Risk
from studio.engine.recording import RecordedEvent

BUTTON = Element(index=0, tag="button", role="button", name="Save", region=Region(0, 0, 80, 20), focused=True)
FIELD = Element(
    index=1, tag="input", role="textbox", name="Note", region=Region(0, 40, 80, 20), editable=True, focused=True
)
AREA = replace(FIELD, tag="textarea", multiline=True)


def screen(*elements: Element, said: str = "Encounter", url: str = "http://a/") -> StructureSnapshot:
    return StructureSnapshot(url, "A", elements, (TextRun(said, Region(0, 90, 200, 20)),))


def judged(key: str, *elements: Element, said: str = "Encounter", filled: bool = True) -> RiskVerdict:
    event = RecordedEvent(kind=ActionKind.KEY, key=key)
    draft = StepDraft(event, "step_000", ActionKind.KEY, filled=filled)
    return judge(draft, screen(*elements), screen(*elements, said=said))


def named(name: str, **traits: object) -> Element:
    return replace(BUTTON, name=name, **traits)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["Space", "Enter", "Return"])
def test_a_key_that_presses_a_control_is_judged_like_a_click_on_it(key: str) -> None:
    verdict = judge_key(key, screen(BUTTON))
    assert verdict.risk is Risk.IRREVERSIBLE
    assert "Save" in (verdict.reason or "")
    assert key in (verdict.reason or "")
    assert judge_key(key, screen(named("Search"))).risk is Risk.REVERSIBLE
    assert judged(key, named("Search"), said="It was saved").risk is Risk.REVERSIBLE
    assert judged(key, named("Übertragen"), said="Encounter saved").risk is Risk.IRREVERSIBLE
    assert judged(key, named("")).asked
    assert judged(key, named("", expanded=False)).asked is None


@pytest.mark.parametrize("role", ["checkbox", "radio", "tab", "option"])
def test_space_that_ticks_or_chooses_writes_nothing(role: str) -> None:
    assert judged("Space", named("Order", role=role), said="Encounter saved") == RiskVerdict()


def test_enter_on_a_box_of_a_form_sends_it_as_in_its_fields() -> None:
    box = named("Urgent", tag="input", role="checkbox")
    assert judge_key("Enter", screen(box, replace(BUTTON, focused=False, submits=True))).risk is Risk.IRREVERSIBLE


@pytest.mark.parametrize("key", ["Control+S", "Meta+S", "Ctrl+s", "Control+Shift+S"])
@pytest.mark.parametrize("focus", [None, BUTTON, FIELD, AREA])
def test_the_shortcut_that_saves_writes_wherever_the_keyboard_is(key: str, focus: Element | None) -> None:
    shown = screen(*([focus] if focus else []))
    assert judge_key(key, shown).risk is Risk.IRREVERSIBLE
    assert judge_key(key, None).risk is Risk.IRREVERSIBLE
    assert judge_key("s", shown).risk is Risk.REVERSIBLE


@pytest.mark.parametrize("key", ["Control+Enter", "Meta+Enter", "Control+Return"])
def test_a_chord_with_enter_sends_what_stands_in_a_text_area(key: str) -> None:
    save = replace(BUTTON, focused=False, submits=True)
    assert judge_key(key, screen(AREA, save)).risk is Risk.IRREVERSIBLE
    assert judge_key(key, screen(replace(AREA, form_method="post"))).risk is Risk.IRREVERSIBLE
    assert judged(key, AREA).asked
    assert judged(key, AREA, filled=False).asked
    assert judged(key, AREA, said="Your note was sent").risk is Risk.IRREVERSIBLE
    for line in ("Enter", "Shift+Enter"):
        assert judged(line, AREA, save) == RiskVerdict()


ACTING = ["F8", "Control+D", "Alt+S", "Control+Shift+K", "x", "Delete", "Space"]


@pytest.mark.parametrize("key", ACTING)
def test_what_came_of_any_key_that_acts_tells(key: str) -> None:
    row = replace(BUTTON, role="row", tag="tr", name="Zeile 3")
    assert judged(key, row, said="Encounter saved").risk is Risk.IRREVERSIBLE
    assert judged(key, row).risk is Risk.REVERSIBLE


MOVING = [
    "Tab",
    "Shift+Tab",
    "ArrowDown",
    "Home",
    "PageDown",
    "Escape",
    "F5",
    "BrowserBack",
    "Alt+ArrowLeft",
    "Control",
]
EDITING = ["Backspace", "Control+A", "Control+V", "Delete", "Control+End", "x", "Space", "+"]


@pytest.mark.parametrize("key", MOVING + EDITING)
def test_what_moves_or_edits_a_field_is_no_write_whatever_comes_up(key: str) -> None:
    before, after = screen(replace(FIELD, value="old")), screen(replace(FIELD, value=""), said="Draft saved")
    draft = StepDraft(RecordedEvent(kind=ActionKind.KEY, key=key), "step_000", ActionKind.KEY, filled=True)
    assert judge(draft, before, after) == RiskVerdict()


@pytest.mark.parametrize("key", ["Space", "F8", "Alt+S", "Control+D", "Control+Enter"])
def test_by_pixels_a_key_that_may_act_on_what_was_filled_in_is_asked_about(key: str) -> None:
    event = RecordedEvent(kind=ActionKind.KEY, key=key)
    draft = StepDraft(event, "step_000", ActionKind.KEY, filled=True)
    assert key in (judge(draft, None, None).asked or "")
    assert judge(replace(draft, filled=False), None, None).asked is None


@pytest.mark.parametrize("key", [*MOVING, "Backspace", "Control+A", "Control+C", "x", "Control+End"])
def test_by_pixels_what_moves_or_edits_is_not_asked_about(key: str) -> None:
    draft = StepDraft(RecordedEvent(kind=ActionKind.KEY, key=key), "step_000", ActionKind.KEY, filled=True)
    assert judge(draft, None, None) == RiskVerdict()
