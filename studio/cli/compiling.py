"""`studio compile`: from a recording to a bundle, with a person's word on what varies from run to run."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli import compile_risk, compiling_into, scrub
from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command, name_of_one, names

if TYPE_CHECKING:
    from studio.cli.compile_inputs import Decisions
    from studio.engine.bundle import Bundle
    from studio.engine.model.workflow import Workflow


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "compile", run, "Compile a recording into a new bundle.")
    parser.add_argument("recording", type=Path, metavar="REC", help="the folder of a recording")
    parser.add_argument("--out", type=Path, required=True, metavar="BUNDLE", help="the new bundle; must not exist")
    parser.add_argument("--name", type=name_of_one, help="what the workflow is called")
    compiling_into.add_options(parser)
    compile_risk.add_options(parser)
    scrub.add_options(parser)
    parser.add_argument(
        "--hide", action="append", default=[], metavar="PATTERN", help="keep no such text, here and in its runs"
    )
    parser.add_argument("--no-structure", action="store_true", help="compile from pixels only")
    parser.add_argument("--events", action="store_true", help="stream progress on stdout as JSON lines")
    decided = parser.add_mutually_exclusive_group()
    decided.add_argument("--accept-params", type=names, metavar="A,B", help="proposed parameters to accept, by name")
    decided.add_argument("--params-from", type=Path, metavar="FILE", help="decisions, one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Compile, ask where a person is there to answer, and say what came out."""
    from studio.cli import compile_inputs

    compiling_into.refuse_wrong(options)
    compile_risk.said(options)  # refuses before anything is compiled
    if options.params_from:
        decisions = compile_inputs.read_decisions(options.params_from)
    else:
        decisions = dict.fromkeys(options.accept_params or (), "parameter")
    asks = not decisions and not options.json and not options.events and sys.stdin.isatty() and sys.stdout.isatty()
    if options.into is not None:
        return _compile_into(options, decisions)

    def compiled() -> Bundle:
        return _compile_and_ask(options) if asks else _compile(options, options.out, decisions)

    bundle = scrub.compiled_without(options, compiled) if options.phi_free else compiled()
    if options.json:
        print_json(_summary(bundle))
    elif not options.events:
        _tell(bundle)
    return DONE


def _compile_into(options: argparse.Namespace, decisions: Decisions) -> int:
    def part(out: Path, into: Workflow) -> Bundle:
        options.name, options.no_structure = "recorded again", options.no_structure or not into.structure
        options.hide = [*options.hide, *(into.hide or ())]
        return _compile(options, out, decisions)

    bundle, found = compiling_into.compile_into(options, part)
    if not options.events:
        compiling_into.tell(bundle, found, as_json=options.json)
    return DONE


def _compile(options: argparse.Namespace, out: Path, decisions: Decisions) -> Bundle:
    from studio.engine.bundle import load_bundle
    from studio.engine.compiler import compile_recording

    compile_recording(
        options.recording,
        out,
        name=options.name,
        structure=not options.no_structure,
        param_decisions=decisions,
        risk_overrides=compile_risk.said(options),
        hide=tuple(options.hide),
        progress=_Stream() if options.events else None,
    )
    return load_bundle(out)


class _Stream:
    """Tells the progress of the two passes over all steps as one count."""

    def __init__(self) -> None:
        self._passed = 0
        self._last = -1

    def __call__(self, done: int, total: int, _sentence: str) -> None:
        """One step more."""
        from studio.engine.model.events import Progress

        if done < self._last:
            self._passed += total
        self._last = done
        say(Progress(done=self._passed + done, total=2 * total).model_dump_json())


def _compile_and_ask(options: argparse.Namespace) -> Bundle:
    """Compile beside the target, ask about the proposals, and compile again where something was confirmed."""
    import shutil

    from studio.cli import compile_inputs
    from studio.engine.bundle import load_bundle
    from studio.engine.files import refuse_overwriting

    refuse_overwriting(options.out)
    trial = options.out.with_name(f".{options.out.name}.trial")
    shutil.rmtree(trial, ignore_errors=True)
    try:
        proposals = _compile(options, trial, {}).proposals
        decisions = compile_inputs.ask(proposals)
        if not decisions:
            trial.rename(options.out)
            return load_bundle(options.out)
    finally:
        shutil.rmtree(trial, ignore_errors=True)
    return _compile(options, options.out, decisions)


def _summary(bundle: Bundle) -> dict[str, object]:
    workflow = bundle.workflow
    return {
        "ok": True,
        "bundle": str(bundle.dir),
        "name": workflow.name,
        "digest": bundle.digest,
        "structure": workflow.structure,
        "params": sorted(workflow.params),
        "secret_params": list(workflow.secret_params),
        "proposals": [p.model_dump(mode="json") for p in bundle.proposals],
        "steps": [
            {"id": s.id, "intent": s.intent, "action": s.action.value, "risk": s.risk.value, "checks": len(s.expect)}
            | ({"risk_asked": s.risk_asked} if s.risk_asked else {})
            for s in workflow.steps
        ],
    }


def _tell(bundle: Bundle) -> None:
    from studio.cli import compile_inputs
    from studio.engine.model.workflow import Risk
    from studio.engine.report.words import count

    for number, step in enumerate(bundle.workflow.steps, 1):
        risk = "  cannot be undone" if step.risk is Risk.IRREVERSIBLE else ""
        say(f"{number:>3}  {step.intent}{risk or ('  (is it undoable?)' if step.risk_asked else '')}")
    say()
    say(f"Compiled {count(len(bundle.workflow.steps), 'step')} into {bundle.dir}.")
    for step in bundle.workflow.steps:
        if step.risk_asked:
            say(f"{step.id} “{step.intent}”: {step.risk_asked} Compile again with --risk {step.id}=… --risk-reason …")
    for proposal in bundle.proposals:
        say(f"Could be a parameter: {proposal.name} ({compile_inputs.told(proposal)})")
    if bundle.proposals:
        chosen = ",".join(p.name for p in bundle.proposals)
        say(f"They stay as they were recorded. To accept them, compile again with --accept-params {chosen}.")
