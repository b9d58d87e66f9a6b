"""workflow.py: a readable rendering of a workflow for code review. Generated; never run and never read back."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from studio.engine.model.anchor import Anchor
from studio.engine.model.effects import Effect, ValueExpr
from studio.engine.model.params import ParamSpec
from studio.engine.model.program import Predicate, ProgramGraph, State
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Step, Workflow

_WIDTH = 110


def render_workflow(workflow: Workflow) -> str:
    """Python source that shows each step as one call, with what is known of its target and its checks."""
    parts = [_head(workflow), "", ""]
    parts += [f"def {_identifier(workflow.name)}(do, p):"]
    parts += [f"    {line}".rstrip() for number, step in enumerate(workflow.steps, 1) for line in _step(number, step)]
    parts += [] if workflow.steps else ["    pass"]
    graphs = [("program", workflow.program)] if workflow.program else []
    for name, graph in [*graphs, *workflow.subflows.items()]:
        parts += ["", "", *_graph(name, graph)]
    return "\n".join(parts).rstrip() + "\n"


def readable(workflow: Workflow) -> bytes:
    """The file."""
    return render_workflow(workflow).encode("utf-8", "backslashreplace")


def _head(workflow: Workflow) -> str:
    where = f" on {workflow.app_url}" if workflow.app_url else ""
    lines = [
        f"# {_plain(workflow.name)}: {len(workflow.steps)} steps{_plain(where)}, screen {_size(workflow)}",
        "#",
        "# A rendering of workflow.json for reading. Changing it changes nothing: it is never run, never read back.",
        *_params(workflow),
    ]
    if workflow.unreviewed:
        lines += ["#", f"# Heals that nobody decided yet: {_plain(', '.join(workflow.unreviewed))}"]
    return "\n".join(lines)


def _size(workflow: Workflow) -> str:
    scale = "" if workflow.scale == 1 else f" (scale {workflow.scale:g})"
    return f"{workflow.viewport[0]} × {workflow.viewport[1]} px{scale}"


def _params(workflow: Workflow) -> Iterator[str]:
    names = dict.fromkeys([*workflow.param_specs, *workflow.params, *workflow.secret_params])
    if names:
        yield from ("#", "# Parameters:")
    for name in names:
        spec = workflow.param_specs.get(name, ParamSpec(name=name))
        yield f"#   {_plain(name)}: {_plain(_param(workflow, spec))}"


def _param(workflow: Workflow, spec: ParamSpec) -> str:
    if spec.name in workflow.secret_params:
        return "secret, never stored; given at run time"
    example = workflow.params.get(spec.name, spec.example)
    choices = f", one of {', '.join(spec.choices)}" if spec.choices else ""
    fallback = "must be given" if spec.required else f"falls back to {example!r}"
    return f"{spec.type}{choices}, {fallback}"


def _step(number: int, step: Step) -> Iterator[str]:
    risk = "  [cannot be undone]" if step.risk is Risk.IRREVERSIBLE else ""
    disabled = "  [disabled: every run passes it over]" if step.disabled else ""
    yield f"# {number}. {_plain(step.intent)} ({_plain(step.id)}){risk}{disabled}"
    yield _call(step)
    yield from (f"#     {_plain(line)}" for line in _comments(step))
    yield ""


def _comments(step: Step) -> Iterator[str]:
    if step.comment:
        yield f"note: {step.comment}"
    if step.risk_reason:
        word = f" ({step.risk_word.by}, {step.risk_word.at})" if step.risk_word else ""
        yield f"risk: {step.risk_reason}{word}"
    if step.risk_asked:
        yield f"risk not clear: {step.risk_asked}"
    if step.guard:
        yield f"only if: {_guard(step.guard.all_of, step.guard.negate)}"
    if step.wait_until:
        yield f"wait until: {_check(step.wait_until)}"
    if step.anchor:
        yield from _target(step.anchor)
    if step.end_anchor:
        yield from (f"end {line}" for line in _target(step.end_anchor))
    yield from _identity(step)
    yield from (f"then: {_check(check)}" for check in step.expect)
    yield from (f"record: {_effect(effect)}" for effect in step.effects)
    if step.api_binding:
        yield f"instead, by API: {step.api_binding.method} {step.api_binding.url}"


def _call(step: Step) -> str:
    arguments = [*_label(step), *_input(step), *_places(step), *_options(step)]
    return f"do.{step.action}({', '.join(arguments)})"


def _label(step: Step) -> Iterator[str]:
    anchor = step.anchor
    name = anchor and (anchor.ocr_text or (anchor.structural and (anchor.structural.name or anchor.structural.label)))
    if name:
        yield _literal(name)


def _input(step: Step) -> Iterator[str]:
    if step.param is not None:
        yield f"p[{_literal(step.param)}]"
    elif step.secret:
        yield "SECRET"
    elif step.text is not None:
        yield _literal(step.text)
    if step.key is not None:
        yield _literal(step.key)


def _places(step: Step) -> Iterator[str]:
    if step.anchor:
        yield f"at={tuple(step.anchor.click_point)}"
    if step.end_anchor:
        yield f"to={tuple(step.end_anchor.click_point)}"
    if step.action is ActionKind.SCROLL:
        yield f"dx={step.scroll_dx or 0}, dy={step.scroll_dy or 0}"


def _options(step: Step) -> Iterator[str]:
    if step.field_label:
        yield f"into={_literal(step.field_label)}"
    if step.entry:
        yield f"entry={_literal(step.entry)}"
    if step.modifiers:
        yield f"held={_literal('+'.join(step.modifiers))}"
    if step.pasted:
        yield "pasted=True"
    if step.path:
        yield f"path={len(step.path)} points in {step.path[-1][2]} ms"
    if step.wanted_state:
        yield f"{step.wanted_state.attribute}={step.wanted_state.value}"
    if step.typed_as:
        yield f"typed_as={_literal(step.typed_as)}"
    if step.page not in (None, 1):
        yield f"page={step.page}"
    if step.secret and step.param is not None:
        yield "secret=True"


def _target(anchor: Anchor) -> Iterator[str]:
    locator = anchor.structural
    if locator:
        path = [locator.role or locator.tag, repr(locator.name or locator.label), *(f"in {x!r}" for x in locator.frame)]
        yield f"target: {' '.join(path)}"
    if anchor.template:
        yield f"looks like: {anchor.template} at {tuple(anchor.region)}"
    if anchor.landmarks:
        near = (f"{mark.relation.replace('_', ' ') or 'near'} {mark.ocr_text!r}" for mark in anchor.landmarks)
        yield f"landmarks: {', '.join(near)}"


def _identity(step: Step) -> Iterator[str]:
    context = step.anchor.context_text if step.anchor else None
    if step.identity_param:
        yield f"row: must name the parameter {step.identity_param!r}"
    elif step.identity_armed and step.anchor and step.anchor.identity_template:
        yield "row: must name the record that is kept as hashes"
    elif step.identity_armed and context:
        yield f"row: must read {context!r}"
    elif step.identity_unarmed_reason:
        yield f"row: not checked, {step.identity_unarmed_reason}"


def _check(check: Postcondition) -> str:
    where = f" at {tuple(check.region)}" if check.region else ""
    since = f" more than after {check.since}" if check.since else " more than before"
    text = f"⟨{check.param}⟩" if check.param else repr(check.text)
    subject = check.locator.name or check.locator.label or check.locator.role if check.locator else ""
    sentences = {
        CheckKind.TEXT_PRESENT: f"the text {text} shows{where}",
        CheckKind.TEXT_ABSENT: f"the text {text} does not show{where}",
        CheckKind.TEXT_ADDED: f"the text {text} shows {check.by} times{since}",
        CheckKind.ROWS_ADDED: f"the list {check.text!r} has {check.by} rows{since}",
        CheckKind.STATE: f"{subject!r} has {check.attribute} = {check.value}",
        CheckKind.REGION_STABLE: f"the screen{where} looks as recorded",
        CheckKind.SAVED: f"the window {text} marks no unsaved changes any more",
        CheckKind.UNKNOWABLE: "nothing on the screen tells whether it worked",
    }
    return sentences[check.kind]


def _effect(effect: Effect) -> str:
    fields = ", ".join(f"{name} = {_value(value)}" for name, value in effect.fields.items())
    return f"{effect.kind.value.replace('_', ' ')} {effect.record}" + (f" with {fields}" if fields else "")


def _value(value: ValueExpr) -> str:
    return repr(value.literal) if value.param is None else f"p[{value.param!r}]"


def _guard(predicates: tuple[Predicate, ...], negate: bool) -> str:
    told = " and ".join(_predicate(predicate) for predicate in predicates) or "always"
    return f"not ({told})" if negate else told


def _predicate(predicate: Predicate) -> str:
    words = (predicate.kind.value.replace("_", " "), predicate.text, predicate.param, predicate.value)
    return " ".join(words[:1] + tuple(repr(word) for word in words[1:] if word is not None))


def _graph(name: str, graph: ProgramGraph) -> Iterator[str]:
    yield f"# {_plain(name)} begins at {_plain(graph.entry)}"
    for state in graph.states:
        yield f"#   {_plain(f'{state.id}: {_state(state)}')}"
        for edge in graph.transitions:
            if edge.source == state.id:
                on = f" on {', '.join(edge.on)}" if edge.on else ""
                guard = f" if {_guard(edge.guard.all_of, edge.guard.negate)}" if edge.guard else ""
                yield f"#     → {_plain(f'{edge.target}{guard}{on}')}"


def _state(state: State) -> str:
    loop = f"{state.loop.body} for each row of {state.loop.relation.source}" if state.loop else None
    return " ".join(filter(None, (state.kind.value, state.step_id, state.subflow, loop, state.outcome)))


def _identifier(name: str) -> str:
    word = re.sub(r"\W+", "_", name).strip("_").lower()
    if word.isidentifier() and not keyword.iskeyword(word):
        return word
    return f"workflow_{re.sub(r'[^a-z0-9_]+', '_', word)}".rstrip("_")


def _literal(text: str) -> str:
    """A Python string literal; control and direction characters are escaped, long texts are cut."""
    return repr(text if len(text) <= _WIDTH else text[:_WIDTH] + "…")


def _plain(text: str) -> str:
    """One line of a comment: nothing in it can end the line or turn the direction of reading."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
