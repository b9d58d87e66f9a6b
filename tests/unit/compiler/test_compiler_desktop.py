"""What the compiler makes of desktop programs: menu bars, pages to write on, texts that a menu had covered."""

from __future__ import annotations

import pytest

from studio.engine.compiler.locators import element_at
from studio.engine.compiler.target_pixels import bar_item
from studio.engine.compiler.target_structure import sight
from studio.engine.compiler.values import Variables, constant_part, is_piece
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.model.structure_json import snapshot_from_json, snapshot_to_json
from studio.engine.vision.controls import Control

BAR = Region(0, 20, 600, 26)


def run(text: str, x: int, width: int = 24, y: int = 27) -> TextRun:
    return TextRun(text, Region(x, y, width, 12))


MENUS = (run("File", 9), run("Edit", 48), run("Search", 89, 43), run("View", 148, 31))


def test_an_item_of_a_menu_bar_is_a_text_not_a_field_with_all_of_them() -> None:
    bar = Control(kind=TargetKind.INPUT, region=BAR, filled=True)
    assert bar_item(bar, MENUS, Point(55, 33)) == MENUS[1]
    assert bar_item(bar, MENUS, Point(400, 33)) is None  # beside the items
    assert bar_item(bar, MENUS[:2], Point(55, 33)) is None  # two words may be a value
    words = (run("Ann", 9), run("Belle", 37), run("Carter", 66))
    assert bar_item(bar, words, Point(40, 33)) is None  # and so may three that stand close
    lit = Control(kind=TargetKind.TEXT, region=BAR, filled=True)  # the row of a table under the pointer
    assert bar_item(lit, MENUS, Point(55, 33)) == MENUS[1]
    assert bar_item(lit, words, Point(40, 33)) is None  # the words of a button


@pytest.mark.parametrize(("height", "label"), [(24, "Warning: unsaved"), (300, None)])
def test_what_stands_above_a_page_to_write_on_is_no_label(height: int, label: str | None) -> None:
    field = Element(0, "text", "textbox", "", Region(0, 60, 600, height), focused=True, editable=True)
    told = StructureSnapshot("desktop:", "Editor", (field,), (run("Warning: unsaved", 4, 120, y=40),))
    assert sight(told, field, field.region.center, (640, 480)).label == label


def test_beneath_a_menu_that_its_program_does_not_tell_no_element_is_what_was_clicked() -> None:
    cell = Element(0, "cell", "gridcell", "Jane", Region(0, 40, 300, 40))
    told = StructureSnapshot("desktop:", "Patients", (cell,), unspoken=(Region(0, 44, 120, 60),))
    assert element_at(told, Point(60, 50)) is None
    assert element_at(told, Point(200, 50)) is cell
    assert snapshot_from_json(snapshot_to_json(told)) == told


def test_a_value_is_known_without_its_accents_and_in_pieces() -> None:
    values = Variables.of(["Dear Ms Näve, 5 € for you", "ok"])
    assert constant_part("DEAR MS NAVE, 5 € FOR YOU", values) is None
    assert is_piece("NAVE", values)
    assert is_piece("for you", values)
    assert not is_piece("for everybody", values)
    assert not is_piece("ok", values)
    assert not is_piece("", values)
