from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from vision_pages import Page

from studio.engine.model.geometry import Region
from studio.engine.vision import Frame, is_dimmed, look_difference

Load = Callable[[str], Page]


def painted(frame: Frame, change: Callable[[np.ndarray], np.ndarray], place: Region) -> Frame:
    pixels = frame.bgr.copy()
    part = pixels[place.y : place.bottom, place.x : place.right]
    part[:] = change(part.astype(float)).clip(0, 255).astype(np.uint8)
    return Frame(bgr=pixels)


def test_nothing_differs_from_itself(page: Load) -> None:
    drawn = page("light_100")
    place = drawn.element("button-save")
    assert look_difference(drawn.frame, place, drawn.frame.crop(place)) == 0.0


def test_text_that_is_smoothed_or_placed_otherwise_by_a_fraction_is_the_same(page: Load) -> None:
    drawn = page("light_100")
    place = drawn.element("button-save")
    shift = np.float64([[1, 0, 0.5], [0, 1, 0.3]])
    moved = Frame(bgr=cv2.warpAffine(drawn.frame.bgr, shift, drawn.frame.size, borderMode=cv2.BORDER_REPLICATE))
    assert look_difference(moved, place, drawn.frame.crop(place)) < 0.03


def test_coloured_text_edges_are_the_same(page: Load) -> None:
    drawn = page("light_100")
    place = drawn.element("text-title")
    pixels = drawn.frame.bgr.copy()
    pixels[:, 1:, 0] = drawn.frame.bgr[:, :-1, 0]  # blue a third of a pixel to the right, red to the left
    pixels[:, :-1, 2] = drawn.frame.bgr[:, 1:, 2]
    assert look_difference(Frame(bgr=pixels), place, drawn.frame.crop(place)) < 0.01


def test_another_label_or_colour_differs(page: Load) -> None:
    drawn = page("light_100")
    save, submit = drawn.element("button-save"), drawn.element("button-submit")
    same_size = Region(submit.x, submit.y, save.w, save.h)
    assert look_difference(drawn.frame, same_size, drawn.frame.crop(save)) > 0.2
    reddened = painted(drawn.frame, lambda part: part * (0.8, 0.8, 1.0), save)
    assert look_difference(reddened, save, drawn.frame.crop(save)) > 0.6


def test_what_lies_outside_of_the_screen_differs(page: Load) -> None:
    drawn = page("light_100")
    place = drawn.element("button-save")
    assert look_difference(drawn.frame, place.moved(-10_000, 0), drawn.frame.crop(place)) == 1.0
    half = Region(-place.w // 2, place.y, place.w, place.h)
    assert look_difference(drawn.frame, half, drawn.frame.crop(place)) >= 0.49


@pytest.mark.parametrize("name", ["button-save", "button-submit", "icon-star"])
def test_a_greyed_out_control_is_dimmed(page: Load, name: str) -> None:
    drawn = page("light_100")
    place = drawn.element(name)
    faded = painted(drawn.frame, lambda part: 255 + (part - 255) * 0.6, place)
    assert is_dimmed(faded, place, drawn.frame.crop(place))


@pytest.mark.parametrize("name", ["button-save", "button-submit"])
def test_the_same_control_and_a_darker_one_are_not(page: Load, name: str) -> None:
    drawn = page("light_100")
    place = drawn.element(name)
    assert not is_dimmed(drawn.frame, place, drawn.frame.crop(place))
    hovered = painted(drawn.frame, lambda part: part * 0.92, place)
    assert not is_dimmed(hovered, place, drawn.frame.crop(place))


def test_another_control_is_not_a_dimmed_one(page: Load) -> None:
    drawn = page("light_100")
    cancel, place = drawn.element("button-cancel"), drawn.element("button-open1")
    there = Region(place.x, place.y, cancel.w, cancel.h)
    assert not is_dimmed(drawn.frame, there, drawn.frame.crop(cancel))
    assert not is_dimmed(drawn.frame, cancel.moved(9000, 0), drawn.frame.crop(cancel))
