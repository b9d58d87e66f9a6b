"""A hover is a step where it brings up what is pressed next, and none where the pointer only rested."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from helpers.drawing import Canvas
from helpers.elements import anchor_of, element, seen

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.idle_hovers import without_idle_hovers
from studio.engine.compiler.scenes import Scene, Scenes
from studio.engine.compiler.targets import AnchorDraft
from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent
from studio.engine.vision.frame import Frame

MENU, ENTRY = element("File", (100, 40)), element("Export", (100, 80))
HOVER, CLICK, KEY = ActionKind.HOVER, ActionKind.CLICK, ActionKind.KEY


class Shown:
    """One scene before each event."""

    def __init__(self, *scenes: Scene) -> None:
        self._scenes = scenes

    def before(self, i: int) -> Scene:
        return self._scenes[i]

    def snapshot(self, when: str, i: int) -> object:
        assert when == "before"
        return self._scenes[i].snapshot


def step(i: int, action: ActionKind, target: Element | None = None, page: int = 1) -> StepDraft:
    anchor = AnchorDraft(anchor_of(target), {}, Identity(False)) if target is not None else None
    event = RecordedEvent(i=i, kind=action, x=1, y=1, page=page, key="Enter" if action is KEY else None)
    return StepDraft(event, f"s{i}", action, anchor, element=target)


def left(drafts: list[StepDraft], *scenes: Scene) -> list[str]:
    return [draft.id for draft in without_idle_hovers(drafts, cast(Scenes, Shown(*scenes)))]


def told(*elements: Element) -> Scene:
    observation = seen(*elements)
    return Scene(observation.frame, observation.structure)


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        (told(MENU), True),
        (told(MENU, ENTRY), False),
        (told(MENU, replace(ENTRY, covered_by="tile")), True),
        (told(MENU, replace(ENTRY, region=ENTRY.region.moved(0, 200))), True),
    ],
    ids=["it brings the entry up", "the entry was there", "it uncovers the entry", "another one was there"],
)
def test_a_hover_stays_where_the_next_target_could_not_be_pressed_before(before: Scene, kept: bool) -> None:
    drafts = [step(0, HOVER, MENU), step(1, CLICK, ENTRY)]
    assert left(drafts, before, told(MENU, ENTRY)) == (["s0", "s1"] if kept else ["s1"])


def test_a_menu_in_a_menu_is_pointed_at_one_after_the_other() -> None:
    more = element("More", (300, 80))
    drafts = [step(0, HOVER, MENU), step(1, HOVER, more), step(2, CLICK, ENTRY)]
    assert left(drafts, told(MENU), told(MENU, more), told(MENU, more, ENTRY)) == ["s0", "s1", "s2"]


def test_a_hover_before_a_key_or_on_another_page_stays() -> None:
    scene = told(MENU, ENTRY)
    assert left([step(0, HOVER, MENU), step(1, KEY)], scene, scene) == ["s0", "s1"]
    assert left([step(0, HOVER, MENU), step(1, CLICK, ENTRY, page=2)], scene, scene) == ["s0", "s1"]


@pytest.mark.parametrize("there", [True, False])
def test_by_pixels_a_hover_stays_where_the_place_of_the_next_target_looked_otherwise(there: bool) -> None:
    def drawn(entry: bool) -> Frame:
        canvas = Canvas()
        canvas.button("File", 100, 40)
        if entry:
            canvas.button("Export", 100, 80)
        return canvas.frame

    drafts = [step(0, HOVER, MENU), replace(step(1, CLICK, ENTRY), element=None)]
    scenes = Scene(drawn(there), None), Scene(drawn(True), None)
    assert left(drafts, *scenes) == (["s1"] if there else ["s0", "s1"])
