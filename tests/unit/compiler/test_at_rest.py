"""A control is recorded as it looks at rest: the light under the pointer is no part of it."""

from __future__ import annotations

import cv2
import numpy as np
from helpers.drawing import FONT

from studio.engine.compiler.at_rest import at_rest
from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.vision.frame import Frame

NAMES = ("Rescan", "Commit", "Push")
GROUND, FACE, LIT = 217, (217, 217, 217), (250, 214, 160)


def place(name: str) -> Region:
    return Region(60, 100 + 28 * NAMES.index(name), 121, 28)


def column(lit: str, names: tuple[str, ...] = NAMES) -> Frame:
    """Buttons that touch each other, the one under the pointer lit."""
    pixels = np.full((300, 400, 3), GROUND, np.uint8)
    for name in names:
        at = place(name)
        cv2.rectangle(pixels, at[:2], (at.right - 1, at.bottom - 1), LIT if name == lit else FACE, cv2.FILLED)
        cv2.rectangle(pixels, at[:2], (at.right - 1, at.bottom - 1), (130, 130, 130), 1)
        (width, height), _ = cv2.getTextSize(name, FONT, 0.45, 1)
        at_text = (at.center.x - width // 2, at.center.y + height // 2)
        cv2.putText(pixels, name, at_text, FONT, 0.45, (20, 20, 20), 1, cv2.LINE_AA)
    return Frame(bgr=pixels)


def test_the_light_under_the_pointer_is_taken_away_and_nothing_else_changes() -> None:
    resting = at_rest(column("Commit"), column("Rescan"), place("Commit").center)
    assert np.array_equal(resting.bgr, column("").bgr)


def test_what_only_came_up_under_the_pointer_stays() -> None:
    then = column("", ("Rescan", "Push"))
    shown = column("Commit")
    assert at_rest(shown, then, place("Commit").center) is shown


def test_a_run_finds_the_resting_button_by_its_picture_while_another_one_is_lit() -> None:
    """The pointer comes from the button above, which it has lit."""
    recorded = at_rest(column("Commit"), column("Rescan"), place("Commit").center)
    draft = draft_anchor(recorded, place("Commit").center, step_id="step_001")
    options = ResolveOptions(crops={draft.anchor.template or "": draft.crops["template"]})
    for live in (column(""), column("Rescan")):
        found = resolve(draft.anchor, Observation(live, recorded=recorded), options)
        assert isinstance(found, Resolution)
        assert place("Commit").contains(found.point)
    assert found.rung in (Rung.TEMPLATE, Rung.OCR)
