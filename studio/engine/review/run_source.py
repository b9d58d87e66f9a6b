"""Which bundle a run replayed, kept in the run directory so that its heals can be applied later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.errors import AlreadyThere, BadInput, CannotWrite
from studio.engine.files import explained, holds_something, write_first
from studio.engine.peek import peek, text_of
from studio.engine.rights import make_private

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
        make_private(run_dir)
    write_first(run_dir / SOURCE, json.dumps({"v": 1, "bundle": str(bundle_dir.resolve())}).encode())


@contextmanager
def source_remembered(run_dir: Path, bundle_dir: Path) -> Iterator[None]:
    """Begin a run directory, and take it away again where the run is refused before it has left any evidence.

    Raises AlreadyThere where it holds something, CannotWrite.
    """
    remember_source(run_dir, bundle_dir)
    try:
        yield
    except (BadInput, EnvironmentUnable, CannotWrite):
        with suppress(OSError):
            if [entry.name for entry in run_dir.iterdir()] == [SOURCE]:
                (run_dir / SOURCE).unlink()
                run_dir.rmdir()
        raise


def source_of(run_dir: Path, given: Path | None) -> Path:
    """The bundle that a run replayed, or the one given. Raises BadInput where neither is known."""
    if given is not None:
        return given
    said = text_of(peek(run_dir / SOURCE), "bundle")
    found = Path(said)
    if not said or "\0" in said or not found.is_dir():
        raise BadInput("The bundle that this run replayed is not where it was: say where it is with --bundle.")
    return found
