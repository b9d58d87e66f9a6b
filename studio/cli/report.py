"""`studio report`: render a run's report again."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "report", run, "Render the report of a run again.")
    parser.add_argument("run_dir", type=Path, metavar="RUN", help="the folder of a run")


def run(options: argparse.Namespace) -> int:
    """Render."""
    from studio.engine.report import render_run_report

    markdown = render_run_report(options.run_dir)
    page = markdown.with_name("report.html")
    if options.json:
        print_json({"ok": True, "report": str(page), "markdown": str(markdown)})
    else:
        say(str(page))
    return DONE
