"""The whole command line: which commands there are, and how one of them is run."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from studio import __version__
from studio.cli import (
    compiling,
    demo,
    doctor,
    heals,
    hide,
    lint,
    purge,
    recording,
    replay,
    report,
    resolving,
    scan,
    scrub,
    seal,
    secret,
    sharing,
    signing,
    validate,
    visualize,
)
from studio.cli.failures import guarded
from studio.cli.parsing import Parser, WrongUsage, is_text

_ROOMS = (
    demo,
    doctor,
    recording,
    compiling,
    replay,
    heals,
    resolving,
    validate,
    lint,
    visualize,
    seal,
    scan,
    scrub,
    secret,
    signing,
    sharing,
    report,
    purge,
    hide,
)


Window = Callable[[list[str]], int]
"""Opens the window on paths and comes back with the exit code. Given by the composition root: no command knows Qt."""


def run(argv: list[str], window: Window) -> int:
    """Run one command line; returns the exit code. Without a command, or on a path, `window` opens."""
    return guarded(lambda: _dispatch(argv, window), as_json="--json" in argv)


def parser() -> Parser:
    """The parser of `studio` with all its commands."""
    top = Parser(prog="studio", description="Record a workflow once, replay it locally, review each heal.")
    top.add_argument("--version", action="version", version=f"studio {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for room in _ROOMS:
        room.add(commands)
    return top


def command_names() -> tuple[str, ...]:
    """All commands, in the order of the help."""
    top = parser()
    return tuple(n for a in top._actions if isinstance(a, argparse._SubParsersAction) for n in a.choices)


def _refuse_no_text(argv: list[str]) -> None:
    """Bytes that are no UTF-8 could be written into no file of ours, nor shown."""
    for argument in argv:
        if not is_text(argument):
            raise WrongUsage(f"{argument!a} is no text in UTF-8: rename it, or write it otherwise.")


def _dispatch(argv: list[str], window: Window) -> int:
    _refuse_no_text(argv)
    if not argv or (argv[0] not in (known := command_names()) and _exists(argv[0])):
        if len(argv) > 1:
            raise WrongUsage("The window opens on one path: studio [PATH].")
        return window(argv)
    if not argv[0].startswith("-") and argv[0] not in known:
        raise WrongUsage(f"There is no command or path {argv[0]!r}. The commands are {', '.join(known)}.")
    options = parser().parse_args(argv)
    code: int = options.run(options)
    return code


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:  # no such name can be: too long, or in a folder that may not be entered
        return False
