"""`studio record --from-raw`: make a recording of its raw input again."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say

if TYPE_CHECKING:
    from studio.recorder.rebuild import Rebuilt


def run(options: argparse.Namespace) -> int:
    """Rebuild, and say what came out."""
    from studio.recorder.rebuild import rebuild

    rebuilt = rebuild(options.from_raw, options.out)
    if options.json:
        print_json(
            {
                "ok": True,
                "recording": str(options.out),
                "actions": len(rebuilt.events),
                "pictures": rebuilt.has_pictures,
                "not_recorded": [mark.sentence for mark in rebuilt.marks],
                "notes": list(rebuilt.notes),
            }
        )
    else:
        _tell(options, rebuilt)
    return DONE


def _tell(options: argparse.Namespace, rebuilt: Rebuilt) -> None:
    from studio.engine.report.words import count

    for mark in rebuilt.marks:
        say(f"After action {mark.after + 1}: {mark.sentence}")
    for note in rebuilt.notes:
        say(note)
    say(f"{options.out} has {count(len(rebuilt.events), 'action')}.")
    if not rebuilt.has_pictures:
        say("It has no pictures, so it cannot be compiled: the raw input stood in no recording with frames.")
