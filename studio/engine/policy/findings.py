"""All findings of one workflow, in the order of its steps. Pure; what must not be saved at all is in bundle/validate.

Their table is in codes.py; what concerns a bundle as a whole (seal, signature, dates) is in bundle_findings.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from studio.engine.bundle.validate import param_uses
from studio.engine.model.anchor import Anchor
from studio.engine.model.workflow import POINTED, ActionKind, CheckKind, Risk, Step, Workflow
from studio.engine.policy.codes import found
from studio.engine.policy.finding import Finding, Mend
from studio.engine.policy.policy import NO_POLICY, Policy
from studio.engine.policy.repeats import repeated_writes

_ACTS = frozenset({ActionKind.CLICK, ActionKind.DOUBLE_CLICK, ActionKind.RIGHT_CLICK, ActionKind.DRAG, ActionKind.KEY})
_FEW = 2
"""Landmarks that tell look-alikes apart: one alone may move with its neighbour."""


def findings(
    workflow: Workflow,
    pictures: Collection[str],
    *,
    not_found: Mapping[str, str] | None = None,
    policy: Policy = NO_POLICY,
) -> tuple[Finding, ...]:
    """What a person should know, as severe as `policy` takes it.

    `pictures` are the paths of the bundle's pictures; `not_found` says, by step, why a target does not resolve on its
    own recorded frame, where that was tried.
    """
    repeated = repeated_writes(workflow)
    steps = [step for step in workflow.steps if not step.disabled]
    all_found = [f for step in steps for f in _of_step(workflow, step, not_found or {}, policy, repeated)]
    weighed = (policy.weigh(finding) for finding in (*all_found, *_of_whole(workflow, pictures)))
    return tuple(finding for finding in weighed if finding is not None)


def _of_step(
    workflow: Workflow, step: Step, not_found: Mapping[str, str], policy: Policy, repeated: Collection[str]
) -> Iterator[Finding]:
    if step.id in workflow.unreviewed:
        sentence = "A heal of this step waits for a person's decision: the workflow does not run before."
        yield found("unreviewed", step.id, sentence, Mend.REVIEW)
    if step.secret and not step.param:
        sentence = "A secret is typed here that has no name, so no run can ask for it."
        yield found("secret_unnamed", step.id, sentence, Mend.NAME_SECRET)
    yield from _of_target(step, not_found, policy)
    yield from _of_outcome(step)
    if step.id in repeated:
        sentence = "It cannot be undone, and the program may come to it again for the same record."
        yield found("write_repeats", step.id, sentence)


def _of_target(step: Step, not_found: Mapping[str, str], policy: Policy) -> Iterator[Finding]:
    anchor = step.anchor
    if anchor is None:
        if step.action in POINTED:
            sentence = "It has no target, so a run stops here."
            yield found("no_target", step.id, sentence, Mend.SET_TARGET)
        return
    if step.id in not_found:
        sentence = f"It is not found again on its own picture. {not_found[step.id]}"
        yield found("not_found", step.id, sentence, Mend.SET_TARGET)
    yield from _of_look_alikes(step, anchor)
    if step.risk is Risk.IRREVERSIBLE and anchor.structural is None and not anchor.ocr_text:
        sentence = (
            f"It cannot be undone, and is found {_only_way(anchor)}: nothing that it says proves that it is the one."
        )
        yield found("weak_write", step.id, sentence, Mend.SET_TARGET)
    if (ways := _ways(anchor)) < _ways_wanted(policy):
        only = f"It is found {_only_way(anchor)}" if ways <= 1 else f"Only {ways} ways lead to it"
        sentence = f"{only}: when that changes, a run stops here."
        mend = Mend.ADD_LANDMARK if len(anchor.landmarks) < _FEW else Mend.SET_TARGET
        yield found("single_way", step.id, sentence, mend)


def _of_look_alikes(step: Step, anchor: Anchor) -> Iterator[Finding]:
    same_look, same_words = anchor.template_count, anchor.label_count if anchor.ocr_text else 1
    told_apart = anchor.structural is not None and anchor.structural.count <= 1
    if step.identity_armed or told_apart or (same_look <= 1 and same_words <= 1):
        return
    if anchor.ocr_text and same_words > 1:
        why = f" {step.identity_unarmed_reason}" if step.identity_unarmed_reason else ""
        sentence = (
            f"“{anchor.ocr_text}” stands {same_words} times on this screen, and nothing proves which one is meant.{why}"
        )
        yield found("identity_unarmed", step.id, sentence, Mend.PROVE_ROW)
    elif len(anchor.landmarks) < _FEW:
        few = "Nothing beside it tells" if not anchor.landmarks else "Only one landmark tells"
        sentence = f"{same_look} places on this screen look the same. {few} them apart."
        yield found("look_alikes", step.id, sentence, Mend.ADD_LANDMARK)


def _of_outcome(step: Step) -> Iterator[Finding]:
    telling = [check for check in step.expect if check.kind is not CheckKind.UNKNOWABLE]
    if step.risk_asked:
        yield found("risk_unclear", step.id, f"{step.risk_asked} Say whether it can be undone.", Mend.SET_RISK)
    if step.risk is Risk.IRREVERSIBLE:
        if not telling and step.expect:
            sentence = "It cannot be undone, and this screen does not tell whether it worked: every run asks a person."
            yield found("unknowable_outcome", step.id, sentence, Mend.ADD_CHECK)
        elif not telling:
            sentence = "It cannot be undone, and nothing is checked afterwards."
            yield found("unchecked_write", step.id, sentence, Mend.ADD_CHECK)
        if not step.effects:
            sentence = "It cannot be undone, and the record itself is not asked: a run can say “passed on screen”."
            yield found("unverified_write", step.id, sentence)
    elif step.action in _ACTS and not step.expect:
        sentence = "Nothing is checked afterwards: the next target has to prove that it worked."
        yield found("no_check", step.id, sentence, Mend.ADD_CHECK)


def _of_whole(workflow: Workflow, pictures: Collection[str]) -> Iterator[Finding]:
    used = {name for _, name in param_uses(workflow)}
    for name in dict.fromkeys([*workflow.param_specs, *workflow.params, *workflow.secret_params]):
        if name not in used:
            sentence = f"The parameter ⟨{name}⟩ is asked for, and no step uses it."
            yield found("param_unused", None, sentence, Mend.DROP_PARAM, name)
    if not any(step.before_frame in pictures for step in workflow.steps):
        sentence = "This workflow came without its pictures: targets cannot be shown in their place."
        yield found("no_pictures", None, sentence)
    if not workflow.phi_scrubbed and (workflow.contains_phi or any(map(_holds_identity, workflow.steps))):
        sentence = "It holds, readable, what it knows the recorded record by: studio scrub writes a copy without that."
        yield found("readable_identity", None, sentence)


def _holds_identity(step: Step) -> bool:
    anchors = [anchor for anchor in (step.anchor, step.end_anchor) if anchor is not None]
    return any(
        a.context_text or a.row_texts or a.structured_identity or a.identifier_crop or a.identity_cells for a in anchors
    )


def _ways_wanted(policy: Policy) -> int:
    setting = policy.setting("ways_to_find")
    return setting.at_least if setting is not None and setting.at_least is not None else _FEW


def _ways(anchor: Anchor) -> int:
    there = (anchor.structural is not None, bool(anchor.template), bool(anchor.ocr_text), len(anchor.landmarks) >= _FEW)
    return sum(there)


def _only_way(anchor: Anchor) -> str:
    if anchor.structural is not None:
        return "by structure alone"
    if anchor.template:
        return "by its picture alone"
    return "by its label alone" if anchor.ocr_text else "by its place alone"
