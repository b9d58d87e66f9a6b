"""Profiles of the browsers that a recorder starts. They hold what was typed and seen, so none outlives its recorder:
one that was killed leaves its profile, and the next recorder removes it."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from studio.engine.files import hold, is_held
from studio.engine.rights import private

_PREFIX = "waymark-browser-"
_HELD = "held-by-recorder"
_YOUNG_S = 60.0
"""A profile as young as this may be one that is just being made."""


@contextmanager
def new_profile() -> Iterator[Path]:
    """An empty folder of its owner alone, which is gone at the end."""
    profile = Path(tempfile.mkdtemp(prefix=_PREFIX))
    try:
        with open(profile / _HELD, "wb", opener=private) as held:
            hold(held)
            yield profile
    finally:
        _remove(profile)


def remove_left_profiles() -> None:
    """Remove profiles of this person whose recorder and browser are gone. (Where nobody can tell, on Windows, none.)"""
    if os.name != "posix":
        return
    for profile in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            told = profile.lstat()
            young = time.time() - told.st_mtime < _YOUNG_S
            own = told.st_uid == os.geteuid() and not profile.is_symlink() and profile.is_dir()
            if own and not young and not is_held(profile / _HELD) and not _has_browser(profile):
                shutil.rmtree(profile, ignore_errors=True)


def _has_browser(profile: Path) -> bool:
    """Whether the browser that the profile names as its own (`host-pid`) still runs."""
    try:
        os.kill(int((profile / "SingletonLock").readlink().name.rpartition("-")[2]), 0)
    except (OSError, ValueError):
        return False
    return True


def _remove(profile: Path) -> None:
    for _ in range(20):
        shutil.rmtree(profile, ignore_errors=True)
        if not profile.exists():
            return
        time.sleep(0.1)
