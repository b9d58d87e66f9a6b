"""Of a new recording the one action that takes a step's place, and what that step keeps of the old one."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler import intents
from studio.engine.editing.focus import focus_map, moves_focus
from studio.engine.editing.naming import called
from studio.engine.editing.refusal import CannotEdit
from studio.engine.model.workflow import ActionKind, Step, Workflow
from studio.engine.vision.text import squash

VALUES = frozenset({ActionKind.TYPE, ActionKind.SELECT, ActionKind.UPLOAD})
"""Actions that put a value in."""
_IDLE = frozenset({ActionKind.SCROLL, ActionKind.HOVER, ActionKind.WAIT})


def the_action(part: Workflow, workflow: Workflow, old: Step, notes: list[str]) -> Workflow:
    """The part with the one action alone that `old` is recorded again by; `notes` tell what is left out.

    Scrolling and pointing that only lead there are passed over. Where the old step types, the click into that very
    field is passed over too: an earlier step puts the cursor there. Raises CannotEdit.
    """
    name = called(workflow, old.id)
    acting = [s for s in part.steps if s.action not in _IDLE or s.action is old.action]
    if not acting:
        raise CannotEdit(f"Nothing was recorded that could take the place of {name}: record it again.")
    found = acting[0]
    if old.action is ActionKind.TYPE and moves_focus(found) and [s.action for s in acting[1:2]] == [ActionKind.TYPE]:
        found = _typed_there(workflow, old, found, acting[1])
    if old.action in VALUES and found.action not in VALUES:
        raise CannotEdit(
            f"{name.capitalize()} puts a value in, and the new recording begins with something else: record again from "
            "the step on that leads there."
        )
    left = [s for s in part.steps if s is not found]
    if left:
        said = ", ".join(f"“{s.intent}”" for s in left[:3]) + (" …" if len(left) > 3 else "")
        notes.append(f"Only “{found.intent}” was taken; left out: {said}.")
    return part.model_copy(update={"steps": (found,)})


def as_before(new: Step, old: Step, notes: list[str]) -> Step:
    """The new step with what people and other steps know of the old one: id, note, condition, effects, its own name."""
    keeps_name = old.intent != made_intent(old)
    if keeps_name and new.intent != made_intent(old):
        notes.append(f"It keeps its name “{old.intent}”: rename it where that is no longer what it does.")
    if old.effects and old.action is not new.action:
        raise CannotEdit("The step declares effects in the record and would do something else: record again from here.")
    return new.model_copy(
        update={
            "id": old.id,
            "intent": old.intent if keeps_name else new.intent,
            "comment": old.comment,
            "disabled": old.disabled,
            "guard": old.guard,
            "wait_until": old.wait_until,
            "effects": old.effects,
            "api_binding": old.api_binding,
            "timeout_s": old.timeout_s,
        }
    )


def label_of(step: Step) -> str:
    """What the target or the field is called; empty where nothing is known."""
    anchor = step.anchor
    locator = anchor.structural if anchor else None
    said = (
        step.field_label or (anchor.ocr_text if anchor else None) or (locator.name or locator.label if locator else "")
    )
    return said or ""


def alike(one: str, other: str) -> bool:
    """Whether two labels are known and say the same."""
    return bool(squash(one)) and squash(one) == squash(other)


def made_intent(step: Step) -> str:
    """The sentence that the compiler gives such a step."""
    if step.action is ActionKind.TYPE:
        return intents.typed(step.text, step.param, step.field_label, secret=step.secret)
    if step.action is ActionKind.KEY:
        return intents.pressed(step.key)
    if step.action is ActionKind.SCROLL:
        return intents.scrolled(step.scroll_dx or 0, step.scroll_dy or 0)
    if step.action is ActionKind.SWITCH_SURFACE:
        return intents.turned_to(step.text)
    if step.anchor is None:
        return step.action.value.replace("_", " ")
    if step.action is ActionKind.SELECT:
        return intents.chosen(step.text, step.param, step.anchor)
    return intents.pointed(step.action, step.anchor, step.end_anchor)


def _typed_there(workflow: Workflow, old: Step, click: Step, typed: Step) -> Step:
    """What was typed, where that is the field into which an earlier step of the workflow clicks."""
    source = focus_map(workflow.steps, disabled_too=True).get(old.id)
    known = [label_of(old), label_of(workflow.step(source)) if source else ""]
    if source and any(alike(a, b) for a in _labels(typed, click) for b in known):
        return typed
    there = next(filter(None, _labels(typed, click)), "another field")
    raise CannotEdit(
        f"“{there}” is not known to be the field of {called(workflow, old.id)}: record again from the step on that "
        "clicks into the field."
    )


def _labels(*steps: Step) -> Sequence[str]:
    return [label_of(step) for step in steps]
