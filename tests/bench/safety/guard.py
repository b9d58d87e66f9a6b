"""Nothing is written outside of a scratch folder, nothing is started, nobody is called: watched by an audit hook."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_CHANGES = frozenset(
    {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.utime"}
)
_NEVER = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "socket.connect",
    "socket.bind",
    "pty.",
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Outside(BaseException):
    """Something was done that reading a file must never do. No `except Exception` swallows it."""


class _State:
    root: str | None = None
    hooked = False


@contextmanager
def only_inside(root: Path) -> Iterator[None]:
    """Raise Outside for whatever would be written outside of `root` meanwhile, started, or connected to."""
    if not _State.hooked:
        _State.hooked = True
        sys.addaudithook(_hook)
    _State.root = os.path.realpath(root)
    try:
        yield
    finally:
        _State.root = None


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if _State.root is None:
        return
    if event == "open":
        _judge_open(*args)
    elif event in _CHANGES:
        _judge_change(event, args)
    elif event.startswith(_NEVER):
        raise Outside(f"{event} {args!r}"[:300])


def _judge_open(path: Any, mode: Any, flags: Any) -> None:
    writes = any(c in mode for c in "wax+") if isinstance(mode, str) else bool((flags or 0) & _WRITING)
    if writes and not isinstance(path, int):
        _refuse_outside("open", path, None)


def _judge_change(event: str, args: tuple[Any, ...]) -> None:
    """The events of `os` have one or two paths, then as many folders that these are relative to (-1: none)."""
    two = event in ("os.rename", "os.link", "os.symlink")
    paths = args[:1] if not two else args[1:2] if event == "os.symlink" else args[:2]
    folder = args[-1] if isinstance(args[-1], int) and event not in ("os.mkdir", "os.chmod", "os.utime") else -1
    for path in paths:
        if not isinstance(path, int):
            _refuse_outside(event, path, folder if folder >= 0 else None)


def _refuse_outside(event: str, path: Any, folder: int | None) -> None:
    base = Path(f"/proc/self/fd/{folder}").readlink() if folder is not None else Path.cwd()
    parent, name = os.path.split(os.path.join(base, os.fsdecode(path)))  # noqa: PTH118 (no object for each event)
    real = os.path.join(os.path.realpath(parent), name)  # noqa: PTH118
    own = _State.root or ""
    if not f"{real}/".startswith(f"{own}/") and ".pyc" not in name and real != os.devnull:
        raise Outside(f"{event} {real}")
