"""The browser that a recorder starts: it is watched over pipes, and nothing of it listens on a port."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from studio.engine.backends.protocols import EnvironmentUnable
from studio.recorder.web import own_browser
from studio.recorder.web.protocol import Connection, ProtocolError
from tests.conftest import descendants

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")


def _listening(pids: set[int]) -> set[str]:
    """Local addresses on which these processes listen."""
    inodes = set()
    for pid in pids:
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            try:
                inodes.add(os.readlink(entry)[8:-1])  # noqa: PTH115
            except OSError:
                continue  # it was closed meanwhile
    rows = [row.split() for table in ("tcp", "tcp6") for row in Path(f"/proc/net/{table}").read_text().splitlines()[1:]]
    return {row[1] for row in rows if row[3] == "0A" and row[9] in inodes}


def test_it_is_recorded_and_nothing_of_it_listens(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<title>Ward</title><h1>Ward office</h1>")
    where = ("--url", (tmp_path / "page.html").as_uri(), "--out", str(tmp_path / "rec"))
    child = subprocess.Popen(
        (sys.executable, "-m", "studio", "record", "--backend", "web", "--headless", "--events", *where),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    with child.stdin, child.stdout:
        ready = json.loads(child.stdout.readline())
        assert ready["type"] == "ready"
        browsers = {pid for pid, name in descendants(child.pid).items() if "chrom" in name}
        assert browsers
        assert _listening(browsers | {child.pid}) == set()
        child.stdin.write('{"command": "finish"}\n')
        child.stdin.flush()
        kinds = [json.loads(line)["type"] for line in child.stdout]
    assert (child.wait(30), kinds[-1]) == (0, "finished")


def test_one_that_dies_or_cannot_start_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[bool] = []
    with own_browser(headless=True) as wire:
        connection = Connection(wire, lambda *_: None, lambda: ended.append(True))
        with pytest.raises(ProtocolError):
            connection.send("Browser.crash")
        connection.close()
        assert ended == [True]
        with pytest.raises(ProtocolError):
            connection.send("Browser.getVersion")
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho no room for it >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("STUDIO_BROWSER", str(broken))
    with pytest.raises(EnvironmentUnable, match="did not start: no room for it"), own_browser(headless=True):
        pass
