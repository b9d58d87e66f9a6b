"""`studio scrub` and `studio compile --phi-free`: a bundle that names no record and still refuses the wrong one."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, command

if TYPE_CHECKING:
    from studio.engine.bundle import Bundle


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "scrub", run, "Write a copy of a bundle that names no record: identities as hashes.")
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a bundle")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--out", type=Path, metavar="BUNDLE", help="the copy; must not exist")
    what.add_argument("--dry-run", action="store_true", help="tell what would be hidden, and write nothing")
    _salt_only(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `studio compile` that have to do with it."""
    parser.add_argument("--phi-free", action="store_true", help="names, dates and numbers of records as hashes only")
    _salt_only(parser)


def run(options: argparse.Namespace) -> int:
    """Scrub."""
    from studio.engine.bundle import load_bundle

    if options.dry_run:
        return _preview(load_bundle(options.bundle), as_json=options.json)
    notes = _scrub(load_bundle(options.bundle), options.out, options.salt_only, None)
    bundle = load_bundle(options.out)
    if options.json:
        print_json({"ok": True, "bundle": str(bundle.dir), "digest": bundle.digest, "notes": notes})
        return DONE
    for note in notes:
        say(note)
    say(f"Scrubbed as {bundle.dir}. Replay it once before you rely on it.")
    return DONE


def _preview(bundle: Bundle, *, as_json: bool) -> int:
    from studio.engine.identity.scrubbed_bundle import preview

    told = preview(bundle)
    if as_json:
        print_json({"ok": True, "hidden": list(told.hidden), "pictures": told.pictures, "notes": list(told.notes)})
        return DONE
    for text in told.hidden:
        say(f"kept as a hash only: {text}")
    for note in told.notes:
        say(note)
    say(f"{len(told.hidden)} texts name records; {told.pictures} pictures are left out. Nothing was written.")
    return DONE


def compiled_without(options: argparse.Namespace, compile_to: Callable[[], Bundle]) -> Bundle:
    """What `compile_to` writes to `options.out`, scrubbed; the readable bundle is removed again. Raises BadInput."""
    from studio.engine.bundle import load_bundle
    from studio.engine.files import READABLE, refuse_overwriting

    out = options.out
    refuse_overwriting(out)
    options.out = out.with_name(f".{out.name}{READABLE}")
    shutil.rmtree(options.out, ignore_errors=True)
    try:
        for note in _scrub(compile_to(), out, options.salt_only, options.recording):
            if not (options.json or options.events):
                say(note)
    finally:
        shutil.rmtree(options.out, ignore_errors=True)
    return load_bundle(out)


def _salt_only(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--salt-only", action="store_true", help="without a key: who has the bundle can guess birth dates and numbers"
    )


def _scrub(bundle: Bundle, out: Path, salt_only: bool, recording: Path | None) -> list[str]:
    from studio.engine.identity.scrubbed_bundle import rows_of_recording, scrub_bundle
    from studio.engine.recording import load_recording

    known = rows_of_recording(load_recording(recording)) if recording is not None else ()
    found = scrub_bundle(bundle, out, secret=None if salt_only else _key(), known=known)
    return list(found.notes)


def _key() -> bytes:
    """The key of this computer. Raises NoIdentityKey, which says how to do without one, KeyringUnable, BadInput."""
    from studio.engine.identity.keys import NoIdentityKey, made_key

    try:
        return made_key()
    except NoIdentityKey as none:
        raise NoIdentityKey(
            f"{none} Or add --salt-only: who has the bundle can then guess birth dates and numbers."
        ) from none
