"""Which targets stand in a row of a table, by pixels: on stored frames of real pages, and on drawn ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.drawing import Canvas

from studio.engine.compiler.ink import word_boxes
from studio.engine.compiler.row_shape import row_shape
from studio.engine.compiler.target_pixels import sight
from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.geometry import Region
from studio.engine.vision.controls import find_control
from studio.engine.vision.frame import Frame

PAGES = Path(__file__).parents[2] / "fixtures" / "rows"
TARGETS: dict[str, dict[str, list[int]]] = json.loads((PAGES / "targets.json").read_text())
IN_ROWS = {("files", "file"), ("files", "del"), ("table", "review"), ("table", "claim")}
"""Of all targets of the drift benchmark those in a table; of a week, a board, tiles, trees, menus and forms none is."""


@pytest.mark.parametrize("page", sorted(TARGETS))
def test_of_a_page_only_what_stands_in_a_table_stands_in_a_row(page: str) -> None:
    frame = Frame(png=(PAGES / f"{page}.png").read_bytes())
    boxes = word_boxes(frame)
    found = set()
    for name, place in TARGETS[page].items():
        control = find_control(frame, Region(*place).center)
        if row_shape(frame, control.region if control else Region(*place), boxes) is not None:
            found.add((page, name))
    assert found == {target for target in IN_ROWS if target[0] == page}


def words_beside(page: Canvas, control: Region) -> list[Region] | None:
    """The words of the row in which `control` is taken to stand; None where it is in none."""
    frame = page.frame
    shape = row_shape(frame, control, word_boxes(frame))
    return sorted(shape.words, key=lambda word: word.x) if shape else None


def test_a_button_beside_a_typed_name_stands_in_no_row() -> None:
    page = Canvas()
    page.write("Name", 30, 109)
    page.field("", 120, 100, "report-7.txt", width=400)
    save = page.button("Save", 560, 100)
    page.write("Kind", 30, 149)
    page.field("", 120, 140, "All files", width=400)
    page.button("Cancel", 560, 140)
    assert words_beside(page, save) is None


def test_cards_of_a_week_stand_side_by_side_and_are_no_row() -> None:
    page = Canvas()
    places = []
    for column, day in enumerate(("Monday", "Tuesday", "Wednesday", "Thursday")):
        page.write(day, 20 + 190 * column, 100)
        for line in range(2):
            place = Region(20 + 190 * column, 130 + 40 * line, 170, 32)
            page._box(place, (255, 255, 255))
            page.write(f"0{8 + column + line}:15 Lena Voss", place.x + 10, place.y + 10)
            places.append(place)
    assert words_beside(page, places[2]) is None


def test_a_tree_beside_a_table_has_lines_of_its_own() -> None:
    page = Canvas()
    items = [page.write(f"Ward {name}", 20, 102 + 23 * n) for n, name in enumerate(("North", "South", "West", "East"))]
    for n in range(4):
        page.write(("Folder", "Admissions", "Discharges", "Transfers")[n], 300, 102 + 34 * n)
        page.write(("Pages", "42 sheets", "37 sheets", "11 sheets")[n], 460, 102 + 34 * n)
    assert words_beside(page, items[0]) is None
    assert words_beside(page, items[3]) is None


def listed(rows: int, columns: int) -> tuple[Canvas, Region]:
    """Heads and so many rows of so many columns; only the first has a button, in a column without a head."""
    page = Canvas()
    for column in range(columns):
        page.write(("Patient", "Born", "Number")[column], 30 + 180 * column, 100)
        for row in range(rows):
            said = (("Jane Sample", "Omar Example"), ("1951-12-03", "1960-01-17"), ("MM-100234", "MM-200111"))
            page.write(said[column][row], 30 + 180 * column, 140 + 40 * row)
    return page, page.button("Open", 650, 131, 90)


@pytest.mark.parametrize(("rows", "columns", "is_row"), [(2, 2, True), (1, 3, True), (1, 2, False)])
def test_two_columns_need_three_lines_and_three_columns_two(rows: int, columns: int, is_row: bool) -> None:
    page, button = listed(rows, columns)
    assert (words_beside(page, button) is not None) is is_row


@pytest.mark.parametrize(("lefts", "is_row"), [((30, 200, 410), False), ((30, 200, 320), True)])
def test_words_of_bars_that_line_up_by_chance_are_no_row(lefts: tuple[int, ...], is_row: bool) -> None:
    page = Canvas()
    for left, said in zip((30, 200, 320), ("File", "View", "Help"), strict=True):
        page.write(said, left, 100)
    edit = page.write("Edit", 110, 100)
    for line in (1, 2):
        for left, said in zip(lefts, ("Patients", "Referrals", "Settings"), strict=True):
            page.write(said, left, 100 + 30 * line)
    assert (words_beside(page, edit) is not None) is is_row


def editable(others: tuple[str, str]) -> tuple[Canvas, Region]:
    """Rows of two fields each and a button that is the same in all of them, and beside them a bare word or none."""
    page = Canvas()
    buttons = []
    for row, said in enumerate(("Jane Sample", "Omar Example", "Terri Test")):
        page.write(others[row % 2], 20, 109 + 40 * row)
        page.field("", 120, 100 + 40 * row, said, width=200)
        page.field("", 340, 100 + 40 * row, f"MM-10023{row}", width=200)
        buttons.append(page.button("Drop", 600, 100 + 40 * row))
    return page, buttons[1]


def test_what_is_typed_tells_rows_apart_only_where_nothing_else_does() -> None:
    page, button = editable(("", ""))
    assert len(words_beside(page, button) or ()) == 2
    page, button = editable(("Left eye", "Right eye"))
    assert [word.x // 10 for word in words_beside(page, button) or ()] == [2]


def test_sections_of_a_page_one_below_the_other_are_no_cards() -> None:
    page = Canvas()
    page.pixels[:] = 225
    buttons = []
    for n, (title, said) in enumerate((("Notifications", "Apply"), ("Account", "Sign out"), ("Privacy", "Review"))):
        page._box(Region(30, 40 + 180 * n, 300, 150), (255, 255, 255))
        page.write(title, 50, 56 + 180 * n)
        page.write(("Mail me each day", "Use this account", "Hide my name")[n], 50 + 30 * n, 90 + 180 * n)
        buttons.append(page.button(said, 50, 140 + 180 * n))
    assert not sight(page.frame, buttons[1].center).identity.armed


def test_a_year_that_looks_like_the_next_one_is_another_target() -> None:
    page = Canvas()
    places = [page.write(f"Year 202{n}", 40, 100 + 24 * n) for n in range(4, 7)]
    anchor = draft_anchor(page.frame, places[1].center, step_id="s").anchor
    assert (anchor.label_count, anchor.template_count) == (1, 1)
    page.write("Year 2025", 40, 400)
    assert draft_anchor(page.frame, places[1].center, step_id="s").anchor.template_count == 2


@pytest.mark.parametrize("higher", range(-5, 6))
def test_a_badge_that_hangs_higher_or_lower_than_its_line_is_a_word_of_the_row(higher: int) -> None:
    page = Canvas()
    buttons = []
    for row, (name, kind) in enumerate(
        (("Jane Sample", "Routine"), ("Omar Example", "Soon"), ("Terri Test", "Routine"))
    ):
        for x, said in ((30, name), (200, f"MM-10{row}234")):
            page.write(said, x, 109 + 44 * row)
        page.write(kind, 400, 109 - higher + 44 * row)
        buttons.append(page.button("Open", 600, 100 + 44 * row))
    assert len(words_beside(page, buttons[2]) or ()) == 3
    told = sight(page.frame, buttons[2].center).identity
    assert [cell.text for cell in told.proof] == ["Terri Test", "MM-102234"]
