"""The last pass: drafts, checks, risk and parameters become the workflow and the pictures of its bundle."""

from __future__ import annotations

from dataclasses import dataclass, replace

from studio.engine.compiler import intents
from studio.engine.compiler.checks import StepChecks
from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.identity import StepIdentity
from studio.engine.compiler.params import Parameters
from studio.engine.compiler.risk import RiskVerdict
from studio.engine.compiler.targets import IDENTIFIER, TEMPLATE, AnchorDraft
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import ActionKind, FieldTells, Step, WantedState, Workflow
from studio.engine.recording import RecordingMeta
from studio.engine.vision.frame import Frame


@dataclass(frozen=True, slots=True)
class Compiled:
    """One step with what all passes found; `before_frame` is the bundle's path of its before-frame."""

    draft: StepDraft
    checks: StepChecks
    risk: RiskVerdict
    identity: StepIdentity
    wanted_state: WantedState | None = None
    field_tells: FieldTells = FieldTells.VALUE
    kept: bool = False
    rechecks: bool = False
    before_frame: str | None = None

    def at_frame(self, path: str) -> Compiled:
        """The same with the path of its before-frame."""
        return replace(self, before_frame=path)


def step_of(done: Compiled) -> Step:
    """The step as the workflow holds it. A parameter keeps its recorded value elsewhere, a secret has none."""
    draft, event = done.draft, done.draft.event
    return Step(
        id=draft.id,
        intent=intent_of(draft),
        action=draft.action,
        anchor=draft.target.anchor if draft.target else None,
        end_anchor=draft.end.anchor if draft.end else None,
        path=event.path,
        modifiers=event.modifiers,
        pasted=event.pasted,
        wanted_state=done.wanted_state,
        text=None if draft.secret or draft.param else event.text,
        param=draft.param,
        secret=draft.secret,
        key=event.key,
        entry=draft.marked,
        scroll_dx=event.dx,
        scroll_dy=event.dy,
        scroll_at=event.point if draft.action is ActionKind.SCROLL else None,
        typed_as=event.typed_as,
        appends=draft.appends,
        field_label=draft.field_label,
        field_tells=done.field_tells,
        kept=done.kept,
        rechecks=done.rechecks,
        expect=done.checks.checks,
        heeds_failure=done.checks.heeds_failure,
        wait_until=done.risk.awaits or done.checks.wait,
        risk=done.risk.risk,
        risk_reason=done.risk.reason,
        risk_asked=done.risk.asked,
        risk_word=done.risk.word,
        identity_armed=done.identity.armed,
        identity_unarmed_reason=done.identity.reason,
        identity_param=done.identity.param,
        before_frame=done.before_frame,
        answers=event.answers or None,
        page=event.page,
    )


def intent_of(draft: StepDraft) -> str:
    """The sentence that names the step."""
    event = draft.event
    if draft.action is ActionKind.TYPE:
        return intents.typed(event.text, draft.param, draft.field_label, secret=draft.secret)
    if draft.action is ActionKind.SCROLL:
        return intents.scrolled(event.dx or 0, event.dy or 0)
    if draft.action is ActionKind.KEY:
        return intents.pressed(event.key)
    if draft.action is ActionKind.SWITCH_SURFACE:
        return intents.turned_to(event.text)
    if draft.target is None:
        return draft.action.value.replace("_", " ")
    if draft.action is ActionKind.SELECT:
        return intents.chosen(event.text, draft.param, draft.target.anchor)
    return intents.pointed(draft.action, draft.target.anchor, draft.end.anchor if draft.end else None)


def pictures_of(done: Compiled) -> dict[str, Frame]:
    """Crops of the step by their path in the bundle."""
    found = _crops(done.draft.target) | _crops(done.draft.end)
    template = next((check.template for check in done.checks.checks if check.template), None)
    if template and done.checks.picture:
        found[template] = done.checks.picture
    return found


def _crops(draft: AnchorDraft | None) -> dict[str, Frame]:
    if draft is None:
        return {}
    paths = {TEMPLATE: draft.anchor.template, IDENTIFIER: draft.anchor.identifier_crop}
    return {path: draft.crops[name] for name, path in paths.items() if path}


def workflow_of(
    name: str,
    meta: RecordingMeta,
    steps: tuple[Step, ...],
    parameters: Parameters,
    *,
    structure: bool,
    place: Region | None = None,
) -> Workflow:
    """The whole workflow. `place` is where its window stood, where it has one."""
    return Workflow(
        name=name,
        recording_id=meta.id,
        created_at=meta.created_at,
        viewport=meta.viewport,
        scale=meta.scale,
        app_url=meta.app_url,
        backend=meta.backend,
        window=meta.window,
        place=place,
        params=recorded_values(parameters),
        param_specs=parameters.specs,
        secret_params=parameters.secrets,
        steps=steps,
        structure=structure,
    )


def recorded_values(parameters: Parameters) -> dict[str, str]:
    """The recorded value of each parameter that is not a secret."""
    return {name: spec.example for name, spec in parameters.specs.items() if spec.example is not None}
