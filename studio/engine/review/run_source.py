"""Which bundle a run replayed, kept in the run directory so that its heals can be applied later."""

from __future__ import annotations

import json
from pathlib import Path

from studio.engine.errors import AlreadyThere, BadInput
from studio.engine.files import explained, holds_something, write_first
from studio.engine.peek import peek, text_of

SOURCE = "source.json"


def refuse_overwriting(run_dir: Path) -> None:
    """Raise AlreadyThere where the folder holds something: evidence of another run, perhaps. Raises CannotWrite."""
    with explained(run_dir):
        taken = holds_something(run_dir)
    if taken:
        raise AlreadyThere(f"{run_dir} is not empty: give --run-dir a new folder, evidence is never overwritten.")


def remember_source(run_dir: Path, bundle_dir: Path) -> None:
    """Begin a run directory. Raises AlreadyThere where it holds something, CannotWrite."""
    refuse_overwriting(run_dir)
    with explained(run_dir):
        run_dir.mkdir(parents=True, exist_ok=True)
    write_first(run_dir / SOURCE, json.dumps({"v": 1, "bundle": str(bundle_dir.resolve())}).encode())


def source_of(run_dir: Path, given: Path | None) -> Path:
    """The bundle that a run replayed, or the one given. Raises BadInput where neither is known."""
    if given is not None:
        return given
    said = text_of(peek(run_dir / SOURCE), "bundle")
    found = Path(said)
    if not said or "\0" in said or not found.is_dir():
        raise BadInput("The bundle that this run replayed is not where it was: say where it is with --bundle.")
    return found
