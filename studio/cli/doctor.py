"""`studio doctor`: what this machine can record and replay, and how to mend what it cannot."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from studio.cli.exit_codes import DONE, UNABLE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, WrongUsage, command, names

if TYPE_CHECKING:
    from studio.engine.health import Check

_MARKS = {"ok": "✓", "warning": "!", "missing": "✕", "yes": "✓", "limited": "!", "no": "✕"}
_ANSWERS = {"yes": "yes", "limited": "in part", "no": "no"}


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands, "doctor", run, "Check this machine; exit code 3 where something that is needed is missing."
    )
    parser.add_argument("--only", type=names, metavar="A,B", help="look at these alone, by name")


def run(options: argparse.Namespace) -> int:
    """Check everything, name a mend for each thing that is not as it should be, and say what can thus be done."""
    from studio.engine import health
    from studio.recorder.desktop.hot_key_check import hot_keys

    checks = _chosen((*health.CHECKS, hot_keys), options.only or ())
    findings = health.examine(checks)
    works = health.abilities(findings)
    able = all(f.state != "missing" for f in findings)
    if options.json:
        abilities = [work.as_dict() for work in works]
        print_json({"ok": able, "findings": [f.as_dict() for f in findings], "abilities": abilities})
        return DONE if able else UNABLE
    for finding in findings:
        _tell(f"{_MARKS[finding.state]} {finding.name:<14}{finding.sentence}", finding.mend)
    if options.only:
        return DONE if able else UNABLE
    say()
    for work in works:
        because = f", because: {work.because}" if work.because else "."
        _tell(f"{_MARKS[work.able]} {work.title}: {_ANSWERS[work.able]}{because}", "")
    return DONE if able else UNABLE


def _chosen(checks: Sequence[Check], only: Sequence[str]) -> Sequence[Check]:
    """The checks of those names; all where none is named."""
    by_name = {check.__name__: check for check in checks}
    if unknown := [name for name in only if name not in by_name]:
        raise WrongUsage(f"Nothing that is looked at is called {', '.join(unknown)}: choose from {', '.join(by_name)}.")
    return [by_name[name] for name in only] or checks


def _tell(line: str, mend: str) -> None:
    say(line)
    if mend:
        say(f"{'':<16}{mend}")
