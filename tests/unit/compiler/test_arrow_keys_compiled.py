"""What arrow keys led to is kept with the last of them, by accessibility data or by pixels, and may be a parameter."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.drawn_list import DrawnList
from helpers.elements import element

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.entry_marked import with_marks
from studio.engine.compiler.params import ParamDecision, decide
from studio.engine.compiler.scenes import Scene
from studio.engine.model.params import ParamKind, ProposalDecision
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent, RecordingMeta


class Watched:
    """What a recording of keys pressed in a drawn list shows. `focused` is what else tells that it has the keyboard."""

    def __init__(self, program: DrawnList, *keys: str, focused: Any = None) -> None:
        self.looks: list[tuple[Scene, Scene]] = []
        for key in keys:
            before = self._scene(program, focused)
            program.press(key)
            self.looks.append((before, self._scene(program, focused)))
        events = [RecordedEvent(i=n, kind=ActionKind.KEY, key=key) for n, key in enumerate(keys)]
        self.drafts = [StepDraft(event, f"step_{event.i:03d}", ActionKind.KEY) for event in events]

    @staticmethod
    def _scene(program: DrawnList, focused: Any) -> Scene:
        told = program.snapshot()
        elements = (*told.elements, *((focused,) if focused is not None else ()))
        return Scene(program.frame(), StructureSnapshot(url="", title="", elements=elements, texts=told.texts))

    def before(self, i: int) -> Scene:
        return self.looks[i][0]

    def after(self, i: int) -> Scene:
        return self.looks[i][1]

    def snapshot(self, when: str, i: int) -> StructureSnapshot | None:
        return self.looks[i][when == "after"].snapshot

    @property
    def marked(self) -> list[str | None]:
        shown: Any = self
        return [draft.marked for draft in with_marks(self.drafts, shown)]


@pytest.mark.parametrize("tells", [True, False])
def test_the_last_of_several_arrow_keys_keeps_what_it_led_to(tells: bool) -> None:
    watched = Watched(DrawnList(tells=tells), "ArrowDown", "ArrowDown", "Delete")
    assert watched.marked == [None, "Renew the licence", None]


@pytest.mark.parametrize("tells", [True, False])
def test_nothing_follows_that_would_act_on_it(tells: bool) -> None:
    assert Watched(DrawnList(tells=tells), "ArrowDown", "ArrowDown").marked == [None, None]


def test_in_a_text_field_arrow_keys_lead_to_no_entry() -> None:
    field = element("Note", (500, 400), role="textbox", tag="input", editable=True, focused=True)
    assert Watched(DrawnList(), "ArrowDown", "Delete", focused=field).marked == [None, None]


@pytest.mark.parametrize("tells", [True, False])
def test_the_entry_is_proposed_as_a_parameter_and_chooses_the_row(tells: bool) -> None:
    watched: Any = Watched(DrawnList(tells=tells), "ArrowDown", "Delete")
    drafts = with_marks(watched.drafts, watched)
    meta = RecordingMeta(id="r", created_at="2026-12-01T00:00:00Z", viewport=(800, 600))
    open_one = decide(drafts, meta, scenes=watched).proposals
    assert [(p.kind, p.step_id) for p in open_one] == [(ParamKind.ENTRY, "step_000")]
    decided = decide(
        drafts,
        meta,
        scenes=watched,
        decisions={"step_000": ParamDecision(ProposalDecision.PARAMETER, "task")},
    )
    assert decided.drafts[0].entry == ("task", "Call the sailmaker")
    assert decided.specs["task"].required
