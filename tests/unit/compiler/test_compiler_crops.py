from __future__ import annotations

import pytest

from studio.engine.compiler.crop_region import LARGEST, SMALLEST, template_region
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region

SIZE = (800, 600)


def test_a_button_is_cropped_with_a_little_air() -> None:
    control = Region(100, 100, 120, 32)
    assert template_region(TargetKind.TEXT, control, None, control.center, SIZE) == Region(94, 94, 132, 44)


def test_a_field_is_cropped_together_with_its_label() -> None:
    control, label = Region(100, 120, 240, 30), Region(100, 98, 60, 14)
    crop = template_region(TargetKind.INPUT, control, label, control.center, SIZE)
    assert crop.union(label) == crop
    assert crop.union(control) == crop


def test_of_a_wide_field_the_label_and_the_part_nearest_to_it_are_kept() -> None:
    control, label, point = Region(20, 120, 760, 110), Region(20, 98, 60, 14), Point(400, 175)
    crop = template_region(TargetKind.INPUT, control, label, point, SIZE)
    assert crop.union(label) == crop
    assert crop.overlaps(control)
    assert crop.w < 300


@pytest.mark.parametrize("point", [Point(0, 0), Point(799, 599), Point(400, 599)])
def test_the_crop_holds_the_point_and_stays_in_the_frame(point: Point) -> None:
    control = Region(point.x - 4, point.y - 4, 9, 9)
    crop = template_region(TargetKind.ICON, control, None, point, SIZE)
    assert crop.contains(point)
    assert crop.clamped(SIZE) == crop


def test_sizes_are_bounded() -> None:
    small = template_region(TargetKind.ICON, Region(300, 300, 8, 8), None, Point(304, 304), SIZE)
    assert (small.w, small.h) == SMALLEST
    large = template_region(TargetKind.TEXT, Region(0, 0, 800, 600), None, Point(400, 300), SIZE)
    assert (large.w, large.h) == LARGEST
