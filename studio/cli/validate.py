"""`studio validate`: whether a bundle is whole, unchanged and makes sense."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "validate", run, "Check a bundle's integrity and sense; nothing is changed.")
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a bundle")


def run(options: argparse.Namespace) -> int:
    """Exit code 0 for a bundle that opens, with what a person should still know; a broken one is BadInput."""
    from studio.engine.bundle import load_bundle, validate_workflow

    bundle = load_bundle(options.bundle)
    notes = [f"{p.where}: {p.sentence}" for p in validate_workflow(bundle.workflow, bundle.asset_paths)]
    notes += [f"Not understood: {what}" for what in bundle.not_understood]
    waiting = list(bundle.workflow.unreviewed)
    if options.json:
        facts = {"sealed": bundle.sealed, "digest": bundle.digest, "steps": len(bundle.workflow.steps)}
        print_json({"ok": True, "bundle": str(bundle.dir), **facts, "unreviewed": waiting, "notes": notes})
        return DONE
    say(f"{bundle.workflow.name}: {len(bundle.workflow.steps)} steps, {bundle.digest[:12]}")
    say("Sealed: nothing has changed since." if bundle.sealed else "Not sealed: seal it before it can replay.")
    for line in (*notes, *(f"{step}: its heal waits for a decision." for step in waiting)):
        say(f"  {line}")
    return DONE
