"""Targets seen through structure: the label that a person reads, where it stands, how often, and in which row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.identity.proof import proof_of
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.vision.ocr import ocr_stats
from tests.helpers.drawing import Canvas

BUTTON: dict[str, Any] = {"tag": "button", "role": "button"}
FIELD: dict[str, Any] = {"tag": "input", "role": "textbox", "editable": True}
BOX: dict[str, Any] = {"tag": "input", "role": "checkbox", "input_type": "checkbox"}


def made(index: int, name: str, region: Region, **traits: Any) -> Element:
    return Element(index=index, name=name, region=region, **traits)


def draft(page: Canvas, *elements: Element, target: int = 0, **more: Any) -> AnchorDraft:
    before = ocr_stats()
    shown = StructureSnapshot(url="", title="", elements=elements, texts=tuple(page.texts))
    point = elements[target].region.center
    made_of = draft_anchor(page.frame, point, step_id="step_000", snapshot=shown, element=elements[target], **more)
    assert (ocr_stats() - before).calls == 0
    return made_of


def test_a_button_is_named_by_its_text_whole() -> None:
    page = Canvas()
    save = page.button("Save Encounter", 100, 300, 160)
    anchor = draft(page, made(0, "Save Encounter", save, text="Save Encounter", **BUTTON)).anchor
    assert anchor.kind is TargetKind.TEXT
    assert anchor.ocr_text == "Save Encounter"
    assert anchor.control == save
    assert anchor.label_region is not None
    assert save.union(anchor.label_region) == save
    assert (anchor.label_count, anchor.template_count) == (1, 1)
    assert anchor.template == "templates/step_000.png"


def test_a_heading_of_the_same_words_is_no_second_button() -> None:
    page = Canvas()
    page.write("New Encounter", 100, 60)
    new = page.button("New Encounter", 100, 300, 160)
    anchor = draft(page, made(0, "New Encounter", new, text="New Encounter", **BUTTON)).anchor
    assert anchor.label_count == 1


def test_a_field_is_named_by_its_label_above_and_cropped_with_it() -> None:
    page = Canvas()
    field = page.field("Username", 100, 200, value="jane")
    anchor = draft(page, made(0, "Username", field, label="Username", **FIELD)).anchor
    assert anchor.kind is TargetKind.INPUT
    assert anchor.ocr_text == "Username"
    assert anchor.label_region is not None
    assert anchor.region.union(anchor.label_region) == anchor.region
    assert anchor.label_count == 1


def test_what_only_a_program_calls_a_field_is_no_label_where_a_caption_or_its_row_tells() -> None:
    page = Canvas()
    page.write("Unit price", 30, 208)
    field = page.field("", 200, 200)
    technical = {"label": "fields[0][78a5eb]", "name_attr": "fields[0][78a5eb]"}
    assert draft(page, made(0, "", field, **FIELD, **technical)).anchor.ocr_text == "Unit price"
    bare = Canvas()
    field = bare.field("", 200, 200)
    assert draft(bare, made(0, "", field, **FIELD, **technical)).anchor.ocr_text == "fields[0][78a5eb]"
    assert draft(bare, made(0, "", field, row=("price", "decimal"), **FIELD, **technical)).anchor.ocr_text is None


@pytest.mark.parametrize("traits", [{}, {"placeholder": "Search by name"}])
def test_a_field_without_a_label_is_named_by_what_stands_left_of_it_or_in_it(traits: dict[str, str]) -> None:
    page = Canvas()
    if not traits:
        page.write("Search by name", 30, 208)
    field = page.field("", 200, 200)
    anchor = draft(page, made(0, "", field, **FIELD, **traits)).anchor
    assert anchor.ocr_text == "Search by name"


def test_a_field_that_nobody_sees_has_no_caption() -> None:
    page = Canvas()
    page.write("Name", 200, 184)
    hidden = made(0, "", Region(200, 205, 1, 12), **FIELD)
    assert draft(page, hidden).anchor.ocr_text is None
    assert draft(page, replace(hidden, region=Region(200, 205, 160, 30))).anchor.ocr_text == "Name"


def test_a_box_is_named_by_the_words_right_of_it() -> None:
    page = Canvas()
    page.write("I agree", 130, 300)
    anchor = draft(page, made(0, "I agree", Region(100, 298, 18, 18), label="I agree", **BOX)).anchor
    assert anchor.kind is TargetKind.BOX
    assert anchor.ocr_text == "I agree"
    assert anchor.label_region is not None


def test_an_icon_is_named_by_what_it_is_called_though_that_is_not_on_the_screen() -> None:
    page = Canvas()
    anchor = draft(page, made(0, "Print", Region(300, 300, 30, 30), **BUTTON)).anchor
    assert anchor.kind is TargetKind.ICON
    assert (anchor.ocr_text, anchor.label_region) == ("Print", None)


def test_of_a_large_card_the_text_under_the_pointer_is_the_label() -> None:
    page = Canvas()
    lines = [page.write(said, 110, 110 + 30 * i) for i, said in enumerate(("Jane Sample", "Knee pain", "Urgent case"))]
    card = made(
        0, "", Region(100, 100, 300, 120), tag="div", role="button", text="Jane Sample Knee pain Urgent case " * 3
    )
    shown = StructureSnapshot(url="", title="", elements=(card,), texts=tuple(page.texts))
    anchor = draft_anchor(page.frame, lines[1].center, step_id="s", snapshot=shown, element=card).anchor
    assert anchor.ocr_text == "Knee pain"
    assert anchor.label_region == lines[1]


ROWS = (
    ("Jane Sample", "1951-12-03", "MM-100234", "Knee pain"),
    ("Jane Samples", "1951-12-03", "MM-100235", "Knee pain"),
    ("Omar Example", "1960-01-17", "MM-200111", "Headache"),
)


def worklist(rows: tuple[tuple[str, ...], ...] = ROWS) -> tuple[Canvas, list[Element]]:
    page, elements = Canvas(), []
    for column, said in enumerate(("Patient", "Born", "MRN", "Reason")):
        page.write(said, 30 + 150 * column, 100)
    for i, row in enumerate(rows):
        for column, cell in enumerate(row):
            page.write(cell, 30 + 150 * column, 150 + 50 * i)
        at = page.button("Open", 650, 142 + 50 * i, 90)
        elements.append(made(i, "Open", at, text="Open", row=row, column="Action", section="Tasks", **BUTTON))
    return page, elements


def test_a_row_is_told_by_its_name_and_its_numbers_also_where_another_row_shares_one() -> None:
    page, elements = worklist()
    drafted = draft(page, *elements, target=1)
    anchor = drafted.anchor
    assert drafted.identity.armed
    assert anchor.row_texts == ROWS[1]
    assert anchor.context_text == "Jane Samples 1951-12-03 MM-100235"
    assert anchor.label_count == 3
    assert anchor.template_count == 3
    assert anchor.identifier_region is not None
    assert anchor.identifier_region.y > elements[0].region.center.y
    assert not anchor.identifier_region.overlaps(elements[1].region)
    assert drafted.crops["identifier"].size == (anchor.identifier_region.w, anchor.identifier_region.h)


def test_a_control_of_the_same_row_is_no_other_row() -> None:
    page, elements = worklist()
    boxes = [
        made(10 + i, "Select", Region(5, each.region.y, 18, 18), row=("Open Edit", *each.row), section="Tasks", **BOX)
        for i, each in enumerate(elements)
    ]
    elements = [replace(each, column="") for each in elements]
    drafted = draft(page, *elements, *boxes, target=1)
    assert drafted.identity.armed
    assert drafted.anchor.context_text == "Jane Samples 1951-12-03 MM-100235"


def test_landmarks_are_headings_and_never_the_cells_of_rows() -> None:
    page, elements = worklist()
    marks = draft(page, *elements, target=2).anchor.landmarks
    assert {mark.ocr_text for mark in marks} <= {"Patient", "Born", "MRN", "Reason"}
    assert marks
    for mark in marks:
        place = next(run.region.center for run in page.texts if run.text == mark.ocr_text)
        assert (place.x + (mark.dx_px or 0), place.y + (mark.dy_px or 0)) == tuple(elements[2].region.center)


def test_rows_that_say_the_same_are_not_told_apart_and_the_reason_is_said() -> None:
    page, elements = worklist((ROWS[0], ROWS[0]))
    drafted = draft(page, *elements)
    assert not drafted.identity.armed
    assert "same texts" in (drafted.identity.reason or "")
    assert drafted.anchor.identifier_region is None


def test_a_button_outside_of_rows_says_so() -> None:
    page = Canvas()
    save = page.button("Save", 100, 300)
    drafted = draft(page, made(0, "Save", save, text="Save", **BUTTON))
    assert not drafted.identity.armed
    assert "alone" in (drafted.identity.reason or "")


def test_typed_values_are_never_landmarks() -> None:
    page = Canvas()
    page.write("Signed in as nurse.sample", 100, 250)
    page.write("Encounter", 100, 220)
    field = page.field("Name", 300, 250, value="Jane Sample")
    save = page.button("Save", 100, 300)
    elements = (made(0, "Save", save, text="Save", **BUTTON), made(1, "Name", field, label="Name", **FIELD))
    marks = draft(page, *elements, values=["nurse.sample"]).anchor.landmarks
    assert [mark.ocr_text for mark in marks] == ["Encounter", "Name"]


def test_all_traits_of_the_element_go_into_the_locator() -> None:
    page = Canvas()
    save = page.button("Save", 100, 300)
    traits = {"element_id": "save", "test_id": "t", "section": "Form", "selector": "#save", "frame": ("main",)}
    elements = (
        made(0, "Save", save, text="Save", **BUTTON, **traits),
        made(1, "Save", Region(500, 500, 80, 30), **BUTTON),
    )
    locator = draft(page, *elements).anchor.structural
    assert locator is not None
    assert {name: getattr(locator, name) for name in traits} == traits
    assert locator.count == 2


def test_where_structure_knows_nothing_pixels_are_asked() -> None:
    page = Canvas()
    save = page.button("Save Encounter", 100, 300, 160)
    empty = StructureSnapshot(url="", title="", texts=(TextRun("Save Encounter", save),))
    anchor = draft_anchor(page.frame, save.center, step_id="s", snapshot=empty).anchor
    assert anchor.structural is None
    assert anchor.ocr_text == "Save Encounter"


def test_a_time_from_now_on_is_no_part_of_what_a_row_is_known_by() -> None:
    rows = tuple((*row[:2], ago) for row, ago in zip(ROWS, ("26 minutes ago", "2 hours ago", "yesterday"), strict=True))
    page, elements = worklist(rows)
    drafted = draft(page, *elements, target=2)
    assert drafted.identity.armed
    assert drafted.anchor.row_texts == rows[2][:2]
    assert {cell.text for cell in drafted.anchor.identity_cells} == set(rows[2][:2])


def stock(names: tuple[str, ...], *captions: str) -> tuple[Canvas, list[Element]]:
    """A table with a link to edit each row and others beside it, each in a cell of its own."""
    page, elements = Canvas(), []
    for i, name in enumerate(names):
        said = ("Edit it", *(captions if i else captions[:2]))
        for column, caption in enumerate(said):
            at = page.button(caption, 30 + 120 * column, 142 + 50 * i, 100)
            row = (*(other for other in said if other != caption), name, "garden")
            made_of = made(10 * i + column, caption, at, text=caption, row=row, section="Stock", **BUTTON)
            elements.append(made_of)
        page.write(name, 520, 150 + 50 * i)
        page.write("garden", 650, 150 + 50 * i)
    return page, elements


@pytest.mark.parametrize("captions", [("Copy it", "Drop it"), ("Copy it", "Drop it", "Move it")])
def test_captions_of_controls_that_all_rows_have_are_no_part_of_what_a_row_is_known_by(
    captions: tuple[str, ...],
) -> None:
    page, elements = stock(("Garden hose", "Watering can", "Pruning shears"), *captions)
    target = next(n for n, each in enumerate(elements) if each.row[-2] == "Watering can")
    drafted = draft(page, *elements, target=target)
    assert drafted.identity.armed
    assert drafted.anchor.row_texts == (*captions[2:], "Watering can", "garden"), "the first row cannot be moved"
    assert "Watering can" in {cell.text for cell in drafted.anchor.identity_cells}
    assert not {"Copy it", "Drop it"} & {cell.text for cell in drafted.anchor.identity_cells}


def test_rows_of_the_same_data_are_not_told_apart_by_their_controls() -> None:
    page, elements = stock(("Garden hose", "Garden hose", "Pruning shears"), "Copy it", "Drop it")
    assert not draft(page, *elements, target=3).identity.armed


def test_a_heading_of_the_list_is_no_row_and_a_link_that_alone_names_its_row_says_whose_it_is() -> None:
    page, elements = Canvas(), []
    for i, name in enumerate(("small forest", "gradient boosting", "ridge baseline")):
        pin, at = page.button("Pin run", 30, 142 + 50 * i, 100), page.button(name, 200, 142 + 50 * i, 160)
        elements.append(made(10 * i, "Pin run", pin, text="Pin run", row=(name,), section="Runs", **BUTTON))
        link = {"tag": "a", "role": "link", "section": "Runs"}
        elements.append(made(10 * i + 1, name, at, text=name, row=("Pin run", "8 seconds ago"), **link))
    head = page.button("Run Name", 200, 92, 160)
    column = {"tag": "div", "role": "columnheader", "section": "Runs"}
    elements.append(made(90, "Run Name", head, text="Run Name", row=("Created",), **column))
    drafted = draft(page, *elements, target=3)
    assert drafted.identity.own_label
    assert not proof_of(drafted.anchor), "captions and times are nothing that a row is known by"
    twins = [replace(e, name="ridge baseline", text="ridge baseline") if e.role == "link" else e for e in elements]
    assert not draft(page, *twins, target=3).identity.own_label
    acts = [replace(e, role="button") if e.role == "link" else e for e in elements]
    acts[3] = replace(acts[3], name="Edit it", text="Edit it")
    assert not draft(page, *acts, target=3).identity.own_label, "a button says what it does"
