from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from vision_pages import Page

from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.vision import Frame
from studio.engine.vision.controls import find_control

Load = Callable[[str], Page]
PAGES = ("plain_100", "light_80", "light_100", "light_150", "dark_100", "dark_125")
KINDS = {"button": TargetKind.TEXT, "input": TargetKind.INPUT, "box": TargetKind.BOX, "icon": TargetKind.ICON}


def overlap(a: Region, b: Region) -> float:
    common = a.intersection(b).area
    return common / (a.area + b.area - common)


def points(name: str, place: Region) -> Iterator[Point]:
    yield place.center
    if name != "input-note":
        yield Point(place.x + place.w // 4, place.center.y)
        yield Point(place.right - place.w // 4, place.center.y + place.h // 5)


def boxed(drawn: Page) -> Iterator[tuple[str, Region]]:
    yield from ((name, place) for name, (place, _) in drawn.elements.items() if name.split("-")[0] in KINDS)


@pytest.mark.parametrize("name", [*PAGES, "fusion_100"])
def test_controls_are_named_by_kind_and_tight_rectangle(page: Load, name: str) -> None:
    drawn = page(name)
    wrong = []
    for element, place in boxed(drawn):
        kind = KINDS[element.split("-")[0]]
        for point in points(element, place):
            found = find_control(drawn.frame, point)
            if found is None or found.kind is not kind or overlap(found.region, place) < 0.75:
                wrong.append((element, point, found))
    assert wrong == []


@pytest.mark.parametrize("name", PAGES)
def test_links_and_texts_have_the_rectangle_of_their_letters(page: Load, name: str) -> None:
    drawn = page(name)
    for element in ("text-home", "text-list", "text-title", "text-here"):
        place = drawn.text(element)
        found = find_control(drawn.frame, place.center)
        assert found is not None, element
        assert found.kind is TargetKind.TEXT
        assert abs(found.region.x - place.x) <= 4, (element, found, place)
        assert abs(found.region.right - place.right) <= 4, (element, found, place)


@pytest.mark.parametrize("name", PAGES)
def test_bare_ground_holds_nothing(page: Load, name: str) -> None:
    frame = page(name).frame
    width, height = frame.size
    assert find_control(frame, Point(width - 20, height // 2)) is None
    assert find_control(frame, Point(width - 5, 5)) is None
    assert find_control(frame, Point(width + 50, 5)) is None


def test_a_primary_button_is_filled_and_an_outlined_one_is_not(page: Load) -> None:
    drawn = page("light_100")
    primary = find_control(drawn.frame, drawn.element("button-submit").center)
    outlined = find_control(drawn.frame, drawn.element("button-cancel").center)
    assert primary is not None
    assert primary.filled
    assert outlined is not None
    assert not outlined.filled


def drawn_screen(*rectangles: tuple[Region, int]) -> Frame:
    pixels = np.full((400, 600, 3), 240, np.uint8)
    for place, colour in rectangles:
        pixels[place.y : place.bottom, place.x : place.right] = colour
    return Frame(bgr=pixels)


def test_a_panel_or_a_band_is_no_control() -> None:
    panel, band = Region(20, 60, 300, 250), Region(0, 0, 600, 40)
    frame = drawn_screen((panel, 200), (band, 60))
    assert find_control(frame, band.center) is None
    assert find_control(frame, panel.center) is None or find_control(frame, panel.center).kind is not TargetKind.TEXT  # type: ignore[union-attr]


def test_cells_of_a_table_are_no_inputs() -> None:
    lines = [Region(40, y, 481, 1) for y in (100, 140, 180)] + [Region(x, 100, 1, 81) for x in (40, 200, 360, 520)]
    frame = drawn_screen(*((line, 120) for line in lines))
    found = find_control(frame, Point(280, 120))
    assert found is None or found.kind is not TargetKind.INPUT


def test_an_empty_field_at_the_edge_of_the_screen_is_a_field() -> None:
    border, inner = Region(480, 100, 130, 32), Region(481, 101, 130, 30)
    found = find_control(drawn_screen((border, 120), (inner, 255)), Point(560, 115))
    assert found is not None
    assert found.kind is TargetKind.INPUT
    assert overlap(found.region, Region(480, 100, 120, 32)) > 0.95


RECORDED = [
    ("0000_before", (705, 404), "input", (589, 385, 233, 38)),
    ("0002_before", (684, 458), "input", (589, 439, 190, 38)),
    ("0004_before", (639, 566), "text", (458, 547, 364, 38)),
    ("0008_before", (17, 443), "text", (0, 437, 60, 15)),
    ("0008_before", (186, 481), "box", (180, 475, 13, 13)),
    ("0008_before", (1204, 519), "text", (1187, 501, 35, 38)),
    ("0008_before", (1250, 519), "text", (1222, 501, 57, 38)),
    ("0008_before", (470, 126), "icon", (468, 123, 8, 8)),
    ("0008_before", (365, 126), "text", (311, 104, 176, 43)),
    ("0013_before", (242, 89), "icon", (237, 83, 12, 12)),
    ("0008_before", (1200, 190), "icon", (1191, 182, 18, 17)),
    ("0008_before", (1200, 293), "input", (1121, 278, 159, 32)),
    ("0013_before", (815, 369), "icon", (805, 360, 16, 16)),
    ("0013_before", (625, 87), "icon", (609, 72, 32, 31)),
    ("0013_before", (720, 87), "text", (641, 72, 160, 31)),
    ("0014_before", (90, 281), "text", (52, 262, 76, 39)),
    ("0015_before", (639, 357), "input", (385, 303, 510, 110)),
    ("0017_before", (489, 452), "text", (385, 433, 209, 39)),
    ("0017_before", (640, 181), "input", (385, 163, 510, 38)),
    ("0017_before", (600, 322), "input", (385, 303, 510, 110)),
    ("0017_before", (988, 13), "icon", (976, 1, 25, 25)),
]


@pytest.mark.parametrize(("name", "at", "kind", "place"), RECORDED)
def test_controls_of_a_real_program(
    recorded: Callable[[str], Frame], name: str, at: tuple[int, int], kind: str, place: tuple[int, int, int, int]
) -> None:
    found = find_control(recorded(name), Point(*at))
    assert found is not None
    assert found.kind == kind
    assert overlap(found.region, Region(*place)) > (0.85 if place[2] > 10 else 0.6), found


@pytest.mark.parametrize(
    ("name", "at"), [("0000_before", (100, 700)), ("0008_before", (640, 650)), ("0013_before", (950, 281))]
)
def test_blank_places_of_a_real_program(recorded: Callable[[str], Frame], name: str, at: tuple[int, int]) -> None:
    assert find_control(recorded(name), Point(*at)) is None
