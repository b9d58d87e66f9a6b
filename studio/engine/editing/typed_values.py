"""What a step types: a value that stays, a parameter that each run is given, a secret that is kept nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from studio.engine.bundle.validate import checks_of
from studio.engine.compiler import intents
from studio.engine.compiler.entries import entry_in
from studio.engine.compiler.param_names import masked
from studio.engine.compiler.params import required_by_row
from studio.engine.editing.naming import called, changed, place_of, with_steps
from studio.engine.editing.refusal import CannotEdit
from studio.engine.model.params import ParamKind, ParamProposal, ParamSpec
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Step, Workflow
from studio.engine.runtime.marks import WALKS
from studio.engine.vision.text import holds, squash

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_TYPES = (ActionKind.TYPE, ActionKind.SELECT)
_COUNTED = frozenset({CheckKind.TEXT_ADDED, CheckKind.TEXT_PRESENT})


def make_param(workflow: Workflow, step_id: str, name: str) -> Workflow:
    """Let each run give the value that this step types or chooses; what was recorded becomes the example."""
    step = _typing(workflow, step_id)
    if step.param is not None:
        raise CannotEdit(f"The value is the parameter ⟨{step.param}⟩ already.")
    value = step.text or ""
    if not value:
        raise CannotEdit("This step types nothing that could be a parameter.")
    known = workflow.params.get(name)
    if known is not None and known != value:
        raise CannotEdit(f"⟨{name}⟩ is another value already: choose another name.")
    if known is None:
        _refuse_name(workflow, name)
    spec = _spec(workflow, step, name, value)
    after = workflow.model_copy(
        update={
            "params": {**workflow.params, name: value},
            "param_specs": {**workflow.param_specs, name: workflow.param_specs.get(name, spec)},
        }
    )
    after = changed(after, step_id, param=name, text=None, intent=_intent(step, name, secret=False))
    return _spoken_of(after, name, value)


def make_entry(workflow: Workflow, step_id: str, name: str, cell: int | None) -> Workflow:
    """Let each run say which entry or row is picked, by the text of that cell of the row (None: of the target itself).

    All later steps that name the recorded one follow.
    """
    step = workflow.steps[place_of(workflow, step_id)]
    value = _picked(step, cell)
    if not value or step.identity_param is not None:
        raise CannotEdit("This step picks nothing that could be a parameter.")
    _refuse_name(workflow, name)
    spec = ParamSpec(
        name=name, type="entry", example=value, required=True, label=step.anchor.ocr_text if step.anchor else None
    )
    after = workflow.model_copy(
        update={
            "params": {**workflow.params, name: value},
            "param_specs": {**workflow.param_specs, name: spec},
        }
    )
    after = _spoken_of(after, name, value)
    return changed(after, step_id, identity_param=name)


def make_secret(workflow: Workflow, step_id: str, name: str) -> Workflow:
    """Ask for the value in each run and keep it nowhere. Refused where a check or a name still shows it."""
    step = _typing(workflow, step_id)
    if step.secret:
        raise CannotEdit("The value is a secret already.")
    value = workflow.params.get(step.param, "") if step.param else step.text or ""
    if step.param != name:
        _refuse_name(workflow, name)
    for other in _others_of(workflow, step):
        raise CannotEdit(
            f"{called(workflow, other.id).capitalize()} uses ⟨{step.param}⟩ too: make that a secret first."
        )
    dropped = {step.param} if step.param else set()
    after = workflow.model_copy(
        update={
            "params": {k: v for k, v in workflow.params.items() if k not in dropped},
            "param_specs": {k: v for k, v in workflow.param_specs.items() if k not in dropped}
            | {name: ParamSpec(name=name, type="secret", required=True, label=step.field_label)},
            "secret_params": (*workflow.secret_params, name),
        }
    )
    intent = _intent(step, name, secret=True)
    after = changed(after, step_id, param=name, secret=True, text=None, intent=intent)
    _refuse_shown(after, value)
    return after


def name_secret(workflow: Workflow, step_id: str, name: str) -> Workflow:
    """Give a secret that has no name one, by which each run asks for it."""
    step = _typing(workflow, step_id)
    if not step.secret or step.param:
        raise CannotEdit("Only a secret without a name needs one.")
    _refuse_name(workflow, name)
    spec = ParamSpec(name=name, type="secret", required=True, label=step.field_label)
    after = workflow.model_copy(
        update={
            "param_specs": {**workflow.param_specs, name: spec},
            "secret_params": (*workflow.secret_params, name),
        }
    )
    return changed(after, step_id, param=name, intent=_intent(step, name, secret=True))


def make_constant(workflow: Workflow, step_id: str) -> Workflow:
    """Type what was recorded in every run."""
    step = _typing(workflow, step_id)
    if step.secret:
        raise CannotEdit(
            "A secret is kept nowhere, so there is no recorded value to go back to: record the step again."
        )
    if step.param is None:
        raise CannotEdit("The value stays the same in each run already.")
    value = workflow.params.get(step.param)
    if value is None:
        raise CannotEdit(f"The recorded value of ⟨{step.param}⟩ is not kept.")
    intent = _intent(step, None, secret=False, text=value)
    after = changed(workflow, step_id, param=None, text=value, intent=intent)
    return after if step.param in used_params(after) else drop_param(after, step.param)


def drop_param(workflow: Workflow, name: str) -> Workflow:
    """Take away a parameter that nothing uses."""
    if name in used_params(workflow):
        raise CannotEdit(f"⟨{name}⟩ is still used.")
    return workflow.model_copy(
        update={
            "params": {k: v for k, v in workflow.params.items() if k != name},
            "param_specs": {k: v for k, v in workflow.param_specs.items() if k != name},
            "secret_params": tuple(n for n in workflow.secret_params if n != name),
        }
    )


def still_open(workflow: Workflow, proposals: Iterable[ParamProposal]) -> tuple[ParamProposal, ...]:
    """Proposals of steps that are there and still type, choose or pick, as a constant, what was proposed."""
    steps = {step.id: step for step in workflow.steps}
    return tuple(each for each in proposals if _waits(steps.get(each.step_id), each))


def _waits(step: Step | None, proposal: ParamProposal) -> bool:
    if step is None or step.secret:
        return False
    if proposal.kind is ParamKind.ENTRY:
        said = _picked(step, proposal.cell)
        return bool(said) and step.identity_param is None and masked(said) == proposal.masked_value
    return step.param is None and masked(step.text or "") == proposal.masked_value


def _picked(step: Step, cell: int | None) -> str:
    """What the entry says that the step picks, by the mouse or by keys; empty where it picks none."""
    return entry_in(step.anchor, cell) if step.anchor is not None else _led_to(step)


def _led_to(step: Step) -> str:
    """What the entry says that an arrow key leads to."""
    return step.entry or "" if step.key in WALKS else ""


def used_params(workflow: Workflow) -> frozenset[str]:
    """Parameters that a step, a check, a guard or a worklist refers to."""
    from studio.engine.bundle.validate import param_uses

    return frozenset(name for _, name in param_uses(workflow))


def free_name(workflow: Workflow, wanted: str) -> str:
    """`wanted`, or with a number after it, such that no parameter bears it yet."""
    taken = {*workflow.params, *workflow.param_specs, *workflow.secret_params}
    return next(name for n in range(1, 10_000) if (name := wanted if n == 1 else f"{wanted}_{n}") not in taken)


def _typing(workflow: Workflow, step_id: str) -> Step:
    step = workflow.steps[place_of(workflow, step_id)]
    if step.action not in _TYPES:
        raise CannotEdit("Only what is typed or chosen can be a parameter.")
    return step


def _refuse_name(workflow: Workflow, name: str) -> None:
    if not _NAME.fullmatch(name):
        raise CannotEdit("A parameter's name has small letters, digits and _, and begins with a letter.")
    if name in {*workflow.params, *workflow.param_specs, *workflow.secret_params}:
        raise CannotEdit(f"There is a parameter ⟨{name}⟩ already: choose another name.")


def _spec(workflow: Workflow, step: Step, name: str, value: str) -> ParamSpec:
    after = workflow.steps[workflow.steps.index(step) + 1 :]
    rows = any(required_by_row(value, s.anchor.row_texts if s.anchor else (_led_to(s),)) for s in after)
    label = step.field_label or (step.anchor.ocr_text if step.anchor else None)
    return ParamSpec(name=name, type="date" if step.typed_as else "string", example=value, required=rows, label=label)


def _intent(step: Step, name: str | None, *, secret: bool, text: str | None = None) -> str:
    """The sentence in the compiler's words, unless a person gave it another one."""
    if step.action is ActionKind.SELECT:
        made = intents.chosen(step.text, step.param, step.anchor) if step.anchor else ""
        anew = intents.chosen(text, name, step.anchor) if step.anchor else ""
    else:
        made = intents.typed(step.text, step.param, step.field_label, secret=step.secret)
        anew = intents.typed(text, name, step.field_label, secret=secret)
    shows = bool(secret and step.text and squash(step.text) in squash(step.intent))
    return anew if step.intent == made or shows else step.intent


def _spoken_of(workflow: Workflow, name: str, value: str) -> Workflow:
    """Rows and checks that hold the value follow the parameter; a check that holds it among other words is refused."""
    steps = []
    for step in workflow.steps:
        update: dict[str, object] = {}
        naming = step.anchor.row_texts if step.anchor is not None else (_led_to(step),)
        if step.identity_param is None and required_by_row(value, naming):
            update["identity_param"] = name
        update["expect"] = tuple(_following(workflow, step, check, name, value) for check in step.expect)
        steps.append(step.model_copy(update=update))
    return with_steps(workflow, tuple(steps))


def _following(workflow: Workflow, step: Step, check: Postcondition, name: str, value: str) -> Postcondition:
    text = check.text or ""
    if check.param or check.kind is CheckKind.ROWS_ADDED or len(squash(value)) < 2 or not holds(text, value):
        return check
    if check.kind in _COUNTED and squash(text) == squash(value):
        return check.model_copy(update={"param": name})
    raise CannotEdit(
        f"{called(workflow, step.id).capitalize()} expects “{text}”, which holds this value and would be wrong with "
        "another one: take that check away first."
    )


def _others_of(workflow: Workflow, step: Step) -> Iterator[Step]:
    """Other steps that use the parameter of this one."""
    if step.param is None:
        return
    for other in workflow.steps:
        uses = {other.identity_param, *(c.param for c in checks_of(other)), *((other.param,) if other != step else ())}
        if step.param in uses:
            yield other


def _refuse_shown(workflow: Workflow, value: str) -> None:
    """A secret may stand in no text of the workflow."""
    if len(squash(value)) < 2:
        return
    for step in workflow.steps:
        for where, text in _texts_of(step):
            if holds(text, value):
                raise CannotEdit(
                    f"The value still stands in {where} of {called(workflow, step.id)}: change that first, a secret is "
                    "kept nowhere."
                )


def _texts_of(step: Step) -> Iterator[tuple[str, str]]:
    yield from (("what is typed", t) for t in (step.text,) if t)
    yield "the name", step.intent
    yield from (("the comment", t) for t in (step.comment,) if t)
    yield from (("a check", c.text) for c in checks_of(step) if c.text)
    for anchor in (step.anchor, step.end_anchor):
        if anchor is not None:
            yield from (("the row", t) for t in (*anchor.row_texts, *filter(None, (anchor.context_text,))))
            yield from (("the label", t) for t in (anchor.ocr_text,) if t)
            before = anchor.structural.before if anchor.structural else ()
            pointed = filter(None, (anchor.pointed_text,))
            yield from (("the surroundings", t) for t in (*anchor.nearby_texts, *before, *pointed))
