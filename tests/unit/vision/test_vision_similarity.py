from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from vision_pages import Page

from studio.engine.model.geometry import Point, Region
from studio.engine.vision import Frame
from studio.engine.vision.similarity import Similarity, estimate_similarity, similarity_from_texts

Load = Callable[[str], Page]


@pytest.mark.parametrize(
    ("recorded_as", "live", "scale"),
    [
        ("light_100", "light_100", 1.0),
        ("light_100", "light_80", 0.8),
        ("light_100", "light_150", 1.5),
        ("light_100", "dark_100", 1.0),
        ("light_100", "dark_125", 1.25),
        ("dark_100", "light_100", 1.0),
    ],
)
def test_zoom_and_theme_are_seen_through(page: Load, recorded_as: str, live: str, scale: float) -> None:
    old, new = page(recorded_as), page(live)
    found = estimate_similarity(old.frame, new.frame)
    assert found is not None
    assert found.scale == pytest.approx(scale, rel=0.015)
    for name in ("button-save", "button-open2", "input-note"):
        assert found.point(old.element(name).center).distance(new.element(name).center) <= 8


def test_a_shifted_page_is_found_again(page: Load) -> None:
    frame = page("light_100").frame
    pixels = np.full((700, 800, 3), 255, np.uint8)
    pixels[60:660, 25:665] = frame.bgr
    found = estimate_similarity(frame, Frame(bgr=pixels))
    assert found is not None
    assert (found.scale, found.dx, found.dy) == pytest.approx((1.0, 25, 60), abs=0.6)
    assert found.region(Region(10, 20, 100, 30)) == Region(35, 80, 100, 30)


def test_another_page_or_a_blank_one_is_refused(page: Load, recorded: Callable[[str], Frame]) -> None:
    frame = page("light_100").frame
    blank = Frame(bgr=np.full((600, 640, 3), 255, np.uint8))
    assert estimate_similarity(frame, blank) is None
    assert estimate_similarity(blank, frame) is None
    for name in ("0000_before", "0005_before", "0008_before", "0013_before", "0017_before"):
        assert estimate_similarity(frame, recorded(name)) is None
        assert estimate_similarity(recorded(name), frame) is None


def test_it_says_the_same_every_time(page: Load) -> None:
    old, new = page("light_100").frame, page("dark_125").frame
    assert estimate_similarity(old, new) == estimate_similarity(Frame.of(old.png), Frame.of(new.png))


def test_points_and_regions_are_carried_over() -> None:
    similarity = Similarity(scale=1.5, dx=10, dy=-4, inliers=9, total=10)
    assert similarity.apply(Point(20, 40)) == Point(40, 56)
    assert similarity.apply(Region(20, 40, 10, 2)) == Region(40, 56, 15, 3)


def moved(region: Region, scale: float, dx: float, dy: float) -> Region:
    return Similarity(scale, dx, dy, 0, 0).region(region)


def test_texts_outvote_those_that_went_elsewhere() -> None:
    texts = [Region(30 * i, 20 * i, 60 + i, 12) for i in range(9)]
    pairs = [(t, moved(t, 1.25, 8, 40)) for t in texts] + [(texts[0], Region(900, 5, 60, 12))] * 3
    found = similarity_from_texts(pairs)
    assert found is not None
    assert found.scale == pytest.approx(1.25, abs=0.02)
    assert (found.dx, found.dy) == pytest.approx((8, 40), abs=4)
    assert (found.inliers, found.total) == (9, 12)


def test_no_text_says_nothing() -> None:
    assert similarity_from_texts([]) is None
    assert similarity_from_texts([(Region(0, 0, 0, 9), Region(0, 0, 5, 9))]) is None
