"""`studio hide`: which texts no recording, bundle or run of this computer keeps."""

from __future__ import annotations

import argparse

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, WrongUsage, command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "hide", run, "Texts that are left out of recordings, bundles and runs from now on.")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="a kind (see studio hide), or regex:PATTERN")
    parser.add_argument("--nothing", action="store_true", help="hide nothing any more")


def run(options: argparse.Namespace) -> int:
    """Without patterns tell those that hold; else they take the place of those before."""
    from studio.engine.privacy.own import keep_patterns, own_patterns
    from studio.engine.privacy.patterns import KINDS

    if options.nothing and options.patterns:
        raise WrongUsage("--nothing takes no patterns: give one or the other.")
    changes = bool(options.patterns or options.nothing)
    kept = keep_patterns(options.patterns) if changes else own_patterns()
    if options.json:
        print_json({"ok": True, "hide": list(kept.names), "kinds": list(KINDS)})
        return DONE
    for name in kept.names:
        say(name)
    if not kept:
        say(f"Nothing is hidden. Kinds: {', '.join(KINDS)}, or regex:PATTERN.")
    return DONE
