"""`studio compile REC --into BUNDLE --replace STEP`: what was recorded again takes the place of old steps."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.output import print_json, say
from studio.cli.parsing import WrongUsage

if TYPE_CHECKING:
    from studio.engine.bundle import Bundle
    from studio.engine.editing import Rerecorded
    from studio.engine.model.workflow import Workflow

Compile = Callable[[Path, "Workflow"], "Bundle"]
"""Compiles the recording into a folder, as the workflow was that it goes into: its structure, what it hides."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command that have to do with it."""
    parser.add_argument("--into", type=Path, metavar="BUNDLE", help="record steps of this bundle again: see --replace")
    parser.add_argument("--replace", metavar="STEP_ID", help="with --into: the step that the first action replaces")
    parser.add_argument("--and-after", action="store_true", help="with --replace: all steps that follow it, too")


def refuse_wrong(options: argparse.Namespace) -> None:
    """Options that do not go together. Raises WrongUsage."""
    if (options.into is None) != (options.replace is None):
        raise WrongUsage("--into and --replace belong together: which bundle, and which of its steps.")
    if options.and_after and options.into is None:
        raise WrongUsage("--and-after needs --into and --replace: it says that all steps after that one go, too.")
    if options.into is not None and options.name is not None:
        raise WrongUsage("--name is for a new workflow: with --into it keeps its name.")
    if options.into is not None and options.phi_free:
        raise WrongUsage("--phi-free is for a whole recording: put the steps in first, then use studio scrub.")
    if options.into is None and options.name is None:
        raise WrongUsage("--name is missing: say what the workflow is called. See studio compile --help.")


def compile_into(options: argparse.Namespace, compile_to: Compile) -> tuple[Bundle, Rerecorded]:
    """Compile beside the target, put the steps in place, write the next version. Raises BadInput."""
    from studio.cli import run_inputs
    from studio.engine.bundle import load_bundle
    from studio.engine.editing import splice
    from studio.engine.files import refuse_overwriting

    refuse_overwriting(options.out)
    old = load_bundle(options.into)
    run_inputs.step_id(options.replace, old.workflow)
    trial = options.out.with_name(f".{options.out.name}.part")
    shutil.rmtree(trial, ignore_errors=True)
    try:
        part = compile_to(trial, old.workflow)
        found = splice(old.workflow, part.workflow, options.replace, part.asset_bytes, and_after=options.and_after)
        _save(old, part, found, options.out)
    finally:
        shutil.rmtree(trial, ignore_errors=True)
    return load_bundle(options.out), found


def tell(bundle: Bundle, found: Rerecorded, *, as_json: bool) -> None:
    """What came of it."""
    made = list(found.ids.values())
    if as_json:
        digest = {"ok": True, "bundle": str(bundle.dir), "digest": bundle.digest}
        print_json({**digest, "new_steps": made, "notes": list(found.notes)})
        return
    for number, step in enumerate(bundle.workflow.steps, 1):
        say(f"{number:>3}  {step.intent}{'  recorded again' if step.id in made else ''}")
    say()
    for note in found.notes:
        say(note)
    say(f"Saved as {bundle.dir}. Replay it once before you rely on it.")


def _save(old: Bundle, part: Bundle, found: Rerecorded, out: Path) -> None:
    from studio.engine.bundle import assets_of, save_bundle
    from studio.engine.editing import still_open

    workflow = found.workflow
    paths = dict.fromkeys(path for step in workflow.steps for path in assets_of(step))
    pictures = {path: found.pictures.get(path) or old.asset_bytes(path) for path in paths}
    proposals = (*still_open(workflow, old.proposals), *found.proposals(part.proposals))
    save_bundle(
        workflow,
        pictures,
        out,
        parent_digest=old.digest,
        proposals=proposals,
        provenance=old.origin(recorded_again=list(found.ids.values())),
        expires=old.sealed_until,
    )
