"""Waiting in a measurement of the window: events go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def until(app: Any, done: Callable[[], bool]) -> None:
    """Until `done` says so."""
    while not done():
        app.processEvents()
        time.sleep(0.001)


def rest(app: Any, seconds: float) -> None:
    """That long."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        app.processEvents()
        time.sleep(0.002)
