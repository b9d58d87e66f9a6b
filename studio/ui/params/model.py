"""What a person said of the proposed parameters, as a value. Pure; nothing of it is applied before all is decided."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from studio.engine.compiler.entries import entry_in
from studio.engine.compiler.params import required_by_row
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.params import ParamKind, ParamProposal, ProposalDecision
from studio.engine.model.workflow import ActionKind, Step, Workflow
from studio.engine.vision.text import holds
from studio.ui.words import tr

DOTS = "•"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_MOST_DOTS = 24


@dataclass(frozen=True)
class Word:
    """What was said of one proposal."""

    decision: ProposalDecision
    name: str


@dataclass(frozen=True)
class Deciding:
    """The proposals of one workflow and what was said so far, by step id."""

    workflow: Workflow
    proposals: tuple[ParamProposal, ...]
    said: Mapping[str, Word] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether all is decided."""
        return all(p.step_id in self.said for p in self.proposals)

    @property
    def left(self) -> int:
        """How many are not decided."""
        return sum(1 for p in self.proposals if p.step_id not in self.said)

    def word(self, step_id: str) -> Word | None:
        """What was said of that step's value."""
        return self.said.get(step_id)

    def decide(self, step_id: str, word: Word) -> Deciding:
        """With a word on one of them."""
        return replace(self, said={**self.said, step_id: word})

    def reopen(self, step_id: str) -> Deciding:
        """Without a word on it."""
        return replace(self, said={k: v for k, v in self.said.items() if k != step_id})

    def next_open(self, after: str) -> str | None:
        """The next one that is not decided, from there on and around; None where there is none."""
        ids = [p.step_id for p in self.proposals]
        start = ids.index(after) + 1
        return next((i for i in (*ids[start:], *ids[:start]) if i not in self.said), None)

    def proposal(self, step_id: str) -> ParamProposal:
        """The proposal of that step."""
        return next(p for p in self.proposals if p.step_id == step_id)

    def step(self, step_id: str) -> Step:
        """The step."""
        return self.workflow.step(step_id)

    def number(self, step_id: str) -> int:
        """The step's number as people count."""
        return [s.id for s in self.workflow.steps].index(step_id) + 1

    def value(self, step_id: str) -> str:
        """What was typed, chosen or picked in the demonstration."""
        step = self.step(step_id)
        if self.picks(step_id):
            return entry_in(step.anchor, self.proposal(step_id).cell) if step.anchor is not None else ""
        return step.text or ""

    def picks(self, step_id: str) -> bool:
        """Whether it is about which entry is picked: that is shown on the screen and can be no secret."""
        return self.proposal(step_id).kind is ParamKind.ENTRY

    def wrong_with(self, step_id: str, name: str) -> str:
        """Why it cannot be called so; empty where it can."""
        if not _NAME.fullmatch(name):
            return tr("Small letters, digits and _, beginning with a letter; at most 40.")
        taken = {*self.workflow.params, *self.workflow.param_specs, *self.workflow.secret_params}
        others = {w.name for i, w in self.said.items() if i != step_id and w.decision is not ProposalDecision.CONSTANT}
        if name in taken | others:
            return tr("Another value is called so already.")
        return ""

    def uses(self, step_id: str) -> tuple[tuple[str, str], ...]:
        """Where else the value shows: icon and sentence."""
        value, place = self.value(step_id), self.number(step_id)
        found: list[tuple[str, str]] = []
        if len(value) < 2:
            return ()
        for number, step in enumerate(self.workflow.steps[place:], place + 1):
            if step.anchor is not None and required_by_row(value, step.anchor.row_texts):
                found.append(("identity", tr("Step {n}: in the row that is chosen", n=number)))
            if any(c.text and holds(c.text, value) for c in step.expect):
                found.append(("check", tr("Step {n}: in a check of what shows afterwards", n=number)))
        return tuple(found[:4])

    def names_a_record(self, step_id: str) -> bool:
        """Whether the value chooses the row that this or a later step works on."""
        return self.picks(step_id) or any(icon == "identity" for icon, _ in self.uses(step_id))

    def lines(self) -> str:
        """All decisions as `studio compile --params-from` reads them."""
        told = [
            {"proposal": step_id, "decision": word.decision.value}
            | ({} if word.decision is ProposalDecision.CONSTANT else {"name": word.name})
            for step_id, word in self.said.items()
        ]
        return "".join(json.dumps(one) + "\n" for one in told)


def kind_of(step: Step) -> str:
    """The kind of value in a word."""
    if step.action not in (ActionKind.TYPE, ActionKind.SELECT):
        return tr("Entry")
    return tr("Date") if step.typed_as else tr("Text")


def dots(value: str) -> str:
    """A value that must not be read: dots alone, never more than fit."""
    return DOTS * min(len(value), _MOST_DOTS)


def field_of(workflow: Workflow, step_id: str) -> Region | None:
    """Where the field stands: the step's own target, or that of the click which led into it."""
    place = [s.id for s in workflow.steps].index(step_id)
    for step in reversed(workflow.steps[max(place - 2, 0) : place + 1]):
        anchor: Anchor | None = step.anchor
        if anchor is not None:
            return anchor.target
    return None


def frames_of(workflow: Workflow, step_id: str) -> tuple[str | None, str | None]:
    """The screen before it was typed, and after it (which is the screen before the next step)."""
    place = [s.id for s in workflow.steps].index(step_id)
    after = workflow.steps[place + 1].before_frame if place + 1 < len(workflow.steps) else None
    return workflow.steps[place].before_frame, after
