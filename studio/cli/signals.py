"""What SIGINT and SIGTERM do while a command works."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def signals_call(what: Callable[[], object]) -> Iterator[None]:
    """Inside, SIGINT and SIGTERM call it; afterwards they do what they did before."""
    former = {number: signal.signal(number, lambda *_: what()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
