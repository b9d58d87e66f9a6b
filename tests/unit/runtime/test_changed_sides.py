"""What cannot be undone is not done on a control that says the right words on the other side of its neighbours."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.steps import PLACE, resolution, save_anchor, step

from studio.engine.model.anchor import Landmark
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution, Rung
from studio.engine.model.structure import StructureSnapshot, TextRun
from studio.engine.model.workflow import Risk
from studio.engine.runtime.gate import gate
from studio.engine.runtime.observation import Observation
from studio.engine.vision.frame import Frame

ABOVE = {"Note": 60, "Visit": 140}
"""Texts above the recorded target, each with its height over it in px."""
ANCHOR = save_anchor(landmarks=tuple(Landmark(ocr_text=t, dx_px=0, dy_px=dy) for t, dy in ABOVE.items()))
WRITE = step(risk=Risk.IRREVERSIBLE, anchor=ANCHOR)


def seen(target: Point, heights: dict[str, int]) -> Observation:
    texts = tuple(TextRun(t, Region.around(target.moved(-30, -dy), 60, 16)) for t, dy in heights.items())
    return Observation(
        Frame(bgr=np.zeros((1600, 1600, 3), np.uint8)), StructureSnapshot("http://clinic/", "Form", texts=texts)
    )


def decided(dx: int, heights: dict[str, int], *, risk: Risk = Risk.IRREVERSIBLE, **more: bool) -> Resolution | Refusal:
    point = PLACE.center.moved(dx, 500)
    answer = resolution(Rung.STRUCTURAL, point=point, region=Region.around(point, PLACE.w, PLACE.h), confidence=1.0)
    write = WRITE.model_copy(update={"risk": risk})
    return gate(write, answer, **{"confirmed": False, **more}, seen=seen(point, heights))


@pytest.mark.parametrize("heights", [{"Note": -60, "Visit": -140}, {"Note": -60}, {"Visit": -90, "Other": 50}])
def test_on_the_other_side_a_person_is_asked(heights: dict[str, int]) -> None:
    answer = decided(0, heights)
    assert isinstance(answer, Refusal)
    assert answer.code is HaltCode.NEEDS_CONFIRMATION
    assert "on the other side of" in answer.sentence
    assert answer.point == PLACE.center.moved(0, 500)


@pytest.mark.parametrize(
    "heights",
    [{"Note": 60, "Visit": 140}, {"Note": 200, "Visit": 30}, {"Note": 60, "Visit": -140}, {"Note": 0}],
)
@pytest.mark.parametrize("dx", [-40, 0, 400])
def test_the_same_order_needs_nobody(dx: int, heights: dict[str, int]) -> None:
    assert isinstance(decided(dx, heights), Resolution)


def test_a_word_on_that_very_point_or_a_step_that_can_be_undone_needs_nobody() -> None:
    other_side = {"Note": -60, "Visit": -140}
    assert isinstance(decided(0, other_side, confirmed=True, shown=True), Resolution)
    assert isinstance(decided(0, other_side, risk=Risk.REVERSIBLE), Resolution)


def test_a_word_given_before_the_point_was_seen_does_not_cover_another_control() -> None:
    assert isinstance(decided(0, {"Note": -60, "Visit": -140}, confirmed=True), Refusal)
