"""Which steps get which checks: a field that is typed into needs none, a write heeds marks of failure that are news."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest
from helpers.drawing import Canvas
from helpers.elements import element, seen, text

from studio.engine.compiler.checks import CheckPass, entered_in
from studio.engine.compiler.drafting import draft_steps
from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.risk import judge
from studio.engine.compiler.scenes import Scene, Scenes
from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.anchor import TargetKind
from studio.engine.model.structure import StructureSnapshot
from studio.engine.model.workflow import ActionKind, CheckKind, Risk
from studio.engine.recording import RecordedEvent


class Shown:
    """Scenes that show the given moments, one more than there are steps."""

    size = (800, 600)
    structure = False

    def __init__(self, *moments: Scene) -> None:
        self._moments = moments

    def before(self, i: int) -> Scene:
        return self._moments[i]

    def after(self, i: int) -> Scene:
        return self._moments[i + 1]

    def snapshot(self, when: str, i: int) -> StructureSnapshot | None:
        return (self.before(i) if when == "before" else self.after(i)).snapshot


def passed(drafts: Sequence[StepDraft], *moments: Scene) -> CheckPass:
    return CheckPass(drafts, cast(Scenes, Shown(*moments)))


def test_a_field_that_is_typed_into_needs_no_check_of_its_own_by_pixels() -> None:
    empty, focused, filled = Canvas(), Canvas(), Canvas()
    field = empty.field("Pulse", 100, 150)
    focused.field("Pulse", 100, 150)
    focused._box(field.padded(2), (240, 240, 255))
    filled.field("Pulse", 100, 150, "71")
    target = draft_anchor(empty.frame, field.center, step_id="step_000")
    assert target.anchor.kind is TargetKind.INPUT
    event = RecordedEvent(i=0, kind=ActionKind.CLICK, x=field.center.x, y=field.center.y)
    click = StepDraft(event, "step_000", ActionKind.CLICK, target)
    typed = StepDraft(RecordedEvent(i=1, kind=ActionKind.TYPE, text="71"), "step_001", ActionKind.TYPE)
    moments = [Scene(canvas.frame, None) for canvas in (empty, focused, filled)]
    assert passed([click, typed], *moments).checks(0, Risk.REVERSIBLE).checks == ()
    (alone,) = passed([click], *moments).checks(0, Risk.REVERSIBLE).checks
    assert alone.kind is CheckKind.REGION_STABLE


def test_a_write_heeds_marks_of_failure_where_its_recording_showed_none() -> None:
    button = element("Send")
    event = RecordedEvent(i=0, kind=ActionKind.CLICK, x=150, y=115)
    draft = StepDraft(event, "step_000", ActionKind.CLICK, element=button)

    def heeds(risk: Risk, *after: str) -> bool:
        moments = [
            seen(button, texts=tuple(text(s, 100, 140 + 20 * n) for n, s in enumerate(lines))) for lines in ((), after)
        ]
        return passed([draft], *(Scene(m.frame, m.structure) for m in moments)).checks(0, risk).heeds_failure

    assert heeds(Risk.IRREVERSIBLE, "The order was sent")
    assert not heeds(Risk.IRREVERSIBLE, "The order was sent", "Copy to the ward not sent")
    assert not heeds(Risk.REVERSIBLE, "The order was sent")


def test_what_a_field_is_called_is_not_put_in_since_it_shows_again_when_the_field_is_emptied() -> None:
    canvas = Canvas()
    field, button = canvas.field("Pulse", 100, 150), canvas.button("Triage", 400, 150)
    places = ((field, "step_000"), (button, "step_001"))
    targets = [draft_anchor(canvas.frame, place.center, step_id=name) for place, name in places]
    drafts = [StepDraft(RecordedEvent(kind=ActionKind.CLICK, x=1, y=1), "s", ActionKind.CLICK, t) for t in targets]
    assert [draft.label for draft in drafts] == ["Pulse", "Triage"]
    assert entered_in(drafts) == {"triage"}


@pytest.mark.parametrize(("caption", "risk"), [(True, Risk.REVERSIBLE), (False, Risk.IRREVERSIBLE)])
def test_a_click_before_text_only_goes_into_a_field_unless_the_words_stand_on_a_button(
    caption: bool, risk: Risk
) -> None:
    empty, filled = Canvas(), Canvas()
    place = empty.field("Save as", 100, 150) if caption else empty.button("Save as", 100, 150, 200)
    filled.field("Save as", 100, 150, "March")
    events = (
        RecordedEvent(i=0, kind=ActionKind.CLICK, x=place.center.x, y=place.center.y),
        RecordedEvent(i=1, kind=ActionKind.TYPE, text="March"),
    )
    scenes = cast(Scenes, Shown(*(Scene(canvas.frame, None) for canvas in (empty, empty, filled))))
    click, _ = draft_steps(events, scenes, lambda *_: None)
    assert judge(click, None).risk is risk
