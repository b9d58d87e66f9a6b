"""One connection to the X server, opened when it is needed, and its faults in our words."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import socket
from traceback import walk_tb
from typing import Any

from studio.engine.backends.protocols import EnvironmentUnable, SurfaceLost

REPLAYING = "_WAYMARK_REPLAYING"
"""Property of the root window: the process id of a replay of ours that is sending input now."""


def refuse_without_display(environment: dict[str, str] | None = None) -> None:
    """Raise EnvironmentUnable, in one sentence, where this session cannot be watched or acted on."""
    env = os.environ if environment is None else environment
    if sys.platform in ("win32", "darwin"):
        return
    if env.get("XDG_SESSION_TYPE", "").lower() == "wayland" or env.get("WAYLAND_DISPLAY"):
        raise EnvironmentUnable(
            "This is a Wayland session, where no program may watch or move the pointer of another: log in to an "
            "“Xorg” (X11) session and try again."
        )
    if not env.get("DISPLAY"):
        raise EnvironmentUnable("There is no display (DISPLAY is not set): start this from a desktop session.")


def open_display(name: str | None = None) -> Any:
    """A connection of its own to the X server `name` (default: DISPLAY). Raises EnvironmentUnable."""
    from Xlib import display, error

    shown = name or os.environ.get("DISPLAY", "")
    try:
        connection = display.Display(name)
    except (error.DisplayError, error.XauthError, OSError) as problem:
        _hang_up(problem)
        raise EnvironmentUnable(
            f"The display “{shown}” cannot be opened: check that it runs and that you may use it."
        ) from problem
    connection.set_error_handler(_ignored)
    return connection


def _hang_up(problem: BaseException | None) -> None:
    """Close the sockets of a connection that did not come about: python-xlib leaves them open."""
    while problem is not None:
        for frame, _ in walk_tb(problem.__traceback__):
            its_own = str(frame.f_globals.get("__name__")).startswith("Xlib.")
            for value in frame.f_locals.values() if its_own else ():
                for held in (value, vars(value).get("socket") if hasattr(value, "__dict__") else None):
                    if isinstance(held, socket):
                        held.close()
        problem = problem.__context__


def _ignored(*_problem: object) -> None:
    """A window that closed meanwhile is no fault; python-xlib would print it."""


@contextmanager
def x11() -> Iterator[None]:
    """A display that went away is a lost surface."""
    from Xlib import error

    try:
        yield
    except (error.ConnectionClosedError, BrokenPipeError, ConnectionError) as gone:
        raise SurfaceLost("The display is gone: its server ended or closed the connection.") from gone


def close_display(connection: Any) -> None:
    """Close the connection. Never raises."""
    with suppress(Exception):
        connection.close()


def replaying_pid(connection: Any) -> int | None:
    """The process of ours that is replaying on this display now; a mark that a killed one left does not count."""
    from Xlib import Xatom

    with x11():
        atom = connection.intern_atom(REPLAYING)
        told = connection.screen().root.get_full_property(atom, Xatom.CARDINAL)
    pid = int(told.value[0]) if told is not None and len(told.value) else None
    return pid if pid is not None and _lives(pid) else None


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def pid_of(connection: Any, window: Any) -> int | None:
    """The process of a window, as the program says or, where it does not, as the server knows its connection."""
    from Xlib import Xatom
    from Xlib.ext import res

    told = window.get_full_property(connection.intern_atom("_NET_WM_PID"), Xatom.CARDINAL)
    if told is not None and len(told.value):
        return int(told.value[0])
    if not connection.has_extension("X-Resource"):
        return None
    answer = connection.res_query_client_ids([{"client": window.id, "mask": res.LocalClientPIDMask}])
    return next((int(one.value[0]) for one in answer.ids if len(one.value)), None)
