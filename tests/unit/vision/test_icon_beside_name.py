"""By pixels, an icon that stands in every row of a list belongs to the name beside it; one of a group is itself."""

from __future__ import annotations

import cv2
import pytest
from helpers.drawing import Canvas

from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Observation, ResolveOptions

NAMES = ("Quarterly figures", "Minutes of the board meeting", "Travel expenses", "Holiday plan")
ANOTHER = (NAMES[0], "Minutes of the board members", *NAMES[2:])


def listed(names: tuple[str, ...], *, square: bool = False) -> Canvas:
    """A list with one column: a picture and the name beside it. A square is taken for a check box."""
    page = Canvas()
    page.write("Documents", 40, 40, size=0.7)
    for i, name in enumerate(names):
        top = 100 + 26 * i
        if square:
            cv2.rectangle(page.pixels, (40, top), (54, top + 14), (40, 140, 200), 1)
        else:
            cv2.line(page.pixels, (42, top + 12), (54, top), (40, 140, 200), 3)
        page.write(name, 64, top + 1)
    return page


@pytest.fixture(scope="module", params=[False, True])
def square(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(scope="module")
def recorded(square: bool) -> AnchorDraft:
    return draft_anchor(listed(NAMES, square=square).frame, Point(48, 132), step_id="step_000")


def answer(draft: AnchorDraft, names: tuple[str, ...], *, square: bool) -> Resolution | Refusal:
    crops = {draft.anchor.template or "": draft.crops["template"]}
    if draft.anchor.identifier_crop:
        crops[draft.anchor.identifier_crop] = draft.crops["identifier"]
    observation = Observation(listed(names, square=square).frame, recorded=listed(NAMES, square=square).frame)
    return resolve(draft.anchor, observation, ResolveOptions(crops=crops))


def test_the_icon_belongs_to_the_name_beside_it(recorded: AnchorDraft, square: bool) -> None:
    assert recorded.identity.armed is not square
    found = answer(recorded, NAMES, square=square)
    assert isinstance(found, Resolution)
    assert Region(38, 120, 20, 24).contains(found.point)


def test_with_rows_above_it_is_found_where_the_name_went(recorded: AnchorDraft, square: bool) -> None:
    found = answer(recorded, ("Annual report", *NAMES), square=square)
    assert isinstance(found, Resolution)
    assert Region(38, 146, 20, 24).contains(found.point)


def test_beside_a_name_that_only_begins_alike_it_is_not_pressed(recorded: AnchorDraft, square: bool) -> None:
    """The crop ends in the middle of the name: its end decides."""
    assert isinstance(answer(recorded, ANOTHER, square=square), Refusal)


def test_of_a_group_of_icons_the_one_under_the_pointer_is_meant() -> None:
    page = Canvas()
    cv2.rectangle(page.pixels, (100, 100), (260, 128), (225, 225, 225), cv2.FILLED)
    cv2.line(page.pixels, (112, 120), (124, 108), (60, 60, 60), 2)
    cv2.circle(page.pixels, (158, 114), 6, (60, 60, 60), 2)
    cv2.rectangle(page.pixels, (196, 108), (208, 120), (60, 60, 60), 2)
    anchor = draft_anchor(page.frame, Point(118, 114), step_id="step_000").anchor
    assert anchor.kind is TargetKind.ICON
    assert anchor.target.w < 40
    assert anchor.target.contains(Point(118, 114))
