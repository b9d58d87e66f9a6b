"""What was typed is read in the field that took it, wherever the focus went, or judged by what appears."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from helpers.elements import blank, element, seen, text
from helpers.steps import step

from studio.engine.compiler.drafting import draft_steps
from studio.engine.compiler.scenes import Scene
from studio.engine.model.geometry import Point, Region
from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind, FieldTells, Step
from studio.engine.recording import RecordedEvent
from studio.engine.runtime import keyboard, observation
from studio.engine.runtime.keyboard import takes_text
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.readback import read_back
from studio.engine.runtime.session import LastTarget
from studio.engine.runtime.typed_field import inserted
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr

PASSED, FAILED, UNKNOWN = CheckVerdict.PASSED, CheckVerdict.FAILED, CheckVerdict.UNKNOWN


def box(name: str, value: str | None = "", x: int = 100, **more: Any) -> Element:
    traits = {"tag": "input", "role": "textbox", "editable": True, "label": name, "element_id": name}
    return element(name, (x, 100), value=value, **{**traits, **more})


def typing(**more: Any) -> Step:
    return step(action=ActionKind.TYPE, **more)


def verdict(of: Step, said: str, before: Observation, after: Observation) -> CheckVerdict:
    return read_back(of, said, after, None, None, before).verdict


def drawn(*lines: str) -> Frame:
    picture = np.full((600, 800, 3), 255, np.uint8)
    for number, line in enumerate(lines):
        cv2.putText(picture, line, (60, 100 + 40 * number), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 2)
    return Frame(bgr=picture)


class TestFocusThatMovesOn:
    def test_the_box_that_was_typed_into_is_read(self) -> None:
        before = seen(box("a", focused=True), box("b", x=300))
        after = seen(box("a", "4"), box("b", x=300, focused=True))
        assert verdict(typing(), "4", before, after) is PASSED

    def test_what_it_does_not_hold_still_fails(self) -> None:
        before = seen(box("a", focused=True), box("b", x=300))
        assert verdict(typing(), "4", before, seen(box("a", "7"), box("b", x=300, focused=True))) is FAILED
        assert verdict(typing(), "4", before, seen(box("a", ""), box("b", x=300, focused=True))) is FAILED

    def test_a_text_may_be_spread_over_boxes_that_pass_the_focus_on(self) -> None:
        before = seen(box("a", focused=True), box("b", x=300), box("c", x=500))
        after = seen(box("a", "4"), box("b", "0", x=300), box("c", "2", x=500, focused=True))
        assert verdict(typing(), "402", before, after) is PASSED
        wrong = seen(box("a", "4"), box("b", "2", x=300), box("c", "0", x=500, focused=True))
        assert verdict(typing(), "402", before, wrong) is FAILED

    def test_a_box_that_opens_and_takes_it_all_counts(self) -> None:
        before = seen(box("a", focused=True))
        after = seen(box("a", ""), box("search", "Ann", x=300, focused=True))
        assert verdict(typing(), "Ann", before, after) is PASSED


@pytest.mark.parametrize(
    ("was", "value", "holds"),
    [
        ("one three", "one two three", True),
        ("one three", "one two thre", False),
        ("", "two ", True),
        ("x", "two ", False),
    ],
)
def test_text_may_be_put_into_the_middle_of_what_was_there(was: str, value: str, holds: bool) -> None:
    assert inserted(was, "two ", value) is holds


def test_that_counts_only_where_the_field_held_something_when_it_was_recorded() -> None:
    before, after = seen(box("a", "one three", focused=True)), seen(box("a", "one two three", focused=True))
    assert verdict(typing(appends=True), "two ", before, after) is PASSED
    assert verdict(typing(), "two ", before, after) is FAILED


class TestJudgedByWhatAppears:
    def test_by_the_texts_of_an_editor_that_draws_elsewhere(self) -> None:
        of = typing(field_tells=FieldTells.FOCUS)
        hidden = box("", "", element_id="hidden", focused=True)
        assert (
            verdict(of, "msg.count += 1;", seen(hidden), seen(hidden, texts=(text("msg.count += 1;", 50, 50),)))
            is PASSED
        )

    def test_a_text_that_stood_there_before_is_none_that_appeared(self) -> None:
        of = typing(field_tells=FieldTells.FOCUS)
        hidden, there = box("", "", element_id="hidden", focused=True), (text("next", 50, 50),)
        assert verdict(of, "next", seen(hidden, texts=there), seen(hidden, texts=there)) is FAILED

    def test_by_pixels_where_nothing_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(observation, "ocr", ocr)
        of = typing(field_tells=FieldTells.NOTHING)
        before, after = seen(frame=drawn("Title")), seen(frame=drawn("Title", "Hello world"))
        assert verdict(of, "Hello world", before, after) is PASSED
        assert verdict(of, "Another thing", before, after) is UNKNOWN

    def test_keys_that_went_nowhere_fail(self) -> None:
        assert verdict(typing(field_tells=FieldTells.NOTHING), "Hello", seen(), seen()) is FAILED

    def test_keys_that_opened_a_dialog_fail(self) -> None:
        of = typing(field_tells=FieldTells.NOTHING)
        after = seen(frame=drawn("Hello"), texts=(text("Hello", 1, 1),), dialogs=("Delete all?",))
        assert verdict(of, "Hello", seen(), after) is FAILED

    def test_a_field_that_tells_its_value_is_not_judged_by_what_stands_elsewhere(self) -> None:
        before, after = seen(box("a", focused=True)), seen(box("a", "An", focused=True), texts=(text("Ann", 50, 50),))
        assert verdict(typing(), "Ann", before, after) is FAILED


def test_without_a_frame_of_before_nothing_changes() -> None:
    assert read_back(typing(), "hello", Observation(blank()), None, None).verdict is UNKNOWN


class TestByPixelsAlone:
    """The field that was clicked stands at (50, 80); what is drawn at (60, 140) is another one."""

    PLACE = Region(50, 80, 300, 30)

    @pytest.fixture(autouse=True)
    def read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(observation, "ocr", ocr)

    def verdict(self, said: str, before: Frame, after: Frame) -> CheckVerdict:
        looks = Observation(after), self.PLACE, None, Observation(before)
        return read_back(typing(), said, *looks).verdict

    def test_what_came_up_where_the_focus_had_gone_counts(self) -> None:
        assert self.verdict("ward seven", drawn(""), drawn("", "ward seven")) is PASSED

    def test_but_not_where_the_field_itself_took_something_else(self) -> None:
        assert self.verdict("ward seven", drawn(""), drawn("other words", "ward seven")) is FAILED

    def test_and_not_where_nothing_or_another_text_came_up(self) -> None:
        assert self.verdict("ward seven", drawn(""), drawn("")) is FAILED
        assert self.verdict("ward seven", drawn(""), drawn("", "another text")) is FAILED
        assert self.verdict("7", drawn(""), drawn("", "ward 7")) is FAILED


class TestAnEditorThatTellsNothingBesideAListThatGoesOnTelling:
    """The keyboard is in an editor without accessibility data, and the program tells of the list that had it before."""

    def goes(self, of: Step, **more: Any) -> bool:
        traits = {"role": "gridcell", "tag": "cell", "focused": True, **more.pop("cell", {})}
        now = seen(element("Gauges", (50, 200), **traits), **more)
        assert now.structure is not None
        now = replace(now, structure=replace(now.structure, url="desktop:"))
        last = LastTarget(Point(600, 50), Region(560, 40, 80, 20))
        surface = SimpleNamespace(latest=lambda: now, look=lambda: now)
        session: Any = SimpleNamespace(
            surface=surface, last_target=last, last_after=now, control=SimpleNamespace(wait=lambda _s: None)
        )
        return takes_text(session, of)

    @pytest.fixture(autouse=True)
    def at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keyboard, "FOCUS_S", 0.0)

    def test_what_appears_decides_as_when_it_was_recorded(self) -> None:
        assert self.goes(typing(field_tells=FieldTells.NOTHING))

    def test_a_field_that_was_told_must_have_the_focus(self) -> None:
        assert not self.goes(typing(field_tells=FieldTells.VALUE))
        assert not self.goes(typing(field_tells=FieldTells.NOTHING, field_label="Name"))

    def test_nothing_is_typed_into_a_dialog_that_has_come_up_or_into_another_field(self) -> None:
        of = typing(field_tells=FieldTells.NOTHING)
        assert not self.goes(of, dialogs=("Delete all?",))
        assert not self.goes(of, cell={"editable": True, "role": "textbox"})


def test_the_entry_of_a_list_is_no_name_of_what_takes_the_text() -> None:
    cell = element("Gauges", (50, 200), role="gridcell", tag="cell", focused=True)
    look = seen(cell).structure
    assert look is not None
    desk = replace(look, url="desktop:")
    scene = Scene(blank(), desk)
    shown: Any = SimpleNamespace(
        before=lambda _i: scene, after=lambda _i: scene, snapshot=lambda *_: desk, structure=True, size=(800, 600)
    )

    told = {"index": 0, "tag": "cell", "role": "gridcell", "name": "Gauges", "region": list(cell.region)}

    def label(x: int, y: int) -> str | None:
        events = (
            RecordedEvent(i=0, kind=ActionKind.CLICK, x=x, y=y),
            RecordedEvent(i=1, kind=ActionKind.TYPE, text="The sill", field_label="Gauges", element=told),
        )
        return draft_steps(events, shown, lambda *_: None)[1].field_label

    assert label(600, 400) is None
    assert label(*cell.region.center) == "Gauges", "a cell that was pressed takes it"
