"""`studio record --recover`: save what is complete of a recording whose recorder was killed."""

from __future__ import annotations

import argparse

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say


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
