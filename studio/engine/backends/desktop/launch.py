"""Starts the program that a desktop replay acts on, and waits until it shows a window."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence

from studio.engine.backends.desktop.windows import Windows
from studio.engine.backends.desktop.x11 import refuse_without_display
from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.secrets.environment import without_secrets

SHOWS_S = 30.0
"""How long a program may take until its first window, s."""
_POLL_S = 0.1
_started: list[subprocess.Popen[bytes]] = []
"""Programs outlive the replay that started them; kept, so that none is waited for or ended."""


def start_program(command: Sequence[str], *, display: str | None = None, timeout_s: float = SHOWS_S) -> None:
    """Start `command` and return once it shows a window. It is left running: what it holds is the person's.
    Of this process's environment it gets no secret.

    Raises EnvironmentUnable where it cannot be started, ends with an error, or shows no window in time.
    """
    if display is None:
        refuse_without_display()
    windows = Windows(display)
    try:
        before = {window.id for window in windows.stacking()}
        program = _run(command)
        deadline = time.monotonic() + timeout_s
        while not any(w.id not in before and not w.popup for w in windows.stacking()):
            code = program.poll()
            if code == 0:
                return  # it handed over to a program that was there already
            if code is not None:
                raise EnvironmentUnable(f"“{command[0]}” ended at once with code {code}, without a window.")
            if time.monotonic() > deadline:
                raise EnvironmentUnable(f"“{command[0]}” was started, but showed no window in {timeout_s:.0f} s.")
            time.sleep(_POLL_S)
    finally:
        windows.close()


def _run(command: Sequence[str]) -> subprocess.Popen[bytes]:
    null, own = subprocess.DEVNULL, without_secrets()
    try:
        program = subprocess.Popen(command, stdin=null, stdout=null, stderr=null, start_new_session=True, env=own)
    except OSError as problem:
        raise EnvironmentUnable(f"“{command[0]}” cannot be started: {problem.strerror}.") from problem
    _started.append(program)
    return program
