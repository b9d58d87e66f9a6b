from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from vision_pages import Page

from studio.engine.model.geometry import Point, Region
from studio.engine.vision import Frame, find_template, template_peaks

Load = Callable[[str], Page]


def scaled(frame: Frame, scale: float) -> Frame:
    return Frame(bgr=cv2.resize(frame.bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def blank(value: int = 255, size: tuple[int, int] = (300, 400)) -> Frame:
    return Frame(bgr=np.full((*size, 3), value, np.uint8))


def test_a_crop_is_found_where_it_was_cut(page: Load) -> None:
    frame = page("light_100").frame
    place = page("light_100").element("button-save")
    match = find_template(frame, frame.crop(place))
    assert match is not None
    assert (match.region, match.point, match.scale) == (place, place.center, 1.0)
    assert match.confidence == pytest.approx(1.0)


def test_png_bytes_are_taken_as_well(page: Load) -> None:
    frame = page("light_100").frame
    place = page("light_100").element("button-save")
    match = find_template(frame.png, frame.crop(place).png)
    assert match is not None
    assert match.region == place


def test_repeated_controls_are_all_named(page: Load) -> None:
    drawn = page("light_100")
    first, second = drawn.element("button-open1"), drawn.element("button-open2")
    peaks = template_peaks(drawn.frame, drawn.frame.crop(first))
    assert {peaks[0].region, peaks[1].region} == {first, second}
    assert all(peak.confidence < 0.9 for peak in peaks[2:])
    assert [p.confidence for p in peaks] == sorted((p.confidence for p in peaks), reverse=True)


def test_peaks_never_overlap_by_half(page: Load) -> None:
    drawn = page("light_100")
    peaks = template_peaks(drawn.frame, drawn.frame.crop(drawn.element("button-triage")), floor=0.3, limit=20)
    assert len(peaks) > 2
    for i, a in enumerate(peaks):
        assert all(a.region.intersection(b.region).area * 2 < a.region.area for b in peaks[i + 1 :])


def test_another_scale_is_found_and_told(page: Load) -> None:
    drawn = page("light_100")
    place = drawn.element("button-save")
    match = find_template(scaled(drawn.frame, 1.18), drawn.frame.crop(place))
    assert match is not None
    assert match.scale == 1.18
    assert match.point.distance(Point(round(place.center.x * 1.18), round(place.center.y * 1.18))) <= 2


def test_a_search_region_keeps_to_itself(page: Load) -> None:
    drawn = page("light_100")
    first, second = drawn.element("button-open1"), drawn.element("button-open2")
    template = drawn.frame.crop(first)
    near = find_template(drawn.frame, template, search_region=second.padded(4))
    assert near is not None
    assert near.region == second
    assert find_template(drawn.frame, template, search_region=Region(0, 0, 300, 60)) is None
    assert find_template(drawn.frame, template, search_region=Region(5000, 0, 300, 60)) is None


def test_a_strict_search_is_strict_after_a_loose_one(page: Load) -> None:
    drawn = page("light_100")
    dark = page("dark_100").frame
    template = drawn.frame.crop(drawn.element("icon-star"))
    assert template_peaks(dark, template, floor=0.2)
    assert find_template(dark, template, threshold=0.99) is None


@pytest.mark.parametrize("value", [0, 128, 255])
def test_flat_ground_and_flat_templates_are_no_place(page: Load, value: int) -> None:
    drawn = page("light_100")
    template = drawn.frame.crop(drawn.element("button-save"))
    assert template_peaks(blank(value), template, floor=-1.0) == ()
    assert template_peaks(drawn.frame, blank(value, (20, 60)), floor=-1.0) == ()
    assert find_template(blank(value), blank(value, (20, 60))) is None


def test_an_invisible_ghost_is_no_hit(page: Load) -> None:
    drawn = page("light_100")
    template = drawn.frame.crop(drawn.element("button-submit"))
    ghost = (252 + drawn.frame.bgr.astype(int) // 86).astype(np.uint8)
    assert template_peaks(Frame(bgr=ghost), template, floor=0.3) == ()


def test_a_template_larger_than_the_screen_is_not_found(page: Load) -> None:
    frame = page("light_100").frame
    assert template_peaks(frame.crop(Region(0, 0, 50, 20)), frame) == ()


@pytest.mark.parametrize("name", ["button-save", "button-follow", "input-note", "text-title"])
@pytest.mark.parametrize("shift", [0, 1])
def test_the_coarse_search_finds_the_same_place(page: Load, name: str, shift: int) -> None:
    drawn = page("light_100")
    place = drawn.element(name).moved(shift, shift)
    fine = template_peaks(drawn.frame, drawn.frame.crop(place), limit=1, floor=0.8)
    coarse = template_peaks(drawn.frame, drawn.frame.crop(place), limit=1, floor=0.8, coarse=True)
    assert [m.region for m in coarse] == [m.region for m in fine] == [place]


def test_the_coarse_search_keeps_to_its_region(page: Load) -> None:
    drawn = page("light_100")
    second = drawn.element("button-open2")
    template = drawn.frame.crop(drawn.element("button-open1"))
    peaks = template_peaks(drawn.frame, template, region=second.padded(5), coarse=True)
    assert [peak.region for peak in peaks] == [second]
