"""The library: where recordings, workflows with their versions, and runs are kept. Plain folders, no database.

::

    recordings/<when>-<name>/          as the recorder wrote them
    workflows/<name>/v1, v2, …         bundles; a new version is a sibling, linked by its parent's digest
    runs/<name>/<when>/                one folder a run

A bundle that lies elsewhere works as well: its versions are its siblings, its runs still go to `runs/`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_REPORT_BYTES, MAX_WORKFLOW_BYTES
from studio.engine.peek import number_of, objects_of, peek, text_of

_VERSION = re.compile(r"^(.*?)-?v(\d+)$")


@dataclass(frozen=True)
class RunEntry:
    """One run on disk, read lightly. `outcome` is empty where its report cannot be read."""

    dir: Path
    outcome: str
    started_at: str
    total_ms: float
    workflow: str
    heals: int
    digest: str


@dataclass(frozen=True)
class WorkflowEntry:
    """A workflow: its newest version, all versions oldest first, and its runs newest first."""

    name: str
    versions: tuple[Path, ...]
    runs: tuple[RunEntry, ...] = ()

    @property
    def newest(self) -> Path:
        """The folder of the newest version."""
        return self.versions[-1]

    @property
    def last_run(self) -> RunEntry | None:
        """The newest run."""
        return self.runs[0] if self.runs else None


def default_root() -> Path:
    """Where the library is unless a person chose another place; STUDIO_LIBRARY names one."""
    return Path(os.environ.get("STUDIO_LIBRARY") or Path.home() / "Waymark Studio")


class Library:
    """Finds and names folders; reads only as much as lists need."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def recordings_dir(self) -> Path:
        """Where recordings go."""
        return self.root / "recordings"

    def workflows(self, recents: tuple[str, ...] = ()) -> tuple[WorkflowEntry, ...]:
        """All workflows of the library and those of `recents` that lie elsewhere, last changed first."""
        found = {folder.resolve(): None for folder in _folders(self.root / "workflows")}
        groups = [group for folder in found if (group := tuple(_versions_in(folder)))]
        known = {path for group in groups for path in group}
        for said in recents:
            path = _real(said)
            if path is not None and path not in known and is_bundle(path):
                groups.append(versions_of(path))
                known.update(groups[-1])
        entries = [WorkflowEntry(name_of(group[-1]), group, self.runs_of(group[-1])) for group in groups]
        return tuple(sorted(entries, key=_changed, reverse=True))

    def recordings(self) -> tuple[Path, ...]:
        """All recordings, newest first."""
        return tuple(sorted((p for p in _folders(self.recordings_dir) if is_recording(p)), reverse=True))

    def runs_of(self, bundle: Path, limit: int = 200) -> tuple[RunEntry, ...]:
        """Runs of a workflow (any version), newest first."""
        folders = sorted(_folders(self.root / "runs" / slug_of(bundle)), reverse=True)[:limit]
        return tuple(entry for folder in folders if (entry := read_run(folder)) is not None)

    def new_recording_dir(self, name: str) -> Path:
        """A free folder for a recording that begins now."""
        return _free(self.recordings_dir / f"{_stamp()}-{slug(name)}")

    def new_bundle_dir(self, name: str) -> Path:
        """A free folder for the first version of a new workflow."""
        return _free(self.root / "workflows" / slug(name)) / "v1"

    def new_run_dir(self, bundle: Path) -> Path:
        """A free folder for a run of that bundle."""
        return _free(self.root / "runs" / slug_of(bundle) / _stamp())


def next_version_dir(bundle: Path) -> Path:
    """A free sibling for the next version of a bundle: `v2` after `v1`, `name-v2` after `name`."""
    matched = _VERSION.match(bundle.name)
    stem = matched.group(1) if matched else bundle.name
    number = max((_number(p) for p in versions_of(bundle)), default=1) + 1
    while True:
        target = bundle.with_name(f"{stem}-v{number}" if stem else f"v{number}")
        if not os.path.lexists(target):  # a name that is too long is none, and writing it says so
            return target
        number += 1


def versions_of(bundle: Path) -> tuple[Path, ...]:
    """The bundle and its siblings of the same lineage, oldest first."""
    path = bundle.resolve()
    matched = _VERSION.match(path.name)
    stem = matched.group(1) if matched else path.name
    siblings = [p for p in _folders(path.parent) if _stem(p) == stem and is_bundle(p)]
    return tuple(sorted({*siblings, path}, key=_number))


def version_number(bundle: Path) -> int:
    """Which version a folder's name says that it is; 1 where it says none."""
    return _number(bundle)


def slug(name: str) -> str:
    """A name as a folder: letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "workflow"


def slug_of(bundle: Path) -> str:
    """The folder under which a bundle's runs are kept: the same for all its versions."""
    matched = _VERSION.match(bundle.name)
    stem = matched.group(1) if matched else bundle.name
    return slug(stem or bundle.resolve().parent.name)


def is_bundle(path: Path) -> bool:
    """Whether the folder holds a workflow."""
    return _holds(path, "workflow.json")


def is_recording(path: Path) -> bool:
    """Whether the folder holds a recording."""
    return _holds(path, "events.jsonl") and _holds(path, "meta.json")


def is_run(path: Path) -> bool:
    """Whether the folder holds a run."""
    return _holds(path, "report.json")


def _holds(folder: Path, name: str) -> bool:
    """Whether the file is there for this person: what belongs to another one of a shared library does not show."""
    try:
        return (folder / name).is_file()
    except OSError:
        return False


def name_of(bundle: Path) -> str:
    """The workflow's own name, or the folder's where it cannot be read."""
    return text_of(peek(bundle / "workflow.json", MAX_WORKFLOW_BYTES), "name") or bundle.name


def read_run(folder: Path) -> RunEntry | None:
    """What lists show of a run; None where it is none."""
    told = peek(folder / "report.json", MAX_REPORT_BYTES)
    if not text_of(told, "outcome"):
        return None
    return RunEntry(
        folder,
        text_of(told, "outcome"),
        text_of(told, "started_at"),
        number_of(told, "total_ms"),
        text_of(told, "workflow"),
        len(objects_of(told, "heals")),
        text_of(told, "bundle_digest"),
    )


def bundle_of_run(run_dir: Path) -> Path | None:
    """The bundle that a run replayed, where it is still there."""
    from studio.engine.review import source_of  # loaded here: the window paints first

    try:
        return source_of(run_dir, None)
    except BadInput:
        return None


def _versions_in(folder: Path) -> Iterator[Path]:
    if is_bundle(folder):
        yield folder
        return
    yield from sorted((p for p in _folders(folder) if is_bundle(p)), key=_number)


def _real(said: str) -> Path | None:
    """The folder that was opened lately; None where its way leads in a circle or is none."""
    try:
        return Path(said).resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def _folders(parent: Path) -> list[Path]:
    try:
        return [p for p in parent.iterdir() if p.is_dir() and not p.name.startswith(".")]
    except (OSError, ValueError):
        return []


def _stem(path: Path) -> str:
    matched = _VERSION.match(path.name)
    return matched.group(1) if matched else path.name


def _number(path: Path) -> int:
    matched = _VERSION.match(path.name)
    return int(matched.group(2)) if matched else 1


def _changed(entry: WorkflowEntry) -> float:
    try:
        newest = (entry.newest / "workflow.json").stat().st_mtime
    except OSError:
        newest = 0.0
    run = entry.last_run
    return max(newest, run.dir.stat().st_mtime if run and run.dir.exists() else 0.0)


def _stamp() -> str:
    return f"{datetime.now():%Y%m%d-%H%M%S}"


def _free(path: Path) -> Path:
    candidate, number = path, 2
    while candidate.exists():
        candidate = path.with_name(f"{path.name}-{number}")
        number += 1
    return candidate
