"""The structural rung on hand-written snapshots: what it finds, and what it refuses to guess."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.elements import anchor_of, element, seen

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Verdict
from studio.engine.model.structure import Element
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.structural import try_structural
from studio.engine.runtime.structural_traits import looks_generated

SAVE = element("Save", element_id="save", selector="#save")
CANCEL = element("Cancel", (300, 100), element_id="cancel", selector="#cancel")


def look(anchor: Anchor, *elements: Element) -> RungResult:
    return try_structural(anchor, seen(*elements))


def index_of(result: RungResult) -> int | None:
    return result.found.element if result.found else None


def refused_with(result: RungResult) -> HaltCode | None:
    assert result.found is None
    return result.attempt.code if result.attempt.verdict is Verdict.REFUSED else None


def missed(result: RungResult) -> bool:
    return result.found is None and result.attempt.verdict is Verdict.MISS


def test_it_finds_the_control_that_says_the_label() -> None:
    result = look(anchor_of(SAVE), CANCEL, SAVE)
    assert result.found is not None
    assert (result.found.element, result.found.point, result.found.confidence) == (SAVE.index, SAVE.region.center, 1.0)


def test_case_and_spaces_of_a_label_do_not_matter_but_its_words_do() -> None:
    assert index_of(look(anchor_of(SAVE), replace(SAVE, name=" SAVE "))) == SAVE.index
    assert missed(look(anchor_of(element("Save")), element("Save all")))


def test_random_ids_do_not_matter() -> None:
    recorded = replace(SAVE, element_id="x8f3kd92", selector="#x8f3kd92")
    live = replace(SAVE, element_id="q11zz07b", selector="#q11zz07b")
    assert index_of(look(anchor_of(recorded), CANCEL, live)) == live.index


def test_a_random_id_that_comes_back_on_another_control_tells_nothing() -> None:
    recorded, taken = replace(SAVE, element_id="x8f3kd92"), replace(CANCEL, element_id="x8f3kd92")
    assert index_of(look(anchor_of(recorded), replace(SAVE, element_id=""), taken)) == SAVE.index
    assert missed(look(anchor_of(recorded), taken))


@pytest.mark.parametrize("identifier", ["x8f3kd92", ":r1a:", "ember1234", "mat-input-a81bc2"])
def test_generated_ids_are_known(identifier: str) -> None:
    assert looks_generated(identifier)


@pytest.mark.parametrize("identifier", ["save", "save-encounter", "nav_2", "btnSubmit"])
def test_ids_made_by_people_are_trusted(identifier: str) -> None:
    assert not looks_generated(identifier)


def test_a_renamed_control_is_found_by_its_id_and_says_its_new_label() -> None:
    renamed = replace(SAVE, name="Submit")
    result = look(anchor_of(SAVE), CANCEL, renamed)
    assert result.found is not None
    assert (result.found.label, result.found.element) == ("Submit", SAVE.index)
    assert result.found.confidence < 1.0


def test_a_renamed_control_without_id_is_missed() -> None:
    assert missed(look(anchor_of(element("Save")), element("Submit"), CANCEL))


def test_an_id_that_now_sits_on_a_known_neighbour_is_no_rename() -> None:
    anchor = anchor_of(SAVE, nearby_texts=("Cancel",))
    assert missed(look(anchor, replace(SAVE, name="Cancel")))


def test_an_id_on_another_kind_of_control_is_no_rename() -> None:
    assert missed(look(anchor_of(SAVE), replace(SAVE, name="Submit", role="link")))


def test_controls_that_changed_places_are_told_by_what_they_say() -> None:
    moved = replace(SAVE, region=CANCEL.region)
    result = look(anchor_of(SAVE), moved, replace(CANCEL, region=SAVE.region))
    assert result.found is not None
    assert result.found.point == CANCEL.region.center


def test_labels_that_changed_places_on_fixed_ids_contradict() -> None:
    result = look(anchor_of(SAVE), replace(SAVE, name="Cancel"), replace(CANCEL, name="Save"))
    assert refused_with(result) is HaltCode.CONTRADICTED
    assert "Cancel" in result.attempt.sentence


def test_a_test_id_outranks_an_id() -> None:
    recorded = replace(SAVE, test_id="save-button")
    live = replace(recorded, name="Submit")
    result = look(anchor_of(recorded), live, element("Other", (500, 100), element_id="save"))
    assert index_of(result) == live.index


def test_a_second_control_of_the_same_label_is_ambiguous() -> None:
    recorded = element("Save")
    result = look(anchor_of(recorded), recorded, element("Save", (100, 300)))
    assert refused_with(result) is HaltCode.AMBIGUOUS
    assert len(result.attempt.candidates) == 2


def test_of_two_alike_the_one_with_the_recorded_id_is_meant() -> None:
    copy = element("Save", (100, 300), element_id="")
    assert index_of(look(anchor_of(SAVE), copy, SAVE)) == SAVE.index


def test_a_control_that_is_gone_is_missed() -> None:
    assert missed(look(anchor_of(SAVE), CANCEL))
    assert missed(look(anchor_of(SAVE)))


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ({"disabled": True}, HaltCode.DISABLED),
        ({"covered_by": "dialog “Survey”"}, HaltCode.COVERED),
        ({"in_view": False}, HaltCode.OUT_OF_VIEW),
    ],
)
def test_a_control_that_cannot_be_used_is_named_and_refused(state: dict[str, Any], code: HaltCode) -> None:
    result = look(anchor_of(SAVE), replace(SAVE, **state))
    assert refused_with(result) is code
    assert "Save" in result.attempt.sentence


def test_a_field_is_found_by_its_label() -> None:
    note = element("", role="textbox", tag="textarea", label="Note")
    other = element("", (100, 300), role="textbox", tag="textarea", label="Notes on allergy")
    assert index_of(look(anchor_of(note), other, note)) == note.index


def test_without_roles_tag_and_input_type_tell_the_kind() -> None:
    field = element("Name", role="", tag="input", input_type="text")
    assert missed(look(anchor_of(field), replace(field, input_type="checkbox")))
    assert index_of(look(anchor_of(field), field)) == field.index


class TestSeveralAlike:
    """The recording held several controls of the same label, outside of any row."""

    first = element("Add", (100, 100), section="Allergies", selector="main > a:nth-child(1)")
    second = element("Add", (100, 300), section="Medication", selector="main > a:nth-child(2)")

    def test_the_section_tells_them_apart(self) -> None:
        result = look(anchor_of(self.second, count=2), self.first, self.second)
        assert index_of(result) == self.second.index

    def test_the_section_outranks_the_position(self) -> None:
        moved = replace(self.second, selector=self.first.selector)
        other = replace(self.first, selector=self.second.selector)
        assert index_of(look(anchor_of(self.second, count=2), moved, other)) == moved.index

    def test_the_section_tells_them_apart_among_more_than_were_recorded(self) -> None:
        third = element("Add", (100, 500), section="Problems")
        result = look(anchor_of(self.second, count=2), self.first, self.second, third)
        assert index_of(result) == self.second.index

    def test_one_more_than_recorded_in_its_section_is_ambiguous(self) -> None:
        third = element("Add", (100, 500), section="Medication", selector="main > a:nth-child(3)")
        result = look(anchor_of(self.second, count=2), self.first, self.second, third)
        assert refused_with(result) is HaltCode.AMBIGUOUS

    def test_alike_in_everything_is_ambiguous(self) -> None:
        twins = [replace(e, section="", selector="") for e in (self.first, self.second)]
        assert refused_with(look(anchor_of(twins[1], count=2), *twins)) is HaltCode.AMBIGUOUS

    def test_when_the_meant_one_is_gone_the_other_is_not_taken_for_it(self) -> None:
        assert look(anchor_of(self.second, count=2), self.first).found is None

    def test_the_meant_one_alone_is_still_found(self) -> None:
        assert index_of(look(anchor_of(self.second, count=2), self.second)) == self.second.index


LIST = element("Ann Bob Cyd", tag="ul", role="", element_id="entries", region=Region(0, 80, 800, 300))
BETWEEN = Point(150, 210)
"""A place in the list that shows no text."""


@pytest.mark.parametrize(
    ("now", "point"),
    [
        (LIST, BETWEEN),
        (replace(LIST, name="Ann Bea Bob Cyd", region=Region(0, 80, 800, 400)), None),
        (replace(LIST, name="Bea Ann Bob", text="Bea Ann Bob"), None),
        (replace(LIST, name="Bea Ann Bob", role="button"), BETWEEN),
    ],
    ids=["as it was", "one entry more", "other entries", "a large button with another text"],
)
def test_a_list_that_is_worked_as_one_is_pressed_at_the_recorded_place_only_while_it_holds_the_same(
    now: Element, point: Point | None
) -> None:
    """Its script asks which entry lies there: among others it may be another record."""
    recorded = replace(LIST, role=now.role)
    anchor = anchor_of(recorded, click_point=BETWEEN, region=recorded.region, extent=recorded.region)
    result = look(anchor, now)
    assert (result.found.point if result.found else None) == point
