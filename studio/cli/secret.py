"""`studio secret`: keep secrets in the keyring of this computer, take them out, and list their names."""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path

from studio.cli.exit_codes import DONE, HALTED
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, WrongUsage, command

_LONGEST_LINE = 100_000


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "secret", run, "Keep secrets in this computer's keyring: set, forget, list.")
    parser.add_argument("what", choices=("set", "forget", "list"), help="set asks for the value, or reads it on stdin")
    parser.add_argument("name", nargs="?", metavar="NAME", help="as the workflow calls it, for example password")
    parser.add_argument(
        "--bundle", type=Path, metavar="BUNDLE", help="only for this workflow (default: for each that asks for NAME)"
    )


def run(options: argparse.Namespace) -> int:
    """Set, forget or list. A value is never shown, and never taken from the command line."""
    if (options.what == "list") is not (options.name is None):
        told = "takes no NAME" if options.name else "needs a NAME"
        raise WrongUsage(f"studio secret {options.what} {told}.")
    if options.what == "list":
        return _list(options)
    return _set(options) if options.what == "set" else _forget(options)


def _set(options: argparse.Namespace) -> int:
    from studio.engine import secrets

    workflow = _workflow(options.bundle)
    secrets.check_name(options.name)
    secrets.store(options.name, _value(options.name), workflow)
    whom = f"the workflow {workflow!r}" if workflow else "each workflow that asks for it"
    if options.json:
        print_json({"ok": True, "name": options.name, "workflow": workflow})
    else:
        say(f"The secret {options.name!r} is kept in the keyring, for {whom}.")
    return DONE


def _forget(options: argparse.Namespace) -> int:
    from studio.engine import secrets

    workflow = _workflow(options.bundle)
    gone = secrets.forget(options.name, workflow)
    if options.json:
        print_json({"ok": gone, "name": options.name, "workflow": workflow})
    elif gone:
        say(f"The secret {options.name!r} is gone from the keyring.")
    else:
        say(f"There is no secret {options.name!r} in the keyring: studio secret list names those that are.")
    return DONE if gone else HALTED


def _list(options: argparse.Namespace) -> int:
    from studio.engine import secrets

    kept = secrets.names()
    if options.json:
        print_json({"ok": True, "secrets": [{"name": name, "workflow": workflow} for name, workflow in kept]})
        return DONE
    for name, workflow in kept:
        say(f"{name}  (only for {workflow})" if workflow else name)
    if not kept:
        say("The keyring holds no secrets of this program.")
    return DONE


def _workflow(bundle: Path | None) -> str | None:
    """Whose the secret is: the same for all versions of a workflow."""
    if bundle is None:
        return None
    from studio.engine.bundle import load_bundle
    from studio.engine.secrets import owner_of

    return owner_of(load_bundle(bundle).workflow)


def _value(name: str) -> str:
    """The value: asked for without an echo, or the first line on stdin. Raises WrongUsage, BadSecret."""
    if sys.stdin.isatty():
        return getpass.getpass(f"Value of {name} (it is not shown): ")
    try:
        line = sys.stdin.readline(_LONGEST_LINE)
    except UnicodeDecodeError as problem:
        raise WrongUsage("The value on stdin is not UTF-8 text.") from problem
    return line.removesuffix("\n").removesuffix("\r")
