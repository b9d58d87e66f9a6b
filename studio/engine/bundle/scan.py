"""What files a bundle folder holds, and their digests. Nothing that leaves the folder is ever opened."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from studio.engine.bundle.layout import UNSEALED_FILES, WORKFLOW, safe_path
from studio.engine.bundle.manifest import workflow_hash
from studio.engine.errors import BadBundle
from studio.engine.limits import MAX_FILES, MAX_PICTURE_BYTES
from studio.engine.png_check import NotPng, png_size
from studio.engine.untrusted import inside, open_inside, read_file


def files_of(root: Path) -> dict[str, Path]:
    """Every file below the resolved folder `root` by its path inside, with forward slashes. Raises BadBundle."""
    found: dict[str, Path] = {}
    for folder, folders, names in os.walk(root, onerror=_raise):
        for name in (*folders, *names):
            if Path(folder, name).is_symlink():
                raise BadBundle(f"{root.name}/{name} is a link: a bundle holds files only. Do not use this bundle.")
        for name in names:
            path = Path(folder, name)
            relative = safe_path(path.relative_to(root).as_posix())
            inside(root, relative, BadBundle)
            found[relative] = path
        if len(found) > MAX_FILES:
            raise BadBundle(f"{root.name} holds more than the {MAX_FILES} files that a bundle may have.")
    return found


def hashes_of(files: dict[str, Path], workflow: dict[str, Any]) -> dict[str, str]:
    """SHA-256 of every file that the content digest covers; that of workflow.json as in the manifest."""
    hashes = {name: _hash(path, name) for name, path in files.items() if name not in UNSEALED_FILES | {WORKFLOW}}
    return hashes | {WORKFLOW: workflow_hash(workflow)}


def refuse_what_is_no_picture(root: Path, files: Iterable[str]) -> None:
    """Raise BadBundle where a picture is no whole PNG of a size that is read: a run would end in the middle of it."""
    for name in files:
        if name.endswith(".png"):
            try:
                png_size(read_file(root, name, limit=MAX_PICTURE_BYTES, error=BadBundle))
            except NotPng as problem:
                raise BadBundle(f"{name} {problem}.") from problem


def _hash(path: Path, name: str) -> str:
    try:
        with open_inside(path) as file:
            told = os.fstat(file.fileno())
            if not stat.S_ISREG(told.st_mode):  # what was a file a moment ago
                raise BadBundle(f"{name} is not a file: put the file itself there.")
            if told.st_size > MAX_PICTURE_BYTES:
                raise BadBundle(f"{name} is larger than the {MAX_PICTURE_BYTES // 1_000_000} MB that are read.")
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadBundle(f"{name} cannot be read ({error.strerror}).") from error


def _raise(error: OSError) -> None:
    raise BadBundle(f"{error.filename} cannot be read ({error.strerror}).") from error
