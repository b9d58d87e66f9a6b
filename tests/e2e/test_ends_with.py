"""A recorder that was started by a window which is gone finishes by itself and keeps what it has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from helpers.virtual_desktop import virtual_desktop

from studio.__main__ import main
from studio.engine.recording import load_recording


def test_a_desktop_recorder_finishes_when_its_window_dies(tmp_path: Path) -> None:
    with virtual_desktop(manager=None, accessible=False) as desktop:
        window = subprocess.Popen(["sleep", "60"])
        command = [sys.executable, "-m", "studio", "record", "--backend", "desktop", "--out", str(tmp_path / "rec")]
        command += ["--events", "--ends-with", str(window.pid)]
        recorder = subprocess.Popen(command, env=desktop.env, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
        with recorder:
            assert recorder.stdout is not None
            assert '"ready"' in recorder.stdout.readline()
            desktop.xdo("mousemove", "300", "300", "click", "1")
            window.kill()
            window.wait()
            assert recorder.wait(30) == 0
    assert [e.kind for e in load_recording(tmp_path / "rec").events] == ["click"]


def test_a_process_that_is_not_there_is_refused(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    where = ["--out", str(tmp_path / "rec"), "--ends-with", str(gone.pid)]
    assert main(["record", "--backend", "web", "--url", "http://127.0.0.1/", *where]) == 2
