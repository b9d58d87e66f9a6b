"""Which of several is meant, and where in it to press: by section, frame, what comes before, and the recorded point."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.elements import anchor_of, element, seen, text

from studio.engine.compiler.locators import locator_of
from studio.engine.model.anchor import Anchor, Landmark, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.gate import gate
from studio.engine.runtime.structural import try_structural


def add(at: int, *before: str, **more: Any) -> Element:
    return element("add", (100, at), before=before, section="Entry", **more)


def recorded(target: Element, *elements: Element, **more: Any) -> Anchor:
    """The anchor of `target` as it is compiled from a look at `elements`."""
    snapshot = seen(*elements).structure
    assert snapshot is not None
    return anchor_of(target, **{"structural": locator_of(target, snapshot), **more})


def place_of(result: RungResult) -> int | None:
    return result.found.element if result.found else None


class TestWhatComesBefore:
    tags, fields = add(100, "tag name", "Tags"), add(200, "field value", "Fields")
    anchor = recorded(fields, tags, fields)

    def test_it_tells_apart_what_says_the_same(self) -> None:
        assert place_of(try_structural(self.anchor, seen(self.tags, self.fields))) == self.fields.index

    def test_it_does_among_more_than_were_recorded(self) -> None:
        notes = add(50, "note text", "Notes")
        assert place_of(try_structural(self.anchor, seen(notes, self.tags, self.fields))) == self.fields.index

    def test_a_copy_beside_it_is_one_too_many(self) -> None:
        copy = add(230, "add", "field value")
        assert try_structural(self.anchor, seen(self.tags, self.fields, copy)).attempt.code is HaltCode.AMBIGUOUS
        block = add(230, "field value", "add")
        assert try_structural(self.anchor, seen(self.tags, self.fields, block)).attempt.code is HaltCode.AMBIGUOUS

    def test_another_one_in_its_number_is_not_taken_for_it(self) -> None:
        notes = add(50, "note text", "Notes")
        result = try_structural(self.anchor, seen(notes, self.tags))
        assert result.attempt.code is HaltCode.AMBIGUOUS

    def test_one_that_is_left_alone_is_not_taken_for_it(self) -> None:
        assert try_structural(self.anchor, seen(self.tags)).found is None

    def test_what_disagrees_tells_nothing(self) -> None:
        one, other = add(100, "field value", "Tags"), add(200, "tag name", "Fields")
        assert try_structural(self.anchor, seen(one, other)).attempt.code is HaltCode.AMBIGUOUS

    def test_a_count_in_it_may_change(self) -> None:
        one, other = add(100, "3 tags"), add(200, "12 fields")
        live = add(100, "4 tags"), add(200, "13 fields")
        assert place_of(try_structural(recorded(other, one, other), seen(*live))) == live[1].index

    def test_alike_in_all_the_number_among_as_many_tells(self) -> None:
        one, other = add(100, "name"), add(200, "name")
        anchor = recorded(other, one, other)
        assert place_of(try_structural(anchor, seen(one, other))) == other.index
        third = add(300, "name")
        assert try_structural(anchor, seen(one, other, third)).attempt.code is HaltCode.AMBIGUOUS


class TestFrames:
    payer = element("", role="textbox", tag="input", label="Holder", element_id="h", frame=("Payer",))
    offers = replace(payer, index=5, frame=("Offers",))

    def test_the_same_field_in_another_frame_is_another_one(self) -> None:
        anchor = anchor_of(self.payer)
        assert place_of(try_structural(anchor, seen(self.offers, self.payer))) == self.payer.index
        assert try_structural(anchor, seen(self.offers)).found is None

    def test_a_frame_that_only_has_a_number_may_have_another_one(self) -> None:
        anchor = anchor_of(replace(self.payer, frame=("[0]",)))
        moved = replace(self.payer, frame=("[1]",))
        assert place_of(try_structural(anchor, seen(moved))) == moved.index
        both = seen(moved, replace(self.payer, index=9, frame=("[0]",)))
        assert place_of(try_structural(anchor, both)) == 9

    def test_the_host_of_a_frame_does_not_matter(self) -> None:
        anchor = anchor_of(replace(self.payer, frame=("http://127.0.0.1:4000/pay.html",)))
        assert try_structural(anchor, seen(replace(self.payer, frame=("https://shop.example/pay.html",)))).found

    def test_what_was_in_no_frame_is_not_looked_for_in_one(self) -> None:
        assert try_structural(anchor_of(replace(self.payer, frame=())), seen(self.payer)).found is None


class TestNameless:
    body = element("", (100, 300), role="textbox", tag="div", section="Body", text="")
    note = replace(body, index=7, section="Note", region=Region(100, 500, 100, 30))

    def test_the_only_field_of_its_section_is_found_though_nothing_names_it(self) -> None:
        anchor = recorded(self.body, self.body, self.note, kind=TargetKind.INPUT, ocr_text="Body")
        assert place_of(try_structural(anchor, seen(self.note, self.body))) == self.body.index
        assert try_structural(anchor, seen(self.note)).found is None
        twin = replace(self.body, index=8)
        assert try_structural(anchor, seen(self.body, twin)).found is None

    def test_it_is_brought_into_view(self) -> None:
        anchor = recorded(self.body, self.body, kind=TargetKind.INPUT, ocr_text="Body")
        low = replace(self.body, in_view=False)
        assert try_structural(anchor, seen(low)).attempt.code is HaltCode.OUT_OF_VIEW

    def test_icons_are_left_to_their_pictures(self) -> None:
        icon = element("", role="", tag="span", text="")
        anchor = recorded(icon, icon, kind=TargetKind.ICON, ocr_text=None)
        assert try_structural(anchor, seen(icon)).found is None

    def test_a_guessed_caption_is_no_name(self) -> None:
        field = element("Amount", role="textbox", tag="text", label="Amount", guessed=True)
        anchor = recorded(field, field, kind=TargetKind.INPUT)
        other_margins = replace(field, name="EUR", label="EUR")
        assert place_of(try_structural(anchor, seen(other_margins))) == field.index

    def test_a_guess_that_went_to_another_field_halts(self) -> None:
        field = element("Amount", role="textbox", tag="text", label="Amount", guessed=True, section="Costs")
        anchor = recorded(field, field, kind=TargetKind.INPUT)
        own = replace(field, name="Date", label="Date")
        neighbour = replace(field, index=3, section="Dates", region=Region(100, 400, 100, 30))
        assert try_structural(anchor, seen(own, neighbour)).attempt.code is HaltCode.CONTRADICTED


class TestOtherForm:
    """The same identifier under another label is a renamed control only where it stands among the same things."""

    name = element("Patient", element_id="name", section="New patient")
    marks = tuple(Landmark(ocr_text=said) for said in ("Birth date", "Ward", "Doctor", "Save patient"))

    @pytest.mark.parametrize(
        ("section", "around", "same_form"),
        [
            ("New patient", ("Birth date", "Ward", "Doctor", "Save patient"), True),
            ("New patient", ("Birth date", "Ward", "Physician", "Save patient"), True),
            ("Admission", ("Birth date", "Ward", "Doctor", "Save patient"), True),
            ("New supplier", ("Address", "Ward", "Phone", "Save supplier"), False),
            ("New patient", ("Address", "City", "Phone", "Save supplier"), False),
            ("New supplier", ("Birth date", "Ward", "Doctor", "Save supplier"), False),
        ],
    )
    def test_it_halts_in_another_form(self, section: str, around: tuple[str, ...], same_form: bool) -> None:
        anchor = anchor_of(self.name, landmarks=self.marks)
        live = replace(self.name, name="Person", section=section)
        texts = tuple(text(said, 20, 40 * number) for number, said in enumerate(around))
        found = try_structural(anchor, seen(live, texts=texts)).found
        assert (found is not None) is same_form


class TestWhereToPress:
    canvas = element("", (20, 200), role="", tag="canvas", element_id="page", text="", region=Region(20, 200, 600, 800))

    def anchor(self, point: Point, **more: Any) -> Anchor:
        shown = self.canvas.region.clamped((800, 600))
        given = {"control": shown, "extent": self.canvas.region, "kind": TargetKind.ICON, "ocr_text": None}
        return anchor_of(self.canvas, **{**given, "click_point": point, **more})

    def test_of_what_is_partly_out_of_sight_it_is_the_very_point(self) -> None:
        live = replace(self.canvas, in_view=False, shown=Region(20, 200, 600, 400))
        result = try_structural(self.anchor(Point(120, 500)), seen(live))
        assert result.found is not None
        assert result.found.point == Point(120, 500)

    def test_a_point_out_of_sight_is_brought_into_view_though_the_middle_is_seen(self) -> None:
        live = replace(self.canvas, region=Region(20, -100, 600, 800), shown=Region(20, 0, 600, 590))
        result = try_structural(self.anchor(Point(120, 230)), seen(live))
        assert result.attempt.code is HaltCode.OUT_OF_VIEW
        assert result.attempt.candidates[0].point == Point(120, -70)

    def test_of_another_shape_the_place_is_not_known(self) -> None:
        live = replace(self.canvas, region=Region(20, 200, 600, 390))
        assert try_structural(self.anchor(Point(120, 500)), seen(live)).found is None

    def test_what_covers_the_middle_does_not_matter_at_the_edge(self) -> None:
        live = replace(self.canvas, region=Region(20, 20, 600, 800), covered_by="dialog “Tip”")
        anchor = self.anchor(Point(40, 220))
        assert try_structural(anchor, seen(live)).found
        middle = self.anchor(Point(310, 580))
        assert try_structural(middle, seen(live)).attempt.code is HaltCode.COVERED

    def test_of_several_texts_the_one_that_was_pressed(self) -> None:
        row = element("Room 12 Remove", (20, 100), region=Region(20, 100, 700, 50))
        said = text("Room 12", 40, 118)
        anchor = anchor_of(
            row, click_point=said.region.center, pointed_text="Room 12", pointed_region=said.region, control=row.region
        )
        wide = replace(row, region=Region(20, 100, 860, 50))
        live = seen(wide, texts=(text("Remove", 55, 118), text("Room 12", 300, 118)))
        result = try_structural(anchor, live)
        assert result.found is not None
        assert result.found.point == text("Room 12", 300, 118).region.center

    @pytest.mark.parametrize(("inner", "point"), [((150, 110), Point(40, 125)), ((30, 110), Point(170, 125))])
    def test_what_else_lies_in_it_is_not_pressed(self, inner: tuple[int, int], point: Point) -> None:
        row = element("Room 12", region=Region(20, 100, 300, 50))
        anchor = anchor_of(row, click_point=Point(40, 125), control=row.region)
        remove = element("Remove", inner, region=Region(*inner, 60, 30))
        result = try_structural(anchor, seen(row, remove))
        assert result.found is not None
        assert result.found.point == point


class TestCounts:
    pages = element("4 Pages created here", role="link", tag="a", section="Summary", href="/pages/?n=4")
    images = element("0 Images created here", (100, 200), role="link", tag="a", section="Summary", href="/images/?n=0")

    def look(self, *live: Element, **more: Any) -> RungResult:
        return try_structural(anchor_of(self.pages, **more), seen(*live))

    def test_how_many_there_are_is_no_name(self) -> None:
        now = replace(self.pages, name="7 Pages created here", href="/pages/?n=7")
        result = self.look(now, self.images)
        assert result.found is not None
        assert result.found.confidence <= 0.7, "a step that cannot be undone asks"

    @pytest.mark.parametrize(
        "other",
        [
            {"name": "7 Forms created here", "href": "/pages/?n=7"},
            {"name": "7 Pages created here", "href": "/drafts/?n=7"},
            {"name": "7 Pages created here", "href": "/pages/?n=4"},
            {"name": "7 Pages created here", "href": "/pages/?n=7", "section": "Trash"},
            {"name": "Pages 7 created here", "href": "/pages/?n=7"},
        ],
    )
    def test_another_link_is_not_taken_for_it(self, other: dict[str, str]) -> None:
        assert self.look(replace(self.pages, **other), self.images).found is None  # type: ignore[arg-type]

    def test_two_of_them_are_too_many(self) -> None:
        now = replace(self.pages, name="7 Pages created here", href="/pages/?n=7")
        assert self.look(now, replace(now, index=9, name="8 Pages created here")).found is None

    def test_a_number_that_names_who_is_meant_is_no_count(self) -> None:
        now = replace(self.pages, name="7 Pages created here", href="/pages/?n=7")
        assert self.look(now, structured_identity={"label": "4 Pages created here"}).found is None


def test_a_disabled_control_behind_a_dialog_does_not_block_its_button() -> None:
    ok = element("OK", (100, 100))
    behind = element("Delete", (120, 105), disabled=True, covered_by="dialog “Sure?”", region=Region(120, 105, 20, 20))
    step = Step(id="s1", intent="click OK", action=ActionKind.CLICK, anchor=anchor_of(ok))
    for found in (ok.index, None):
        here = Resolution(rung=Rung.STRUCTURAL, point=Point(130, 115), region=ok.region, confidence=1.0, element=found)
        assert gate(step, here, confirmed=False, seen=seen(ok, behind)) is here
    greyed = gate(step, here, confirmed=False, seen=seen(replace(ok, disabled=True), behind))
    assert greyed is not here


def test_a_press_before_the_structure_was_there_tells_its_window_and_not_its_number() -> None:
    """Only what was pressed was told of: that it is the only one of its name is not known, where it stands is."""
    pressed = element("Add", frame=("notes", "New entry"), section="New entry")
    alone = seen(pressed, truncated=True).structure
    locator = locator_of(pressed, alone)
    assert (locator.among, locator.count) == (0, 1)
    bar = element("Add", (300, 20), frame=("notes", "Notes"))
    both = seen(bar, pressed)
    desktop = replace(both, structure=replace(both.structure, url="desktop:notes"))  # type: ignore[type-var]
    assert place_of(try_structural(anchor_of(pressed, structural=locator), desktop)) == pressed.index
