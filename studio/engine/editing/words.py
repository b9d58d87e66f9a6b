"""Checks as people say them."""

from __future__ import annotations

from studio.engine.model.workflow import CheckKind, Postcondition


def check_words(check: Postcondition) -> str:
    """One check as a sentence without its end: `“Saved” is on the screen`."""
    said = f"⟨{check.param}⟩" if check.param else f"“{check.text or ''}”"
    times = f"{check.by} more times" if check.by > 1 else "once more"
    rows = f"{check.by} more rows" if check.by > 1 else "one more row"
    subject = _subject(check)
    sentences = {
        CheckKind.TEXT_PRESENT: f"{said} is on the screen",
        CheckKind.TEXT_ABSENT: f"{said} is not on the screen",
        CheckKind.TEXT_ADDED: f"{said} is on the screen {times} than before",
        CheckKind.ROWS_ADDED: f"the list {said} has {rows} than before",
        CheckKind.STATE: f"{subject} is {_state(check)}",
        CheckKind.REGION_STABLE: "the place that changed looks as recorded, or reacted",
        CheckKind.SAVED: f"the window {said} marks no unsaved changes any more",
        CheckKind.UNKNOWABLE: "nothing on the screen tells whether it worked",
    }
    return sentences[check.kind]


def _subject(check: Postcondition) -> str:
    locator = check.locator
    name = (locator.name or locator.label or locator.role) if locator else ""
    return f"“{name}”" if name else "the control"


def _state(check: Postcondition) -> str:
    attribute, value = check.attribute or "set", (check.value or "").casefold()
    if value in ("true", "1"):
        return attribute
    return f"not {attribute}" if value in ("false", "0") else f"{attribute} “{check.value}”"
