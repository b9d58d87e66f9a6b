"""Whether a workflow makes sense, before anything runs it. Pure; the program graph is in validate_program.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from studio.engine.bundle.graph_ways import guard_problems
from studio.engine.bundle.layout import safe_asset, safe_path
from studio.engine.bundle.problem import Problem
from studio.engine.errors import BadBundle
from studio.engine.limits import MAX_SIDE, MAX_STEPS
from studio.engine.model.anchor import Anchor
from studio.engine.model.program import Guard, ProgramGraph
from studio.engine.model.workflow import POINTED, CheckKind, Postcondition, Risk, Step, Workflow
from studio.engine.untrusted import shown

_MAX_ID_BYTES = 200
"""So that a picture called after a step has a name that every disk takes."""


def validate_workflow(workflow: Workflow, asset_paths: Collection[str]) -> tuple[Problem, ...]:
    """All problems of the workflow; those that are no warnings keep it from being saved, opened and run.

    `asset_paths` are the files that the bundle has.
    """
    if len(workflow.steps) > MAX_STEPS:
        return (Problem("too_many_steps", "steps", f"There are more than {MAX_STEPS} steps."),)
    return (
        *_id_problems(workflow),
        *_size_problems(workflow),
        *_asset_problems(workflow, asset_paths),
        *_param_problems(workflow),
        *_since_problems(workflow),
        *_step_warnings(workflow),
        *_program_problems(workflow),
    )


def refuse_invalid(workflow: Workflow, asset_paths: Collection[str], name: str) -> None:
    """Raise BadBundle with a line for each problem that is no warning."""
    problems = [p for p in validate_workflow(workflow, asset_paths) if not p.warning]
    if problems:
        lines = [p.sentence for p in problems[:20]]
        more = [f"… and {len(problems) - 20} more."] if len(problems) > 20 else []
        raise BadBundle("\n".join([f"{name} holds a workflow that cannot be used:", *lines, *more]))


def assets_of(step: Step) -> Iterator[str]:
    """Paths of all pictures that a step refers to."""
    for anchor in (step.anchor, step.end_anchor):
        yield from (path for path in _anchor_assets(anchor) if path)
    for check in checks_of(step):
        if check.template:
            yield check.template
    if step.before_frame:
        yield step.before_frame


def checks_of(step: Step) -> tuple[Postcondition, ...]:
    """All postconditions of a step, also the one that it waits for."""
    return (*step.expect, step.wait_until) if step.wait_until else step.expect


def _anchor_assets(anchor: Anchor | None) -> tuple[str | None, ...]:
    return (anchor.template, anchor.identifier_crop) if anchor else ()


def _id_problems(workflow: Workflow) -> Iterator[Problem]:
    for step_id, times in Counter(step.id for step in workflow.steps).items():
        if times > 1:
            yield Problem("duplicate_step", step_id, f"{times} steps are called {step_id}.")
        if not _is_file_name(step_id):
            sentence = f"The step id {shown(step_id)} cannot be the name of a file: do not use this bundle."
            yield Problem("unsafe_id", step_id, sentence)
    if not workflow.steps:
        yield Problem("no_steps", "steps", "The workflow has no steps.")


def _is_file_name(step_id: str) -> bool:
    """Whether pictures of a run may be called after the step: its id comes from a file that somebody else made."""
    try:
        return "/" not in safe_path(step_id) and len(step_id.encode()) <= _MAX_ID_BYTES
    except BadBundle:
        return False


def _size_problems(workflow: Workflow) -> Iterator[Problem]:
    sides = [side / workflow.scale for side in workflow.viewport] if workflow.scale > 0 else []
    if not sides or not all(1 <= side <= MAX_SIDE for side in (*sides, *workflow.viewport)):
        width, height = workflow.viewport
        sentence = f"The screen of {width} × {height} px at scale {workflow.scale} cannot exist: record it again."
        yield Problem("bad_screen", "viewport", sentence)


def _asset_problems(workflow: Workflow, asset_paths: Collection[str]) -> Iterator[Problem]:
    for step in workflow.steps:
        for path in dict.fromkeys(assets_of(step)):
            try:
                safe_asset(path)
            except BadBundle as error:
                yield Problem("unsafe_path", step.id, f"Step {step.id}: {error}")
                continue
            if path not in asset_paths:
                yield Problem("missing_asset", step.id, f"Step {step.id} needs {path}, which is missing.")


def _param_problems(workflow: Workflow) -> Iterator[Problem]:
    declared = {*workflow.params, *workflow.param_specs, *workflow.secret_params}
    for where, name in param_uses(workflow):
        if name not in declared:
            yield Problem("unknown_param", where, f"{where} uses the parameter {name!r}, which is not declared.")
    for name, spec in workflow.param_specs.items():
        if spec.name != name:
            yield Problem("param_name", name, f"The parameter {name!r} calls itself {spec.name!r}.")


def param_uses(workflow: Workflow) -> Iterator[tuple[str, str]]:
    """Each place that refers to a parameter, and the parameter's name."""
    for step in workflow.steps:
        where = f"Step {step.id}"
        yield from ((where, name) for name in (step.param, step.identity_param, *_guard_params(step.guard)) if name)
        yield from ((where, check.param) for check in checks_of(step) if check.param)
        bound = [value for effect in step.effects for value in effect.fields.values()]
        bound += step.api_binding.body.values() if step.api_binding else ()
        yield from ((where, value.param) for value in bound if value.param)
    for place, graph in graphs_of(workflow):
        yield from ((place, name) for name in _graph_params(graph))


def graphs_of(workflow: Workflow) -> Iterator[tuple[str, ProgramGraph]]:
    """The program and all subflows, each with what a sentence calls it."""
    if workflow.program:
        yield "The program", workflow.program
    for name, graph in workflow.subflows.items():
        yield f"The subflow {name}", graph


def _graph_params(graph: ProgramGraph) -> Iterator[str]:
    for transition in graph.transitions:
        yield from _guard_params(transition.guard)
    for state in graph.states:
        if state.loop:
            yield from state.loop.relation.columns


def _guard_params(guard: Guard | None) -> list[str]:
    return [p.param for p in guard.all_of if p.param] if guard else []


def _since_problems(workflow: Workflow) -> Iterator[Problem]:
    earlier: set[str] = set()
    for step in workflow.steps:
        for check in checks_of(step):
            if check.since is not None and check.since not in earlier:
                sentence = f"Step {step.id} counts since step {check.since}, which is no earlier step."
                yield Problem("bad_since", step.id, sentence)
        earlier.add(step.id)


def _step_warnings(workflow: Workflow) -> Iterator[Problem]:
    for step in workflow.steps:
        if step.risk is Risk.IRREVERSIBLE and not _is_checked(step):
            sentence = f"Step {step.id} ({step.intent}) cannot be undone, and nothing checks that it worked."
            yield Problem("unchecked_write", step.id, sentence, warning=True)
        if step.action in POINTED and step.anchor is None:
            sentence = f"Step {step.id} ({step.intent}) has no target and will halt."
            yield Problem("no_target", step.id, sentence, warning=True)


def _program_problems(workflow: Workflow) -> Iterator[Problem]:
    for step in workflow.steps:
        yield from guard_problems(f"Step {step.id}", step.guard)
    if workflow.program or workflow.subflows:
        from studio.engine.bundle.validate_program import program_problems  # slow to import, and rarely needed

        yield from program_problems(workflow)


def _is_checked(step: Step) -> bool:
    return bool(step.effects) or any(check.kind is not CheckKind.UNKNOWABLE for check in step.expect)
