"""Stack traces go to files of their own, never before a person's eyes."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path


def trace_folder() -> Path:
    """Where they are kept."""
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return state / "waymark-studio"


def keep_trace(text: str) -> Path:
    """Write a trace to a file of its own and return its path. Falls back to the temp folder."""
    name = f"trace-{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{os.getpid()}.txt"
    for folder in (trace_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        except OSError:
            continue
        return folder / name
    return Path("(no place to write them)")
