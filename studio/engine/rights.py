"""Who may read what is written, whatever the umask says.

What shows what people did (recordings, runs, drafts, notes, traces) is its owner's alone. A bundle, which people share
on purpose, is for whoever may read the folder that they put it into. On Windows folders pass on their own rights.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
_FILE_BITS = 0o666
_PLAINLY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""What is written goes into the file that is named: never through a link that somebody put in its place, and nobody
waits at a pipe that stands there for who may read it."""

Opener = Callable[[str, int], int]


def private(path: str, flags: int) -> int:
    """The `opener` of a file that only its owner reads."""
    return os.open(path, flags | _PLAINLY, PRIVATE_FILE)


def make_private(folder: Path) -> None:
    """Make `folder` for its owner alone, and the way to it. One that is there stays as it is. Raises OSError."""
    make_way(folder.parent)
    folder.mkdir(PRIVATE_FOLDER, exist_ok=True)


def make_way(folder: Path) -> None:
    """Make `folder` and what is missing above it: for their owner alone, in a group's folder (setgid) for that group.

    Several people work in one library then: each finds the folders for recordings, workflows and runs. Raises OSError.
    """
    for missing in reversed(_missing(folder)):
        if _is_of_group(missing.parent):
            make_like(missing)
        else:
            missing.mkdir(PRIVATE_FOLDER, exist_ok=True)
    if not folder.is_dir():
        folder.mkdir()  # the error that says what stands there


def make_like(folder: Path) -> None:
    """Make `folder`, and what is missing above it, for whoever may read the folder that is there. Raises OSError."""
    if folder.is_dir():
        return
    make_like(folder.parent)
    rights = _rights_in(folder.parent)
    folder.mkdir(rights & 0o777, exist_ok=True)
    if rights & stat.S_ISGID:
        folder.chmod(rights)  # what a group shares on purpose is not narrowed by the umask


def like(folder: Path) -> Opener:
    """The `opener` of a file in `folder` for whoever may read that folder. Raises OSError."""
    rights = _rights_in(folder)

    def opened(path: str, flags: int) -> int:
        handle = os.open(path, flags | _PLAINLY, rights & _FILE_BITS)
        if flags & os.O_CREAT and rights & stat.S_ISGID and hasattr(os, "fchmod"):
            os.fchmod(handle, rights & _FILE_BITS)
        return handle

    return opened


def for_group(folder: Path) -> Opener:
    """The `opener` of a file in `folder` for its owner alone, or for the group whose folder that is. Raises OSError."""
    return like(folder) if _is_of_group(folder) else private


def _is_of_group(folder: Path) -> bool:
    return bool(folder.stat().st_mode & stat.S_ISGID)


def _rights_in(folder: Path) -> int:
    """The rights of a new folder inside of `folder`: others never write, the group only where it shares (setgid).

    A folder that everybody may write into (`/tmp`) says nothing about who shall read.
    """
    mode = folder.stat().st_mode
    if mode & stat.S_IWOTH:
        return PRIVATE_FOLDER
    shares = stat.S_ISGID | stat.S_IWGRP if mode & stat.S_ISGID else 0
    return PRIVATE_FOLDER | mode & (0o055 | shares)


def _missing(folder: Path) -> list[Path]:
    """`folder` and those above it that are not there, the innermost first."""
    return [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
