"""Words of the inspector: checks, values, risk, rows. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from studio.engine.model.anchor import Anchor
from studio.engine.model.workflow import CheckKind, Postcondition, Step, Workflow
from studio.engine.vision.text import holds
from studio.ui.words import tr


def check_sentence(check: Postcondition) -> str:
    """What a check asks for."""
    said = f"⟨{check.param}⟩" if check.param else f"“{check.text or ''}”"
    locator = check.locator
    subject = (locator.name or locator.label or locator.role) if locator else ""
    sentences = {
        CheckKind.TEXT_PRESENT: tr("{text} is on the screen", text=said),
        CheckKind.TEXT_ABSENT: tr("{text} is not on the screen", text=said),
        CheckKind.TEXT_ADDED: tr("{text} is there {n} time(s) more than before", text=said, n=check.by),
        CheckKind.ROWS_ADDED: tr("The list {text} has {n} row(s) more than before", text=said, n=check.by),
        CheckKind.STATE: state_sentence(subject, check.attribute or "", check.value or ""),
        CheckKind.REGION_STABLE: tr("The place that changed looks as recorded, or reacted"),
        CheckKind.SAVED: tr("The window {text} marks no unsaved changes any more", text=said),
        CheckKind.UNKNOWABLE: tr("Nothing on this screen tells whether it worked"),
    }
    return sentences[check.kind]


def state_sentence(subject: str, attribute: str, value: str) -> str:
    """That a control is in a state: `“Agreed” is ticked`."""
    return tr("{what} is {state}", what=f"“{subject}”", state=_state(attribute, value))


def _state(attribute: str, value: str) -> str:
    words = {
        "checked": (tr("ticked"), tr("not ticked")),
        "pressed": (tr("pressed"), tr("not pressed")),
        "selected": (tr("selected"), tr("not selected")),
        "expanded": (tr("open"), tr("closed")),
        "disabled": (tr("greyed out"), tr("ready to be used")),
        "focused": (tr("ready for typing"), tr("not ready for typing")),
    }
    yes, no = words.get(attribute, (attribute, f"{attribute} ≠"))
    said = value.casefold()
    return yes if said == "true" else no if said == "false" else f"{attribute} {value}"


def patience(check: Postcondition) -> str:
    """How long it is waited for."""
    return tr("up to {n} s", n=f"{check.timeout_s:g}")


def value_sentence(step: Step, workflow: Workflow) -> str:
    """What is typed, chosen or pressed."""
    if step.secret:
        return tr("The secret {name}, asked for in each run", name=f"⟨{step.param}⟩")
    if step.param:
        example = workflow.params.get(step.param, "")
        return tr("{name}, recorded as “{value}”", name=f"⟨{step.param}⟩", value=example)
    if step.key:
        return step.key
    return tr("Always “{value}”", value=step.text or "")


def row_lines(anchor: Anchor, params: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each text that proves the record, and where it comes from in a run."""
    band = (anchor.context_text or "").casefold()
    cells = [cell for cell in anchor.row_texts if cell.casefold() in band] or list(anchor.row_texts)
    return [(cell, _origin(cell, params)) for cell in cells]


def _origin(cell: str, params: Mapping[str, str]) -> str:
    name = next((name for name, value in params.items() if holds(cell, value)), None)
    return tr("holds {name}", name=f"⟨{name}⟩") if name else tr("as recorded")
