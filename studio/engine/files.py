"""Writing so that a crash leaves the old file or the new one, never half of one.

All functions raise `CannotWrite` (disk full, read-only, no permission) with one sentence for a person. What they make
is its owner's alone or, with `shared`, for whoever may read the folder that it is put into (see `rights`).
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from studio.engine.errors import AlreadyThere, CannotWrite
from studio.engine.rights import PRIVATE_FOLDER, Opener, like, make_like, make_way, private

PARTIAL = ".partial"
"""Suffix of folders and files that are not complete yet; their names begin with a dot."""

READABLE = f".readable{PARTIAL}"
"""Suffix of what is there only until a copy that names nobody has been made of it."""

_OURS = re.compile(rf"\..+\.([0-9a-f]+|readable){re.escape(PARTIAL)}")
_STALE_S = 24 * 3600
_REASONS = {
    errno.ENOSPC: "the disk is full; free some space and try again",
    errno.EDQUOT: "the disk quota is used up; free some space and try again",
    errno.EFBIG: "the file would be larger than is allowed here; choose another place",
    errno.EROFS: "the disk is read-only; choose another place",
    errno.EACCES: "there is no permission to write there; choose another place",
    errno.EPERM: "there is no permission to write there; choose another place",
    errno.ENOTDIR: "a part of the path is a file, not a folder; choose another place",
    errno.ENAMETOOLONG: "the name is too long; choose a shorter one",
    errno.ELOOP: "a link stands there, or one in the path leads back to itself; choose another place",
    errno.ENXIO: "a pipe stands there, not a file; take it away, or choose another place",
    errno.ENOENT: "the folder does not exist any more; choose another place",
}


def cannot_write(path: Path, error: OSError) -> CannotWrite:
    """The typed exception with its sentence for an OSError that hit while writing `path`."""
    reason = _REASONS.get(error.errno or 0, error.strerror or str(error))
    return CannotWrite(f"{path} was not written: {reason}.")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn any OSError inside into `CannotWrite` about `path`."""
    try:
        yield
    except CannotWrite:
        raise
    except OSError as error:
        raise cannot_write(path, error) from error


def write_atomically(path: Path, data: bytes, *, durable: bool = True, shared: bool = False) -> None:
    """Write `data` beside `path`, sync it and rename it into place; the old file stays whole until then.

    With `durable` false nothing is synced: safe against a killed process, not against a power cut.
    """
    with explained(path):
        partial = _partial_name(path)
        try:
            _write_new(partial, data, durable, like(path.parent) if shared else private)
            partial.replace(path)
        except BaseException:
            with suppress(OSError):
                partial.unlink()
            raise
        if durable:
            sync_directory(path.parent)


def write_first(path: Path, data: bytes) -> None:
    """Write a small file that must not be there yet: of several processes one does, for the others it is AlreadyThere.

    Killed in the middle, it may leave the file empty.
    """
    with explained(path):
        try:
            _write_new(path, data, durable=True, opener=private)
        except FileExistsError as error:
            raise AlreadyThere(f"{path.parent} is being written by another program: choose another place.") from error
        except OSError:
            with suppress(OSError):
                path.unlink()  # it was not there before: half of it is ours
            raise
        sync_directory(path.parent)


def link_or_copy(source: Path, target: Path) -> bool:
    """Store the content of `source` under `target` too: a hard link where the disk can (then True), else a copy."""
    with explained(target):
        partial, linked = _partial_name(target), True
        try:
            try:
                os.link(source, partial)
            except OSError:
                linked = False
                _copy(source, partial)
            partial.replace(target)
            partial.unlink(missing_ok=True)  # renaming onto a link of the same file does nothing
        except BaseException:
            with suppress(OSError):
                partial.unlink()
            raise
    return linked


@contextmanager
def new_directory(target: Path, *, shared: bool = False) -> Iterator[Path]:
    """Yield an empty folder beside `target`; on success it is synced and renamed to `target`, else removed.

    Raises AlreadyThere where `target` is a file or a non-empty folder, now or at the end.
    """
    refuse_overwriting(target)
    with explained(target):
        make_way(target.parent)
        _remove_stale(target)
        partial = _partial_name(target)
        make_like(partial) if shared else partial.mkdir(PRIVATE_FOLDER)
    try:
        yield partial
        publish_directory(partial, target)
    except BaseException as error:
        shutil.rmtree(partial, ignore_errors=True)
        if isinstance(error, CannotWrite):  # the folder that is gone again tells a person nothing
            raise CannotWrite(str(error).replace(str(partial), str(target))) from error
        raise


def publish_directory(partial: Path, target: Path) -> None:
    """Sync the folder `partial` and rename it to `target`. Raises AlreadyThere where that holds something."""
    with explained(target):
        sync_tree(partial)
        refuse_overwriting(target)
        try:
            with suppress(FileNotFoundError):
                target.rmdir()
            partial.rename(target)
        except OSError as error:
            if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
                raise _already_there(target) from error
            raise
        sync_directory(target.parent)


def refuse_overwriting(target: Path) -> None:
    """Raise AlreadyThere where `target` is a file, a link or a folder that holds something.

    Raises CannotWrite where nothing of that name can be there at all (too long, no permission).
    """
    with explained(target):
        if target.is_symlink() or holds_something(target):
            raise _already_there(target)


def holds_something(target: Path) -> bool:
    """Whether `target` is anything but nothing or an empty folder. Raises OSError."""
    return target.exists() and (not target.is_dir() or any(target.iterdir()))


def sync_tree(root: Path) -> None:
    """Ask the disk to keep all files and folders below `root`. Raises OSError."""
    for folder, _, names in os.walk(root):
        for name in names:
            sync_file(Path(folder, name))
        sync_directory(Path(folder))


def sync_file(path: Path) -> None:
    """Ask the disk to keep what stands in file `path`. Raises OSError."""
    _sync(path, os.O_RDONLY)


def sync_directory(path: Path) -> None:
    """Ask the disk to keep the names in folder `path`; does nothing where folders cannot be synced (Windows)."""
    if os.name == "posix":
        _sync(path, os.O_RDONLY | os.O_DIRECTORY)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_new(path: Path, data: bytes, durable: bool, opener: Opener) -> None:
    with open(path, "xb", opener=opener) as file:
        file.write(data)
        if durable:
            file.flush()
            os.fsync(file.fileno())


def _copy(source: Path, target: Path) -> None:
    with source.open("rb") as read, open(target, "xb", opener=private) as written:
        shutil.copyfileobj(read, written)


def _partial_name(path: Path) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}{PARTIAL}")


def _remove_stale(target: Path) -> None:
    """Remove what killed processes left in the folder of `target` more than a day ago, whatever it was to become.

    It may show what its name promised to leave out.
    """
    for partial in target.parent.glob(f".*{PARTIAL}"):
        with suppress(OSError):
            ours = _OURS.fullmatch(partial.name) and partial.is_dir() and not partial.is_symlink()
            if ours and time.time() - partial.stat().st_mtime > _STALE_S:
                shutil.rmtree(partial, ignore_errors=True)


def _already_there(target: Path) -> AlreadyThere:
    return AlreadyThere(f"{target} exists already and is never overwritten: choose another place or a new name.")


def hold(file: IO[Any]) -> None:
    """Say of an open file that somebody works on it until it is closed, also by a crash (see `is_held`)."""
    if sys.platform != "win32":
        import fcntl

        with suppress(OSError):  # a disk of another computer may know no locks
            fcntl.flock(file.fileno(), fcntl.LOCK_SH)


def is_held(path: Path) -> bool:
    """Whether a process works on the file. On Windows never: there an open file cannot be removed anyway."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        with path.open("rb") as file:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
