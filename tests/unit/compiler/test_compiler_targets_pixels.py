"""Targets seen in pixels alone, on drawn pages."""

from __future__ import annotations

import time

import pytest

from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.ocr import forget_readings, ocr_stats
from tests.helpers.drawing import Canvas


def anchor_at(page: Canvas, point: Point, kind: TargetKind | None = None) -> Anchor:
    before = ocr_stats()
    anchor = draft_anchor(page.frame, point, step_id="step_000", kind=kind).anchor
    assert (ocr_stats() - before).full_frames == 0
    return anchor


def form() -> tuple[Canvas, Region, Region, Region]:
    page = Canvas()
    page.write("New Encounter", 100, 60, size=0.7)
    name, note = page.field("Full name", 100, 150), page.field("Reason", 100, 220, value="Knee pain")
    page.button("Cancel", 300, 300)
    return page, name, note, page.button("Save Encounter", 100, 300, 160)


def test_a_button_is_named_by_its_own_text_only() -> None:
    page, _, _, save = form()
    anchor = anchor_at(page, save.center)
    assert (anchor.kind, anchor.ocr_text) == (TargetKind.TEXT, "Save Encounter")
    assert anchor.control is not None
    assert abs(anchor.control.w - save.w) <= 2
    assert (anchor.label_count, anchor.template_count) == (1, 1)


def test_a_field_is_named_by_the_label_above_it() -> None:
    page, name, _, _ = form()
    anchor = anchor_at(page, name.center)
    assert (anchor.kind, anchor.ocr_text) == (TargetKind.INPUT, "Full name")
    assert anchor.label_region is not None
    assert anchor.region.union(anchor.label_region) == anchor.region


def test_landmarks_are_labels_and_headings_and_no_typed_value() -> None:
    page, _, _, save = form()
    marks = [mark.ocr_text for mark in anchor_at(page, save.center).landmarks]
    assert "Cancel" in marks
    assert "Reason" in marks
    assert "Knee pain" not in marks


def test_what_is_known_to_be_a_field_is_one() -> None:
    page = Canvas()
    page.write("Date", 100, 130)
    field = page.field("", 100, 150)
    page.write("dd/mm/yyyy", 108, 158)
    assert anchor_at(page, field.center, TargetKind.INPUT).ocr_text == "Date"


ROWS = (
    ("Jane Sample", "1951-12-03", "MM-100234"),
    ("Omar Example", "1960-01-17", "MM-200111"),
    ("Terri Template", "1970-07-30", "MM-300999"),
)


def worklist(rows: tuple[tuple[str, ...], ...] = ROWS) -> tuple[Canvas, list[Region]]:
    page = Canvas()
    for column, said in enumerate(("Patient", "Born", "Number")):
        page.write(said, 30 + 180 * column, 100)
    buttons = []
    for i, row in enumerate(rows):
        for column, cell in enumerate(row):
            page.write(cell, 30 + 180 * column, 160 + 60 * i)
        buttons.append(page.button("Open", 650, 150 + 60 * i, 90))
    return page, buttons


@pytest.mark.parametrize("number", ["MM-100235", "MM-100284"])
def test_rows_that_differ_in_one_figure_are_told_apart(number: str) -> None:
    twins = (("Jane Sample", "1951-12-03", "MM-100234"), ("Jane Sample", "1951-12-03", number))
    page, buttons = worklist(twins)
    drafted = draft_anchor(page.frame, buttons[0].center, step_id="step_000")
    assert drafted.identity.armed
    assert drafted.identity.singled == ("Jane Sample", "1951-12-03", "MM-100234")


def test_rows_that_say_the_same_are_not() -> None:
    page, buttons = worklist((ROWS[0], ROWS[0]))
    assert not draft_anchor(page.frame, buttons[0].center, step_id="step_000").identity.armed


def test_a_row_is_found_by_its_alignment_and_only_that_row_is_read() -> None:
    page, buttons = worklist()
    drafted = draft_anchor(page.frame, buttons[1].center, step_id="step_000")
    assert drafted.identity.armed
    assert drafted.anchor.row_texts == ROWS[1]
    assert drafted.anchor.context_text == " ".join(ROWS[1])
    assert drafted.anchor.identifier_region is not None
    assert abs(drafted.anchor.identifier_region.center.y - buttons[1].center.y) <= 10
    assert drafted.anchor.label_count == 3


def test_times_from_now_on_name_no_row_and_a_text_that_differs_in_each_row_names_its_own() -> None:
    names = ("small forest", "ridge baseline", "linear model")
    page, buttons = worklist(tuple((name, "8 minutes ago", "ready") for name in names))
    opened = draft_anchor(page.frame, buttons[1].center, step_id="s")
    assert opened.anchor.row_texts == ("ridge baseline", "ready")
    ages = ("8 minutes ago", "9 minutes ago", "7 minutes ago")
    page, _ = worklist(tuple((name, age, "ready") for name, age in zip(names, ages, strict=True)))
    name = next(t.region for t in page.texts if t.text == "ridge baseline")
    drafted = draft_anchor(page.frame, name.center, step_id="s")
    assert drafted.anchor.ocr_text == "ridge baseline"
    assert drafted.identity.own_label
    assert drafted.anchor.says_who
    assert "9 minutes ago" not in drafted.anchor.row_texts


def test_a_form_of_two_columns_is_no_table() -> None:
    page, _, _, save = form()
    assert not draft_anchor(page.frame, save.center, step_id="s").identity.armed


def test_bare_ground_gives_an_anchor_all_the_same() -> None:
    page, *_ = form()
    anchor = anchor_at(page, Point(700, 550))
    assert anchor.ocr_text is None
    assert anchor.region.contains(Point(700, 550))


@pytest.mark.parametrize("point", [Point(0, 0), Point(799, 599), Point(-5, 900)])
def test_points_at_and_beyond_the_edge_are_held_inside(point: Point) -> None:
    page, *_ = form()
    anchor = draft_anchor(page.frame, point, step_id="s").anchor
    assert anchor.region.clamped((800, 600)) == anchor.region
    assert anchor.region.contains(anchor.click_point)


def test_it_is_quick() -> None:
    page, _, _, save = form()
    draft_anchor(page.frame, save.center, step_id="s")
    forget_readings()
    started = time.process_time()
    draft_anchor(page.frame, save.center, step_id="s")
    assert time.process_time() - started < 1.5
