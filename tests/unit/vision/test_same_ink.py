"""Two places show the same letters whatever their ground, and in a lit row also in darker ink; never other letters."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.engine.vision.same_ink import same_ink

HERE, THERE = Region(20, 10, 120, 24), Region(20, 60, 120, 24)


def drawn(said: str, other: str, ink: int, ground: int = 225) -> Frame:
    """`said` in dark grey on white, and below it `other` in `ink` on `ground`."""
    picture = np.full((120, 200, 3), 255, np.uint8)
    picture[50:100] = ground
    for text, y, shade in ((said, 28, 90), (other, 78, ink)):
        cv2.putText(picture, text, (24, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (shade, shade, shade), 1, cv2.LINE_AA)
    return Frame(bgr=picture)


@pytest.mark.parametrize("ink", [0, 60, 120])
def test_darker_or_lighter_ink_as_a_whole_is_the_same_shape(ink: int) -> None:
    frame = drawn("garden 36", "garden 36", ink)
    assert same_ink(frame, HERE, frame, THERE, tinted=True)
    assert same_ink(frame, HERE, frame, THERE) == (ink == 60), "the ground is 30 levels darker too"


@pytest.mark.parametrize("other", ["garden 53", "garden 38", "gardens 36", "Garden 36", ""])
@pytest.mark.parametrize("ink", [0, 60, 120])
def test_other_letters_are_never_the_same(other: str, ink: int) -> None:
    frame = drawn("garden 36", other, ink)
    assert not same_ink(frame, HERE, frame, THERE, tinted=True)
