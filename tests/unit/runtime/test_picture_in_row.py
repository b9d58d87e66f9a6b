"""By pixels, what nobody can read is found in the row that was read, on whatever ground that row now has."""

from __future__ import annotations

import cv2
import pytest
from helpers.drawing import Canvas
from helpers.elements import seen

from studio.engine.compiler.targets import AnchorDraft, draft_anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.resolution import Refusal, Resolution, Rung
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import ResolveOptions

PATIENTS = (("Anna Hansen", "P-48100"), ("Anne Hansen", "P-48117"), ("Hanna Hanson", "P-48136"))
WHITE, GREY = (255, 255, 255), (205, 214, 222)


def listed(*patients: tuple[str, str], icon: str = "pen") -> Canvas:
    """A striped list; before each row stands a small drawing without words."""
    page = Canvas()
    for i, patient in enumerate(patients):
        top = 100 + 40 * i
        cv2.rectangle(page.pixels, (0, top), (799, top + 39), GREY if i % 2 else WHITE, cv2.FILLED)
        _draw(page, icon if patient == PATIENTS[2] else "pen", Point(30, top + 20))
        for column, said in enumerate(patient):
            page.write(said, 100 + 220 * column, top + 13)
    return page


def _draw(page: Canvas, icon: str, at: Point) -> None:
    color = (160, 90, 20)
    if icon == "pen":
        cv2.line(page.pixels, (at.x - 6, at.y + 6), (at.x + 6, at.y - 6), color, 3)
    else:
        cv2.rectangle(page.pixels, (at.x - 6, at.y - 6), (at.x + 6, at.y + 6), color, 2)


@pytest.fixture(scope="module")
def recorded() -> AnchorDraft:
    draft = draft_anchor(listed(*PATIENTS).frame, Point(30, 200), step_id="step_000")
    assert draft.identity.armed
    assert draft.anchor.ocr_text is None
    return draft


def answer(draft: AnchorDraft, page: Canvas) -> Resolution | Refusal:
    crops = {draft.anchor.template or "": draft.crops["template"]}
    crops[draft.anchor.identifier_crop or ""] = draft.crops["identifier"]
    observation = seen(frame=page.frame, texts=tuple(page.texts))
    return resolve(draft.anchor, observation, ResolveOptions(crops=crops))


def test_one_row_further_up_on_the_other_ground_it_is_found(recorded: AnchorDraft) -> None:
    found = answer(recorded, listed(PATIENTS[0], PATIENTS[2], PATIENTS[1]))
    assert isinstance(found, Resolution)
    assert (found.rung, found.identity) == (Rung.TEMPLATE_GLOBAL, "match")
    assert Region(20, 150, 20, 20).contains(found.point)


def test_where_the_row_offers_something_else_nothing_is_clicked(recorded: AnchorDraft) -> None:
    assert isinstance(answer(recorded, listed(PATIENTS[0], PATIENTS[2], PATIENTS[1], icon="box")), Refusal)


def test_where_the_row_is_gone_no_other_row_is_taken(recorded: AnchorDraft) -> None:
    assert isinstance(answer(recorded, listed(PATIENTS[0], PATIENTS[1], ("Hanna Hanson", "P-48186"))), Refusal)
