"""`studio seal`: make a sealed copy of a bundle that a person has looked through."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command, last_day


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "seal", run, "Write a sealed copy of a bundle, which may then replay.")
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a bundle")
    parser.add_argument("--out", type=Path, required=True, metavar="BUNDLE", help="the sealed copy; must not exist")
    parser.add_argument("--expires", type=last_day, metavar="DATE", help="the last day it may run, as 2027-01-31 (UTC)")


def run(options: argparse.Namespace) -> int:
    """Seal."""
    from studio.engine.bundle import load_bundle, seal_bundle
    from studio.engine.who import person

    seal_bundle(options.bundle, options.out, provenance={"sealed_by": person()}, expires=options.expires)
    bundle = load_bundle(options.out)
    if options.json:
        print_json({"ok": True, "bundle": str(bundle.dir), "digest": bundle.digest, "expires": options.expires})
    else:
        until = f", to be used until {options.expires}" if options.expires else ""
        say(f"Sealed as {bundle.dir} ({bundle.digest[:12]}{until}).")
    return DONE
