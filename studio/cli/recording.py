"""`studio record --recover`: save what is complete of a recording whose recorder was killed."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "record", run, "Recover a recording that was cut short.")
    parser.add_argument("--recover", type=Path, required=True, metavar="REC", help="the recording to recover")


def run(options: argparse.Namespace) -> int:
    """Recover, and say how much there is."""
    from studio.engine.recording import recover_recording
    from studio.engine.report.words import count

    recording = recover_recording(options.recover)
    if options.json:
        print_json({"ok": True, "recording": str(options.recover), "actions": len(recording.events)})
    else:
        say(f"{options.recover} is whole: {count(len(recording.events), 'action')}.")
    return DONE
