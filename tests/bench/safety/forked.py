"""Children that are forked from a process which has loaded the program already: loading it is slow, forking is not."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path


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


def seconds(work: Callable[[], object], said: Path) -> float:
    """How long a child takes for it. Raises AssertionError where it fails."""
    began = time.perf_counter()
    code = ended(started(work, said))
    assert code == 0, said.read_text("utf-8", "replace")
    return time.perf_counter() - began
