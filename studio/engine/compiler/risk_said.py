"""What people said of the risk of steps: kept in the workflow, and taken over when its recording is compiled again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from studio.engine.bundle import load_bundle
from studio.engine.bundle.layout import WORKFLOW
from studio.engine.errors import BadInput
from studio.engine.limits import MAX_WORKFLOW_BYTES
from studio.engine.model.workflow import Risk, RiskWord, Workflow
from studio.engine.peek import peek, text_of

_MOST = 200
"""Neighbouring folders that are looked at."""


@dataclass(frozen=True, slots=True)
class RiskSaid:
    """A person's word on the risk of a step, and why. `intent` ties a word that is taken over to the same step."""

    risk: Risk
    reason: str
    word: RiskWord
    intent: str | None = None


def said_in(workflow: Workflow) -> dict[str, RiskSaid]:
    """By step id, what people said of this workflow's risks."""
    return {
        step.id: RiskSaid(step.risk, step.risk_reason or "", step.risk_word, step.intent)
        for step in workflow.steps
        if step.risk_word is not None
    }


def said_before(recording_id: str, out: Path) -> Mapping[str, RiskSaid]:
    """By step id, the latest word on each step in bundles of the same recording that stand beside `out`."""
    found: dict[str, RiskSaid] = {}
    for folder in _siblings(out):
        if not recording_id or text_of(peek(folder / WORKFLOW, MAX_WORKFLOW_BYTES), "recording_id") != recording_id:
            continue
        with suppress(BadInput):  # a bundle that was changed by hand says nothing
            for step, said in said_in(load_bundle(folder).workflow).items():
                if step not in found or found[step].word.at < said.word.at:
                    found[step] = said
    return found


def _siblings(out: Path) -> Iterator[Path]:
    with suppress(OSError):
        folders = sorted(out.resolve().parent.iterdir())[:_MOST]
        yield from (f for f in folders if not f.name.startswith(".") and (f / WORKFLOW).is_file())
