"""A parser that answers wrong usage with one sentence: what is wrong and what to do."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from typing import Any, NoReturn, Protocol
from urllib.parse import urlsplit

_SCHEMES = frozenset({"http", "https", "file", "data", "about"})


class WrongUsage(Exception):
    """The command line cannot be understood; the text is the sentence for a person."""


class Parser(argparse.ArgumentParser):
    """Raises WrongUsage instead of printing the usage and exiting."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Turn argparse's complaint into our sentence."""
        reason = message[:1].upper() + message[1:]
        raise WrongUsage(f"{reason.rstrip('.')}. See {self.prog} --help.")


class Commands(Protocol):
    """Where a command adds its parser (argparse names no public type for it)."""

    def add_parser(self, name: str, **settings: Any) -> Parser:
        """A parser for the command `name`."""


def command(commands: Commands, name: str, run: Callable[[argparse.Namespace], int], summary: str) -> Parser:
    """A new command with `--json`, which calls `run` with its options and returns the exit code."""
    parser = commands.add_parser(name, help=summary, description=summary)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of words")
    parser.set_defaults(run=run)
    return parser


def is_text(text: str) -> bool:
    """Whether all of it can be written as UTF-8: what comes in other bytes, Python carries as halves of characters."""
    return not any("\ud800" <= c <= "\udfff" for c in text)


def names(text: str) -> list[str]:
    """`a,b` as a list; for use as an argument's type."""
    found = [part.strip() for part in text.split(",") if part.strip()]
    if not found:
        raise argparse.ArgumentTypeError("needs at least one name")
    return found


def name_of_one(text: str) -> str:
    """A name that says something; for use as an argument's type."""
    if not text.strip():
        raise argparse.ArgumentTypeError("needs a name that is not empty")
    return text


def address(text: str) -> str:
    """The address of a page as a browser opens it; for use as an argument's type."""
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 (asking for it is what checks it)
    except ValueError:
        parts = urlsplit("")
    placed = parts.hostname if parts.scheme in ("http", "https") else parts.path
    if parts.scheme not in _SCHEMES or not placed or " " in parts.netloc or not text.isprintable():
        raise argparse.ArgumentTypeError(f"needs an address such as https://clinic.example/start, not {text!r}")
    return text


def last_day(text: str) -> date:
    """A day that has not passed; for use as an argument's type."""
    from studio.engine.bundle.dates import day
    from studio.engine.errors import BadInput

    try:
        return day(text)
    except BadInput as problem:
        raise argparse.ArgumentTypeError(str(problem).rstrip(".")) from problem


def port(text: str) -> int:
    """A port of this machine that any program may use; for use as an argument's type."""
    if not text.isdecimal() or not 1024 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("needs a port from 1024 to 65535")
    return int(text)


def seconds_to_wait(text: str) -> float:
    """A number of seconds from 0 to 60; for use as an argument's type."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 60:
        raise argparse.ArgumentTypeError("needs a number of seconds from 0 to 60")
    return found
