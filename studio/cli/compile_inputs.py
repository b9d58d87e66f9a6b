"""A person's word on proposed parameters: read from a file, or asked for on the terminal."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from studio.cli.output import say
from studio.cli.parsing import WrongUsage
from studio.engine.errors import BadInput
from studio.engine.limits import MAX_ANSWERS_BYTES
from studio.engine.model.params import ParamKind, ParamProposal, ProposalDecision
from studio.engine.untrusted import parse_object, read_given

Decisions = Mapping[str, Mapping[str, str] | str]

_ANSWERS = {
    "": ProposalDecision.CONSTANT,
    "k": ProposalDecision.CONSTANT,
    "p": ProposalDecision.PARAMETER,
    "s": ProposalDecision.SECRET,
}


def read_decisions(path: Path) -> Decisions:
    """One JSON object a line: `{"proposal": step id or proposed name, "decision": …, "name": new name}`.

    Raises BadInput and WrongUsage, naming the line that cannot be understood.
    """
    what = "a file with one JSON object a line"
    data = read_given(path, what, limit=MAX_ANSWERS_BYTES, error=BadInput).removeprefix(codecs.BOM_UTF8)
    lines = enumerate(data.split(b"\n"), 1)
    return dict(_decision(line, f"{path} line {n}") for n, line in lines if line.strip())


def _decision(line: bytes, where: str) -> tuple[str, dict[str, str]]:
    try:
        said = parse_object(line, where, BadInput)
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
        say(f"{number} of {len(proposals)}: {told(proposal)}")
        decision = _asked(answer, secret=proposal.kind is ParamKind.VALUE)
        if decision is ProposalDecision.CONSTANT:
            continue
        name = answer(f"  Name [{proposal.name}]: ").strip() or proposal.name
        decided[proposal.step_id] = {"decision": decision.value, "name": name}
    return decided


def told(proposal: ParamProposal) -> str:
    """What a proposal is about, in words: `field “Note”, typed h…o`."""
    if proposal.kind is ParamKind.ENTRY:
        where = f" in “{proposal.field_label}”" if proposal.field_label else ""
        return f"which entry is picked{where}, here {proposal.masked_value}"
    named = f"field “{proposal.field_label}”" if proposal.field_label else proposal.step_id
    return f"{named}, typed {proposal.masked_value}"


def _asked(answer: Callable[[str], str], *, secret: bool) -> ProposalDecision:
    choices = "[p]arameter, [s]ecret, [k]eep as typed (Enter)" if secret else "[p]arameter, [k]eep as picked (Enter)"
    while True:
        said = answer(f"  Does it change from run to run? {choices}: ")
        key = said.strip().lower()[:1]
        if key in _ANSWERS and (secret or key != "s"):
            return _ANSWERS[key]
