"""Where a bundle came from, as its manifest keeps it: nothing that only one machine knows."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from studio.engine.bundle.manifest import content_digest
from studio.engine.recording import Recording
from studio.engine.who import person

_FILES = ("meta.json", "events.jsonl", "frames/*.png", "structure/*.json")


def provenance_of(recording: Recording) -> dict[str, Any]:
    """The recording by its id and digest, and who compiled it."""
    told = {"id": recording.meta.id, "digest": recording_digest(recording.dir)}
    return {"recording": told, "compiled_by": person()}


def recording_digest(root: Path) -> str:
    """SHA-256 of a recording: of the sorted lines `path, sha256` of its files, as in a bundle."""
    found = (path for pattern in _FILES for path in root.glob(pattern))
    files = sorted(path for path in found if path.name.isascii() and path.is_file() and not path.is_symlink())
    return content_digest({path.relative_to(root).as_posix(): _sha256(path) for path in files})


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
