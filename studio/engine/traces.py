"""Stack traces go to files of their own, never before a person's eyes."""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from studio.engine.rights import make_private


def trace_folder() -> Path:
    """Where they are kept."""
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return state / "waymark-studio"


def keep_trace(text: str) -> Path:
    """Write a trace to a file of its own and return its path. Falls back to the temp folder."""
    begin = f"trace-{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{os.getpid()}-"
    for folder in (trace_folder(), Path(tempfile.gettempdir())):
        with suppress(OSError):
            make_private(folder)
            handle, name = tempfile.mkstemp(".txt", begin, folder)  # nobody else reads it or guesses its name
            with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
            return Path(name)
    return Path("(no place to write them)")
