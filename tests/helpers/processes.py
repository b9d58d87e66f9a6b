"""Which processes a process has started, read from /proc: asked before and after each test, so it must cost nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache


def descendants(pid: int, without: frozenset[int] = frozenset()) -> dict[int, str]:
    """Living child processes of `pid` and theirs, by process id, with their names; nobody of `without` nor theirs."""
    if not _tells_children():
        return _by_parents(pid, without)
    found: dict[int, str] = {}
    todo = [pid]
    while todo:
        for child in set(_children(todo.pop())) - without:
            told = _told(child)
            if told is not None:
                found[child] = told[1]
                todo.append(child)
    return found


@cache
def _tells_children() -> bool:
    """Whether this kernel lists the children of a process, which spares looking at all processes."""
    return os.path.exists(f"/proc/self/task/{os.getpid()}/children")  # noqa: PTH110


def _children(pid: int) -> Iterator[int]:
    for thread in _names(f"/proc/{pid}/task"):
        yield from map(int, _read(f"/proc/{pid}/task/{thread}/children").split())


def _by_parents(pid: int, without: frozenset[int]) -> dict[int, str]:
    """The same from the parents of all processes."""
    told = {int(name): each for name in _names("/proc") if name.isdigit() and (each := _told(int(name))) is not None}
    found: dict[int, str] = {}
    frontier = {pid}
    while frontier:
        frontier = {child for child, (parent, _) in told.items() if parent in frontier and child not in without}
        found.update({child: told[child][1] for child in frontier})
    return found


def _told(pid: int) -> tuple[int, str] | None:
    """Parent and name of a process; None for one that is gone or only waits to be buried."""
    head, _, tail = _read(f"/proc/{pid}/stat").rpartition(b")")
    if not head or tail.split()[0] == b"Z":
        return None
    return int(tail.split()[1]), head.partition(b"(")[2].decode("utf-8", "replace")


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""
