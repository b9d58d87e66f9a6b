"""Parameters: what was recorded as one, what a person confirmed, and what else could be one.

A proposal is never applied by itself. Decisions are applied to the drafts before the later passes, so that a
confirmed parameter is treated exactly like a recorded one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.entries import entry_in
from studio.engine.compiler.param_names import slug
from studio.engine.compiler.proposing import propose
from studio.engine.compiler.scenes import Scenes
from studio.engine.compiler.texts import readable
from studio.engine.compiler.words import is_own_verb
from studio.engine.model.params import ParamKind, ParamProposal, ParamSpec, ProposalDecision
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordingMeta
from studio.engine.vision.text import holds, squash


@dataclass(frozen=True, slots=True)
class ParamDecision:
    """What a person said of one proposal; `name` renames it."""

    decision: ProposalDecision
    name: str | None = None

    @classmethod
    def of(cls, said: ParamDecision | Mapping[str, str] | str) -> ParamDecision:
        """From a decision, `{"decision": …, "name": …}` or a plain word. Raises ValueError for an unknown word."""
        if isinstance(said, ParamDecision):
            return said
        if isinstance(said, str):
            return cls(ProposalDecision(said))
        return cls(ProposalDecision(said["decision"]), said.get("name"))


@dataclass(frozen=True, slots=True)
class Parameters:
    """The drafts with their parameters decided, the specs, and the proposals that wait."""

    drafts: tuple[StepDraft, ...]
    specs: dict[str, ParamSpec]
    secrets: tuple[str, ...]
    proposals: tuple[ParamProposal, ...]


def decide(
    drafts: tuple[StepDraft, ...],
    meta: RecordingMeta,
    *,
    scenes: Scenes | None = None,
    accept: Iterable[str] = (),
    decisions: Mapping[str, ParamDecision | Mapping[str, str] | str] | None = None,
) -> Parameters:
    """Apply `decisions` (by step id or proposed name) and `accept` (proposed names); the rest stays proposed.
    `scenes` tell what the columns of rows are called, where they are given.

    Raises ValueError for an accepted name or a decision that no proposal bears.
    """
    named = tuple(_named_secret(draft) for draft in drafts)
    proposals = propose(named, scenes)
    said = {name: ParamDecision(ProposalDecision.PARAMETER) for name in accept}
    said |= {key: ParamDecision.of(word) for key, word in (decisions or {}).items()}
    _refuse_unknown(said, proposals)
    chosen = {p.step_id: said.get(p.step_id) or said.get(p.name) for p in proposals}
    decided = tuple(_apply(draft, proposals, chosen.get(draft.id)) for draft in named)
    open_ones = tuple(p for p in proposals if chosen[p.step_id] is None)
    return Parameters(decided, _specs(decided, meta), _secrets(decided), open_ones)


def required_by_row(param_value: str, row_texts: Iterable[str]) -> bool:
    """Whether a value chooses the row: one of its texts is it, or holds it among other whole words."""
    return len(squash(param_value)) >= 2 and readable(param_value) and any(holds(t, param_value) for t in row_texts)


def _named_secret(draft: StepDraft) -> StepDraft:
    """A secret always has a name, since its value is asked for by it."""
    if not draft.secret or draft.param:
        return draft
    return replace(draft, param=slug(draft.field_label or "secret"))


def _refuse_unknown(said: Mapping[str, ParamDecision], proposals: tuple[ParamProposal, ...]) -> None:
    known = {p.name for p in proposals} | {p.step_id for p in proposals}
    unknown = sorted(set(said) - known)
    if unknown:
        offered = ", ".join(sorted(p.name for p in proposals)) or "none"
        raise ValueError(f"No proposed parameter is called {', '.join(unknown)}. Proposed are: {offered}.")


def _apply(draft: StepDraft, proposals: tuple[ParamProposal, ...], said: ParamDecision | None) -> StepDraft:
    if said is None or said.decision is ProposalDecision.CONSTANT:
        return draft
    proposal = next(p for p in proposals if p.step_id == draft.id)
    name = said.name or proposal.name
    if proposal.kind is ParamKind.ENTRY:
        if said.decision is ProposalDecision.SECRET:
            raise ValueError(f"{proposal.name} is an entry that is picked on the screen: it can be no secret.")
        target = draft.target
        picked = entry_in(target.anchor, proposal.cell) if target else draft.led_to or ""
        return replace(draft, entry=(name, picked))
    return replace(draft, param=name, secret=said.decision is ProposalDecision.SECRET)


def _specs(drafts: tuple[StepDraft, ...], meta: RecordingMeta) -> dict[str, ParamSpec]:
    """Specs in the order in which the parameters are used; what the recorder knew of one is kept."""
    specs: dict[str, ParamSpec] = {}
    for draft in drafts:
        if draft.param and draft.param not in specs:
            value = None if draft.secret else draft.event.text or meta.params.get(draft.param)
            told = meta.param_specs.get(draft.param)
            spec = _spec(draft, draft.param, value, drafts)
            specs[draft.param] = _merged(told, spec) if told else spec
        if draft.entry and draft.entry[0] not in specs:
            name, value = draft.entry
            specs[name] = ParamSpec(name=name, type="entry", example=value, required=True, label=draft.label)
    return specs


def _merged(told: ParamSpec, found: ParamSpec) -> ParamSpec:
    """What the recorder said of type, choices and label stands before what was found here."""
    required = told.required or found.required
    said = {"type": told.type, "choices": told.choices or found.choices, "label": told.label or found.label}
    return found.model_copy(update={**said, "required": required})


def _spec(draft: StepDraft, name: str, value: str | None, drafts: tuple[StepDraft, ...]) -> ParamSpec:
    rows = [d for d in drafts if d.event.i > draft.event.i and row_param(d, {name: value or ""})]
    return ParamSpec(
        name=name,
        type="secret" if draft.secret else "date" if draft.event.typed_as else "string",
        example=value,
        required=draft.secret or bool(rows),
        choices=draft.element.options if draft.action is ActionKind.SELECT and draft.element else (),
        label=draft.field_label or draft.label,
    )


def row_param(draft: StepDraft, values: Mapping[str, str]) -> str | None:
    """The parameter whose recorded value names the record on which the step acts; None where none does.

    Of several that stand in its row or on its label the one with the most figures: a number tells more than a name.
    """
    if draft.target is None and not draft.led_to:
        return None
    row = draft.target.anchor.row_texts if draft.target is not None else (draft.led_to or "",)
    label = () if is_own_verb(draft.label or "") else (draft.label or "",)
    naming = [name for name, value in values.items() if required_by_row(value, (*row, *label))]
    return max(naming, key=lambda name: sum(c.isdigit() for c in values[name]), default=None)


def _secrets(drafts: tuple[StepDraft, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(draft.param for draft in drafts if draft.secret and draft.param))
