"""`studio export` and `studio import`: a bundle or a recording as one file, and back."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command


def add(commands: Commands) -> None:
    """Add both commands."""
    out = command(commands, "export", run_export, "Write a bundle or a recording as one file.")
    out.add_argument("folder", type=Path, metavar="BUNDLE|REC", help="the folder of a sealed bundle or a recording")
    out.add_argument("--out", type=Path, required=True, metavar="FILE", help="NAME.waymark.zip; must not exist")
    out.add_argument("--without-frames", action="store_true", help="leave the pictures of whole screens out")
    into = command(commands, "import", run_import, "Open a file of studio export as a new folder, checked first.")
    into.add_argument("file", type=Path, metavar="FILE", help="a .waymark.zip")
    into.add_argument("--out", type=Path, required=True, metavar="DIR", help="the new folder; must not exist")


def run_export(options: argparse.Namespace) -> int:
    """Write one file."""
    from studio.engine.sharing import pack

    head = pack(options.folder, options.out, frames=not options.without_frames)
    if options.json:
        print_json({"ok": True, "file": str(options.out), **head.model_dump()})
    else:
        left = "" if head.frames else ", without the pictures of whole screens"
        say(f"Wrote the {head.kind} “{head.name}” to {options.out}{left}.")
        held = "pictures of the screen, its texts" if head.frames else "texts of the screen"
        say(f"It holds {held}, addresses and what was typed; what was known as secret was masked when it was recorded.")
        say("Think of who may see it.")
    return DONE


def run_import(options: argparse.Namespace) -> int:
    """Open one file as a folder."""
    from studio.engine.sharing import unpack

    head = unpack(options.file, options.out)
    if options.json:
        print_json({"ok": True, "folder": str(options.out), **head.model_dump()})
    else:
        say(f"Opened the {head.kind} “{head.name}” as {options.out}; it was checked.")
    return DONE
