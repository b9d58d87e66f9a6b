"""The state that a click brought its control into: a box is ticked, a button stays pressed, a section opens."""

from __future__ import annotations

from typing import Literal

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.locators import same_element
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, WantedState

_ADDS = frozenset({"Control", "Meta"})
"""Held while an entry of a list is clicked, they select it beside others, or not any more."""


def wanted_state(draft: StepDraft, after: StructureSnapshot | None) -> WantedState | None:
    """What the click turned in its control and a further click would turn back; None where it does something else too.

    A click that selects an entry selects it however often it is made: that is a state only where others stay selected.
    """
    if draft.action is not ActionKind.CLICK or draft.element is None or after is None:
        return None
    now = same_element(draft.element, after)
    if now is None:
        return None
    turned: list[Literal["checked", "pressed", "expanded"]] = []
    for attribute in ("checked", "pressed", "expanded"):
        if _changed(draft.element, now, attribute):
            turned.append(attribute)
    selected = _changed(draft.element, now, "selected")
    if selected and not turned and _ADDS & set(draft.event.modifiers):
        return WantedState(attribute="selected", value=bool(now.selected))
    if len(turned) != 1 or selected or (turned[0] == "expanded" and now.editable):
        return None  # a click into a field that opens its list is made for the keyboard, too
    return WantedState(attribute=turned[0], value=bool(getattr(now, turned[0])))


def _changed(before: Element, now: Element, attribute: str) -> bool:
    was, is_now = getattr(before, attribute), getattr(now, attribute)
    return was is not None and is_now is not None and was != is_now
