"""decisions.jsonl: what people decided about a bundle's heals and certifications. Only ever appended to."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from studio.engine.bundle.layout import DECISIONS
from studio.engine.errors import BadBundle, NewerVersion
from studio.engine.files import explained
from studio.engine.limits import MAX_PICTURE_BYTES
from studio.engine.untrusted import existing_directory, inside, parse_object, read_file

DECISIONS_VERSION = 1


def append_decision(bundle_dir: Path, record: Mapping[str, Any]) -> None:
    """Append one decision and sync it; `v` and, where absent, `at` (UTC) are added.

    A line that a killed process left cut was never acknowledged and is dropped first. Raises CannotWrite, BadBundle.
    """
    root = existing_directory(Path(bundle_dir), "a bundle", BadBundle)
    inside(root, DECISIONS, BadBundle)
    stamped = {"v": DECISIONS_VERSION, "at": datetime.now(UTC).isoformat(), **record}
    line = json.dumps(stamped, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    path = root / DECISIONS
    with explained(path), path.open("ab+", buffering=0) as file:
        _drop_cut_line(path, file.fileno())
        file.write(line)
        os.fsync(file.fileno())


def read_decisions(bundle_dir: Path) -> tuple[dict[str, Any], ...]:
    """All decisions in order; a cut last line is left out. Raises BadBundle naming a broken line, NewerVersion."""
    root = existing_directory(Path(bundle_dir), "a bundle", BadBundle)
    if inside(root, DECISIONS, BadBundle) is None:
        return ()
    lines = read_file(root, DECISIONS, limit=MAX_PICTURE_BYTES, error=BadBundle).split(b"\n")[:-1]
    records = tuple(parse_object(line, f"{DECISIONS} line {n}", BadBundle) for n, line in enumerate(lines, 1))
    for number, record in enumerate(records, 1):
        _refuse_newer(record.get("v", DECISIONS_VERSION), number)
    return records


def _refuse_newer(version: Any, number: int) -> None:
    if not isinstance(version, int) or version > DECISIONS_VERSION:
        raise NewerVersion(f"{DECISIONS} line {number} was written by a newer program: update Waymark Studio.")


def _drop_cut_line(path: Path, handle: int) -> None:
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.ftruncate(handle, whole)
