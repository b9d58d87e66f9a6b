"""From exceptions to one sentence and an exit code. A stack trace goes to a file, never to the screen."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from pathlib import Path

from studio.cli.exit_codes import STOPPED, UNABLE, WRONG_INPUT
from studio.cli.output import complain, print_json
from studio.cli.parsing import WrongUsage
from studio.engine.secrets.names import SECRET_PREFIX

_MASK = "••••"


def guarded(work: Callable[[], int], *, as_json: bool) -> int:
    """Do `work`; what it raises becomes a sentence on stderr (and, with `as_json`, an object on stdout)."""
    try:
        return work()
    except KeyboardInterrupt:
        return _told("Stopped.", STOPPED, as_json=as_json)
    except BrokenPipeError:
        _leave_stdout()
        return STOPPED
    except Exception as error:  # the end of the process: one sentence and an exit code
        sentence, code = explained(error)
        return _told(sentence, code, as_json=as_json)


def explained(error: Exception) -> tuple[str, int]:
    """The sentence and the exit code for an exception."""
    from studio.engine.backends.protocols import EnvironmentUnable, SurfaceLost
    from studio.engine.errors import BadInput, CannotWrite
    from studio.engine.secrets import KeyringUnable

    if isinstance(error, WrongUsage | BadInput):
        return masked(str(error)), WRONG_INPUT
    if isinstance(error, EnvironmentUnable | SurfaceLost | CannotWrite | KeyringUnable):
        return masked(str(error)), UNABLE
    trace = write_trace(error)
    return f"Something unexpected went wrong ({type(error).__name__}). The details are in {trace}.", UNABLE


def masked(text: str) -> str:
    """`text` with the value of every secret that the environment holds, or a keyring gave, made unreadable."""
    from studio.engine.privacy.forms import SHORTEST, pattern_of
    from studio.engine.secrets.store import revealed

    known = {value for name, value in os.environ.items() if name.startswith(SECRET_PREFIX) and value} | revealed()
    short = {value for value in known if len(value) < SHORTEST}
    return pattern_of(known - short, short).sub(_MASK, text) if known else text


def write_trace(error: BaseException) -> Path:
    """Write the stack trace, without secrets, to a file of its own and return its path."""
    from studio.engine.traces import keep_trace

    return keep_trace(masked("".join(traceback.format_exception(error))))


def _told(sentence: str, code: int, *, as_json: bool) -> int:
    complain(sentence)
    if as_json:
        print_json({"ok": False, "exit_code": code, "error": sentence})
    return code


def _leave_stdout() -> None:
    """Nobody reads any more: keep the interpreter from complaining about it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
