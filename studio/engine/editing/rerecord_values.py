"""Values in steps that were recorded again: parameters keep their names, rows and checks follow them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from studio.engine.compiler.params import required_by_row
from studio.engine.compiler.values import Variables, constant_part
from studio.engine.compiler.words import is_own_verb
from studio.engine.editing.naming import called
from studio.engine.editing.refusal import CannotEdit
from studio.engine.editing.rerecord_step import VALUES, alike, label_of
from studio.engine.editing.typed_values import drop_param, free_name, make_param, make_secret, used_params
from studio.engine.model.params import ParamSpec
from studio.engine.model.workflow import CheckKind, Postcondition, Step, Workflow
from studio.engine.vision.text import holds, squash

_COUNTED = frozenset({CheckKind.TEXT_ADDED, CheckKind.TEXT_PRESENT})
_TEXTS = _COUNTED | {CheckKind.TEXT_ABSENT}


def adopted(part: Workflow, workflow: Workflow, gone: Sequence[Step], notes: list[str]) -> Workflow:
    """The part with the parameters of the steps that it replaces, and with rows and checks that follow the workflow's
    values. Raises CannotEdit where a row was chosen by a parameter and no longer would be."""
    part = _apart(part, workflow)
    free = [step.id for step in part.steps if step.action in VALUES]
    alone = len(gone) == len(part.steps) == 1
    for old in (s for s in gone if s.param and s.action in VALUES):
        found = next((i for i in free if alone or _same_field(part.step(i), old)), None)
        if found is not None:
            free.remove(found)
            part = _taken_over(part, found, old)
    known = {name: part.params.get(name, value) for name, value in workflow.params.items()}
    varying = _varying(workflow)
    steps = tuple(_following(step, known, varying, notes) for step in part.steps)
    part = part.model_copy(update={"steps": steps})
    _refuse_strangers(part, workflow, gone)
    return part


def merged(workflow: Workflow, part: Workflow, made: Collection[str], notes: list[str]) -> Workflow:
    """The workflow with the part's parameters. One of the same name keeps its recorded value, unless rows of the new
    steps alone are chosen by it. Raises CannotEdit where old and new rows are of different records."""
    params, specs = dict(workflow.params), dict(workflow.param_specs)
    for name, value in part.params.items():
        recorded = params.setdefault(name, value)
        chooses = [step for step in workflow.steps if step.identity_param == name]
        new = [step for step in chooses if step.id in made]
        if recorded == value or not new:
            continue
        if len(new) < len(chooses):
            raise CannotEdit(
                f"The workflow was recorded with “{recorded}” for ⟨{name}⟩ and the new recording with “{value}”: "
                f"record again with “{recorded}”."
            )
        params[name] = value
        if name in specs:
            specs[name] = specs[name].model_copy(update={"example": value})
        notes.append(f"⟨{name}⟩ has “{value}” as its recorded value now.")
    for name, spec in part.param_specs.items():
        specs.setdefault(name, spec)
    rows = {step.identity_param for step in workflow.steps if step.id in made}
    required = {name: _required(specs.get(name), name, params) for name in rows if name}
    secrets = tuple(dict.fromkeys((*workflow.secret_params, *part.secret_params)))
    return workflow.model_copy(
        update={"params": params, "param_specs": specs | required, "secret_params": secrets},
    )


def without_unused(workflow: Workflow, before: Workflow, notes: list[str]) -> Workflow:
    """Without parameters that nothing uses since steps went; what was unused before stays."""
    known = {*before.params, *before.param_specs, *before.secret_params}
    used = used_params(workflow)
    for name in dict.fromkeys((*workflow.params, *workflow.param_specs, *workflow.secret_params)):
        if name in used or (name in known and name not in used_params(before)):
            continue
        workflow = drop_param(workflow, name)
        if name in known:
            notes.append(f"⟨{name}⟩ is used by no step any more and was taken out.")
    return workflow


def _required(spec: ParamSpec | None, name: str, params: dict[str, str]) -> ParamSpec:
    """What decides which record is acted on must be given."""
    return (spec or ParamSpec(name=name, example=params.get(name))).model_copy(update={"required": True})


def _apart(part: Workflow, workflow: Workflow) -> Workflow:
    """A name that is a secret here and none there means two things: the part's gets another one."""
    own, known = set(part.secret_params), set(workflow.secret_params)
    everywhere = {*workflow.params, *workflow.param_specs, *known}
    for name in dict.fromkeys((*part.params, *part.param_specs, *part.secret_params)):
        if name in everywhere and (name in own) != (name in known):
            both = part.model_copy(update={"params": {**dict.fromkeys(everywhere, ""), **part.params}})
            part = _renamed(part, name, free_name(both, name))
    return part


def _same_field(new: Step, old: Step) -> bool:
    return new.action is old.action and alike(label_of(new), label_of(old))


def _taken_over(part: Workflow, step_id: str, old: Step) -> Workflow:
    """The part whose step takes the parameter of the old one."""
    new, name = part.step(step_id), old.param or ""
    if new.param == name and new.secret == old.secret:
        return part
    if old.secret and not new.secret:
        return _as_secret(part, step_id, name)
    if new.secret and not old.secret:
        return part
    if new.param:
        return _renamed(part, new.param, name)
    return _as_param(part, step_id, name)


def _as_secret(part: Workflow, step_id: str, name: str) -> Workflow:
    try:
        return make_secret(part, step_id, name)
    except CannotEdit as why:
        raise CannotEdit(
            f"The new recording shows the secret ⟨{name}⟩ in plain letters: record it again, and press Ctrl+Alt+S "
            "before it is typed."
        ) from why


def _as_param(part: Workflow, step_id: str, name: str) -> Workflow:
    """As a parameter; a check that holds the value among other words would be wrong with another one and goes."""
    value = part.step(step_id).text or ""
    if not value:
        raise CannotEdit(f"Nothing was typed or chosen for ⟨{name}⟩: record it again.")
    if part.params.get(name, value) != value:
        raise CannotEdit(f"The new recording gives ⟨{name}⟩ two different values: record it again with one.")
    kept = tuple(_without(step, lambda c: _among_others(c, value)) for step in part.steps)
    return make_param(part.model_copy(update={"steps": kept}), step_id, name)


def _without(step: Step, goes: Callable[[Postcondition], bool]) -> Step:
    return step.model_copy(update={"expect": tuple(check for check in step.expect if not goes(check))})


def _among_others(check: Postcondition, value: str) -> bool:
    """Whether the check holds the value but is not it."""
    text = check.text or ""
    whole = check.kind in _COUNTED and squash(text) == squash(value)
    speaks = not check.param and check.kind is not CheckKind.ROWS_ADDED
    return speaks and len(squash(value)) >= 2 and holds(text, value) and not whole


def _varying(workflow: Workflow) -> Variables:
    """All values of the workflow that may differ in another run, as the compiler takes them."""
    typed = [step.text for step in workflow.steps if step.text and step.action in VALUES]
    rows = [text for step in workflow.steps if step.anchor for text in step.anchor.row_texts]
    return Variables.of([*workflow.params.values(), *typed, *rows])


def _following(step: Step, values: dict[str, str], varying: Variables, notes: list[str]) -> Step:
    """The step whose row, label and checks follow the workflow's parameters. A check of a text that holds a part of
    what is put in elsewhere goes: it would tell of that, not of this step."""
    update: dict[str, object] = {}
    if step.identity_param is None:
        update["identity_param"] = _row_param(step, values)
    checks = []
    for check in step.expect:
        if named := next((n for n, v in values.items() if _is_value(check, v)), None):
            checks.append(check.model_copy(update={"param": named}))
        elif check.text and check.kind in _TEXTS and not check.param:
            checks += _constant(step, check, varying, notes)
        else:
            checks.append(check)
    return step.model_copy(update={**update, "expect": tuple(checks)})


def _constant(step: Step, check: Postcondition, varying: Variables, notes: list[str]) -> list[Postcondition]:
    """The check of what is the same in every run; none where nothing is left of its text."""
    text = constant_part(check.text or "", varying)
    if text == check.text:
        return [check]
    if text is None:
        notes.append(f"“{step.intent}” does not check “{check.text}”, which may be another text in another run.")
        return []
    notes.append(f"“{step.intent}” checks “{text}” alone: the rest of “{check.text}” may differ in another run.")
    return [check.model_copy(update={"text": text})]


def _is_value(check: Postcondition, value: str) -> bool:
    same = len(squash(value)) >= 2 and squash(check.text or "") == squash(value)
    return same and check.param is None and check.kind in _COUNTED


def _row_param(step: Step, values: dict[str, str]) -> str | None:
    """The parameter whose recorded value names the record that the step acts on; of several that with most figures."""
    if step.anchor is None:
        return None
    label = step.anchor.ocr_text or ""
    said = (*step.anchor.row_texts, *(() if is_own_verb(label) else (label,)))
    naming = [name for name, value in values.items() if required_by_row(value, said)]
    return max(naming, key=lambda name: sum(c.isdigit() for c in values[name]), default=None)


def _refuse_strangers(part: Workflow, workflow: Workflow, gone: Sequence[Step]) -> None:
    """Where a parameter chose the record, the new steps must not act on the one that happened to be there."""
    chosen = {step.identity_param for step in part.steps}
    for old in gone:
        name = old.identity_param
        if name is None or name in chosen:
            continue
        strange = next((s for s in part.steps if s.identity_armed and s.identity_param is None), None)
        if len(gone) > 1 and strange is None and name in {step.param for step in part.steps}:
            continue
        row = f"; the new recording acts on “{_row_of(strange)}”" if _row_of(strange) else ""
        wanted = f"“{workflow.params[name]}”" if name in workflow.params else "the recorded value"
        raise CannotEdit(
            f"{called(workflow, old.id).capitalize()} finds its record by ⟨{name}⟩{row}: bring the program to that "
            f"point with {wanted} and record it again."
        )


def _row_of(step: Step | None) -> str:
    """The first text of its row."""
    return next(iter(step.anchor.row_texts), "") if step is not None and step.anchor is not None else ""


def _renamed(part: Workflow, name: str, other: str) -> Workflow:
    """The part whose parameter has another name, wherever it is used."""

    def called_now(used: str | None) -> str | None:
        return other if used == name else used

    steps = tuple(
        step.model_copy(
            update={
                "param": called_now(step.param),
                "identity_param": called_now(step.identity_param),
                "intent": step.intent.replace(f"⟨{name}⟩", f"⟨{other}⟩"),
                "expect": tuple(c.model_copy(update={"param": called_now(c.param)}) for c in step.expect),
            }
        )
        for step in part.steps
    )
    specs = {n: s for n, s in part.param_specs.items() if n != name}
    if name in part.param_specs:
        specs[other] = part.param_specs[name].model_copy(update={"name": other})
    return part.model_copy(
        update={
            "steps": steps,
            "params": {called_now(n) or n: v for n, v in part.params.items()},
            "param_specs": specs,
            "secret_params": tuple(called_now(n) or n for n in part.secret_params),
        }
    )
