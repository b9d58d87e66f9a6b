"""`studio purge`: remove old runs of a library, or their pictures; each removal is logged in the library."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.exit_codes import DONE, UNABLE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command

if TYPE_CHECKING:
    from studio.engine.privacy.retention import Run


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "purge", run, "Remove old runs of a library, logged in its purge.jsonl.")
    parser.add_argument("library", type=Path, metavar="LIBRARY", help="the folder that holds workflows and runs")
    parser.add_argument("--keep", type=int, metavar="N", help="the newest N runs of each workflow stay")
    parser.add_argument("--days", type=float, metavar="D", help="runs of the last D days stay")
    parser.add_argument("--frames-only", action="store_true", help="remove pictures only; reports and events stay")
    parser.add_argument("--dry-run", action="store_true", help="say what would be removed, and remove nothing")


def run(options: argparse.Namespace) -> int:
    """Remove, or say what would be removed. What must not be removed is named with its reason."""
    from studio.engine.privacy.purge import purge, size_of
    from studio.engine.privacy.retention import Rule, plan

    rule = Rule(options.keep, options.days, options.frames_only)
    failed: tuple[tuple[Run, str], ...] = ()
    if options.dry_run:
        wanted = plan(options.library, rule)
        gone, staying, size = wanted.going, wanted.staying, size_of(wanted, rule)
    else:
        done = purge(options.library, rule)
        gone, staying, failed, size = done.gone, done.staying, done.failed, done.bytes
    if options.json:
        print_json(
            {
                "ok": not failed,
                "dry_run": options.dry_run,
                "bytes": size,
                "removed": [str(r.dir) for r in gone],
                "kept": [{"run": str(r.dir), "why": why} for r, why in staying],
                "failed": [{"run": str(r.dir), "why": why} for r, why in failed],
            }
        )
        return UNABLE if failed else DONE
    _tell(options, gone, staying, failed, size)
    return UNABLE if failed else DONE


def _tell(
    options: argparse.Namespace,
    gone: tuple[Run, ...],
    staying: tuple[tuple[Run, str], ...],
    failed: tuple[tuple[Run, str], ...],
    size: int,
) -> None:
    word = "would go" if options.dry_run else "gone"
    what = "pictures of " if options.frames_only else ""
    for each in gone:
        say(f"{word}: {what}{each.dir} ({each.outcome or 'no outcome'}, {each.started_at:%Y-%m-%d})")
    for each, why in staying:
        say(f"kept: {each.dir}. {why}")
    for each, why in failed:
        say(f"not removed: {each.dir}, {why}")
    counted = "1 run" if len(gone) == 1 else f"{len(gone)} runs"
    say(f"{counted}, {size / 1_000_000:.1f} MB {word}." + ("" if options.dry_run else " See purge.jsonl."))
