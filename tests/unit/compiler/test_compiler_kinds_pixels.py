"""What a target is by pixels alone: a card, a field, a box too faint to see, an icon on a button, a label that looks
like others."""

from __future__ import annotations

import cv2
import pytest

from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.vision.controls import find_control
from studio.engine.vision.line_items import items
from studio.engine.vision.ocr_lines import OcrLine, OcrWord
from tests.helpers.drawing import Canvas


def anchor_at(page: Canvas, point: Point, kind: TargetKind | None = None) -> Anchor:
    return draft_anchor(page.frame, point, step_id="step_000", kind=kind).anchor


def test_a_frame_around_a_text_is_a_card_unless_something_is_typed_into_it() -> None:
    page = Canvas()
    card = page.field("Tuesday", 100, 200, value="Lena Voss")
    clicked, typed = anchor_at(page, card.center), anchor_at(page, card.center, TargetKind.INPUT)
    assert (clicked.kind, clicked.ocr_text) == (TargetKind.TEXT, "Lena Voss")
    assert (typed.kind, typed.ocr_text) == (TargetKind.INPUT, "Tuesday")


def test_an_entry_of_a_list_or_menu_is_the_line_under_the_pointer_unless_something_is_typed_there() -> None:
    page = Canvas()
    menu = Region(100, 100, 260, 130)
    cv2.rectangle(page.pixels, (menu.x, menu.y), (menu.right, menu.bottom), (225, 225, 225), cv2.FILLED)
    cv2.rectangle(page.pixels, (menu.x, menu.y), (menu.right, menu.bottom), (90, 90, 90), 1)
    lines = ("Indent Region", "Comment Out Region", "Toggle Tabs", "Strip Whitespace")
    places = [page.write(said, 108, 110 + 30 * n) for n, said in enumerate(lines)]
    for said, place in zip(lines, places, strict=True):
        entry = anchor_at(page, place.center)
        assert (entry.kind, entry.ocr_text) == (TargetKind.TEXT, said)
    assert anchor_at(page, places[1].center, TargetKind.INPUT).kind is TargetKind.INPUT


def test_a_sentence_above_a_field_that_says_what_belongs_in_it_is_not_its_caption() -> None:
    page = Canvas()
    field = page.field("Thank you for it.", 100, 200, value="Type a message")
    assert anchor_at(page, field.center, TargetKind.INPUT).ocr_text == "Type a message"


def test_a_box_too_faint_to_be_seen_is_named_by_the_text_beside_it() -> None:
    page = Canvas()
    page.write("Send me a copy", 130, 200)
    page.pixels[204:206, 112:114] = 225
    anchor = anchor_at(page, Point(113, 205))
    assert (anchor.kind, anchor.ocr_text) == (TargetKind.BOX, "Send me a copy")


def test_a_closed_outline_on_a_button_is_its_icon_and_no_check_box() -> None:
    page = Canvas()
    button = Region(300, 300, 36, 36)
    cv2.rectangle(page.pixels, (300, 300), (335, 335), (200, 80, 150), cv2.FILLED)
    cv2.rectangle(page.pixels, (310, 310), (325, 325), (255, 255, 255), 2)
    control = find_control(page.frame, button.center)
    assert control is not None
    assert (control.kind, control.region) == (TargetKind.ICON, button)
    cv2.rectangle(page.pixels, (110, 310), (125, 325), (90, 90, 90), 1)
    alone = find_control(page.frame, Point(118, 318))
    assert alone is not None
    assert alone.kind is TargetKind.BOX


def test_texts_that_look_like_the_label_count_only_where_they_say_it() -> None:
    page = Canvas()
    for place, year in enumerate(("2024", "2025", "2026")):
        page.write(f"Year {year}", 100, 200 + 40 * place, size=0.6)
    assert anchor_at(page, page.texts[1].region.center).label_count == 1
    page.write("Year 2025", 400, 200, size=0.6)
    assert anchor_at(page, page.texts[1].region.center).label_count == 2


@pytest.mark.parametrize(
    ("gaps", "told"),
    [((6, 7), ["Stay signed in"]), ((6, 14), ["Stay signed", "in"]), ((14, 14), ["Stay", "signed", "in"])],
)
def test_words_of_a_wide_font_stay_together_and_entries_of_a_bar_apart(gaps: tuple[int, int], told: list[str]) -> None:
    words, x = [], 40
    for word, width, gap in zip(("Stay", "signed", "in"), (34, 53, 12), (*gaps, 0), strict=True):
        words.append(OcrWord(word, Region(x, 247, width, 15)))
        x += width + gap
    line = OcrLine("Stay signed in", Region(40, 247, x - 40, 15), 1.0, tuple(words))
    assert [item.text for item in items(line)] == told


def test_a_check_box_that_was_read_as_a_letter_is_no_part_of_its_label() -> None:
    words = (OcrWord("O", Region(18, 314, 13, 13)), OcrWord("Use", Region(40, 314, 25, 13)))
    line = OcrLine("O Use", Region(18, 314, 47, 13), 1.0, words)
    assert [item.text for item in items(line)] == ["O", "Use"]
