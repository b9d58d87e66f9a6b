"""Time that passes only where it is waited."""

from __future__ import annotations

from studio.engine.runtime.control import RunControl


class OwnClock(RunControl):
    """Waits by moving its own time on, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.check()
        self.now += seconds
