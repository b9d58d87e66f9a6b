"""How the person and the product meet a desktop program: a private display on which both act."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from tests.field.desktop_person import Person
from tests.field.model import Program, Running, Values

SHARED = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE")
"""What makes a process one of that desktop."""


class Recording(Protocol):
    """A recorder that runs."""

    def finish(self) -> int | None: ...


Start = Callable[[Sequence[str], Mapping[str, str]], Recording]
"""Starts the recorder with these options and this environment."""


def work(program: Program, running: Running, values: Values, start: Start | None) -> tuple[str, int | None]:
    """The person does the workflow, recorded where `start` is given.

    Returns what went wrong (“”) and the recorder's exit code.
    """
    person, trouble = Person(running.environment), ""
    time.sleep(1)
    recorder = start(["--backend", "desktop", "--events"], _environment(running)) if start else None
    try:
        program.person(person, values)
    except (AssertionError, OSError, subprocess.CalledProcessError) as error:
        trouble = f"{type(error).__name__}: {error}"
        _picture(running)
    finally:
        time.sleep(1)
        person.close()
        code = recorder.finish() if recorder else 0
    return trouble, code


def where(running: Running) -> tuple[list[str], dict[str, str]]:
    """The options and environment of a replay: on that desktop, as a user whose own folders are fresh."""
    return ["--backend", "desktop"], _environment(running)


def _environment(running: Running) -> dict[str, str]:
    user = running.workdir / "user"
    user.mkdir(exist_ok=True)
    return {**{name: running.environment[name] for name in SHARED}, "HOME": str(user)}


def _picture(running: Running) -> None:
    """What the person saw when something was wrong, in trouble.png."""
    import mss
    import mss.tools

    with mss.MSS(display=running.display) as screen:
        grabbed = screen.grab(screen.monitors[0])
        mss.tools.to_png(grabbed.rgb, grabbed.size, output=str(running.workdir / "trouble.png"))
