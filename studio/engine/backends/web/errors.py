"""Turns the driver's errors into the two that the engine knows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error as PlaywrightError

from studio.engine.backends.protocols import SurfaceLost

_GONE = ("has been closed", "Target closed", "Target crashed", "Page crashed", "Connection closed", "Browser closed")
_REPLACED = (
    "Cannot find context",
    "Execution context was destroyed",
    "Inspected target navigated",
    "navigated or closed",
    "Frame with the given id was not found",
    "No frame for given id",
    "uniqueContextId not found",
    "Promise was collected",
    "Cannot find default execution context",
)


def is_lost(error: PlaywrightError) -> bool:
    """Whether the page or the browser is gone for good."""
    return any(sign in error.message for sign in _GONE)


def is_replaced(error: PlaywrightError) -> bool:
    """Whether the document was replaced by another while we asked it."""
    return any(sign in error.message for sign in _REPLACED)


@contextmanager
def surface() -> Iterator[None]:
    """Whatever the driver raises inside becomes SurfaceLost with the first line of its message."""
    try:
        yield
    except PlaywrightError as error:
        reason = error.message.strip().splitlines()[0] if error.message else "no reason given"
        raise SurfaceLost(f"The page does not answer any more: {reason}") from error
