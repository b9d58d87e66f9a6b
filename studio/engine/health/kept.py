"""Whether other users of this computer can read what is kept: what earlier versions wrote was often open to them."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from studio.engine.config_folder import config_folder
from studio.engine.health.finding import Finding
from studio.engine.peek import peek, text_of
from studio.engine.traces import trace_folder


def privacy() -> Finding:
    """The library, settings, and notes of this person: are they theirs alone?"""
    if sys.platform == "win32":
        return Finding("privacy", "ok", "The rights of your own folder hold.")
    shown = [folder for folder in _kept() if _open_to_others(folder)]
    if not shown:
        return Finding("privacy", "ok", "Recordings, runs and settings are yours alone.")
    names = ", ".join(str(folder) for folder in shown)
    mend = f"Unless you share it on purpose, close it: chmod -R go= {' '.join(repr(str(folder)) for folder in shown)}"
    return Finding("privacy", "warning", f"Other users of this computer can read {names}.", mend)


def _kept() -> tuple[Path, ...]:
    """The folders that are there: the library, where a person chose another one that, and what lies beside it."""
    chosen = text_of(peek(config_folder() / "settings.json"), "library")
    library = Path(chosen or os.environ.get("STUDIO_LIBRARY") or Path.home() / "Waymark Studio")
    return tuple(folder for folder in (library, config_folder(), trace_folder()) if folder.is_dir())


def _open_to_others(folder: Path) -> bool:
    """Whether they get into `folder` and the ones above it, and find something there to read."""
    enter = all(_may(each, stat.S_IXGRP, stat.S_IXOTH) for each in (folder, *folder.resolve().parents))
    return enter and any(_may(path, stat.S_IRGRP, stat.S_IROTH) for path in (folder, *folder.glob("*")))


def _may(path: Path, group: int, others: int) -> bool:
    told = path.stat()
    return bool(told.st_mode & (others if _is_own_group(told.st_gid) else group | others))


def _is_own_group(gid: int) -> bool:
    """Whether the group is one that each person has alone, called like them."""
    if sys.platform == "win32":
        return False
    import grp
    import pwd

    try:
        return grp.getgrgid(gid).gr_name == pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
