"""By pixels: the blank rest of a wide link or cell belongs to the text on its line; labels may stand over two lines."""

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
from studio.engine.vision.frame import Frame

FOLDERS = ("Inbox", "Drafts", "Sent mail", "Archive")
OTHERS = ("Inbox", "Outbox", "Sent mail", "Archive")
BLANK = Point(200, 140)


def folders(names: tuple[str, ...] = FOLDERS, *, rule: bool = False, down: int = 0) -> Canvas:
    page = Canvas((520, 300))
    page.write("Mail", 40, 30, size=0.7)
    for i, name in enumerate(names):
        page.write(name, 48, 100 + down + 30 * i)
    if rule:
        cv2.line(page.pixels, (150, 90), (150, 240), (190, 190, 190), 1)
    return page


def answer(draft: AnchorDraft, recorded: Frame, live: Frame) -> Resolution | Refusal:
    options = ResolveOptions(crops={draft.anchor.template or "": draft.crops["template"]})
    return resolve(draft.anchor, Observation(live, recorded=recorded), options)


@pytest.fixture(scope="module")
def recorded() -> AnchorDraft:
    return draft_anchor(folders().frame, BLANK, step_id="step_000")


def test_a_blank_place_belongs_to_the_text_on_its_line(recorded: AnchorDraft) -> None:
    assert (recorded.anchor.kind, recorded.anchor.ocr_text) == (TargetKind.TEXT, "Drafts")
    behind_a_rule = draft_anchor(folders(rule=True).frame, BLANK, step_id="step_000").anchor
    assert behind_a_rule.ocr_text != "Drafts"


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_pressed_as_far_behind_its_text(recorded: AnchorDraft, dark: bool) -> None:
    live = folders(down=20)
    found = answer(recorded, folders().frame, live.inverted if dark else live.frame)
    assert isinstance(found, Resolution)
    assert Region(192, 150, 20, 16).contains(found.point)


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_not_pressed_behind_another_text_or_a_rule(recorded: AnchorDraft, dark: bool) -> None:
    for live in (folders(OTHERS), folders(down=20, rule=True)):
        frame = live.inverted if dark else live.frame
        assert isinstance(answer(recorded, folders().frame, frame), Refusal)


def tile(*lines: str) -> Canvas:
    page = Canvas((520, 300))
    page.write("Shop", 40, 30, size=0.7)
    page.button("", 60, 100, 130, 60)
    page.button("Wish list", 260, 100, 130, 60)
    for i, line in enumerate(lines):
        (width, _), _ = cv2.getTextSize(line, cv2.FONT_HERSHEY_SIMPLEX, 0.45, 1)
        page.write(line, 125 - width // 2, 122 - 9 * (len(lines) - 1) + 18 * i)
    return page


def test_a_label_over_two_lines_is_found_in_another_theme_and_broken_elsewhere() -> None:
    page = tile("Put it into", "my basket")
    draft = draft_anchor(page.frame, Point(125, 130), step_id="step_000")
    assert draft.anchor.ocr_text == "Put it into my basket"
    for live in (page.inverted, tile("Put it", "into my basket").inverted):
        found = answer(draft, page.frame, live)
        assert isinstance(found, Resolution)
        assert Region(60, 100, 130, 60).contains(found.point)
    assert isinstance(answer(draft, page.frame, tile("Put it into", "my baskets").inverted), Refusal)
