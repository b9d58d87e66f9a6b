from __future__ import annotations

from studio.engine.compiler.page_reader import PageReader
from studio.engine.model.geometry import Region
from studio.engine.vision.line_items import items
from studio.engine.vision.ocr import OcrLine, OcrWord, forget_readings, ocr_stats
from tests.helpers.drawing import Canvas


def line(gap: int, *said: str, height: int = 16) -> OcrLine:
    words, x = [], 10
    for word in said:
        words.append(OcrWord(word, Region(x, 20, 9 * len(word), height)))
        x += 9 * len(word) + gap
    return OcrLine(" ".join(said), Region(10, 20, x - gap - 10, height), 0.99, tuple(words))


def test_items_of_a_menu_bar_are_parted_and_words_of_a_label_are_not() -> None:
    assert [i.text for i in items(line(9, "Calendar", "Finder", "Popups"))] == ["Calendar", "Finder", "Popups"]
    assert [i.text for i in items(line(5, "Calendar", "for", "pupils"))] == ["Calendar for pupils"]


def test_a_border_read_with_the_line_does_not_widen_its_gaps() -> None:
    menu = line(9, "Calendar", "Finder", "Popups", height=30)
    assert [i.text for i in items(menu)] == ["Calendar", "Finder", "Popups"]


def test_what_lies_inside_of_what_was_read_is_not_read_again() -> None:
    page = Canvas()
    page.write("Referral Tasks", 100, 100)
    forget_readings()
    reader, before = PageReader(page.frame), ocr_stats()
    assert [run.text for run in reader.lines(Region(80, 80, 300, 60))] == ["Referral Tasks"]
    assert [run.text for run in reader.lines(Region(90, 90, 200, 40))] == ["Referral Tasks"]
    assert (ocr_stats() - before).calls == 1


def test_slices_at_the_edge_of_what_was_read_are_left_out() -> None:
    page = Canvas()
    at = page.write("Referral Tasks", 100, 100)
    assert PageReader(page.frame).lines(Region(at.center.x, 80, 300, 60)) == ()
