"""Two texts are drawn alike from their first to their last letter, or they are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.engine.vision.label_ink import OTHER_INK, SAME_INK, drawn_text, ink_difference, says_only

PLACE = Region(20, 12, 200, 22)


def drawn(said: str, *, dark: bool = False, line: bool = False, x: int = 24) -> Frame:
    ground, ink = (40, 220) if dark else (250, 30)
    pixels = np.full((46, 260, 3), ground, np.uint8)
    cv2.putText(pixels, said, (x, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (ink,) * 3, 1, cv2.LINE_AA)
    if line:
        width = cv2.getTextSize(said, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)[0][0]
        cv2.line(pixels, (x, 32), (x + width, 32), (ink,) * 3, 1)
    return Frame(bgr=pixels)


def difference(one: Frame, other: Frame) -> float:
    return ink_difference(drawn_text(one, PLACE), drawn_text(other, PLACE))


@pytest.mark.parametrize("how", [{"dark": True}, {"line": True}, {"x": 31}])
def test_colours_place_and_an_underline_do_not_count(how: dict[str, int]) -> None:
    assert difference(drawn("Corner office"), drawn("Corner office", **how)) <= SAME_INK


@pytest.mark.parametrize(
    ("one", "other"), [("Clear", "Dear"), ("Bill 118", "Bill 1l8"), ("Tools", "Tool"), ("Post", "Past")]
)
def test_one_letter_counts(one: str, other: str) -> None:
    assert difference(drawn(one), drawn(other)) >= OTHER_INK


def test_a_word_that_goes_on_is_not_the_word() -> None:
    width = cv2.getTextSize("Archive", cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)[0][0]
    place = Region(24, 16, width, 13)
    words = drawn("Archive").crop(place)
    assert says_only(drawn("Archive"), place, words)
    assert not says_only(drawn("Archived"), place, words)
