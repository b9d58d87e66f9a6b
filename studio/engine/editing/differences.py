"""What two versions of a workflow do differently, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from studio.engine.editing.words import check_words
from studio.engine.model.anchor import Anchor
from studio.engine.model.workflow import Risk, Step, Workflow
from studio.engine.saying import Say, english


@dataclass(frozen=True, slots=True)
class Difference:
    """One change: the step (None where it is of the whole workflow), what changed, and what it was and is."""

    step_id: str | None
    what: str
    before: str = ""
    after: str = ""


class Speech(NamedTuple):
    """How it is said: `say` for the words of this list, `tell` for sentences of the engine."""

    say: Say
    tell: Callable[[str], str]


PLAIN = Speech(english, str)


def differences(before: Workflow, after: Workflow, to: Speech = PLAIN) -> tuple[Difference, ...]:
    """All changes that lead from one to the other, in the order of the steps, in the words of `to`."""
    return (*_of_whole(before, after, to), *_of_order(before, after, to), *_of_steps(before, after, to))


def _of_whole(before: Workflow, after: Workflow, to: Speech) -> Iterator[Difference]:
    if before.name != after.name:
        yield Difference(None, to.say("name"), before.name, after.name)
    if before.app_url != after.app_url:
        yield Difference(None, to.say("address"), before.app_url or to.say("none"), after.app_url or to.say("none"))
    names = {*before.param_specs, *before.params, *after.param_specs, *after.params}
    for name in sorted(names):
        was, now = _param(before, name, to), _param(after, name, to)
        if was != now:
            yield Difference(None, to.say("parameter ⟨{name}⟩", name=name), was, now)
    if before.program != after.program or before.subflows != after.subflows:
        yield Difference(None, to.say("ways through the program"), "", to.say("changed"))
    if before.stages != after.stages:
        yield Difference(None, to.say("stages"), _stages(before, to), _stages(after, to))


def _param(workflow: Workflow, name: str, to: Speech) -> str:
    if name in workflow.secret_params:
        return to.say("secret")
    spec = workflow.param_specs.get(name)
    if spec is None and name not in workflow.params:
        return to.say("none")
    need = to.say("must be given") if spec and spec.required else to.say("may be given")
    return to.say("{need}, recorded “{text}”", need=need, text=workflow.params.get(name, ""))


def _stages(workflow: Workflow, to: Speech) -> str:
    if workflow.stages is None:
        return to.say("as suggested")
    return ", ".join(stage.title or to.say("untitled") for stage in workflow.stages) or to.say("none")


def _of_order(before: Workflow, after: Workflow, to: Speech) -> Iterator[Difference]:
    common = {s.id for s in before.steps} & {s.id for s in after.steps}
    was = [s.id for s in before.steps if s.id in common]
    now = [s.id for s in after.steps if s.id in common]
    if was != now:
        moved = next(a for a, b in zip(now, was, strict=True) if a != b)
        yield Difference(
            moved,
            to.say("order of the steps"),
            to.say("step {n}", n=_place(before, moved)),
            to.say("step {n}", n=_place(after, moved)),
        )


def _place(workflow: Workflow, step_id: str) -> int:
    return next(n for n, step in enumerate(workflow.steps, 1) if step.id == step_id)


def _of_steps(before: Workflow, after: Workflow, to: Speech) -> Iterator[Difference]:
    was = {step.id: step for step in before.steps}
    now = {step.id for step in after.steps}
    for step in before.steps:
        if step.id not in now:
            yield Difference(step.id, to.say("step taken out"), step.intent, "")
    for step in after.steps:
        old = was.get(step.id)
        if old is None:
            yield Difference(step.id, to.say("step put in"), "", step.intent)
        elif old != step:
            yield from _of_step(old, step, to)


def _of_step(old: Step, new: Step, to: Speech) -> Iterator[Difference]:
    pairs = (
        (to.say("name"), old.intent, new.intent),
        (to.say("runs"), _runs(old, to), _runs(new, to)),
        (to.say("comment"), old.comment or to.say("none"), new.comment or to.say("none")),
        (to.say("what it does"), to.say(_done(old)), to.say(_done(new))),
        (to.say("what is typed"), _value(old, to), _value(new, to)),
        (to.say("risk"), _risk(old, to), _risk(new, to)),
        (to.say("checks"), _checks(old, to), _checks(new, to)),
        (to.say("proof of the record"), _identity(old, to), _identity(new, to)),
        (to.say("recorded picture"), old.before_frame or to.say("none"), new.before_frame or to.say("none")),
    )
    known = [Difference(new.id, what, was, now) for what, was, now in pairs if was != now]
    known += [d for what, a, b in _anchors(old, new, to) for d in _of_anchor(new.id, what, a, b, to)]
    yield from known or [Difference(new.id, to.say("settings of the step"), "", to.say("changed"))]


def _runs(step: Step, to: Speech) -> str:
    return (
        to.say("disabled") if step.disabled else to.say("always") if step.guard is None else to.say("under a condition")
    )


def _done(step: Step) -> str:
    return step.action.value.replace("_", " ")


def _value(step: Step, to: Speech) -> str:
    if step.secret:
        return to.say("the secret ⟨{name}⟩", name=step.param)
    return f"⟨{step.param}⟩" if step.param else step.text or step.key or to.say("nothing")


def _risk(step: Step, to: Speech) -> str:
    said = to.say("cannot be undone") if step.risk is Risk.IRREVERSIBLE else to.say("can be undone")
    return f"{said} ({to.tell(step.risk_reason)})" if step.risk_reason else said


def _checks(step: Step, to: Speech) -> str:
    said = [to.tell(check_words(check)) for check in step.expect]
    said += [to.say("first waits until {what}", what=to.tell(check_words(step.wait_until)))] if step.wait_until else []
    return "; ".join(said) or to.say("none")


def _identity(step: Step, to: Speech) -> str:
    if step.identity_param:
        return to.say("the row of ⟨{name}⟩", name=step.identity_param)
    context = step.anchor.context_text if step.anchor else None
    return context or to.say("the row") if step.identity_armed else to.say("none")


def _anchors(old: Step, new: Step, to: Speech) -> tuple[tuple[str, Anchor | None, Anchor | None], ...]:
    return ("", old.anchor, new.anchor), (to.say("end: "), old.end_anchor, new.end_anchor)


def _of_anchor(step_id: str, prefix: str, old: Anchor | None, new: Anchor | None, to: Speech) -> Iterator[Difference]:
    if old == new:
        return
    if old is None or new is None:
        yield Difference(
            step_id,
            f"{prefix}{to.say('target')}",
            *(to.say("none") if each is None else to.say("there") for each in (old, new)),
        )
        return
    pairs = (
        (to.say("label"), old.ocr_text or to.say("none"), new.ocr_text or to.say("none")),
        (to.say("picture of the target"), _size(old, to), _size(new, to)),
        (to.say("place"), _point(old), _point(new)),
        (to.say("landmarks"), _marks(old, to), _marks(new, to)),
        (to.say("structure"), _structure(old, to), _structure(new, to)),
    )
    found = [Difference(step_id, f"{prefix}{what}", a, b) for what, a, b in pairs if a != b]
    if old.template != new.template and _size(old, to) == _size(new, to):
        found.append(Difference(step_id, f"{prefix}{to.say('picture of the target')}", "", to.say("taken anew")))
    yield from found or [Difference(step_id, f"{prefix}{to.say('what surrounds the target')}", "", to.say("changed"))]


def _size(anchor: Anchor, to: Speech) -> str:
    return f"{anchor.region.w} × {anchor.region.h} px" if anchor.template else to.say("none")


def _point(anchor: Anchor) -> str:
    return f"{anchor.click_point.x}, {anchor.click_point.y}"


def _marks(anchor: Anchor, to: Speech) -> str:
    return ", ".join(f"“{mark.ocr_text}”" for mark in anchor.landmarks) or to.say("none")


def _structure(anchor: Anchor, to: Speech) -> str:
    found = anchor.structural
    return (
        to.say("none")
        if found is None
        else " ".join(filter(None, (found.role, found.name or found.label, found.selector)))
    )
