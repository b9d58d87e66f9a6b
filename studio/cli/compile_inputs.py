"""A person's word on proposed parameters: read from a file, or asked for on the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from studio.cli.output import say
from studio.cli.parsing import WrongUsage
from studio.engine.model.params import ParamProposal, ProposalDecision

Decisions = Mapping[str, Mapping[str, str] | str]

_ANSWERS = {
    "": ProposalDecision.CONSTANT,
    "k": ProposalDecision.CONSTANT,
    "p": ProposalDecision.PARAMETER,
    "s": ProposalDecision.SECRET,
}


def read_decisions(path: Path) -> Decisions:
    """One JSON object a line: `{"proposal": step id or proposed name, "decision": …, "name": new name}`.

    Raises WrongUsage naming the line that cannot be understood.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUsage(f"{path} cannot be read: give a file with one JSON object a line.") from error
    return dict(_decision(line, f"{path} line {n}") for n, line in enumerate(lines, 1) if line.strip())


def _decision(line: str, where: str) -> tuple[str, dict[str, str]]:
    try:
        said = json.loads(line)
        key, decision = str(said["proposal"]), ProposalDecision(said["decision"])
    except (ValueError, KeyError, TypeError) as error:
        words = ", ".join(d.value for d in ProposalDecision)
        raise WrongUsage(f'{where} needs "proposal" and "decision" (one of {words}).') from error
    renamed = {"name": str(said["name"])} if said.get("name") else {}
    return key, {"decision": decision.value, **renamed}


def ask(proposals: Sequence[ParamProposal], answer: Callable[[str], str] = input) -> Decisions:
    """Ask about each proposal, all in one batch. Only what is to be changed comes back; Enter keeps the constant."""
    decided: dict[str, Mapping[str, str] | str] = {}
    for number, proposal in enumerate(proposals, 1):
        say(f"{number} of {len(proposals)}: field “{proposal.field_label}”, typed {proposal.masked_value}")
        decision = _asked(answer)
        if decision is ProposalDecision.CONSTANT:
            continue
        name = answer(f"  Name [{proposal.name}]: ").strip() or proposal.name
        decided[proposal.step_id] = {"decision": decision.value, "name": name}
    return decided


def _asked(answer: Callable[[str], str]) -> ProposalDecision:
    while True:
        said = answer("  Does it change from run to run? [p]arameter, [s]ecret, [k]eep as typed (Enter): ")
        if (key := said.strip().lower()[:1]) in _ANSWERS:
            return _ANSWERS[key]
