"""Runs the checks side by side, each bounded in time; one that breaks or hangs is a finding like any other."""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Thread

from studio.engine.health.access import accessibility
from studio.engine.health.browser import browser
from studio.engine.health.display import damage, display, hooks, screen, sending, session
from studio.engine.health.finding import Check, Finding
from studio.engine.health.kept import privacy
from studio.engine.health.keyring import keyring
from studio.engine.health.machine import disk, fonts, python, reading
from studio.engine.health.qt import window

CHECKS: tuple[Check, ...] = (
    *(python, disk, fonts, reading, browser),
    *(session, display, screen, hooks, sending, damage, accessibility, keyring, privacy, window),
)
"""All checks of the engine, in the order in which they are told."""

LIMIT_S = 40.0
"""What has not answered by then hangs: the slowest check starts a browser, which takes 1 to 10 s."""


def examine(checks: Sequence[Check] = CHECKS, *, limit_s: float = LIMIT_S) -> tuple[Finding, ...]:
    """One finding for each check, in their order, after `limit_s` at the latest."""
    made: dict[int, Finding] = {}
    threads = [Thread(target=_make, args=(made, n, check), daemon=True) for n, check in enumerate(checks)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + limit_s
    for thread in threads:
        thread.join(max(deadline - time.monotonic(), 0.0))
    return tuple(made.get(n) or _hung(check, limit_s) for n, check in enumerate(checks))


def _make(made: dict[int, Finding], number: int, check: Check) -> None:
    try:
        made[number] = check()
    except Exception as error:  # one check that fails leaves the others their say
        said = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
        made[number] = Finding(_name(check), "warning", f"Could not be looked at ({said}).", "Run studio doctor again.")


def _hung(check: Check, limit_s: float) -> Finding:
    sentence = f"Did not answer within {limit_s:g} s."
    return Finding(_name(check), "warning", sentence, "Run studio doctor again; if it stays so, restart this session.")


def _name(check: Check) -> str:
    return getattr(check, "__name__", "check")
