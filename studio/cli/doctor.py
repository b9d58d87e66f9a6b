"""`studio doctor`: what this machine can record and replay, and how to mend what it cannot."""

from __future__ import annotations

import argparse

from studio.cli.exit_codes import DONE, UNABLE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command

_MARKS = {"ok": "✓", "warning": "!", "missing": "✕"}


def add(commands: Commands) -> None:
    """Add the command."""
    command(commands, "doctor", run, "Check this machine; exit code 3 where something that is needed is missing.")


def run(options: argparse.Namespace) -> int:
    """Check everything, and name a mend for each thing that is not as it should be."""
    from studio.cli.doctor_checks import examine

    findings = examine()
    able = all(f.state != "missing" for f in findings)
    if options.json:
        print_json({"ok": able, "findings": [f.as_dict() for f in findings]})
    else:
        for finding in findings:
            say(f"{_MARKS[finding.state]} {finding.name:<10} {finding.sentence}")
            if finding.mend:
                say(f"{'':<13}{finding.mend}")
    return DONE if able else UNABLE
