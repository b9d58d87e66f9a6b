"""What we sent to the X server, so that input of somebody else can be told from it."""

from __future__ import annotations

import threading
from collections import Counter

from studio.engine.model.geometry import Point

Sent = tuple[str, int]
"""Kind (`key`, `button`, `motion`) and its detail."""


class SentLog:
    """Counts what was sent and not yet seen to arrive, and keeps where the pointer was put. Safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: Counter[Sent] = Counter()
        self.pointer: Point | None = None

    def sent(self, kind: str, detail: int = 0) -> None:
        """Note one event before it is sent."""
        with self._lock:
            self._open[kind, detail] += 1

    def arrived(self, kind: str, detail: int = 0) -> bool:
        """Whether an event that arrived is one of ours; it is counted off."""
        with self._lock:
            if self._open[kind, detail] <= 0:
                return False
            self._open[kind, detail] -= 1
            return True
