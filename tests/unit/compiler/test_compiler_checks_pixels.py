"""Evidence from pixels: only what changed is read, and what could be read before proves no write."""

from __future__ import annotations

from dataclasses import replace

from studio.engine.compiler.checks_pixels import (
    READ_PART,
    Past,
    PastFrame,
    Seen,
    added_text,
    added_value,
    named_value,
    new_texts,
    observe,
    parts_to_read,
    sentences,
    stable_region,
)
from studio.engine.compiler.values import Variables
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import TextRun
from studio.engine.model.workflow import CheckKind
from studio.engine.vision.frame import Frame
from studio.engine.vision.text import squash
from tests.helpers.drawing import Canvas

NOTHING = Variables.of([])
SIZE = (800, 600)


def page(*said: str, size: float = 0.6) -> Frame:
    canvas = Canvas()
    for i, line in enumerate(said):
        canvas.write(line, 60, 40 + 40 * i, size=size)
    return canvas.frame


def past(*frames: Frame) -> Past:
    return Past(tuple(PastFrame(f"step_{i:03d}", frame) for i, frame in enumerate(frames)), frozenset())


def test_a_small_change_is_read_whole_and_a_page_in_bands() -> None:
    small, whole = Region(100, 100, 200, 50), Region(0, 0, 800, 600)
    assert parts_to_read([small], None, page()) == (small.padded(4),)
    bands = parts_to_read([whole], Point(400, 400), page())
    assert sum(band.area for band in bands) <= READ_PART * 800 * 600
    assert len(bands) == 2


def test_a_new_text_is_expected_near_its_place_and_a_moved_one_is_not_new() -> None:
    seen = observe(None, None, page("Worklist"), page("Patient chart", "Worklist"))
    (check,) = new_texts(seen, NOTHING, frozenset(), None)
    assert (check.kind, check.text) == (CheckKind.TEXT_PRESENT, "Patient chart")
    assert check.region is not None
    assert check.region.h < 100


def test_what_could_be_read_on_the_screen_before_proves_no_write_though_it_looked_otherwise() -> None:
    before, after = page("Encounter saved", size=0.9), page("Encounter saved today")
    seen = observe(None, None, page("Form"), after)
    fresh = new_texts(seen, NOTHING, frozenset(), past(page("Form")))
    assert [squash(check.text or "") for check in fresh] == ["encountersaved"]
    assert new_texts(seen, NOTHING, frozenset(), past(before)) == ()


def test_one_more_of_a_text_is_counted_against_the_most_alike_screen() -> None:
    form, first, second = page(), page("Visits", "Triage"), page("Visits", "Triage", "Triage")
    (check,) = added_text(second, past(form, first), NOTHING, frozenset({"triage"}))
    assert (check.kind, check.text, check.since, check.by) == (CheckKind.TEXT_ADDED, "Triage", "step_001", 1)
    assert added_text(first, past(first), NOTHING, frozenset({"triage"})) == ()
    assert added_text(second, past(form, first), NOTHING, frozenset({"visits"})) == ()


def test_a_page_that_was_replaced_has_no_stable_region() -> None:
    empty, focused = Canvas(), Canvas()
    field = empty.field("Name", 100, 150)
    focused.field("Name", 100, 150)
    focused._box(field.padded(2), (240, 240, 255))
    assert stable_region(observe(None, field, empty.frame, focused.frame), None, NOTHING) is not None
    other = Frame(bgr=255 - empty.pixels)
    assert stable_region(observe(None, field, empty.frame, other), None, NOTHING) is None


def test_a_sentence_that_was_read_in_pieces_is_expected_whole() -> None:
    runs = [TextRun("The visit was", Region(20, 40, 100, 14)), TextRun("booked.", Region(130, 41, 60, 13))]
    apart = [TextRun("File", Region(20, 80, 30, 14)), TextRun("Edit", Region(80, 80, 30, 14))]
    below = TextRun("Ward East", Region(20, 100, 70, 14))
    assert [run.text for run in sentences([*runs, *apart, below])] == [
        "The visit was booked.",
        "File",
        "Edit",
        "Ward East",
    ]
    assert sentences(runs)[0].region == Region(20, 40, 170, 14)


def test_a_line_along_the_edge_of_a_large_change_is_read_with_air_around_it() -> None:
    (band,) = parts_to_read([Region(100, 100, 600, 300)], None, page())
    assert band.x < 100
    assert band.y < 100


def test_whose_record_was_written_is_read_in_what_came_up() -> None:
    line = TextRun("Card saved: Kitchen window", Region(60, 40, 200, 14))
    seen = Seen(page(), page(), (), (line,))
    (check,) = named_value(seen, {"n": "short", "Kitchen window": "what"}, filled=True)
    assert (check.kind, check.text, check.param) == (CheckKind.TEXT_PRESENT, "Kitchen window", "what")
    assert check.region is not None
    assert check.region.contains(line.region.center)
    assert named_value(seen, {"Garden gate": "what"}, filled=True) == ()
    assert named_value(seen, {"Kitchen window": "what"}, filled=False) == (check,)
    title = replace(seen, lines=(TextRun("The kitchen window", Region(60, 40, 200, 14)),))
    assert named_value(title, {"Kitchen window": "words"}, filled=False) == ()


def test_a_record_that_only_a_part_not_read_so_far_names_is_found_and_its_own_field_is_no_news() -> None:
    lines = ["Notes of the ward on the second floor", "Values of the week", "What else is known", "Otto Brehm"]
    form, said = page(*lines), ["The entry was added to the chart today", *lines]
    seen = observe(None, None, form, page(*said, "for Otto Brehm"))
    assert not any("for" in run.text for run in seen.lines)
    (check,) = named_value(seen, {"Otto Brehm": "who"}, filled=True)
    assert check.region is not None
    assert check.region.contains(Point(80, 246))
    moved = observe(None, None, form, page(*said, "for Ida Voss"))
    assert named_value(moved, {"Otto Brehm": "who"}, filled=True) == ()


def test_a_value_that_a_list_shows_once_more_is_counted_against_the_screen_before_the_form() -> None:
    note = "Otto Brehm is well"
    form, empty = page("Form", "", "", "", "", note), page("Visits")
    first, second = page("Visits", "Visit saved", note), page("Visits", "Visit saved", note, note)
    seen = observe(None, None, form, first)
    (check,) = added_value(seen, past(form, empty), note, "remark")
    assert (check.kind, check.text, check.param) == (CheckKind.TEXT_ADDED, note, "remark")
    assert (check.since, check.by) == ("step_001", 1)
    assert check.region is not None
    assert check.region.contains(Point(80, 126))
    (more,) = added_value(observe(None, None, form, second), past(form, first), note, "remark")
    assert (more.since, more.by) == ("step_001", 1)
    assert added_value(seen, past(form, first), note, "remark") == ()
    assert added_value(seen, past(form, empty), "Visits", "word") == ()


def test_a_value_that_stands_where_it_was_typed_is_no_row() -> None:
    note = "Otto Brehm is well"
    form, said = page("Form", "", "", note), page("Form", "Visit saved", "", note)
    assert added_value(observe(None, None, form, said), past(form, page("Form")), note, "remark") == ()


def test_a_message_in_the_letters_of_the_list_is_not_counted_with_the_rows() -> None:
    note = "Otto Brehm is well"
    form, after = page("Form", "", "", "", note), page("Visits", f"Visit saved: {note}", note)
    (check,) = added_value(observe(None, None, form, after), past(form, page("Visits")), note, "remark")
    assert check.by == 1


def test_the_field_that_still_shows_the_value_beside_its_row_is_not_counted() -> None:
    note = "Otto Brehm is well"
    form, both = page("Form", "", "", note), page("Form", "Visit saved", "", note, "", note)
    (check,) = added_value(observe(None, None, form, both), past(page("Form")), note, "remark")
    assert (check.since, check.by) == ("step_000", 1)
