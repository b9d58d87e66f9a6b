from __future__ import annotations

from collections.abc import Callable

import pytest
from vision_pages import Page

from studio.engine.model.geometry import Region
from studio.engine.vision import (
    AmbiguousOcrMatchError,
    ContradictoryOcrEvidenceError,
    OcrLine,
    OcrResolutionRefused,
    OcrWord,
    find_text,
    find_text_candidates,
    text_candidates,
)

Load = Callable[[str], Page]


def line(text: str, x: int = 0, y: int = 0) -> OcrLine:
    """A line whose characters are 10 px wide."""
    return OcrLine(text, Region(x, y, 10 * len(text), 12), 0.99)


def test_a_whole_line_is_found_with_its_place() -> None:
    (match,) = text_candidates([line("Save"), line("Cancel", 200)], "cancel")
    assert (match.region, match.text, match.whole, match.confidence) == (Region(200, 0, 60, 12), "Cancel", True, 1.0)
    assert match.point == match.region.center


def test_a_run_of_words_inside_of_a_line_has_its_share_of_the_place() -> None:
    (match,) = text_candidates([line("Forgot password? Privacy policy Terms")], "Privacy policy")
    assert (match.region, match.whole) == (Region(170, 0, 140, 12), False)


def test_known_words_give_the_exact_place() -> None:
    words = (OcrWord("Previous", Region(3, 0, 61, 13)), OcrWord("Next", Region(135, 2, 32, 11)))
    (match,) = text_candidates([OcrLine("Previous Next", Region(3, 0, 164, 13), 0.9, words)], "Next")
    assert match.region == Region(135, 2, 32, 11)


def test_lost_spaces_do_not_hide_a_text() -> None:
    (match,) = text_candidates([line("Openin New Browser Tab")], "Open in New Browser Tab")
    assert match.confidence == 1.0
    (match,) = text_candidates([line("OpeninNewBrowserTabSearchwithexactmethod")], "Open in New Browser Tab")
    assert match.region == Region(0, 0, 190, 12)


def test_every_repeat_is_a_candidate_in_reading_order() -> None:
    lines = [line("Open", 0, 0), line("Open task", 0, 50), line("Open", 0, 100)]
    assert [m.region.y for m in text_candidates(lines, "Open")] == [0, 50, 100]
    twice = text_candidates([line("Open x Open")], "Open")
    assert [m.region.x for m in twice] == [0, 70]


@pytest.mark.parametrize(("read", "wanted"), [("Visit 13", "Visit 12"), ("Inactive", "Active"), ("Saved", "Save")])
def test_what_contradicts_is_no_candidate(read: str, wanted: str) -> None:
    assert text_candidates([line(read)], wanted) == []


def test_ocr_noise_is_forgiven_up_to_the_ratio() -> None:
    assert len(text_candidates([line("Savo Encountor")], "Save Encounter")) == 1
    assert text_candidates([line("Savo Encountor")], "Save Encounter", min_ratio=0.95) == []
    assert text_candidates([line("Anything")], " ") == []


def test_a_text_on_a_drawn_page_is_found_where_it_stands(page: Load) -> None:
    drawn = page("light_100")
    match = find_text(drawn.frame, "Save encounter", raise_on_ambiguity=True)
    assert match is not None
    assert drawn.element("button-save").contains(match.point)
    inner = drawn.text("button-save")
    assert abs(match.region.x - inner.x) <= 2
    assert abs(match.region.right - inner.right) <= 2


def test_a_link_inside_of_a_sentence_is_found_at_its_word(page: Load) -> None:
    drawn = page("light_100")
    match = find_text(drawn.frame, "click here")
    assert match is not None
    assert drawn.element("text-here").padded(3).contains(match.point)


def test_repeats_are_refused_where_that_is_asked_for(page: Load) -> None:
    drawn = page("light_100")
    with pytest.raises(AmbiguousOcrMatchError, match="2 places") as refused:
        find_text(drawn.frame, "Open", raise_on_ambiguity=True)
    places = [drawn.element("button-open1"), drawn.element("button-open2")]
    assert [p.contains(m.point) for p, m in zip(places, refused.value.candidates, strict=True)] == [True, True]
    assert find_text(drawn.frame, "Open") is not None


def test_a_region_makes_a_repeat_unique(page: Load) -> None:
    drawn = page("light_100")
    row = drawn.element("button-open2").padded(200, 4)
    match = find_text(drawn.frame, "Open", region=row, raise_on_ambiguity=True)
    assert match is not None
    assert drawn.element("button-open2").contains(match.point)


def test_a_text_that_is_not_there_is_not_found(page: Load) -> None:
    assert find_text(page("light_100").frame, "Delete everything", raise_on_ambiguity=True) is None
    assert find_text_candidates(page("light_100").frame, "") == []


def test_refusals_are_one_family() -> None:
    assert issubclass(AmbiguousOcrMatchError, OcrResolutionRefused)
    assert issubclass(ContradictoryOcrEvidenceError, OcrResolutionRefused)
    assert issubclass(OcrResolutionRefused, RuntimeError)
