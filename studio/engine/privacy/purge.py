"""Removes runs, or their pictures, by a plan. Each removal is written to the library's log before it is done."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from studio.engine.errors import CannotWrite
from studio.engine.files import PARTIAL, explained
from studio.engine.privacy.retention import Plan, Rule, Run, pictures_of, plan, runs_folder, why_it_stays
from studio.engine.rights import for_group
from studio.engine.who import person

LOG = "purge.jsonl"


@dataclass(frozen=True)
class Purged:
    """What was done. `failed` tells of runs that could not be removed, each with the reason."""

    gone: tuple[Run, ...]
    staying: tuple[tuple[Run, str], ...]
    failed: tuple[tuple[Run, str], ...]
    bytes: int


def purge(
    library: Path,
    rule: Rule,
    *,
    by: str = "",
    now: datetime | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Purged:
    """Remove what `rule` names, after looking at each run once more. Raises BadInput, CannotWrite (the log)."""
    _finish_cut_off(library)
    wanted = plan(library, rule, now=now)
    gone: list[Run] = []
    failed: list[tuple[Run, str]] = []
    size = 0
    for number, run in enumerate(wanted.going):
        progress(number, len(wanted.going))
        if why_it_stays(run, now or datetime.now(UTC)):
            continue  # something came up meanwhile: a note of what is uncertain, a heal's word taken back
        took = sum(path.stat().st_size for path in _files(run.dir, rule))
        _log(library, run, rule, took, by or person())
        try:
            (_remove_pictures if rule.frames_only else _remove)(run.dir)
        except OSError as error:
            failed.append((run, error.strerror or type(error).__name__))
            continue
        gone.append(run)
        size += took
    return Purged(tuple(gone), wanted.staying, tuple(failed), size)


def size_of(wanted: Plan, rule: Rule) -> int:
    """Bytes that a purge would free."""
    return sum(path.stat().st_size for run in wanted.going for path in _files(run.dir, rule))


def _files(run_dir: Path, rule: Rule) -> list[Path]:
    if rule.frames_only:
        return list(pictures_of(run_dir))
    return [path for path in run_dir.rglob("*") if path.is_file() and not path.is_symlink()]


def _log(library: Path, run: Run, rule: Rule, size: int, by: str) -> None:
    """One line, on the disk before anything is removed. It names the run, and nothing of what it showed."""
    told = {
        "v": 1,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "by": by,
        "rule": str(rule),
        "run": run.dir.relative_to(library).as_posix(),
        "started_at": run.started_at.isoformat(),
        "outcome": run.outcome,
        "what": "pictures" if rule.frames_only else "all",
        "bytes": size,
    }
    file = library / LOG
    with explained(file), open(file, "a", encoding="utf-8", opener=for_group(library)) as log:
        log.write(json.dumps(told, ensure_ascii=False) + "\n")
        log.flush()
        os.fsync(log.fileno())


def _remove(run_dir: Path) -> None:
    """Take the folder away by its name first, so that a half removed run is none any more."""
    going = run_dir.with_name(f".{run_dir.name}{PARTIAL}")
    run_dir.rename(going)
    shutil.rmtree(going)


def _remove_pictures(run_dir: Path) -> None:
    for path in list(pictures_of(run_dir)):
        path.unlink()


def _finish_cut_off(library: Path) -> None:
    """Remove what an earlier purge had renamed and was killed over."""
    for folder in runs_folder(library).glob(f"*/.*{PARTIAL}"):
        if folder.is_dir() and not folder.is_symlink():
            with suppress(OSError, CannotWrite):
                shutil.rmtree(folder)
