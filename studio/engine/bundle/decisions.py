"""decisions.jsonl: what people decided about a bundle's heals and certifications. Only ever appended to.

Each line ends with `sum`, the SHA-256 of all bytes before it and of itself without the sum: a line that was changed,
taken out of the middle, put in or moved does not fit any more.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from studio.engine.bundle.layout import DECISIONS
from studio.engine.errors import BadBundle, NewerVersion, TamperedBundle
from studio.engine.files import explained
from studio.engine.limits import MAX_DECISIONS_BYTES
from studio.engine.rights import like
from studio.engine.untrusted import existing_directory, inside, parse_object, read_file

DECISIONS_VERSION = 2
"""1 had no sums."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """All decisions in order, without their sums. `cut`: a last line, which was never acknowledged, does not count."""

    records: tuple[dict[str, Any], ...] = ()
    cut: bool = False


def append_decision(bundle_dir: Path, record: Mapping[str, Any]) -> None:
    """Append one decision and sync it; `v` and, where absent, `at` (UTC) are added.

    A line that a killed process left cut was never acknowledged and is dropped first. Another process that appends
    meanwhile is waited for. Raises CannotWrite; BadBundle, TamperedBundle, NewerVersion where the file is broken:
    nothing is added to it then.
    """
    root = existing_directory(Path(bundle_dir), "a bundle", BadBundle)
    inside(root, DECISIONS, BadBundle)
    stamped = {"v": DECISIONS_VERSION, "at": datetime.now(UTC).isoformat(), **record}
    path = root / DECISIONS
    with explained(path), open(path, "ab+", buffering=0, opener=like(root)) as file, _alone(file.fileno()):
        file.seek(0)
        data = file.readall()
        _parsed(data)
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.ftruncate(file.fileno(), whole)
        file.write(_line(stamped, hashlib.sha256(data[:whole])))
        os.fsync(file.fileno())


def read_decisions(bundle_dir: Path) -> tuple[dict[str, Any], ...]:
    """All decisions in order; a cut last line is left out. Raises as `decisions_of` does."""
    return decisions_of(existing_directory(Path(bundle_dir), "a bundle", BadBundle)).records


def decisions_of(root: Path) -> Decisions:
    """The decisions in the resolved folder of a bundle. Raises BadBundle or TamperedBundle naming a broken line,
    NewerVersion."""
    if inside(root, DECISIONS, BadBundle) is None:
        return Decisions()
    return _parsed(read_file(root, DECISIONS, limit=MAX_DECISIONS_BYTES, error=BadBundle))


def _parsed(data: bytes) -> Decisions:
    *lines, rest = data.split(b"\n")
    before = hashlib.sha256()
    records: list[dict[str, Any]] = []
    summed = False
    for number, line in enumerate(lines, 1):
        record = parse_object(line, f"{DECISIONS} line {number}", BadBundle)
        version = record.get("v", 1)
        _refuse_newer(version, number)
        if version == 1 and (summed or "sum" in record):
            raise _changed(number)
        if version == DECISIONS_VERSION:
            summed = True
            record.pop("sum", None)
            if line + b"\n" != _line(record, before):
                raise _changed(number)
        records.append(record)
        before.update(line + b"\n")
    if rest and _goes_on_after_an_object(rest):
        raise _changed(len(lines) + 1)
    return Decisions(tuple(records), cut=bool(rest))


def _line(record: Mapping[str, Any], before: Any) -> bytes:
    """The line of a record, after the bytes that `before` (a SHA-256, left as it is) has seen."""
    plain = json.dumps(record, ensure_ascii=False, allow_nan=False).encode()
    digest = before.copy()
    digest.update(plain)
    return plain[:-1] + f', "sum": "{digest.hexdigest()}"}}\n'.encode()


def _goes_on_after_an_object(rest: bytes) -> bool:
    """Whether what stands after the last line feed is no line that a killed process left cut: it has all of one."""
    try:
        text = rest.decode("utf-8", "replace")
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return not rest.startswith(b"{")
    return end < len(text)


def _refuse_newer(version: Any, number: int) -> None:
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _changed(number)
    if version > DECISIONS_VERSION:
        raise NewerVersion(f"{DECISIONS} line {number} was written by a newer program: update Waymark Studio.")


def _changed(number: int) -> TamperedBundle:
    return TamperedBundle(
        f"{DECISIONS} line {number} is not as it was written, so nothing in it is believed: put the file back as it "
        "was. Without it the bundle opens, and what people had decided is lost."
    )


@contextmanager
def _alone(handle: int) -> Iterator[None]:
    """Only one process at a time is in here for one file; the lock goes when the file is closed, also by a crash."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        try:
            yield
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
