"""Whether a process of this machine has come to rest: none of its threads runs and it used no processor time."""

from __future__ import annotations

import time
from pathlib import Path

REST_S = 0.06
"""At rest for so long it has done what it was told, s."""
_SAMPLE_S = 0.006
_BUSY = frozenset("RD")


def wait_idle(pid: int, timeout_s: float) -> bool:
    """Return True once process `pid` rests, or is gone; False where it does not within `timeout_s` or nobody knows."""
    deadline = time.monotonic() + timeout_s
    if not Path(f"/proc/{pid}/stat").exists():
        return False
    since, used = time.monotonic(), _used(pid)
    while (now := time.monotonic()) < deadline:
        spent = _used(pid)
        if spent is None:
            return True
        if spent != used or _runs(pid):
            since, used = now, spent
        elif now - since >= REST_S:
            return True
        time.sleep(_SAMPLE_S)
    return False


def _used(pid: int) -> int | None:
    """Processor time in ticks; None for a process that is gone."""
    try:
        fields = _fields(Path(f"/proc/{pid}/stat"))
    except OSError:
        return None
    return int(fields[11]) + int(fields[12])


def _runs(pid: int) -> bool:
    """Whether a thread runs or waits for a processor or a disk."""
    for stat in Path(f"/proc/{pid}/task").glob("*/stat"):
        try:
            if _fields(stat)[0] in _BUSY:
                return True
        except OSError:
            continue
    return False


def _fields(stat: Path) -> list[str]:
    """The fields after the name, which may itself hold spaces and brackets."""
    return stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
