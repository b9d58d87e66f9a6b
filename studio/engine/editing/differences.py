"""What two versions of a workflow do differently, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from studio.engine.editing.words import check_words
from studio.engine.model.anchor import Anchor
from studio.engine.model.workflow import Risk, Step, Workflow


@dataclass(frozen=True, slots=True)
class Difference:
    """One change: the step (None where it is of the whole workflow), what changed, and what it was and is."""

    step_id: str | None
    what: str
    before: str = ""
    after: str = ""


def differences(before: Workflow, after: Workflow) -> tuple[Difference, ...]:
    """All changes that lead from one to the other, in the order of the steps."""
    return (*_of_whole(before, after), *_of_order(before, after), *_of_steps(before, after))


def _of_whole(before: Workflow, after: Workflow) -> Iterator[Difference]:
    if before.name != after.name:
        yield Difference(None, "name", before.name, after.name)
    if before.app_url != after.app_url:
        yield Difference(None, "address", before.app_url or "none", after.app_url or "none")
    names = {*before.param_specs, *before.params, *after.param_specs, *after.params}
    for name in sorted(names):
        was, now = _param(before, name), _param(after, name)
        if was != now:
            yield Difference(None, f"parameter ⟨{name}⟩", was, now)
    if before.program != after.program or before.subflows != after.subflows:
        yield Difference(None, "ways through the program", "", "changed")
    if before.stages != after.stages:
        yield Difference(None, "stages", _stages(before), _stages(after))


def _param(workflow: Workflow, name: str) -> str:
    if name in workflow.secret_params:
        return "secret"
    spec = workflow.param_specs.get(name)
    if spec is None and name not in workflow.params:
        return "none"
    need = "must be given" if spec and spec.required else "may be given"
    return f"{need}, recorded “{workflow.params.get(name, '')}”"


def _stages(workflow: Workflow) -> str:
    if workflow.stages is None:
        return "as suggested"
    return ", ".join(stage.title or "untitled" for stage in workflow.stages) or "none"


def _of_order(before: Workflow, after: Workflow) -> Iterator[Difference]:
    common = {s.id for s in before.steps} & {s.id for s in after.steps}
    was = [s.id for s in before.steps if s.id in common]
    now = [s.id for s in after.steps if s.id in common]
    if was != now:
        moved = next(a for a, b in zip(now, was, strict=True) if a != b)
        yield Difference(moved, "order of the steps", f"step {_place(before, moved)}", f"step {_place(after, moved)}")


def _place(workflow: Workflow, step_id: str) -> int:
    return next(n for n, step in enumerate(workflow.steps, 1) if step.id == step_id)


def _of_steps(before: Workflow, after: Workflow) -> Iterator[Difference]:
    was = {step.id: step for step in before.steps}
    now = {step.id for step in after.steps}
    for step in before.steps:
        if step.id not in now:
            yield Difference(step.id, "step taken out", step.intent, "")
    for step in after.steps:
        old = was.get(step.id)
        if old is None:
            yield Difference(step.id, "step put in", "", step.intent)
        elif old != step:
            yield from _of_step(old, step)


def _of_step(old: Step, new: Step) -> Iterator[Difference]:
    pairs = (
        ("name", old.intent, new.intent),
        ("runs", _runs(old), _runs(new)),
        ("comment", old.comment or "none", new.comment or "none"),
        ("what it does", old.action.value, new.action.value),
        ("what is typed", _value(old), _value(new)),
        ("risk", _risk(old), _risk(new)),
        ("checks", _checks(old), _checks(new)),
        ("proof of the record", _identity(old), _identity(new)),
        ("recorded picture", old.before_frame or "none", new.before_frame or "none"),
    )
    known = [Difference(new.id, what, was, now) for what, was, now in pairs if was != now]
    known += [d for what, a, b in _anchors(old, new) for d in _of_anchor(new.id, what, a, b)]
    yield from known or [Difference(new.id, "settings of the step", "", "changed")]


def _runs(step: Step) -> str:
    return "disabled" if step.disabled else "always" if step.guard is None else "under a condition"


def _value(step: Step) -> str:
    if step.secret:
        return f"the secret ⟨{step.param}⟩"
    return f"⟨{step.param}⟩" if step.param else step.text or step.key or "nothing"


def _risk(step: Step) -> str:
    said = "cannot be undone" if step.risk is Risk.IRREVERSIBLE else "can be undone"
    return f"{said} ({step.risk_reason})" if step.risk_reason else said


def _checks(step: Step) -> str:
    said = [check_words(check) for check in step.expect]
    said += [f"first waits until {check_words(step.wait_until)}"] if step.wait_until else []
    return "; ".join(said) or "none"


def _identity(step: Step) -> str:
    if step.identity_param:
        return f"the row of ⟨{step.identity_param}⟩"
    context = step.anchor.context_text if step.anchor else None
    return context or "the row" if step.identity_armed else "none"


def _anchors(old: Step, new: Step) -> tuple[tuple[str, Anchor | None, Anchor | None], ...]:
    return ("", old.anchor, new.anchor), ("end: ", old.end_anchor, new.end_anchor)


def _of_anchor(step_id: str, prefix: str, old: Anchor | None, new: Anchor | None) -> Iterator[Difference]:
    if old == new:
        return
    if old is None or new is None:
        yield Difference(
            step_id, f"{prefix}target", "none" if old is None else "there", "none" if new is None else "there"
        )
        return
    pairs = (
        ("label", old.ocr_text or "none", new.ocr_text or "none"),
        ("picture of the target", _size(old), _size(new)),
        ("place", _point(old), _point(new)),
        ("landmarks", _marks(old), _marks(new)),
        ("structure", _structure(old), _structure(new)),
    )
    found = [Difference(step_id, f"{prefix}{what}", a, b) for what, a, b in pairs if a != b]
    if old.template != new.template and _size(old) == _size(new):
        found.append(Difference(step_id, f"{prefix}picture of the target", "", "taken anew"))
    yield from found or [Difference(step_id, f"{prefix}what surrounds the target", "", "changed")]


def _size(anchor: Anchor) -> str:
    return f"{anchor.region.w} × {anchor.region.h} px" if anchor.template else "none"


def _point(anchor: Anchor) -> str:
    return f"{anchor.click_point.x}, {anchor.click_point.y}"


def _marks(anchor: Anchor) -> str:
    return ", ".join(f"“{mark.ocr_text}”" for mark in anchor.landmarks) or "none"


def _structure(anchor: Anchor) -> str:
    found = anchor.structural
    return "none" if found is None else " ".join(filter(None, (found.role, found.name or found.label, found.selector)))
