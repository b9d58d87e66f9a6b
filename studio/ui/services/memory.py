"""How the window takes memory: blocks that are large are given back to the system once nothing uses them.

Without that glibc keeps them for later, for each thread apart: pictures and what reads their texts come in millions of
bytes, and a window with a long recording open then held a third more than it used (`./dev bench`).
"""

from __future__ import annotations

import ctypes
import sys

_LARGE = 128 * 1024
_ARENAS = 1
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Their numbers in glibc's malloc.h."""


def give_back_large_blocks() -> bool:
    """To be called before there are threads; False where the C library has no such settings."""
    if sys.platform != "linux":
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    settings = ((_M_ARENA_MAX, _ARENAS), (_M_MMAP_THRESHOLD, _LARGE), (_M_TRIM_THRESHOLD, _LARGE))
    return all(mallopt(number, value) == 1 for number, value in settings)
