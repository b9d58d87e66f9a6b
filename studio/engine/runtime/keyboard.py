"""Where the keyboard's input would go: the field that is meant, or nowhere."""

from __future__ import annotations

import time

from studio.engine.compiler.risk_keys import goes_to_program
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Candidate, Refusal, Resolution
from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind, FieldTells, Risk, Step
from studio.engine.runtime.gate import may_write
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.session import LastTarget, Session
from studio.engine.vision.diff import largest_change
from studio.engine.vision.text import same_text

FOCUS_S = 2.0
_RESTLESS = 0.01
"""Part of the screen that one changing thing may take while nobody acts (a clock, a spinner); a dialog takes more."""


def takes_text(session: Session, step: Step) -> bool:
    """Whether the field that is meant has the focus, once it had time to take it."""
    deadline = time.monotonic() + FOCUS_S
    seen = session.surface.latest()
    while not _is_field(step, seen, session.last_target):
        if _is_untold(step, seen, session):
            return True
        if time.monotonic() > deadline:
            return False
        session.control.wait(0.1)
        seen = session.surface.look()
    return True


def _is_untold(step: Step, seen: Observation, session: Session) -> bool:
    """Whether the program did not tell its focus when it was recorded, and does not now: then the keys go where this
    run has put them last, as a person's would."""
    if step.field_tells is not FieldTells.NOTHING or session.last_after is None:
        return False
    focused, last = seen.structure.focused if seen.structure else None, session.last_target
    if focused is None:
        return True
    if focused.editable or seen.structure is None:
        return False
    if seen.structure.of_desktop and not seen.structure.dialogs and not step.field_label:
        return True  # it went on telling of something else when it was recorded: what appears decides
    return last is not None and focused.region.contains(last.point)


def stray_keys(session: Session, step: Step) -> Refusal | None:
    """Why the keys of a step that may write must not be sent: they would go elsewhere, or nobody knows where.

    Such a step has no target of its own; the field or button with the focus is its target, or the program itself.
    Without structure the focus is where this very run has put it last, as long as nothing has come up since.
    """
    if step.action not in (ActionKind.KEY, ActionKind.TYPE) or not may_write(step):
        return None
    if not session.surface.has_structure:
        return _unseen_focus(session, step) if step.risk is Risk.IRREVERSIBLE else None
    deadline = time.monotonic() + FOCUS_S
    seen = session.surface.look()  # not the latest look: something may have come up since, and keys hit whatever it is
    while not _is_meant(step, seen, session.last_target):
        if time.monotonic() > deadline:
            return _elsewhere(step, seen) if step.risk is Risk.IRREVERSIBLE or _is_told(seen) else None
        session.control.wait(0.1)
        seen = session.surface.look()
    return None


def astray(session: Session, step: Step, found: Resolution, seen: Observation | None) -> Refusal | None:
    """Why the key must not be sent that works a control of a row, which was `found`: another one has the keyboard.

    By pixels the keyboard is where this run has put it last.
    """
    if not session.surface.has_structure:
        last = session.last_target
        return None if last is not None and last.region.contains(found.point) else _not_put_there(step, found)
    deadline = time.monotonic() + FOCUS_S
    seen = seen or session.surface.latest()
    while not _has_keyboard(found, seen):
        if time.monotonic() > deadline:
            return _in_another_row(step, found, seen)
        session.control.wait(0.1)
        seen = session.surface.look()
    return None


def _has_keyboard(found: Resolution, seen: Observation) -> bool:
    focused = seen.structure.focused if seen.structure else None
    if focused is None or not focused.region.contains(found.point):
        return False
    said = focused.name or focused.label
    return not (found.label and said) or same_text(found.label, said)


def _in_another_row(step: Step, found: Resolution, seen: Observation) -> Refusal:
    focused = seen.structure.focused if seen.structure else None
    where = f" in the row of {', '.join(f'“{text}”' for text in focused.row[:3])}" if focused and focused.row else ""
    has = f"“{focused.name or focused.label or focused.role}”{where} has it" if focused else "nothing has it"
    return Refusal(
        code=HaltCode.IDENTITY_MISMATCH if focused and focused.row else HaltCode.TARGET_NOT_FOUND,
        sentence=f"“{step.intent}” was not done: “{found.label or 'the control'}” in the row that is meant should have "
        f"the keyboard, but {has}.",
        candidates=(Candidate(point=found.point, region=found.region, score=1.0, label=found.label),),
        point=found.point,
    )


def _not_put_there(step: Step, found: Resolution) -> Refusal:
    return Refusal(
        code=HaltCode.NEEDS_CONFIRMATION,
        sentence=f"“{step.intent}” works a control of a row, and nobody can tell whether that one has the keyboard: "
        "nothing in this run has put it there. A person must confirm that it is the marked one.",
        candidates=(Candidate(point=found.point, region=found.region, score=0.0, label=found.label),),
        point=found.point,
    )


def _is_told(seen: Observation) -> bool:
    """Whether the program says which of its fields has the keyboard."""
    focused = seen.structure.focused if seen.structure else None
    return focused is not None and focused.editable


def _is_meant(step: Step, seen: Observation, last: LastTarget | None) -> bool:
    focused = seen.structure.focused if seen.structure else None
    if seen.structure is not None and not step.field_label and goes_to_program(step.key, focused):
        return not seen.structure.dialogs
    if focused is not None and not focused.editable and not focused.disabled:
        return _is_named(step, focused)  # a button that was reached by Tab
    return _is_field(step, seen, last)


def _is_field(step: Step, seen: Observation, last: LastTarget | None) -> bool:
    """The field of the recorded label, or the one that was clicked last (its label may have changed)."""
    focused = seen.structure.focused if seen.structure else None
    if focused is None or not focused.editable:
        return False
    untold = step.field_tells is FieldTells.NOTHING  # no field took the text when it was recorded
    named = _is_named(step, focused) if step.field_label or untold else True
    return named or (last is not None and focused.region.contains(last.point)) or _is_only_field(focused, seen)


def _is_named(step: Step, focused: Element) -> bool:
    said = (focused.label, focused.name, focused.text)
    return bool(step.field_label) and any(same_text(step.field_label or "", t) for t in said if t)


def _is_only_field(focused: Element, seen: Observation) -> bool:
    """Whether the field has no name that could differ, and no other one is shown that could be meant."""
    fields = [e for e in (seen.structure.elements if seen.structure else ()) if e.editable and e.in_view]
    return not (focused.label or focused.name) and len(fields) == 1


def _elsewhere(step: Step, seen: Observation) -> Refusal:
    focused = seen.structure.focused if seen.structure else None
    has = f"“{focused.label or focused.name or focused.text or focused.role}” has it" if focused else "nothing has it"
    if seen.structure and seen.structure.dialogs and not step.field_label and goes_to_program(step.key, focused):
        sentence = f"“{step.intent}” was not done: “{seen.structure.dialogs[0]}” has come up and would get the key."
        return Refusal(code=HaltCode.TARGET_NOT_FOUND, sentence=sentence)
    meant = f"“{step.field_label}”" if step.field_label else "its field"
    sentence = f"“{step.intent}” was not done: {meant} should have the keyboard, but {has}."
    return Refusal(code=HaltCode.TARGET_NOT_FOUND, sentence=sentence)


def _unseen_focus(session: Session, step: Step) -> Refusal | None:
    last, left, seen = session.last_target, session.last_after, session.surface.look()
    if last is not None and left is not None:
        changed = largest_change(left.frame, seen.frame)
        if changed is None or changed.area <= _RESTLESS * seen.frame.bounds.area:
            return None
        because = "the screen has changed since something was last done on it"
    else:
        because = "nothing in this run has put it anywhere"
    return Refusal(
        code=HaltCode.NEEDS_CONFIRMATION,
        sentence=(
            f"“{step.intent}” cannot be undone, and nobody can tell which field has the keyboard: {because}. "
            "A person must confirm that it is the right one."
        ),
        candidates=(Candidate(point=last.point, region=last.region, score=0.0),) if last else (),
        point=last.point if last else None,
    )
