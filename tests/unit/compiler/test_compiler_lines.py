from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studio.engine.compiler.page_reader import PageReader
from studio.engine.compiler.texts import reading_order
from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.vision.line_items import items
from studio.engine.vision.ocr import OcrLine, OcrWord, forget_readings, ocr_stats
from tests.helpers.drawing import Canvas


def line(gap: int, *said: str, height: int = 16, one_width: bool = False) -> OcrLine:
    """The words with that gap between them, in a font like most or in one in which all letters are as wide."""
    words, x = [], 10
    for word in said:
        narrow = 0 if one_width else sum(letter in "filrt" for letter in word)
        width = 9 * len(word) - 4 * narrow
        words.append(OcrWord(word, Region(x, 20, width, height)))
        x += width + gap
    return OcrLine(" ".join(said), Region(10, 20, x - gap - 10, height), 0.99, tuple(words))


def test_items_of_a_menu_bar_are_parted_and_words_of_a_label_are_not() -> None:
    assert [i.text for i in items(line(9, "Calendar", "Finder", "Popups"))] == ["Calendar", "Finder", "Popups"]
    assert [i.text for i in items(line(5, "Calendar", "for", "pupils"))] == ["Calendar for pupils"]


def test_in_a_font_of_one_width_a_space_is_as_wide_as_a_letter() -> None:
    assert [i.text for i in items(line(11, "Close", "all", "files", one_width=True))] == ["Close all files"]
    assert [i.text for i in items(line(20, "Close", "Open", "Exit", one_width=True))] == ["Close", "Open", "Exit"]
    assert [i.text for i in items(line(11, "Close", "all", "files"))] == ["Close", "all", "files"]


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


@given(st.integers(0, 700), st.integers(-5, 5))
def test_what_stands_on_one_line_is_read_from_left_to_right_wherever_the_line_is(y: int, higher: int) -> None:
    runs = [TextRun("badge", Region(400, y - higher, 50, 12)), TextRun("name", Region(30, y, 90, 13))]
    below = TextRun("below", Region(10, y + 22, 50, 13))
    assert [run.text for run in reading_order([below, *runs])] == ["name", "badge", "below"]
