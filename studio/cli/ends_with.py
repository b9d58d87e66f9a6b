"""A recorder whose window is gone finishes by itself: nobody is watched unseen, and what was recorded is kept."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from studio.cli.parsing import WrongUsage

_LOOK_S = 0.5


def finish_when_gone(pid: int) -> None:
    """Finish this process, as SIGTERM does, once the process `pid` is gone. Raises WrongUsage where there is none."""
    if not is_alive(pid):
        raise WrongUsage(f"--ends-with: there is no process {pid}.")
    threading.Thread(target=_watch, args=(pid,), name="ends-with", daemon=True).start()


def _watch(pid: int) -> None:
    while is_alive(pid):
        time.sleep(_LOOK_S)
    signal.raise_signal(signal.SIGTERM) if sys.platform == "win32" else os.kill(os.getpid(), signal.SIGTERM)


def is_alive(pid: int) -> bool:
    """Whether the process runs; one that ended and was not collected yet does not."""
    if sys.platform == "win32":
        return _windows_knows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False


def _windows_knows(pid: int) -> bool:
    """Unproven: asks Windows for the process."""
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009
    handle = kernel.OpenProcess(0x100000, False, pid)
    if not handle:
        return False
    running = kernel.WaitForSingleObject(handle, 0) != 0
    kernel.CloseHandle(handle)
    return bool(running)
