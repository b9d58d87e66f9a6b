"""What Enter in a combobox took: the entry that its field shows afterwards is what the step is about. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.locators import locator_of, same_element
from studio.engine.compiler.scenes import Scenes
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition
from studio.engine.vision.text import squash


def taken_entry(drafts: Sequence[StepDraft], position: int, scenes: Scenes) -> tuple[Postcondition, ...]:
    """The check that the field shows the entry that was taken, where it shows another text than before.

    Where what was typed for it is a parameter, another value takes another entry: one that holds what was typed.
    """
    event = drafts[position].event
    before, after = scenes.snapshot("before", event.i), scenes.snapshot("after", event.i)
    field = before.focused if before is not None else None
    if field is None or after is None:
        return ()
    now = same_element(field, after)
    if now is None or not now.value or now.value == field.value:
        return ()
    typed = next((d for d in reversed(drafts[:position]) if d.action is not ActionKind.KEY), None)
    param = typed.param if typed is not None and typed.action is ActionKind.TYPE and not typed.secret else None
    text = typed.event.text if typed is not None and param else None
    if text and squash(text) not in squash(now.value):
        return ()  # the entry does not show what was typed, so nothing is known of that of another value
    locator = locator_of(field, before)
    return (
        Postcondition(
            kind=CheckKind.STATE, locator=locator, attribute="value", value=now.value, param=param, text=text
        ),
    )
