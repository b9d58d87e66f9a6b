"""Runs that are older than those a person wants to keep. Nothing is removed without a person's word."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from studio.ui.services.library import Library, WorkflowEntry, is_run


def older_runs(library: Library, keep: int, recents: tuple[str, ...] = ()) -> tuple[Path, ...]:
    """Folders of runs beyond the newest `keep` of each workflow. A halt that nobody answered is never among them."""
    return tuple(folder for entry in library.workflows(recents) for folder in _beyond(entry, keep))


def _beyond(entry: WorkflowEntry, keep: int) -> Iterable[Path]:
    for run in entry.runs[keep:]:
        if run.outcome != "halted" or (run.dir / "answered.json").exists():
            yield run.dir


def remove(folders: Iterable[Path]) -> int:
    """Remove these runs; how many are gone. Only what is still a run is touched."""
    gone = 0
    for folder in folders:
        if is_run(folder) and not folder.is_symlink():
            shutil.rmtree(folder, ignore_errors=True)
            gone += not folder.exists()
    return gone
