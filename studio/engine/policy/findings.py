"""All findings of one workflow, in the order of its steps. Pure; what must not be saved at all is in bundle/validate.

======================  ========  =====================================================================
code                    severity  meaning
======================  ========  =====================================================================
no_target               error     a step that points has no target and will halt
secret_unnamed          error     a secret without a name cannot be asked for
unreviewed              error     a heal that nobody has decided: the bundle does not replay
unknowable_outcome      error     irreversible, and nothing on the screen tells success from refusal
unchecked_write         warning   irreversible, and nothing is checked afterwards
identity_unarmed        warning   several places look and read the same, and no row proves which is meant
look_alikes             warning   several places look the same, and too few landmarks tell them apart
single_way              warning   only one way leads to the target: any change of the program halts the run
not_found               warning   the target is not found again on its own recorded picture
param_unused            warning   a parameter that nothing uses
no_check                note      nothing is checked after a step that acts; the next target has to prove it
unverified_write        note      irreversible, and the system of record is not asked
no_pictures             note      the bundle came without its frames
======================  ========  =====================================================================
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from studio.engine.bundle.validate import param_uses
from studio.engine.model.anchor import Anchor
from studio.engine.model.workflow import POINTED, ActionKind, CheckKind, Risk, Step, Workflow
from studio.engine.policy.finding import Finding, Mend, Severity

_ACTS = frozenset({ActionKind.CLICK, ActionKind.DOUBLE_CLICK, ActionKind.RIGHT_CLICK, ActionKind.DRAG, ActionKind.KEY})
_FEW = 2
"""Landmarks that tell look-alikes apart: one alone may move with its neighbour."""


def findings(
    workflow: Workflow, pictures: Collection[str], *, not_found: Mapping[str, str] | None = None
) -> tuple[Finding, ...]:
    """What a person should know. `pictures` are the paths of the bundle's pictures; `not_found` says, by step, why
    a target does not resolve on its own recorded frame, where that was tried."""
    found = [f for step in workflow.steps if not step.disabled for f in _of_step(workflow, step, not_found or {})]
    return (*found, *_of_whole(workflow, pictures))


def _of_step(workflow: Workflow, step: Step, not_found: Mapping[str, str]) -> Iterator[Finding]:
    if step.id in workflow.unreviewed:
        sentence = "A heal of this step waits for a person's decision: the workflow does not run before."
        yield Finding("unreviewed", Severity.ERROR, step.id, sentence, Mend.REVIEW)
    if step.secret and not step.param:
        sentence = "A secret is typed here that has no name, so no run can ask for it."
        yield Finding("secret_unnamed", Severity.ERROR, step.id, sentence, Mend.NAME_SECRET)
    yield from _of_target(step, not_found)
    yield from _of_outcome(step)


def _of_target(step: Step, not_found: Mapping[str, str]) -> Iterator[Finding]:
    anchor = step.anchor
    if anchor is None:
        if step.action in POINTED:
            sentence = "It has no target, so a run stops here."
            yield Finding("no_target", Severity.ERROR, step.id, sentence, Mend.SET_TARGET)
        return
    if step.id in not_found:
        sentence = f"It is not found again on its own picture. {not_found[step.id]}"
        yield Finding("not_found", Severity.WARNING, step.id, sentence, Mend.SET_TARGET)
    yield from _of_look_alikes(step, anchor)
    if _ways(anchor) <= 1:
        sentence = f"It is found {_only_way(anchor)}: when that changes, a run stops here."
        mend = Mend.ADD_LANDMARK if len(anchor.landmarks) < _FEW else Mend.SET_TARGET
        yield Finding("single_way", Severity.WARNING, step.id, sentence, mend)


def _of_look_alikes(step: Step, anchor: Anchor) -> Iterator[Finding]:
    same_look, same_words = anchor.template_count, anchor.label_count if anchor.ocr_text else 1
    told_apart = anchor.structural is not None and anchor.structural.count <= 1
    if step.identity_armed or told_apart or (same_look <= 1 and same_words <= 1):
        return
    if anchor.ocr_text and same_words > 1:
        sentence = (
            f"“{anchor.ocr_text}” stands {same_words} times on this screen, and nothing proves which one is meant."
        )
        yield Finding("identity_unarmed", Severity.WARNING, step.id, sentence, Mend.PROVE_ROW)
    elif len(anchor.landmarks) < _FEW:
        few = "Nothing beside it tells" if not anchor.landmarks else "Only one landmark tells"
        sentence = f"{same_look} places on this screen look the same. {few} them apart."
        yield Finding("look_alikes", Severity.WARNING, step.id, sentence, Mend.ADD_LANDMARK)


def _of_outcome(step: Step) -> Iterator[Finding]:
    telling = [check for check in step.expect if check.kind is not CheckKind.UNKNOWABLE]
    if step.risk is Risk.IRREVERSIBLE:
        if not telling and step.expect:
            sentence = "It cannot be undone, and this screen does not tell whether it worked: every run asks a person."
            yield Finding("unknowable_outcome", Severity.ERROR, step.id, sentence, Mend.ADD_CHECK)
        elif not telling:
            sentence = "It cannot be undone, and nothing is checked afterwards."
            yield Finding("unchecked_write", Severity.WARNING, step.id, sentence, Mend.ADD_CHECK)
        if not step.effects:
            sentence = "It cannot be undone, and the record itself is not asked: a run can say “passed on screen”."
            yield Finding("unverified_write", Severity.NOTE, step.id, sentence)
    elif step.action in _ACTS and not step.expect:
        sentence = "Nothing is checked afterwards: the next target has to prove that it worked."
        yield Finding("no_check", Severity.NOTE, step.id, sentence, Mend.ADD_CHECK)


def _of_whole(workflow: Workflow, pictures: Collection[str]) -> Iterator[Finding]:
    used = {name for _, name in param_uses(workflow)}
    for name in dict.fromkeys([*workflow.param_specs, *workflow.params, *workflow.secret_params]):
        if name not in used:
            sentence = f"The parameter ⟨{name}⟩ is asked for, and no step uses it."
            yield Finding("param_unused", Severity.WARNING, None, sentence, Mend.DROP_PARAM, name)
    if not any(step.before_frame in pictures for step in workflow.steps):
        sentence = "This workflow came without its pictures: targets cannot be shown in their place."
        yield Finding("no_pictures", Severity.NOTE, None, sentence)


def _ways(anchor: Anchor) -> int:
    there = (anchor.structural is not None, bool(anchor.template), bool(anchor.ocr_text), len(anchor.landmarks) >= _FEW)
    return sum(there)


def _only_way(anchor: Anchor) -> str:
    if anchor.structural is not None:
        return "by structure alone"
    if anchor.template:
        return "by its picture alone"
    return "by its label alone" if anchor.ocr_text else "by its place alone"
