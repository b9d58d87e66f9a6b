"""`studio demo` on a desktop ends in the window, open on the run whose heals are to be looked at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from helpers.virtual_desktop import virtual_desktop, wait_for


@pytest.mark.long
def test_the_demo_ends_in_the_window() -> None:
    with virtual_desktop((1440, 900)) as desktop:
        env = desktop.env | {"STUDIO_CONFIG": str(desktop.home / "config"), "STUDIO_LIBRARY": str(desktop.home / "lib")}
        out = desktop.home / "demo"
        command = [sys.executable, "-m", "studio", "demo", "--out", str(out)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=280)
        assert done.returncode == 0, done.stdout + done.stderr
        assert (out / "bundle-v2" / "workflow.json").is_file()
        window = desktop.window("Triage a referral")
        pid = int(wait_for(lambda: desktop.xdo("getwindowpid", window), "the window's process"))
        os.kill(pid, signal.SIGTERM)
        wait_for(lambda: not os.path.exists(f"/proc/{pid}"), "the end of the window")  # noqa: PTH110
