"""What a browser of a killed recorder leaves on the disk is removed by the next one; nobody else's is."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from studio.engine.files import hold
from studio.recorder.web.profiles import new_profile, remove_left_profiles

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nobody can tell there whose a profile is")


def left(folder: Path, name: str, *, old: bool = True) -> Path:
    profile = folder / f"waymark-browser-{name}"
    (profile / "Default").mkdir(parents=True)
    (profile / "Default" / "History").write_text("a password in an address")
    (profile / "held-by-recorder").write_bytes(b"")
    if old:
        os.utime(profile, (time.time() - 3600, time.time() - 3600))
    return profile


def test_what_a_killed_recorder_left_is_removed_and_nothing_else(own_temp_dir: Path, tmp_path: Path) -> None:
    gone, young = left(own_temp_dir, "gone"), left(own_temp_dir, "young", old=False)
    held, browsed = left(own_temp_dir, "held"), left(own_temp_dir, "browsed")
    (browsed / "SingletonLock").symlink_to(f"host-{os.getpid()}")
    os.utime(browsed, (time.time() - 3600, time.time() - 3600))
    elsewhere = left(tmp_path, "elsewhere")
    link = own_temp_dir / "waymark-browser-link"
    link.symlink_to(elsewhere)
    with (held / "held-by-recorder").open("rb") as file:
        hold(file)
        remove_left_profiles()
    kept = [path.exists() for path in (gone, young, held, browsed, elsewhere / "Default", link)]
    for path in (young, held, browsed):
        (path / "SingletonLock").unlink(missing_ok=True)
        os.utime(path, (0, 0))
    link.unlink()
    remove_left_profiles()  # now nobody works on them any more
    assert kept == [False, True, True, True, True, True]
    assert not list(own_temp_dir.glob("waymark-browser-*"))


def test_a_profile_is_its_owners_alone_and_goes_with_the_browser(own_temp_dir: Path) -> None:
    with new_profile() as profile:
        os.utime(profile, (0, 0))
        remove_left_profiles()
        assert {path.stat().st_mode & 0o077 for path in (profile, *profile.iterdir())} == {0}
    assert not profile.exists()
