"""`studio record`: which of the four ways of making a recording is meant, and whether its options fit together."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from studio.cli.parsing import Commands, Parser, WrongUsage, address, command

_WAYS = {
    "--recover": (),
    "--from-raw": ("out",),
    "--backend web": ("out", "events", "asks", "ends_with", "url", "headless", "cdp"),
    "--backend desktop": ("out", "events", "asks", "ends_with", "window", "hotkey", "exclude_pid"),
}
"""Each way with the options that mean something to it, beside `--json`."""

_MODULES = {
    "--recover": "record_recover",
    "--from-raw": "record_raw",
    "--backend web": "record_web",
    "--backend desktop": "record_desktop",
}
_OPTIONS = ("out", "events", "asks", "ends_with", "url", "headless", "cdp", "window", "hotkey", "exclude_pid")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "record", run, "Record what you do in a web page or on the desktop.")
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--backend", choices=("web", "desktop"), help="what to watch: a browser or the whole desktop")
    way.add_argument("--from-raw", type=Path, metavar="RAW", help="rebuild a recording from its raw.jsonl")
    way.add_argument("--recover", type=Path, metavar="REC", help="save what is whole of a recording that was cut short")
    parser.add_argument("--out", type=Path, metavar="REC", help="the folder of the new recording")
    parser.add_argument("--events", action="store_true", help="stream events on stdout, read commands on stdin")
    parser.add_argument(
        "--asks", action="store_true", help="with --events: its reader asks for the words of a note, a parameter's name"
    )
    parser.add_argument(
        "--ends-with", type=int, metavar="PID", help="finish when this process is gone: nobody is watched unseen"
    )
    _add_web(parser)
    _add_desktop(parser)


def _add_web(parser: Parser) -> None:
    parser.add_argument("--url", type=address, help="web: the address to open")
    parser.add_argument("--headless", action="store_true", help="web: without a window")
    parser.add_argument("--cdp", metavar="ENDPOINT", help="web: attach to a browser that is already open")


def _add_desktop(parser: Parser) -> None:
    parser.add_argument("--window", metavar="TITLE", help="desktop: only the program with this window")
    parser.add_argument(
        "--hotkey", action="append", metavar="NAME=KEYS", help="desktop: another hot key, such as pause=Control+Alt+1"
    )
    parser.add_argument(
        "--exclude-pid", action="append", type=int, metavar="PID", help="desktop: leave this program's windows out"
    )


def run(options: argparse.Namespace) -> int:
    """Hand over to the way that is meant; returns its exit code."""
    way = _way(options)
    _refuse_what_does_not_fit(options, way)
    if options.out is not None:
        from studio.engine.files import refuse_overwriting

        refuse_overwriting(options.out)
    if options.ends_with is not None:
        from studio.cli.ends_with import finish_when_gone

        finish_when_gone(options.ends_with)
    code: int = import_module(f"studio.cli.{_MODULES[way]}").run(options)
    return code


def _way(options: argparse.Namespace) -> str:
    if options.recover is not None:
        return "--recover"
    return "--from-raw" if options.from_raw is not None else f"--backend {options.backend}"


def _refuse_what_does_not_fit(options: argparse.Namespace, way: str) -> None:
    """Raise WrongUsage naming the first option that is missing or means nothing here."""
    for name in _OPTIONS:
        given = getattr(options, name) not in (None, False)
        if given and name not in _WAYS[way]:
            raise WrongUsage(
                f"--{name.replace('_', '-')} means nothing to {way}: leave it out. See studio record --help."
            )
    if "out" in _WAYS[way] and options.out is None:
        raise WrongUsage(f"{way} needs a place for the recording: add --out REC.")
    if way == "--backend web" and not options.url and not options.cdp:
        raise WrongUsage(
            "--backend web needs to know where to go: add --url URL, or --cdp ENDPOINT of an open browser."
        )
    if options.asks and not options.events:
        raise WrongUsage("--asks is for a program that reads the stream: add --events, or leave it out.")
    if options.events and options.json:
        raise WrongUsage("--events streams many objects and --json prints one: give only one of them.")
