"""`studio demo`: the whole loop on the practice clinic; `studio demo mockmed|mockdesk`: only a practice program."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from studio.cli.parsing import Commands, WrongUsage

_REST = (
    "mockmed: [--port N] [--db FILE]; mockdesk: [--db FILE] [--drift A,B] [--theme NAME] [--font-scale N] "
    "[--size WxH] [--slow] [--sign-in] [--seed N]"
)


def add(commands: Commands) -> None:
    """Add the command. What follows a practice program's name is that program's own command line."""
    summary = "Record, compile, replay, drift and heal on the practice clinic; or only show a practice program."
    parser = commands.add_parser("demo", help=summary, description=summary)
    parser.add_argument("--headless", action="store_true", help="without a window, also where there is a display")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where everything goes (default: a new folder in runs/)"
    )
    parser.add_argument("program", nargs="?", choices=("mockmed", "mockdesk"), help="only this practice program")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="…", help=_REST)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until told to stop, or walk the loop once."""
    if options.program == "mockmed":
        from studio.demo import mockmed

        return mockmed.main(options.rest)
    if options.program == "mockdesk":
        return _become([sys.executable, "-m", "studio.demo.mockdesk", *options.rest])
    if options.rest:
        raise WrongUsage(
            f"demo knows no {options.rest[0]!r}: it takes --headless and --out DIR, or mockmed or mockdesk."
        )
    from studio.cli.demonstration import demonstrate

    return demonstrate(options.out, headless=options.headless)


def _become(command: list[str]) -> int:
    """Run a program with a window in place of this process, which never loads Qt. Windows knows no such thing."""
    if sys.platform == "win32":
        return subprocess.call(command)
    sys.stdout.flush()
    return os.execv(command[0], command)
