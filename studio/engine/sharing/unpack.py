"""From a shared file to a folder. Every entry is judged before the first is written, and counted while it is."""

from __future__ import annotations

import json
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from pydantic import ValidationError

from studio.engine.bundle import load_bundle
from studio.engine.bundle.layout import safe_path
from studio.engine.errors import BadBundle, BadInput, CannotWrite, NewerVersion
from studio.engine.files import explained, new_directory, refuse_overwriting
from studio.engine.limits import MAX_ENTRIES, MAX_HEAD_BYTES, MAX_PICTURE_BYTES, MAX_RATIO, MAX_TOTAL_BYTES
from studio.engine.recording import load_recording
from studio.engine.rights import like, make_like
from studio.engine.sharing.format import CONTENT, HEAD, VERSION, BadShared, Head

_CHUNK = 1 << 20
_ENCRYPTED = 0x1
_BROKEN = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    OSError,
)
"""What reading a damaged archive raises; an offset before its beginning is an OSError."""

_SUFFIXES = (".json", ".jsonl", ".png", ".py", ".md")


def kind_of(file: Path) -> Head:
    """What a shared file says that it holds. Raises BadShared, NewerVersion."""
    with _opened(file) as packed:
        return _head(packed, _judged(packed, file), file)


def unpack(file: Path, out: Path) -> Head:
    """Open a shared file as the new folder `out`, checked as any bundle or recording is.

    Nothing is left where that fails. Raises BadShared, NewerVersion, AlreadyThere, CannotWrite, and what
    `load_bundle` and `load_recording` raise.
    """
    refuse_overwriting(out)
    with _opened(file) as packed:
        entries = _judged(packed, file)
        head = _head(packed, entries, file)
        with new_directory(out, shared=head.kind == "bundle") as partial:
            _write(packed, entries, partial, file)
            with _named(partial, file):
                _check(partial, head, file)
    return head


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        if not file.is_file():
            raise BadShared(f"{file} is not a file: give one that studio export wrote.")
        with zipfile.ZipFile(file) as packed:
            yield packed
    except CannotWrite:
        raise
    except _BROKEN as error:
        raise BadShared(f"{file.name} is not a shared workflow or recording, or is broken ({error}).") from error
    except UnicodeDecodeError as error:
        raise BadShared(f"{file.name} has names that cannot be read.") from error


def _judged(packed: zipfile.ZipFile, file: Path) -> dict[str, zipfile.ZipInfo]:
    """The entries by name. Raises BadShared for one that no file of ours has."""
    entries = packed.infolist()
    if len(entries) > MAX_ENTRIES:
        raise _harmful(file, f"it has {len(entries)} entries")
    if sum(entry.file_size for entry in entries) > MAX_TOTAL_BYTES:
        raise _harmful(file, "it would fill the disk")
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        name = entry.orig_filename
        one = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())  # as some disks see it
        if one in found:
            raise _harmful(file, f"it holds {name[:80]!r} twice")
        _judge(entry, name, file)
        found[one] = entry
    return {entry.orig_filename: entry for entry in found.values()}


def _judge(entry: zipfile.ZipInfo, name: str, file: Path) -> None:
    mode = entry.external_attr >> 16
    if not entry.filename or entry.is_dir() or (stat.S_IFMT(mode) and not stat.S_ISREG(mode)):
        raise _harmful(file, f"{name[:80]!r} is a link, a folder or a device, not a file")
    if entry.flag_bits & _ENCRYPTED:
        raise _harmful(file, f"{name[:80]!r} is encrypted")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _harmful(file, f"{name[:80]!r} is packed in a way that is not used here")
    if entry.file_size > MAX_PICTURE_BYTES or entry.file_size > MAX_RATIO * max(entry.compress_size, 1):
        raise _harmful(file, f"{name[:80]!r} would be far larger than it may be")
    if name == HEAD:
        return
    try:
        inner = safe_path(name.removeprefix(CONTENT))
    except BadBundle:
        inner = ""
    if not name.startswith(CONTENT) or PurePosixPath(inner).suffix not in _SUFFIXES:
        raise _harmful(file, f"{name[:80]!r} is not a file of a workflow or recording")


def _harmful(file: Path, why: str) -> BadShared:
    return BadShared(f"{file.name} is not opened: {why}. Ask who sent it for a file that studio export wrote.")


def _head(packed: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], file: Path) -> Head:
    if HEAD not in entries:
        raise BadShared(f"{file.name} is a zip, but not of Waymark Studio: it has no {HEAD}.")
    data = b"".join(_chunks(packed, entries[HEAD], MAX_HEAD_BYTES, file))
    try:
        head = Head.model_validate_json(data)
    except ValidationError as error:
        if b'"version"' in data and _newer(data):
            raise NewerVersion(f"{file.name} was written by a newer Waymark Studio: open it with that.") from error
        raise BadShared(f"{file.name}: {HEAD} cannot be understood.") from error
    if head.version > VERSION:
        raise NewerVersion(f"{file.name} was written by a newer Waymark Studio: open it with that.")
    return head


def _newer(data: bytes) -> bool:
    try:
        version = json.loads(data)["version"]
    except (ValueError, KeyError, TypeError):
        return False
    return isinstance(version, int) and version > VERSION


def _write(packed: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], root: Path, file: Path) -> None:
    left = MAX_TOTAL_BYTES
    for name, entry in entries.items():
        if name == HEAD:
            continue
        target = root / name.removeprefix(CONTENT)
        with explained(target):
            make_like(target.parent)
            with open(target, "xb", opener=like(target.parent)) as written:
                for chunk in _chunks(packed, entry, min(MAX_PICTURE_BYTES, left), file):
                    written.write(chunk)
                    left -= len(chunk)


def _chunks(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, limit: int, file: Path) -> Iterator[bytes]:
    """The bytes of an entry, never more than `limit`, whatever it says of itself."""
    seen = 0
    with packed.open(entry) as source:
        while chunk := source.read(_CHUNK):
            seen += len(chunk)
            if seen > limit:
                raise _harmful(file, f"{entry.orig_filename[:80]!r} is far larger than it says")
            yield chunk


@contextmanager
def _named(partial: Path, file: Path) -> Iterator[None]:
    """What is wrong is said of the file: the folder in the making is gone by then."""
    try:
        yield
    except BadInput as error:
        error.args = (str(error).replace(partial.name, file.name),)
        raise


def _check(folder: Path, head: Head, file: Path) -> None:
    if head.kind == "recording":
        load_recording(folder)
        return
    if not load_bundle(folder).sealed:
        raise BadShared(f"{file.name} holds a workflow that is not sealed, so nobody can tell whether it was changed.")
