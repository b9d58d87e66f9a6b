"""`studio seal`: make a sealed copy of a bundle that a person has looked through."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "seal", run, "Write a sealed copy of a bundle, which may then replay.")
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a bundle")
    parser.add_argument("--out", type=Path, required=True, metavar="BUNDLE", help="the sealed copy; must not exist")


def run(options: argparse.Namespace) -> int:
    """Seal."""
    from studio.engine.bundle import load_bundle, seal_bundle

    seal_bundle(options.bundle, options.out)
    bundle = load_bundle(options.out)
    if options.json:
        print_json({"ok": True, "bundle": str(bundle.dir), "digest": bundle.digest})
    else:
        say(f"Sealed as {bundle.dir} ({bundle.digest[:12]}).")
    return DONE
