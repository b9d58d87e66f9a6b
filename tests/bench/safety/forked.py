"""Children that are forked from a process which has loaded the program already: loading it is slow, forking is not."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_GLANCE_S = 0.001


def started(work: Callable[[], object], said: Path) -> int:
    """Do `work` in a child whose output goes to the file `said`; its process id. It ends with 0, or with what an int
    that `work` gives back says, or with 70 after an exception."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        output = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        for stream in (1, 2):
            os.dup2(output, stream)
        given = work()
        code = given if isinstance(given, int) else 0
        sys.stdout.flush()
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)


def ended(child: int) -> int:
    """Wait for its end: the exit code, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed(child: int, after_s: float) -> bool:
    """Kill it after so many seconds; False where it had ended before."""
    handle = os.pidfd_open(child)
    try:
        select.select([handle], [], [], after_s)
    finally:
        os.close(handle)
    os.kill(child, signal.SIGKILL)
    return ended(child) == -signal.SIGKILL


def killed_at(child: int, folder: Path, change: int) -> tuple[bool, int]:
    """Kill it once so many changes of the files in `folder` were seen; whether it lived until then, and how many were.

    Nothing in the program tells of them: the folder is looked at again and again from outside.
    """
    handle, seen, before = os.pidfd_open(child), 0, _looks(folder)
    try:
        while seen < change and not select.select([handle], [], [], _GLANCE_S)[0]:
            now = _looks(folder)
            seen, before = seen + (now != before), now
    finally:
        os.close(handle)
    os.kill(child, signal.SIGKILL)
    return ended(child) == -signal.SIGKILL, seen


def _looks(folder: Path) -> list[tuple[str, int, int]]:
    found = []
    for parent, _, names in os.walk(folder):
        found.append((parent, 0, 0))
        for name in names:
            path = f"{parent}/{name}"
            with suppress(OSError):
                status = os.stat(path)  # noqa: PTH116 (thousands of them)
                found.append((path, status.st_size, status.st_mtime_ns))
    return found


def seconds(work: Callable[[], object], said: Path) -> float:
    """How long a child takes for it. Raises AssertionError where it fails."""
    began = time.perf_counter()
    code = ended(started(work, said))
    assert code == 0, said.read_text("utf-8", "replace")
    return time.perf_counter() - began
