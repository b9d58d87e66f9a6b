"""Buttons that say the same, of which one shows its words a pixel higher, as browsers round them: two, not one."""

from __future__ import annotations

import pytest
from helpers.drawing import Canvas

from studio.engine.compiler.targets import TEMPLATE, draft_anchor
from studio.engine.model.geometry import Point
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions
from studio.engine.vision.frame import Frame

FIRST, SECOND = (60, 142), (60, 341)
"""Left tops of two buttons of 62 × 32 px."""


def repairs(*buttons: tuple[int, int], word: str = "Start") -> Frame:
    canvas = Canvas()
    for name, (x, y) in (("Lift door", FIRST), ("Cold tap", SECOND)):
        canvas.write(name, x, y - 40)
    for x, y in buttons:
        canvas.button("", x, y, 62, 32)
        canvas.write(word, x + 12, y + (10 if (x, y) == SECOND else 9))
    return canvas.frame


def resolved(live: Frame, *, recorded: Frame, effort: Effort) -> tuple[int, Resolution | Refusal]:
    x, y = SECOND
    draft = draft_anchor(recorded, Point(x + 31, y + 16), step_id="s")
    options = ResolveOptions(crops={draft.anchor.template or "": draft.crops[TEMPLATE]}, effort=effort)
    return draft.anchor.label_count, resolve(draft.anchor, Observation(live, recorded=recorded), options)


@pytest.mark.parametrize("effort", [Effort.NEAR, Effort.FULL])
def test_the_button_of_another_record_is_not_taken_where_the_meant_one_is_gone(effort: Effort) -> None:
    count, answer = resolved(repairs(FIRST), recorded=repairs(FIRST, SECOND), effort=effort)
    assert count == 2
    assert isinstance(answer, Refusal)


def test_another_button_with_other_words_does_not_count() -> None:
    live = recorded = repairs(SECOND)
    canvas = Canvas()
    canvas.pixels = live.bgr.copy()
    canvas.button("Print", 300, 341, 62, 32)
    count, answer = resolved(canvas.frame, recorded=recorded, effort=Effort.FULL)
    assert count == 1
    assert isinstance(answer, Resolution)
