"""By pixels, once its row is known: the record that stands there twice, buttons off the line, icons at another size."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from helpers.drawing import Canvas
from helpers.patients import HEADS, crops_of

from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution, Rung
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions
from studio.engine.vision.frame import Frame

JANE, OMAR, TERRI = ("Jane Sample", "1951-12-03"), ("Omar Example", "1960-01-17"), ("Terri Test", "1970-07-30")
TOP, ROW = 140, 60


def listed(
    *patients: tuple[str, str], height: int = 26, lower: int = 0, left: int = 500, icons: bool = False
) -> Canvas:
    """A list with a button or an icon in each row, `lower` px below its texts."""
    page = Canvas()
    for column, head in enumerate(HEADS[:2]):
        page.write(head, 30 + 200 * column, 90)
    for n, patient in enumerate(patients):
        for column, said in enumerate(patient):
            page.write(said, 30 + 200 * column, TOP + ROW * n)
        if icons:
            flag(page, Point(520, TOP + 6 + ROW * n))
        else:
            page.button("Open", left, TOP + 6 - height // 2 + lower + ROW * n, 90, height)
    return page


def flag(page: Canvas, at: Point) -> None:
    cv2.line(page.pixels, (at.x - 7, at.y - 8), (at.x - 7, at.y + 9), (30, 30, 30), 2)
    corners = np.array([(at.x - 6, at.y - 8), (at.x + 9, at.y - 3), (at.x - 6, at.y + 2)], np.int32)
    cv2.fillPoly(page.pixels, [corners], (30, 30, 30), cv2.LINE_AA)


def drafted(page: Canvas, at: Point) -> AnchorDraft:
    draft = draft_anchor(page.frame, at, step_id="s")
    assert draft.identity.armed
    return draft


def answer(draft: AnchorDraft, live: Frame, recorded: Canvas, effort: Effort = Effort.FULL) -> Resolution | Refusal:
    options = ResolveOptions(crops=crops_of(draft).crops, effort=effort)
    return resolve(draft.anchor, Observation(live, recorded=recorded.frame), options)


@pytest.fixture(scope="module")
def home() -> tuple[Canvas, AnchorDraft]:
    page = listed(OMAR, JANE, TERRI)
    return page, drafted(page, Point(545, TOP + 6 + ROW))


@pytest.mark.parametrize(("effort", "dark"), [(Effort.NEAR, False), (Effort.FULL, True)])
def test_a_record_that_stands_there_twice_is_not_chosen(
    home: tuple[Canvas, AnchorDraft], effort: Effort, dark: bool
) -> None:
    live = listed(OMAR, JANE, TERRI, OMAR, JANE)
    found = answer(home[1], live.inverted if dark else live.frame, home[0], effort)
    assert isinstance(found, Refusal)
    assert dark or found.code is HaltCode.AMBIGUOUS


def test_in_another_column_it_counts_between_pixels_too(home: tuple[Canvas, AnchorDraft]) -> None:
    wide = np.full((600, 1500, 3), 255, np.uint8)
    page = home[0].pixels
    wide[:, :800] = page
    blurred = cv2.warpAffine(page, np.array([[1, 0, 0.4], [0, 1, 0]]), (800, 600), borderValue=(255, 255, 255))
    alone = Frame(bgr=wide.copy())
    assert isinstance(answer(home[1], alone, home[0], Effort.NEAR), Resolution)
    wide[:, 800:] = blurred[:, :700]
    found = answer(home[1], Frame(bgr=wide), home[0], Effort.NEAR)
    assert isinstance(found, Refusal)
    assert found.code is HaltCode.AMBIGUOUS


def test_a_record_that_differs_in_one_figure_is_not_the_same_one_twice(home: tuple[Canvas, AnchorDraft]) -> None:
    live = listed(OMAR, JANE, TERRI, ("Jane Sample", "1951-12-08"))
    assert isinstance(answer(home[1], live.frame, home[0]), Resolution)


def test_a_button_whose_words_stand_below_its_line_is_found_and_no_other(home: tuple[Canvas, AnchorDraft]) -> None:
    live = listed(JANE, OMAR, TERRI, height=36, lower=16, left=600)
    found = answer(home[1], live.frame, home[0])
    assert isinstance(found, Resolution)
    assert Region(600, TOP, 90, 44).contains(found.point)
    assert isinstance(answer(home[1], listed(OMAR, TERRI, height=36, lower=16, left=600).frame, home[0]), Refusal)


def test_an_icon_is_found_in_its_row_at_another_size_and_nowhere_else() -> None:
    page = listed(OMAR, JANE, TERRI, icons=True)
    draft = drafted(page, Point(520, TOP + 6 + ROW))
    larger = cv2.resize(page.pixels, None, fx=1.25, fy=1.25, interpolation=cv2.INTER_CUBIC)
    found = answer(draft, Frame(bgr=larger.copy()), page)
    assert isinstance(found, Resolution)
    assert found.rung is Rung.TEMPLATE_GLOBAL
    assert Region.around(Point(650, round(1.25 * (TOP + 6 + ROW))), 24, 24).contains(found.point)
    larger[:, 600:] = 255
    assert isinstance(answer(draft, Frame(bgr=larger), page), Refusal)
