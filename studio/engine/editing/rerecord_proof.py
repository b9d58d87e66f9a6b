"""What is looked at twice when steps were recorded again: the screen, where is typed, risk, and what proves a write."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from studio.engine.compiler.checks import unknowable
from studio.engine.compiler.risk import judge_click
from studio.engine.editing.focus import focus_map
from studio.engine.editing.naming import called
from studio.engine.editing.refusal import CannotEdit
from studio.engine.editing.rerecord_step import alike, label_of
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Step, Workflow

_EVIDENCE = frozenset(CheckKind) - {CheckKind.STATE, CheckKind.REGION_STABLE}
_AWAY_PX = 8
"""A window counts as standing elsewhere from here on."""


def refuse_other_screen(workflow: Workflow, part: Workflow) -> None:
    """Both must have been recorded on the same kind of screen of the same size. Raises CannotEdit."""
    if workflow.backend != part.backend:
        raise CannotEdit("The new recording is of another kind of program (page or desktop): record it there again.")
    if (workflow.viewport, workflow.scale) != (part.viewport, part.scale):
        was, now = _size(workflow), _size(part)
        raise CannotEdit(f"The workflow was recorded at {was}, the new recording at {now}: record it again at {was}.")
    if (workflow.window is None) != (part.window is None):
        what = f"the window “{workflow.window}” alone" if workflow.window else "the whole screen"
        raise CannotEdit(f"The workflow was recorded on {what}: record that again.")
    if workflow.place and part.place and _is_away(workflow.place, part.place):
        raise CannotEdit(
            "The window stood elsewhere than when the workflow was recorded: let a run bring the program to that step, "
            "then record again."
        )
    if workflow.phi_scrubbed or any(
        a and a.identity_template for s in workflow.steps for a in (s.anchor, s.end_anchor)
    ):
        raise CannotEdit(
            "This workflow names nobody, and the new recording would: record again into the version that it was made "
            "of, then take the names out of that."
        )
    if set(workflow.hide or ()) - set(part.hide or ()):
        raise CannotEdit(
            "The new recording was compiled without hiding what this workflow hides: compile it with that."
        )
    pages = ActionKind.SWITCH_SURFACE
    if any(s.action is pages for s in workflow.steps) and any(s.action is pages for s in part.steps):
        raise CannotEdit(
            "Both go from page to page, and nothing tells which pages are the same: record the whole work anew."
        )


def proven_again(
    kept: Sequence[Step], made: Sequence[Step], gone: Sequence[Step], notes: list[str]
) -> tuple[Step, ...]:
    """The new steps with their risk judged in their place, and with evidence that an earlier step cannot have left."""
    done: list[Step] = []
    for step in made:
        risky = _as_risky(step, [*kept, *done], gone, alone=len(gone) == 1 and len(made) == 1, notes=notes)
        done.append(_surely_proven(risky, anew=not kept) if risky.risk is Risk.IRREVERSIBLE else risky)
    return tuple(done)


def refuse_straying(before: Workflow, now: Workflow, made: Collection[str], notes: list[str]) -> None:
    """What is typed must go where it was typed when it was recorded. Raises CannotEdit."""
    was, is_now = focus_map(before.steps, disabled_too=True), focus_map(now.steps, disabled_too=True)
    typed_blindly = {step.id for step in before.steps if step.id not in was}
    for place, step in enumerate(now.steps):
        source = is_now.get(step.id)
        if step.id not in made:
            if was.get(step.id) != source:
                raise CannotEdit(
                    f"{called(now, step.id).capitalize()} types where another step puts the cursor: record again from "
                    "here, with what is typed."
                )
            _say_other_field(now, step, source if source in made else None, notes)
        elif step.action is ActionKind.TYPE and place and source not in made and step.id not in typed_blindly:
            _refuse_unfocused(now, step, source)


def _refuse_unfocused(now: Workflow, step: Step, source: str | None) -> None:
    """Typed without a new click: a step that stays must put the cursor into that very field."""
    by = now.step(source) if source else None
    field = label_of(by) if by and by.anchor and by.anchor.kind is TargetKind.INPUT else ""
    if by is None or (field and step.field_label and not alike(field, step.field_label)):
        raise CannotEdit(
            "The new recording types without a click into the field first: record it again and begin with that click."
        )


def _say_other_field(now: Workflow, step: Step, source: str | None, notes: list[str]) -> None:
    label = label_of(now.step(source)) if source else ""
    if label and step.field_label and not alike(label, step.field_label):
        notes.append(
            f"{called(now, step.id).capitalize()} was typed into “{step.field_label}” and goes into “{label}” now."
        )


def _as_risky(step: Step, earlier: Sequence[Step], gone: Sequence[Step], *, alone: bool, notes: list[str]) -> Step:
    """What counted as not to be undone goes on counting so; a button just after a filled field may send its form."""
    if step.risk is Risk.IRREVERSIBLE:
        return step
    old = next((s for s in gone if s.risk is Risk.IRREVERSIBLE and (alone or _same_act(s, step))), None)
    if old is not None:
        notes.append(f"“{step.intent}” still counts as something that cannot be undone.")
        said = {"risk": old.risk, "risk_reason": old.risk_reason, "risk_word": old.risk_word, "risk_asked": None}
        return step.model_copy(update=said)
    if step.anchor is None or step.anchor.structural is not None or not _fills(earlier):
        return step
    found = judge_click(step.action, step.anchor.ocr_text, filled=True)
    judged = {"risk": found.risk, "risk_reason": found.reason, "risk_asked": None}
    return step.model_copy(update=judged) if found.risk is Risk.IRREVERSIBLE else step


def _same_act(old: Step, new: Step) -> bool:
    if old.action is ActionKind.KEY:
        return old.action is new.action and old.key == new.key
    return old.action is new.action and alike(label_of(old), label_of(new))


def _fills(earlier: Sequence[Step]) -> bool:
    """Whether the last of these steps (keys that move on and scrolling apart) filled something in."""
    acting = (s for s in reversed(earlier) if s.action not in (ActionKind.SCROLL, ActionKind.KEY))
    last = next(acting, None)
    if last is None:
        return False
    ticked = last.anchor is not None and last.anchor.kind is TargetKind.BOX
    return ticked or last.action in (ActionKind.TYPE, ActionKind.SELECT)


def _surely_proven(step: Step, *, anew: bool) -> Step:
    """A text may stand there since a step that was not recorded again: one more of it is what proves the write."""
    checks = step.expect if anew else tuple(_counted(check) for check in step.expect)
    known = any(check.kind in _EVIDENCE for check in checks)
    return step.model_copy(update={"expect": checks if known else (*checks, unknowable())})


def _counted(check: Postcondition) -> Postcondition:
    present = check.kind is CheckKind.TEXT_PRESENT
    return check.model_copy(update={"kind": CheckKind.TEXT_ADDED, "by": 1, "since": None}) if present else check


def _is_away(was: Region, now: Region) -> bool:
    return max(abs(a - b) for a, b in zip(was, now, strict=True)) > _AWAY_PX


def _size(workflow: Workflow) -> str:
    width, height = workflow.viewport
    return f"{width} × {height} px" + ("" if workflow.scale == 1 else f" at scale {workflow.scale:g}")
