from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from vision_pages import Page

from studio.engine.model.geometry import Region
from studio.engine.vision import (
    Frame,
    change_fraction,
    changed_regions,
    largest_change,
    phash,
    phash_distance,
    phash_png,
)

Load = Callable[[str], Page]


def filled(frame: Frame, *places: Region, colour: int = 90) -> Frame:
    pixels = frame.bgr.copy()
    for place in places:
        pixels[place.y : place.bottom, place.x : place.right] = colour
    return Frame(bgr=pixels)


@pytest.fixture
def blank() -> Frame:
    return Frame(bgr=np.full((400, 600, 3), 250, np.uint8))


def test_equal_frames_have_not_changed(page: Load) -> None:
    frame = page("light_100").frame
    assert changed_regions(frame, Frame(bgr=frame.bgr.copy())) == ()
    assert largest_change(frame, frame) is None


def test_changes_are_tight_and_the_largest_comes_first(blank: Frame) -> None:
    small, large = Region(20, 30, 41, 12), Region(300, 201, 150, 77)
    assert changed_regions(blank, filled(blank, small, large)) == (large, small)
    assert largest_change(blank, filled(blank, small, large)) == large


def test_letters_of_a_line_join_and_distant_changes_do_not(blank: Frame) -> None:
    letters = [Region(50 + 9 * i, 100, 6, 12) for i in range(8)]
    assert changed_regions(blank, filled(blank, *letters)) == (Region(50, 100, 69, 12),)
    apart = (Region(50, 100, 40, 12), Region(50, 160, 40, 12))
    assert set(changed_regions(blank, filled(blank, *apart))) == set(apart)


def test_regions_never_overlap(blank: Frame) -> None:
    corner = (Region(40, 40, 240, 10), Region(40, 40, 10, 240))
    regions = changed_regions(blank, filled(blank, *corner, Region(150, 150, 40, 40), Region(400, 60, 90, 30)))
    assert regions == (Region(40, 40, 240, 240), Region(400, 60, 90, 30))


def test_another_theme_is_a_change_of_all(page: Load) -> None:
    light = page("light_100").frame
    assert changed_regions(light, page("dark_100").frame) == (light.bounds,)


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("x", [0, 101, 597])
def test_a_caret_is_no_change(blank: Frame, width: int, x: int) -> None:
    assert changed_regions(blank, filled(blank, Region(x, 50, width, 18))) == ()


def test_a_typed_letter_and_a_rule_are_changes(blank: Frame) -> None:
    letter, rule = Region(100, 50, 6, 12), Region(100, 200, 1, 120)
    assert changed_regions(blank, filled(blank, letter)) == (letter,)
    assert changed_regions(blank, filled(blank, rule)) == (rule,)


def test_the_tolerance_is_heeded(blank: Frame) -> None:
    faint = filled(blank, Region(10, 10, 50, 50), colour=240)
    assert changed_regions(blank, faint) == ()
    assert changed_regions(blank, faint, tolerance=5) == (Region(10, 10, 50, 50),)


def test_a_change_of_hue_alone_counts(blank: Frame) -> None:
    grey, blue = filled(blank, Region(10, 10, 50, 50), colour=120).bgr.copy(), None
    blue = grey.copy()
    blue[10:60, 10:60] = (240, 100, 130)
    assert int(cv2.cvtColor(blue, cv2.COLOR_BGR2GRAY)[20, 20]) == pytest.approx(120, abs=6)
    assert changed_regions(Frame(bgr=grey), Frame(bgr=blue)) == (Region(10, 10, 50, 50),)


def test_frames_of_other_sizes_changed_as_a_whole(blank: Frame) -> None:
    other = Frame(bgr=np.zeros((300, 500, 3), np.uint8))
    assert changed_regions(blank, other) == (other.bounds,)
    assert change_fraction(blank, other) == 1.0


def test_the_part_that_changed(blank: Frame) -> None:
    after = filled(blank, Region(100, 100, 50, 100))
    assert change_fraction(blank, after, Region(100, 100, 100, 100)) == pytest.approx(0.5)
    assert change_fraction(blank, after, Region(300, 100, 100, 100)) == 0.0
    assert change_fraction(blank, after, Region(5000, 0, 10, 10)) == 0.0


def test_typing_in_a_real_program_changes_the_field_only(recorded: Callable[[str], Frame]) -> None:
    change = largest_change(recorded("0001_before"), recorded("0001_after"))
    assert change is not None
    assert Region(589, 385, 233, 38).union(change) == Region(589, 385, 233, 38)


def test_the_hash_is_stable_and_near_for_what_looks_alike(page: Load) -> None:
    light = page("light_100").frame
    noisy = np.clip(light.bgr.astype(int) + np.random.default_rng(0).integers(-6, 7, light.bgr.shape), 0, 255)
    assert len(phash(light)) == 16
    assert phash(light) == phash(light.png) == phash_png(light)
    assert phash_distance(phash(light), phash(Frame(bgr=noisy.astype(np.uint8)))) <= 4
    assert phash_distance(phash(light), phash(page("dark_100").frame)) >= 20


def test_the_hash_of_a_region_is_that_of_its_crop(page: Load) -> None:
    frame = page("light_100").frame
    place = Region(20, 30, 200, 100)
    assert phash(frame, place) == phash(frame.crop(place))
    with pytest.raises(ValueError, match="outside"):
        phash(frame, Region(9000, 0, 10, 10))


def test_flat_pictures_hash_alike(blank: Frame) -> None:
    black = Frame(bgr=np.zeros((50, 80, 3), np.uint8))
    assert phash_distance(phash(blank), phash(black)) <= 1


def test_only_hashes_have_a_distance() -> None:
    assert phash_distance("0" * 16, "f" * 16) == 64
    with pytest.raises(ValueError, match="16 hex"):
        phash_distance("abc", "0" * 16)
