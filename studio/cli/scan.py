"""`studio scan`: search recordings, bundles, runs and whatever else for secret values, which are given on stdin."""

from __future__ import annotations

import argparse
import getpass
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.exit_codes import DONE, HALTED, UNABLE
from studio.cli.output import complain, print_json, say
from studio.cli.parsing import Commands, WrongUsage, command

if TYPE_CHECKING:
    from studio.engine.privacy.scan import Scanned

_TOLD_EVERY_S = 2.0
_LONGEST = 10_000


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "scan",
        run,
        "Search files for secret values; exit code 1: found, 3: not all could be searched.",
    )
    parser.add_argument(
        "paths", type=Path, nargs="+", metavar="DIR", help="folders or files; values on stdin, one a line"
    )
    parser.add_argument("--no-pictures", action="store_true", help="do not read what pictures show")
    parser.add_argument("--pictures", type=int, default=100_000, metavar="N", help="read at most N different pictures")


def run(options: argparse.Namespace) -> int:
    """Search, and tell file and place of each find, never the value."""
    for path in options.paths:
        if not path.exists():
            raise WrongUsage(f"{path} does not exist: name folders or files to search.")
    if options.pictures < 0:
        raise WrongUsage("--pictures needs a number from 0 on.")
    from studio.engine.privacy.scan import Scanner

    values = _values()
    scanner = Scanner(values, pictures=0 if options.no_pictures else options.pictures, progress=_progress())
    told = scanner.search(options.paths)
    left = 0 if options.no_pictures else told.pictures_left
    incomplete = bool(told.skipped or left)
    if options.json:
        print_json(
            {
                "ok": not told.finds and not incomplete,
                "files": told.files,
                "pictures": told.pictures,
                "pictures_not_read": told.pictures_left,
                "ocr_calls": told.ocr_calls,
                "finds": [find.as_dict() for find in told.finds],
                "not_searched": [{"file": file, "why": why} for file, why in told.skipped],
            }
        )
    else:
        _tell(told)
    return HALTED if told.finds else UNABLE if incomplete else DONE


def _tell(told: Scanned) -> None:
    for find in told.finds:
        say(f"value {find.value}: {find.file}, {find.place}")
    for file, why in told.skipped:
        say(f"not searched: {file}, {why}")
    if told.pictures_left:
        say(f"not read: {told.pictures_left} pictures")
    found = f"{len(told.finds)} finds" if told.finds else "Nothing found"
    say(f"{found} in {told.files} files and {told.pictures} pictures.")


def _values() -> list[str]:
    from studio.engine.privacy.scan import MOST_VALUES

    if sys.stdin.isatty():
        lines = [getpass.getpass("Value to search for (it is not shown): ")]
    else:
        try:
            lines = sys.stdin.read(MOST_VALUES * _LONGEST).splitlines()
        except UnicodeDecodeError as problem:
            raise WrongUsage("The values on stdin are not UTF-8 text.") from problem
    values = list(dict.fromkeys(line for line in lines if line.strip()))
    if not values or len(values) > MOST_VALUES or any(len(value) > _LONGEST for value in values):
        raise WrongUsage(f"Give the values on stdin, one a line, 1 to {MOST_VALUES} of at most {_LONGEST} characters.")
    return values


def _progress() -> Callable[[Scanned], None]:
    """Says on stderr how far it is, every other second."""
    last = time.monotonic()

    def tell(told: Scanned) -> None:
        nonlocal last
        if time.monotonic() - last >= _TOLD_EVERY_S:
            last = time.monotonic()
            complain(f"{told.files} files and {told.pictures} pictures searched, {len(told.finds)} finds so far.")

    return tell
